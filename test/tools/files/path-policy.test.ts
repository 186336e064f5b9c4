import { link, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { holdsPrivateKey, isWithheld } from "../../../src/tools/files/path-policy";
import { pdfOf } from "./documents";
import { fileServices, listedPaths, tempFolder, tempHome, toolCaller } from "./temp-home";

const HOME = "/Users/person";
const file = { isFolder: false, size: 900 };

const FORBIDDEN = [
  ".ssh/config",
  ".ssh",
  ".gnupg/pubring.kbx",
  "Documents/.aws/credentials",
  ".env",
  "Projects/shop/.env.production",
  "Projects/shop/.envrc",
  "Projects/shop/live.env",
  "Documents/server.pem",
  "Documents/server.key",
  "Documents/identity.p12",
  "Documents/server.key/..namedfork/data",
  "Documents/plain.txt/..NamedFork/rsrc",
  "Documents/passwords.kdbx",
  "Documents/id_rsa",
  "Documents/id_ed25519 copy",
  "Documents/id_work",
  "Documents/login.keychain-db",
  "Keychains/old",
  ".netrc",
  ".npmrc",
  ".git-credentials",
  ".zsh_history",
  ".password-store/bank.gpg",
  ".config/gh/hosts.yml",
  ".ssh-old/id",
  "Documents/server.pem.bak",
  "Library/Mail/V10/mail",
  "Library/Mobile Documents",
  "Library/Mobile Documents/com~apple~Pages/Documents/x.txt",
];

const ALLOWED = [
  "Documents/invoice.pdf",
  "Documents/id_card.pdf",
  "Documents/environment.txt",
  "Documents/keys to the flat.txt",
  "Documents/Library/book.txt",
  "gh/notes.txt",
  ".zshrc",
  "Library/Mobile Documents/com~apple~CloudDocs/Taxes/2026.pdf",
];

describe("what is never shared (M4.4)", () => {
  it.each(FORBIDDEN)("M4.4 withholds ~/%s", (path) => {
    expect(isWithheld(join(HOME, path), HOME, file)).toBe(true);
  });

  it.each(ALLOWED)("M4.4 shares ~/%s", (path) => {
    expect(isWithheld(join(HOME, path), HOME, file)).toBe(false);
  });

  it("tells a Keynote document from a key of the same extension", () => {
    expect(isWithheld(`${HOME}/talk.key`, HOME, { isFolder: false, size: 2_000_000 })).toBe(false);
    expect(isWithheld(`${HOME}/talk.key`, HOME, { isFolder: true, size: 128 })).toBe(false);
    expect(isWithheld(`${HOME}/tls.key`, HOME, { isFolder: false, size: 1_700 })).toBe(true);
    expect(isWithheld(`${HOME}/new.key`, HOME, { isFolder: false, size: undefined })).toBe(true);
  });

  it("withholds the Library of a home folder on a volume, such as a cloned disk", () => {
    expect(isWithheld("/Volumes/Clone/Users/person/Library/Mail", HOME)).toBe(true);
    expect(isWithheld("/Volumes/Clone/Users/person/Documents/a.txt", HOME)).toBe(false);
    expect(isWithheld("/Volumes/Stick/.ssh/id_rsa", HOME)).toBe(true);
  });

  it("knows a private key by its content", () => {
    expect(holdsPrivateKey("note\n-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl")).toBe(true);
    expect(holdsPrivateKey('{"private_key": "-----BEGIN PRIVATE KEY-----\\nMIIE"}')).toBe(true);
    expect(holdsPrivateKey("-----BEGIN PGP PRIVATE KEY BLOCK-----\r\n")).toBe(true);
    expect(holdsPrivateKey("PuTTY-User-Key-File-3: ssh-ed25519\n")).toBe(true);
    expect(holdsPrivateKey("-----BEGIN CERTIFICATE-----\nMIIE")).toBe(false);
    expect(holdsPrivateKey("A file that begins with -----BEGIN PRIVATE KEY----- is a key.")).toBe(false);
  });
});

const HIDDEN = ["\u200b", "\u200d", "\u00ad", "\u202e", "\u2060", "\ufeff", "\ufe0f", "\u034f"];
const FULL_WIDTH_OFFSET = 0xfee0;

/** One character as somebody might write it to get past a filter. */
function disguises(character: string): string[] {
  const code = character.codePointAt(0) ?? 0;
  const wide = code > 0x20 && code < 0x7f ? [String.fromCodePoint(code + FULL_WIDTH_OFFSET)] : [];
  return [character, character.toUpperCase(), ...wide, ...HIDDEN.map((hidden) => character + hidden)];
}

const disguised = (name: string) =>
  fc
    .tuple(
      ...Array.from(name, (character) => fc.constantFrom(...disguises(character))),
      fc.constantFrom("", ".", " ", ". "),
    )
    .map((parts) => parts.join(""));

const SECRETS = [".ssh", ".gnupg", ".env", ".netrc", "id_rsa", "server.pem", "Library"];

/** Ways to write a path to an item in the home folder. */
const spelling = (home: string) =>
  fc
    .constantFrom(...SECRETS)
    .chain((secret) =>
      fc.tuple(
        fc.constantFrom(
          "~/",
          "",
          `${home}/`,
          "~//",
          "~/./",
          "~/Documents/../",
          `${home}/Documents/.//../`,
          "./",
          "~/nowhere/../",
        ),
        disguised(secret),
        fc.constantFrom("", "/", "//", "/.", "/x", "/../Library", "/config"),
      ),
    );

describe("spellings (M4.4)", () => {
  it("M4.4 lets no spelling of a secret name through, whether it exists or not", async () => {
    const home = await tempHome({
      ".ssh/config": "Host secret-host",
      ".ssh/x": "secret-x",
      ".env": "TOKEN=secret",
      ".netrc": "secret",
      id_rsa: "secret",
      "server.pem": "secret",
      "Library/config": "secret",
      "Documents/": "",
    });
    const { services, opened, trashed } = fileServices(home);
    const { failure } = toolCaller(services);
    await fc.assert(
      fc.asyncProperty(spelling(home), async ([prefix, name, suffix]) => {
        const path = prefix + name + suffix;
        for (const tool of ["read_file", "list_folder", "get_file_info", "open_file", "move_to_trash"]) {
          const error = await failure(tool, { path });
          expect([error.type, error.summary]).toEqual(["unavailable", "Never shared"]);
          expect(error.message).not.toContain("secret");
        }
        const created = await failure("create_file", { path: path.replace(/[/.]*$/, "/new.txt"), content: "x" });
        expect(created.summary).toBe("Never shared");
      }),
      { numRuns: 150 },
    );
    expect([opened, trashed]).toEqual([[], []]);
  });

  it("M4.4 refuses .ssh by any spelling: a list of known tricks", async () => {
    const home = await tempHome({ ".ssh/id_ed25519": "secret", "Documents/": "" });
    const { failure } = toolCaller(fileServices(home).services);
    const tricks = [
      "~/.ssh/id_ed25519",
      ".ssh/id_ed25519",
      "~/.SSH/ID_ED25519",
      "~/.ßh/x",
      "~/.ſſh/x",
      "~/.s\u200bsh/x",
      "~/．ｓｓｈ/x",
      "~/Documents/../.ssh/x",
      "~/Documents/..//./.ssh./x",
      `${home}/.ssh/x`,
    ];
    for (const path of tricks) expect((await failure("read_file", { path })).summary, path).toBe("Never shared");
  });

  it("M4.4 refuses a key whose name alone does not tell, and shares a document of the same type", async () => {
    const home = await tempHome({ "tls.key": "x", id_work: "x", "talk.key": Buffer.alloc(40_000), "id_card.txt": "x" });
    const { failure, call } = toolCaller(fileServices(home).services);
    for (const path of ["~/tls.key", "~/id_work"]) {
      expect((await failure("get_file_info", { path })).summary, path).toBe("Never shared");
    }
    for (const path of ["~/talk.key", "~/id_card.txt"]) {
      expect((await call("get_file_info", { path })).text, path).toContain(path);
    }
    expect(listedPaths((await call("list_folder", { path: "~" })).text)).toEqual(["~/id_card.txt", "~/talk.key"]);
  });

  it("M4.4 follows links before it decides: a link to a secret, through a folder, to another link", async () => {
    const home = await tempHome({ ".ssh/config": "secret-host", "Library/Mail/inbox.txt": "secret", "Documents/": "" });
    await symlink(join(home, ".ssh"), join(home, "Documents/job"));
    await symlink(join(home, ".ssh/config"), join(home, "Documents/notes.txt"));
    await symlink(join(home, "Documents/job"), join(home, "Documents/again"));
    await symlink(join(home, "Library"), join(home, "Documents/shelf"));
    const { failure, call } = toolCaller(fileServices(home).services);
    for (const path of ["job/config", "notes.txt", "again/config", "shelf/Mail/inbox.txt"]) {
      const error = await failure("read_file", { path: `~/Documents/${path}` });
      expect(error.summary, path).toBe("Never shared");
    }
    const made = await failure("create_file", { path: "~/Documents/job/authorized_keys", content: "x" });
    expect(made.summary).toBe("Never shared");
    const listing = await call("list_folder", { path: "~/Documents" });
    expect(listing.text).toBe("~/Documents has no items to show.\nSome items are never shared.");
  });

  it("M4.4 stays in the home folder and on volumes, whatever the way out", async () => {
    const outside = await tempFolder();
    await writeFile(join(outside, "other.txt"), "not yours");
    const home = await tempHome({ "Documents/": "" });
    await symlink(outside, join(home, "Documents/out"));
    const { failure } = toolCaller(fileServices(home).services);
    const ways = ["/etc/passwd", "~/../other", "/dev/fd/0", `/proc/self/root${home}`, "/", join(outside, "other.txt")];
    for (const path of [...ways, "~/Documents/out/other.txt"]) {
      expect((await failure("read_file", { path })).summary, path).toBe("Outside the home folder");
    }
  });

  it("takes ~user, $HOME and empty paths for what they are", async () => {
    const { failure } = toolCaller(fileServices(await tempHome()).services);
    expect((await failure("read_file", { path: "~root/x" })).type).toBe("invalid_argument");
    expect((await failure("read_file", { path: "$HOME/x" })).message).toContain("~/$HOME/x");
    expect((await failure("read_file", { path: "  " })).type).toBe("invalid_argument");
    expect((await failure("read_file", { path: "~/a\0b" })).type).toBe("invalid_argument");
    expect((await failure("read_file", { path: "a/".repeat(3_000) })).type).toBe("invalid_argument");
  });

  it("M4.4 works where the home folder itself is reached by a link, as /var is on a Mac", async () => {
    const home = await tempHome({ "a.txt": "hello", ".ssh/config": "secret" });
    const alias = join(await tempFolder(), "alias");
    await symlink(home, alias);
    const { call, failure } = toolCaller(fileServices(alias).services);
    expect((await call("read_file", { path: `${alias}/a.txt` })).text).toContain("~/a.txt");
    expect((await call("read_file", { path: `${home}/a.txt` })).text).toContain("~/a.txt");
    expect((await failure("read_file", { path: `${alias}/.ssh/config` })).summary).toBe("Never shared");
    expect((await failure("read_file", { path: `${home}/.ssh/config` })).summary).toBe("Never shared");
  });

  it("M4.4 knows a key behind a harmless name, also hard-linked, by its content", async () => {
    const key = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n";
    const home = await tempHome({ ".ssh/id_rsa": key, "notes.txt": `My notes\n${"x".repeat(30_000)}\n${key}` });
    await link(join(home, ".ssh/id_rsa"), join(home, "harmless.txt"));
    const { failure, call } = toolCaller(fileServices(home).services);
    expect((await failure("read_file", { path: "~/harmless.txt" })).summary).toBe("Never shared");
    expect((await failure("read_file", { path: "~/notes.txt", max_characters: 100 })).summary).toBe("Never shared");
    expect((await call("search_files", { query: "b3BlbnNzaC1rZXktdjEAAAAA" })).summary).toBe("Nothing found");
  });

  it("M4.4 knows a key in a PDF, also from a part of the page that begins after the key does", async () => {
    const pdf = await pdfOf(["Fine", "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA"]);
    const { failure, call } = toolCaller(fileServices(await tempHome({ "a.pdf": pdf })).services);
    expect((await failure("read_file", { path: "~/a.pdf", page: 2, offset: 40 })).summary).toBe("Never shared");
    expect((await failure("read_file", { path: "~/a.pdf" })).summary).toBe("Never shared");
    expect((await call("read_file", { path: "~/a.pdf", max_characters: 2 })).text).toContain("Fi");
  });
});

describe("names that are hard to show (M4.4)", () => {
  const NAMES = [
    `it's "quoted".txt`,
    "two\nlines.txt",
    "-rf.txt",
    "family 👨‍👩‍👧‍👦.txt",
    "\u202egpj.txt",
    "a<b>.txt",
    "zero\u200bwidth.txt",
    "Caf\u0065\u0301.txt",
    "Shot 9.15\u202fAM.txt",
    " lead and trail ",
    "back\\slash.txt",
    "$(touch x).txt",
    "*.txt",
  ];

  it("comes back to the same file from the path that the model was shown, for every name", async () => {
    const home = await tempHome(Object.fromEntries(NAMES.map((name, index) => [`Odd/${name}`, `content ${index}`])));
    const { call } = toolCaller(fileServices(home).services);
    const { text } = await call("list_folder", { path: "~/Odd" });
    const shown = listedPaths(text);
    expect(shown).toHaveLength(NAMES.length);
    const read = await Promise.all(shown.map(async (path) => (await call("read_file", { path })).text));
    const contents = read.map((result) => /content \d+/.exec(result)?.[0]);
    expect(new Set(contents)).toEqual(new Set(NAMES.map((_name, index) => `content ${index}`)));
    expect(text).not.toMatch(/[\u200b\u202e<>]/);
  });

  it("finds folders by their shown form too, and plain spaces for special ones", async () => {
    const home = await tempHome({ "Bills\u202f2026/no\u200bte.txt": "found it" });
    const { call } = toolCaller(fileServices(home).services);
    expect((await call("read_file", { path: "~/Bills 2026/note.txt" })).text).toContain("found it");
  });

  it("refuses to guess between two items that look alike", async () => {
    const home = await tempHome({ "pay\u200b.txt": "one", "pay\u200c.txt": "two" });
    const { failure } = toolCaller(fileServices(home).services);
    const error = await failure("read_file", { path: "~/pay.txt" });
    expect([error.type, error.summary]).toEqual(["invalid_argument", "More than one item of that name"]);
    expect(error.disclosures).toEqual([{ kind: "fileNames", count: 1 }]);
  });

  it("does not compare names inside a folder that is never shared", async () => {
    const home = await tempHome({ ".ssh/k\u200bey": "secret", "Documents/": "" });
    await symlink(join(home, ".ssh"), join(home, "Documents/way"));
    const { failure } = toolCaller(fileServices(home).services);
    for (const name of ["key", "nothing-of-that-name"]) {
      const error = await failure("get_file_info", { path: `~/Documents/way/${name}` });
      expect(error.summary).toBe("Never shared");
    }
  });
});
