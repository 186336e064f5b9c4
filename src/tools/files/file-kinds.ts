import { posix } from "node:path";

/** What a search can be narrowed to. */
export const FILE_KINDS = [
  "folder",
  "document",
  "pdf",
  "text",
  "spreadsheet",
  "presentation",
  "image",
  "audio",
  "video",
  "archive",
] as const;

/** One of `FILE_KINDS`. */
export type FileKind = (typeof FILE_KINDS)[number];

const WORD_PROCESSING = ["doc", "docx", "odt", "rtf", "rtfd", "pages", "epub"];
const PLAIN_TEXT = ["txt", "md", "markdown", "log", "csv", "tsv", "json", "xml", "yaml", "yml", "html", "htm", "tex"];

/** The file extensions of each kind, without the dot. */
export const KIND_EXTENSIONS: Record<Exclude<FileKind, "folder">, readonly string[]> = {
  document: ["pdf", ...WORD_PROCESSING, ...PLAIN_TEXT],
  pdf: ["pdf"],
  text: PLAIN_TEXT,
  spreadsheet: ["xls", "xlsx", "xlsm", "ods", "numbers", "csv", "tsv"],
  presentation: ["ppt", "pptx", "odp", "key"],
  image: [
    "jpg",
    "jpeg",
    "png",
    "gif",
    "heic",
    "heif",
    "tif",
    "tiff",
    "webp",
    "bmp",
    "svg",
    "psd",
    "raw",
    "dng",
    "avif",
  ],
  audio: ["mp3", "m4a", "aac", "wav", "aif", "aiff", "flac", "ogg", "opus", "wma", "caf", "mid"],
  video: ["mov", "mp4", "m4v", "avi", "mkv", "webm", "mpg", "mpeg", "wmv", "3gp"],
  archive: ["zip", "tar", "gz", "tgz", "bz2", "xz", "7z", "rar", "dmg", "iso"],
};

/** Folders that Finder shows as one item: programs, libraries, documents made of many files. */
const PACKAGE_EXTENSIONS = new Set(
  (
    "app appex bundle framework plugin kext xpc prefpane qlgenerator saver mdimporter component vst vst3 wdgt pkg mpkg " +
    "photoslibrary photolibrary aplibrary migratedphotolibrary musiclibrary tvlibrary imovielibrary fcpbundle theater " +
    "band logicx rtfd pages numbers key xcodeproj xcworkspace playground xcassets xcarchive lproj download sparsebundle " +
    "backupbundle scptd workflow action webarchive oo3 graffle sketch"
  ).split(" "),
);

/** What runs, installs, mounts or leads to another place when it is opened. */
const PROGRAM_EXTENSIONS = new Set(
  (
    "app appex command tool terminal sh bash zsh csh ksh fish py pyc pyw rb pl php js mjs cjs jxa lua tcl scpt scptd " +
    "applescript workflow wflow action service shortcut pkg mpkg dmg iso img cdr sparseimage sparsebundle xip jar jnlp " +
    "exe com bat cmd msi vbs ps1 prefpane saver kext bundle plugin component qlgenerator mdimporter osax dylib so " +
    "mobileconfig webloc inetloc fileloc url ftploc afploc smbloc vncloc inetplugin terminalprofile configprofile " +
    "desktop lnk safariextz alfredworkflow raycastscript ipa appimage"
  ).split(" "),
);

const KNOWN_DOCUMENTS = new Set(Object.values(KIND_EXTENSIONS).flat());

/** The extension of a name, lower case, without the dot; empty where there is none. */
export function extensionOf(name: string): string {
  return posix.extname(name).slice(1).toLowerCase();
}

/** True for what Finder does not show: dot files, and the icon file of a folder (its name ends in a carriage return). */
export function isHiddenName(name: string): boolean {
  return name.startsWith(".") || name === "Icon\r";
}

/** True for a folder that counts as one item. */
export function isPackage(name: string): boolean {
  return PACKAGE_EXTENSIONS.has(extensionOf(name));
}

/** True where an item's name or type says that it is of a kind. */
export function isOfKind(name: string, isFolder: boolean, kind: FileKind): boolean {
  if (kind === "folder") return isFolder && !isPackage(name);
  return (!isFolder || isPackage(name)) && KIND_EXTENSIONS[kind].includes(extensionOf(name));
}

/**
 * True for what would run, install or mount rather than show something. `mode` is the file's mode bits, undefined for a
 * folder: an executable file of no known document type opens in Terminal.
 */
export function isProgram(name: string, mode: number | undefined): boolean {
  const extension = extensionOf(name);
  if (PROGRAM_EXTENSIONS.has(extension)) return true;
  return mode !== undefined && (mode & 0o111) !== 0 && !KNOWN_DOCUMENTS.has(extension);
}

/** True where a file of this name can hold text worth searching. */
export function mayHoldText(name: string): boolean {
  const extension = extensionOf(name);
  const { image, audio, video, archive } = KIND_EXTENSIONS;
  return extension === "svg" || ![...image, ...audio, ...video, ...archive].includes(extension);
}
