import {
  Action,
  ActionPanel,
  BrowserExtension,
  Clipboard,
  Detail,
  Icon,
  getFrontmostApplication,
  getPreferenceValues,
  getSelectedFinderItems,
  getSelectedText,
  openCommandPreferences,
  openExtensionPreferences,
  type LaunchProps,
} from "@raycast/api";
import { useEffect, useState } from "react";

interface Arguments {
  subject: string;
  secret: string;
  size: string;
}

/** Shows what the command was started with, and what the Mac around it answers. */
export default function ServicesOfEverything(props: LaunchProps<{ arguments: Arguments }>) {
  const [answers, setAnswers] = useState<Record<string, string>>();
  useEffect(() => void askTheMac().then(setAnswers), []);
  const { greeting } = getPreferenceValues<{ greeting: string }>();
  const { subject, secret, size } = props.arguments;
  const started = {
    arguments: `${subject}, ${secret.length} letters, ${size || "no size"}`,
    fallbackText: props.fallbackText ?? "none",
    launchContext: JSON.stringify(props.launchContext ?? null),
    launchType: props.launchType,
  };
  return (
    <Detail
      navigationTitle="Services of Everything"
      isLoading={answers === undefined}
      markdown={`# ${greeting} ${subject}\n\n${table({ ...started, ...answers })}`}
      actions={
        <ActionPanel>
          <Action title="Ask Again" icon={Icon.ArrowClockwise} onAction={async () => setAnswers(await askTheMac())} />
          <Action title="Open Command Preferences" icon={Icon.Gear} onAction={openCommandPreferences} />
          <Action title="Open Extension Preferences" icon={Icon.Gear} onAction={openExtensionPreferences} />
          <Action.CopyToClipboard title="Copy Secret" content={secret} concealed />
          <Action.Paste content="pasted text" />
        </ActionPanel>
      }
    />
  );
}

async function askTheMac(): Promise<Record<string, string>> {
  const services: Record<string, () => Promise<string | undefined>> = {
    selectedText: getSelectedText,
    finder: async () => (await getSelectedFinderItems()).map(({ path }) => path).join(", "),
    frontmostApplication: async () => (await getFrontmostApplication()).name,
    clipboard: () => Clipboard.readText(),
    browserTab: async () => (await BrowserExtension.getTabs()).map(({ title }) => title).join(", "),
  };
  const answers = Object.entries(services).map(async ([name, ask]) => [name, await answerOf(ask)] as const);
  return Object.fromEntries(await Promise.all(answers));
}

async function answerOf(ask: () => Promise<string | undefined>): Promise<string> {
  try {
    return (await ask()) ?? "nothing";
  } catch (error) {
    return `Error: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const table = (rows: Record<string, string>) =>
  [
    "| Name | Answer |",
    "| --- | --- |",
    ...Object.entries(rows).map(([name, answer]) => `| ${name} | ${answer} |`),
  ].join("\n");
