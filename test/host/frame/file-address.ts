import { createHmac, timingSafeEqual } from "node:crypto";

/** Addresses of files that the page may load: those that a frame named, and no others. */
export interface FileAddresses {
  readonly addressOf: (path: string) => string;
  /** The path behind an address; undefined where the address is not one of ours. */
  readonly pathOf: (address: string) => string | undefined;
}

/** Makes addresses such as "file/<path>.<signature>", which only who knows the secret can make. */
export function signedAddresses(secret: string): FileAddresses {
  const sign = (name: string) => createHmac("sha256", secret).update(name).digest();
  return {
    addressOf(path) {
      const name = Buffer.from(path).toString("base64url");
      return `file/${name}.${sign(name).toString("base64url")}`;
    },
    pathOf(address) {
      const [, name, signature] = /^file\/([\w-]+)\.([\w-]+)$/.exec(address) ?? [];
      if (name === undefined || signature === undefined) return undefined;
      const given = Buffer.from(signature, "base64url");
      const right = sign(name);
      const isOurs = given.length === right.length && timingSafeEqual(given, right);
      return isOurs ? Buffer.from(name, "base64url").toString() : undefined;
    },
  };
}
