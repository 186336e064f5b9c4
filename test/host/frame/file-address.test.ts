import { describe, expect, it } from "vitest";
import { signedAddresses } from "./file-address";

const { addressOf, pathOf } = signedAddresses("secret");

describe("H5 the address of a file", () => {
  it("leads back to the file, whatever its name", () => {
    for (const path of ["/a/plan.pdf", "/ü/ひ/a b?.png", "relative"]) expect(pathOf(addressOf(path))).toBe(path);
    expect(addressOf("/a/plan.pdf")).toMatch(/^file\/[\w-]+\.[\w-]{43}$/);
  });

  it("is refused for another file, with another secret, or in another form", () => {
    const [name = "", signature = ""] = addressOf("/a").slice("file/".length).split(".");
    const other = addressOf("/b").slice("file/".length).split(".")[0] ?? "";
    expect(pathOf(`file/${name}.${signature}`)).toBe("/a");
    expect(pathOf(`file/${other}.${signature}`)).toBeUndefined();
    expect(pathOf(`file/${name}.${signature.slice(1)}`)).toBeUndefined();
    expect(pathOf(`file/${name}.`)).toBeUndefined();
    expect(pathOf(`file/${name}`)).toBeUndefined();
    expect(pathOf(`/file/${name}.${signature}`)).toBeUndefined();
    expect(pathOf(signedAddresses("another").addressOf("/a"))).toBeUndefined();
  });
});
