import { join } from "node:path";
import ts from "typescript";
import { ROOT } from "./page";

/**
 * Checks the types of files that are not on the disk, as if they stood in the project. Gives what the compiler says of
 * them, one line each.
 */
export function typeCheck(files: ReadonlyMap<string, string>): string[] {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(ROOT, "tsconfig.json"), (path) => ts.sys.readFile(path)).config,
    { ...ts.sys, readDirectory: () => [] },
    ROOT,
  );
  const added = new Map([...files].map(([path, code]) => [join(ROOT, path), code]));
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => added.has(path) || disk.fileExists(path),
    readFile: (path) => added.get(path) ?? disk.readFile(path),
    directoryExists: () => true,
    getSourceFile: (path, languageVersion) => {
      const code = added.get(path);
      return code === undefined
        ? disk.getSourceFile(path, languageVersion)
        : ts.createSourceFile(path, code, languageVersion);
    },
  };
  const program = ts.createProgram([...added.keys()], options, host);
  return [...added.keys()].flatMap((path) => problemsOf(program, path));
}

function problemsOf(program: ts.Program, path: string): string[] {
  const file = program.getSourceFile(path);
  if (file === undefined) throw new Error(`The compiler did not read ${path}.`);
  const problems = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  return problems.map(({ start = 0, messageText }) => {
    const line = file.getLineAndCharacterOfPosition(start).line + 1;
    return `${path.slice(ROOT.length + 1)}:${line} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}
