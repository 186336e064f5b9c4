import { posix } from "node:path";

/** What is known about an item besides its name. */
export type ItemFacts = {
  isFolder: boolean;
  /** Bytes; undefined where the file does not exist yet. */
  size: number | undefined;
};

/** Where mounted volumes are. */
export const VOLUMES_FOLDER = "/Volumes";

/** Names of files and folders that hold keys, passwords or sign-ins, and of whatever is named after them (".ssh-old"). */
const SECRET_NAMES = [
  ".ssh",
  ".gnupg",
  ".aws",
  ".azure",
  ".kube",
  ".docker",
  ".oci",
  ".gcloud",
  ".putty",
  ".password-store",
  ".1password",
  ".op",
  ".terraform.d",
  ".env",
  ".envrc",
  ".netrc",
  "_netrc",
  ".authinfo",
  ".pgpass",
  ".my.cnf",
  ".mylogin.cnf",
  ".npmrc",
  ".yarnrc",
  ".pypirc",
  ".git-credentials",
  ".htpasswd",
  ".vault-token",
  ".boto",
  ".s3cfg",
  ".keychain",
  ".keychains",
  ".electrum",
  ".bitcoin",
  "keychains",
  "gcloud",
  "gh",
  "rclone",
].map((name) => [name, new RegExp(`^${name.replaceAll(".", "\\.")}(?![a-z])`)] as const);

/** Those of the names above that are secret only below `.config`: elsewhere they are ordinary words. */
const ONLY_IN_CONFIG = new Set(["gcloud", "gh", "rclone"]);

/** File types that hold private keys or passwords. */
const SECRET_EXTENSION =
  /\.(pem|p12|pfx|p8|pkcs12|pkcs8|ppk|jks|keystore|kdbx?|keychain|keychain-db|agilekeychain|opvault|1pif|1pux|ovpn|env)$/;
const SECRET_FILE = /^(id_(rsa|dsa|ecdsa|ed25519|xmss)(?![a-z])|\.[a-z0-9]+_history$|wallet\.dat$)/;
/** Names that ssh-keygen users give to keys: no extension, which tells them from "id_card.pdf". */
const KEY_NAME = /^id_[^.]*(\.pub)?(~|\.(bak|backup|old|orig))?$/;
/** What people and programs append to a copy. */
const COPY_SUFFIX = /(~|\.(bak|backup|old|orig|save|saved|copy|swp|tmp|txt|\d+))+$/;

/** A Keynote document is never this small and a private key never this large, and both are named `*.key`. */
const LARGEST_KEY_FILE = 32_768;

/** iCloud Drive, the one part of ~/Library that belongs to the person's own documents. */
export const ICLOUD_DRIVE = "Library/Mobile Documents/com~apple~CloudDocs";
const ICLOUD_SEGMENTS = ICLOUD_DRIVE.toLowerCase().split("/");

/** True where an absolute, real path lies in the home folder or on a mounted volume: nothing else is touched. */
export function isInReach(path: string, home: string): boolean {
  return segmentsBelow(path, home) !== undefined || segmentsBelow(path, VOLUMES_FOLDER) !== undefined;
}

/**
 * True for what Orbit never lists, reads, names or changes: keys, passwords, sign-ins, and ~/Library but for iCloud Drive.
 * Takes an absolute path without `..`; links must be resolved by the caller and both spellings asked about. Without
 * `facts` only what holds for files and folders alike is checked. A hard link to a secret under a harmless name cannot
 * be told from a file: its content is checked when it is read (`holdsPrivateKey`).
 */
export function isWithheld(path: string, home: string, facts?: ItemFacts): boolean {
  const inHome = segmentsBelow(path, home);
  const segments = inHome ?? segmentsBelow(path, VOLUMES_FOLDER) ?? path.split("/");
  const folded = segments.map(foldName);
  if (folded.some((name, index) => isSecretName(name, folded[index - 1]))) return true;
  // On a Mac `FILE/..namedfork/data` is the content of FILE under another last name.
  if (folded.some((name) => name.startsWith("..namedfork"))) return true;
  if (inHome === undefined ? holdsAnyLibrary(folded) : isInLibrary(segments, folded)) return true;
  return facts !== undefined && !facts.isFolder && isKeyFile(folded.at(-1) ?? "", facts.size);
}

/**
 * A name as the strictest reading sees it. Case-insensitive volumes fold case fully ("ß" is "ss"), HFS+ ignores
 * invisible characters (CVE-2014-9390), and full-width letters pass for plain ones on a form.
 */
function foldName(name: string): string {
  return name
    .normalize("NFKC")
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu, "")
    .toUpperCase()
    .toLowerCase()
    .trim()
    .replace(/(?<=.)[. ]+$/u, "");
}

/** The names between a folder and a path in it; empty for the folder itself, undefined outside it. */
export function segmentsBelow(path: string, folder: string): string[] | undefined {
  const relative = posix.relative(folder, path);
  if (relative === "") return [];
  return relative === ".." || relative.startsWith("../") ? undefined : relative.split("/");
}

function isSecretName(name: string, parent: string | undefined): boolean {
  const bare = name.replace(COPY_SUFFIX, "");
  if (SECRET_FILE.test(bare) || SECRET_EXTENSION.test(name) || SECRET_EXTENSION.test(bare)) return true;
  return SECRET_NAMES.some(
    ([secret, pattern]) => pattern.test(name) && (!ONLY_IN_CONFIG.has(secret) || parent === ".config"),
  );
}

function isInLibrary(segments: string[], folded: string[]): boolean {
  if (folded[0] !== "library") return false;
  // The exception is exact, only the case is free: what merely looks like iCloud Drive is not let in.
  return !ICLOUD_SEGMENTS.every((name, index) => segments[index]?.toLowerCase() === name);
}

/** On a volume, the Library of any home folder that it holds, such as that of a cloned disk. */
function holdsAnyLibrary(folded: string[]): boolean {
  return folded.some((name, index) => name === "library" && folded[index - 2] === "users");
}

function isKeyFile(name: string, size: number | undefined): boolean {
  if (KEY_NAME.test(name)) return true;
  return name.replace(COPY_SUFFIX, "").endsWith(".key") && (size === undefined || size < LARGEST_KEY_FILE);
}

const PRIVATE_KEY =
  /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----\s*(?:\\[nr]|[\r\n])|^PuTTY-User-Key-File-\d|^AGE-SECRET-KEY-1/m;

/** True for text that holds a private key, whatever the file is called. */
export function holdsPrivateKey(text: string): boolean {
  return PRIVATE_KEY.test(text);
}
