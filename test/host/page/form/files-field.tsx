import { useState } from "preact/hooks";
import { useSend } from "../host-context";
import { IconButton, IconView } from "../icon";
import { fieldAttributes, useFieldValue, type FieldProps } from "./field-props";

/** Chosen files. Their paths are typed: a page cannot open the Mac's file dialog, nor learn the path of a file. */
export function FilesField(props: FieldProps<"files">) {
  const { field } = props;
  const send = useSend();
  const [typed, setTyped] = useState("");
  const [paths, setPaths] = useFieldValue([...field.value], props.onChange);
  const remove = (path: string) => setPaths(paths.filter((chosen) => chosen !== path));
  const add = () => {
    const path = typed.trim();
    setTyped("");
    if (path === "" || paths.includes(path)) return;
    setPaths(field.isMultiple ? [...paths, path] : [path]);
  };

  return (
    <div class="files-field">
      {paths.map((path) => (
        <div key={path} class="file-row">
          <IconView icon={{ kind: "file", extension: extensionOf(path), isFolder: isFolder(field, path) }} size={18} />
          <span class="file-path one-line" title={path}>
            {path}
          </span>
          <IconButton name="xmark-16" size={12} label={`Remove ${path}`} onClick={() => remove(path)} />
        </div>
      ))}
      <input
        {...fieldAttributes(props)}
        class="field-box"
        value={typed}
        placeholder={`Path of a ${wanted(field)} (no file dialog here)`}
        spellcheck={false}
        autocomplete="off"
        onInput={(event) => setTyped(event.currentTarget.value)}
        onBlur={add}
        onKeyDown={(event) => {
          const last = paths.at(-1);
          if (event.key === "Backspace" && typed === "" && last !== undefined) remove(last);
          if (event.key !== "Enter" || event.isComposing) return;
          event.preventDefault();
          add();
          // The path has to be in the field before the form is sent.
          if (event.metaKey || event.ctrlKey) send({ type: "key", key: "return", modifiers: ["cmd"] });
        }}
      />
    </div>
  );
}

type FilesFieldData = FieldProps<"files">["field"];

const wanted = ({ canChooseFiles, canChooseFolders }: FilesFieldData): string =>
  canChooseFiles && canChooseFolders ? "file or folder" : canChooseFolders ? "folder" : "file";

const extensionOf = (path: string): string => /[^/]\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";

const isFolder = (field: FilesFieldData, path: string): boolean =>
  field.canChooseFolders && (!field.canChooseFiles || path.endsWith("/") || extensionOf(path) === "");
