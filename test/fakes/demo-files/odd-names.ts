import type { DemoFile } from "./demo-file";

const NAMES = [
  "-rf and other names.txt",
  "Party 🎉 list.txt",
  "The “best” of 'both' \"worlds\".txt",
  "two\nlines.txt",
  "50% off, $HOME & more; done.txt",
  "Résumé (copy) [2].txt",
  "  spaces around  .txt",
  "rock\u202etxt.exe.txt",
];

/** Files whose names break what is built carelessly: a dash in front, quotes, a newline, emoji, reversed text. */
export function oddlyNamedFiles(): DemoFile[] {
  return NAMES.map((name, index) => ({
    path: `Documents/Odd names/${name}`,
    content: `This is odd file number ${index + 1}.\n`,
    daysOld: 20 + index,
  }));
}
