import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rebase } from "../frame/rebase";
import { afterHearing, afterTyping, movedCaret, type TypedText } from "./typed-text";

const empty: TypedText = { shown: "", pending: [] };

describe("H4 a change that meets another one", () => {
  it.each([
    { was: "find", to: "findx", onto: "", gives: "x", rule: "what is typed behind an emptied text stands alone" },
    { was: "", to: "x", onto: "abc", gives: "abcx", rule: "what is typed at the end stays at the end" },
    { was: "find", to: "xfind", onto: "find me", gives: "xfind me", rule: "what is typed at the start stays there" },
    { was: "abc", to: "ab", onto: "", gives: "", rule: "what has gone already is not removed again" },
    { was: "a b", to: "a new b", onto: "a b c", gives: "a new b c", rule: "both changes stand" },
    {
      was: "a b",
      to: "a new b",
      onto: "the a b",
      gives: "the a new b",
      rule: "both changes stand, the other way round",
    },
    { was: "hello", to: "help", onto: "hey", gives: "heyp", rule: "where they overlap, nothing typed is lost" },
    { was: "same", to: "other", onto: "same", gives: "other", rule: "with no other change there is nothing to decide" },
  ])("$rule", ({ was, to, onto, gives }) => {
    expect(rebase(onto, was, to)).toBe(gives);
  });
});

describe("H4 the text of an input", () => {
  it("stays the page's while deeds are on the way", () => {
    const typed = afterTyping(afterTyping(empty, "a", 1), "ab", 2);
    expect(afterHearing(typed, "a", 1).shown).toBe("ab");
    expect(afterHearing(typed, "", 0).shown).toBe("ab");
  });

  it("is the host's once all deeds are done, whatever it made of them", () => {
    const typed = afterTyping(empty, "ab", 1);
    expect(afterHearing(typed, "AB", 1)).toEqual({ shown: "AB", pending: [] });
  });

  it("keeps what was typed after the host emptied it", () => {
    const asked = afterTyping(empty, "find", 1);
    const typedOn = afterTyping(afterTyping(asked, "findn", 3), "findne", 4);
    const heard = afterHearing(typedOn, "", 2);
    expect(heard.shown).toBe("ne");
    expect(afterHearing(afterTyping(heard, "nex", 5), "n", 3).shown).toBe("nex");
  });

  it("is exactly what was typed, for any order of typing, frames and echoes", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(letter, removal, fc.constant("host"), fc.constant("frame"))), (steps) => {
        const expected = play(steps);
        expect(expected.page.shown).toBe(expected.text);
      }),
    );
  });

  it("ends the same on both sides where the host empties its text in between", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(letter, fc.constantFrom("host", "frame", "empty"))), (steps) => {
        const { page, host } = play([...steps, ...steps.map(() => "host"), "frame"]);
        expect(page).toEqual({ shown: host.text, pending: [] });
      }),
    );
  });
});

const letter = fc.constantFrom("type a", "type b", "type c", "front d");
const removal = fc.constant("remove");

/** Plays a page and a host: "host" does the oldest deed, "frame" tells the page how far it has come. */
function play(steps: readonly string[]) {
  let page = empty;
  let text = "";
  let sent = 0;
  const host = { text: "", ack: 0 };
  for (const step of steps) {
    const next = afterStep(page.shown, step);
    if (next !== undefined) {
      text = next;
      page = afterTyping(page, next, ++sent);
    }
    const deed = page.pending.find(({ number }) => number === host.ack + 1);
    if (step === "host" && deed !== undefined) {
      host.text = rebase(host.text, deed.from, deed.to);
      host.ack = deed.number;
    }
    if (step === "empty") host.text = "";
    if (step === "frame") page = afterHearing(page, host.text, host.ack);
  }
  return { page, text, host };
}

function afterStep(shown: string, step: string): string | undefined {
  if (step.startsWith("type ")) return shown + step.slice(5);
  if (step.startsWith("front ")) return step.slice(6) + shown;
  return step === "remove" && shown !== "" ? shown.slice(0, -1) : undefined;
}

describe("the caret", () => {
  it.each([
    { before: "abc", after: "abcd", caret: 3, is: 4, rule: "stays at the end" },
    { before: "abc", after: "abcd", caret: 1, is: 1, rule: "stays before a change" },
    { before: "abc", after: "xabc", caret: 2, is: 3, rule: "moves with what stands before it" },
    { before: "abc", after: "", caret: 3, is: 0, rule: "goes to the start of nothing" },
    { before: "abcdef", after: "aXf", caret: 3, is: 2, rule: "stands behind what took its place" },
  ])("$rule", ({ before, after, caret, is }) => {
    expect(movedCaret(before, after, caret)).toBe(is);
  });
});
