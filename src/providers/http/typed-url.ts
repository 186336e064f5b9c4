import { isNear } from "./near-hosts";

const INVISIBLE = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g;

/** What stands around an address that was copied from a text, a shell or a file of settings. */
const BEFORE = /^(?:export\s+)?(?:[A-Z_]+\s*=)?[\s"'`\u201c\u201d\u201e\u2018\u2019«»\u2039\u203a<(]*/;
const AFTER = /[\s"'`\u201c\u201d\u201e\u2018\u2019«»\u2039\u203a>),.;]+$/;

/** Also with a slash or the colon left out. */
const HTTP = /^(https?)(?::[/\\]*|[/\\]{2,})/i;

/** The longest part of a name that there is (RFC 1035). A key that was pasted here is often longer. */
const MAX_LABEL_LENGTH = 63;

/**
 * The URL that a person means by an address as they typed or pasted it: with or without http, in quotes, with blanks where
 * a line was broken. Without a scheme it is http only for a near server. Undefined where it is no address of a web server,
 * and where it has a name and password in it, which fetch refuses.
 */
export function typedUrl(typed: string): URL | undefined {
  let text = typed.replace(INVISIBLE, "").trim().replace(BEFORE, "").replace(AFTER, "");
  text = text.replace(/\s*([/:\n\r])\s*/g, "$1").replace(/[\n\r]/g, "");
  if (/\s/.test(text)) return undefined;
  let scheme: string | undefined;
  for (let match = HTTP.exec(text); match !== null; match = HTTP.exec(text)) {
    scheme = match[1];
    text = text.slice(match[0].length);
  }
  text = text.replace(/^[/\\]+/, "");
  const url = scheme === undefined ? withScheme(text) : URL.parse(`${scheme}://${text}`);
  if (url === null || url.username + url.password !== "") return undefined;
  if (url.hostname.split(".").some((label) => label.length > MAX_LABEL_LENGTH)) return undefined;
  url.hash = "";
  return url;
}

function withScheme(text: string): URL | null {
  // One word alone is more likely something else, a key at worst, which must not be looked up as a name.
  if (/^[a-z][a-z\d+.-]*:[/\\]{2}/i.test(text) || (/^[^.:/\\]+$/.test(text) && !/^localhost$/i.test(text))) return null;
  const plain = URL.parse(`http://${text}`);
  return plain !== null && isNear(plain.hostname) && plain.port !== "443" ? plain : URL.parse(`https://${text}`);
}
