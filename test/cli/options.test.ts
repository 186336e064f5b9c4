import { describe, expect, it } from "vitest";
import { parseOptions, UsageError, USAGE } from "../../src/cli/options";

const parse = (...args: string[]) => parseOptions(args, { MY_KEY: "secret-key", EMPTY: "" });

/** What a person reads where the command line is wrong. */
function refusal(...args: string[]): string {
  try {
    parse(...args);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return "not refused";
}

describe("M2.4 the command line of ask", () => {
  it("without anything is an interactive chat: a new one, forms asked here", () => {
    expect(parse()).toEqual({
      question: undefined,
      images: [],
      preferences: { provider: "automatic" },
      home: undefined,
      approve: "ask",
      chat: "new",
      model: undefined,
      isSwitching: false,
      json: false,
      task: { type: "ask" },
    });
  });

  it("takes the words that are no flags as the question, with quotes or without", () => {
    expect(parse("Find my invoices").question).toBe("Find my invoices");
    expect(parse("find", "--json", "my", "invoices")).toMatchObject({ question: "find my invoices", json: true });
  });

  it("takes a question that begins with a dash after --", () => {
    expect(parse("--json", "--", "--approve all").question).toBe("--approve all");
  });

  it("takes a value that begins with a dash after =", () => {
    expect(parse("--home=-odd").home).toBe("-odd");
  });

  it("keeps an empty question: whoever asks it is told, and gets no chat instead", () => {
    expect(parse("").question).toBe("");
  });

  it("takes every flag", () => {
    expect(parse("--home", "there", "--approve", "none", "--chat", "last", "--switch", "--json", "-h")).toEqual({
      question: undefined,
      images: [],
      preferences: { provider: "automatic" },
      home: "there",
      approve: "none",
      chat: "last",
      model: undefined,
      isSwitching: true,
      json: true,
      task: { type: "help" },
    });
  });

  it("P9 takes any number of images, and only with a question that they belong to", () => {
    expect(parse("--image", "a.png", "What is this?", "--image=b.jpg").images).toEqual(["a.png", "b.jpg"]);
    expect(refusal("--image", "a.png")).toBe("--image goes with a question.");
    expect(refusal("--image", "a.png", "--list-chats")).toBe("--image goes with a question.");
    expect(refusal("--image", "", "What is this?")).toBe("--image has no value.");
  });

  it("lets the last of a repeated flag win, so that a script's flags can be overridden", () => {
    expect(parse("--approve", "all", "--approve", "none").approve).toBe("none");
  });

  it("C3 takes the tokens that the model holds", () => {
    expect(parse("--context-window", "32k").preferences).toMatchObject({ contextWindow: "32k" });
  });

  it("names every flag in the help", () => {
    for (const flag of [
      "provider",
      "base-url",
      "model",
      "context-window",
      "key-env",
      "home",
      "approve",
      "chat",
      "json",
      "check",
      "switch",
      "list-tools",
    ]) {
      expect(USAGE).toContain(`--${flag} `);
    }
    for (const flag of ["turn-off", "turn-on", "list-chats", "search", "export", "markdown", "import"]) {
      expect(USAGE).toMatch(new RegExp(`--${flag}[ ,]`));
    }
  });
});

describe("C13 C15 the flags that ask nothing", () => {
  it.each([
    [["--list-tools"], { type: "list_tools" }],
    [["--turn-off", "read_file"], { type: "turn_tool", tool: "read_file", isOn: false }],
    [["--turn-on", "read_file"], { type: "turn_tool", tool: "read_file", isOn: true }],
    [["--list-chats"], { type: "list_chats" }],
    [["--search", "green tea"], { type: "search", words: "green tea" }],
    [["--check"], { type: "check" }],
    [["--export", "last"], { type: "export", chat: "last", format: "json" }],
    [["--export", "c-1", "--markdown"], { type: "export", chat: "c-1", format: "markdown" }],
    [["--import", "chat.json"], { type: "import", file: "chat.json" }],
  ])("%j", (args, task) => {
    expect(parse(...args).task).toEqual(task);
  });

  it.each([
    ["two of them", ["--list-chats", "--list-tools"], /^Only one of the flags/],
    ["a question beside one", ["--search", "tea", "Where is my tea?"], /^A question cannot go/],
    ["--markdown without a chat", ["--markdown"], /^--markdown goes with --export\.$/],
    ["no words to search for", ["--search", " "], /^--search has no value\.$/],
  ])("%s: refused in words", (_case, args, message) => {
    expect(refusal(...args)).toMatch(message);
  });
});

describe("M2.4 who answers", () => {
  it("is an OpenAI-compatible server where there is only an address", () => {
    const server = { provider: "openai", openaiBaseUrl: "http://localhost:1/v1", openaiModel: "small" };
    expect(parse("--base-url", "http://localhost:1/v1", "--model", "small").preferences).toEqual(server);
    expect(
      parse("--provider", "automatic", "--base-url", "http://localhost:1/v1", "--model", "small").preferences,
    ).toEqual(server);
  });

  it("is the Anthropic format at an address where that is said", () => {
    expect(
      parse("--provider", "anthropic", "--base-url", "http://localhost:1", "--model", "m", "--key-env", "MY_KEY")
        .preferences,
    ).toEqual({
      provider: "anthropic",
      anthropicBaseUrl: "http://localhost:1",
      anthropicModel: "m",
      anthropicApiKey: "secret-key",
    });
  });

  it("is the Anthropic API where there is only a key", () => {
    expect(parse("--key-env", "MY_KEY").preferences).toEqual({ provider: "automatic", anthropicApiKey: "secret-key" });
  });

  it("P7 is whoever has the model where only that is named", () => {
    expect(parse("--model", "small").preferences).toEqual({
      provider: "automatic",
      anthropicModel: "small",
      openaiModel: "small",
    });
    expect(parse("--model", "small").model).toBe("small");
  });

  it("gets the key only where the key's flag names it", () => {
    expect(parse("--provider", "openai").preferences).toEqual({ provider: "openai" });
    expect(parse("--provider", "openai", "--key-env", "MY_KEY").preferences).toEqual({
      provider: "openai",
      openaiApiKey: "secret-key",
    });
  });
});

describe("M2.4 a wrong command line is refused in words", () => {
  it.each([
    ["an unknown flag", ["--colour"], /^There is no flag --colour\. .* after another --\.$/],
    ["an unknown letter", ["-hx"], /^There is no flag -x\./],
    ["a flag of every object", ["--constructor"], /^There is no flag --constructor\./],
    ["a key on the command line: there is no such flag", ["--api-key=secret-key"], /^There is no flag --api-key\./],
    ["a flag without its value", ["--model"], /^--model has no value\.$/],
    ["a flag in the place of a value", ["--home", "--json"], /^--home has no value\.$/],
    ["a value for a flag that takes none", ["--json=yes"], /^--json takes no value\.$/],
    ["a provider that the terminal has not", ["--provider", "claude-code"], /automatic, anthropic or openai/],
    ["another word for approve", ["--approve", "yes"], /all, none or ask, not "yes"/],
    ["a variable that is not set", ["--key-env", "OTHER_KEY"], /OTHER_KEY is not set/],
    ["a variable that is empty", ["--key-env", "EMPTY"], /EMPTY is not set/],
    ["a variable of every object", ["--key-env", "constructor"], /constructor is not set/],
    ["a blank address, which must not become the default one", ["--base-url", " "], /--base-url has no value/],
    ["a blank model", ["--model="], /--model has no value/],
    ["--switch without a chat", ["--switch", "Hello"], /^--switch goes with --chat/],
  ])("%s", (_case, args, message) => {
    expect(refusal(...args)).toMatch(message);
  });

  it("without repeating a key that was given in place of a variable's name", () => {
    expect(refusal("--key-env", "sk-secret")).toMatch(/takes the name of an environment variable/);
    expect(refusal("--key-env", "sk-secret")).not.toContain("sk-secret");
  });
});
