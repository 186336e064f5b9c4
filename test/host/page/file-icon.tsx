import type { ComponentChildren } from "preact";
import { fileKind, type FileKind } from "./file-kind";

/** The icon of a file, as the Finder draws them: a sheet with a folded corner, and on it what the file is. */
export function FileIcon({ extension, isFolder, size }: { extension: string; isFolder: boolean; size: number }) {
  if (isFolder) return <Folder size={size} />;
  const kind = fileKind(extension);
  if (kind === "app") return <App size={size} />;
  const { colour, drawing } = LOOKS[kind];
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M7.5 1.5h11.6l7.4 7.4v19.6a2 2 0 0 1-2 2h-17a2 2 0 0 1-2-2v-25a2 2 0 0 1 2-2Z" fill="#fbfbfd" />
      <path d="M7.5 1.5h11.6l7.4 7.4v19.6a2 2 0 0 1-2 2h-17a2 2 0 0 1-2-2v-25a2 2 0 0 1 2-2Z" {...EDGE} />
      <path d="M19.1 1.5v5.4a2 2 0 0 0 2 2h5.4Z" fill="#dcdce2" />
      <g style={{ color: colour }}>{drawing}</g>
      {size >= 28 && extension !== "" && (
        <text x="16" y="28" text-anchor="middle" font-size="5.4" font-weight="700" fill={colour}>
          {extension.slice(0, 5).toUpperCase()}
        </text>
      )}
    </svg>
  );
}

const EDGE = { fill: "none", stroke: "#000", "stroke-opacity": 0.18, "stroke-width": 1 } as const;

const LINE = {
  fill: "none",
  stroke: "currentColor",
  "stroke-width": 1.8,
  "stroke-linecap": "round",
  "stroke-linejoin": "round",
} as const;

interface Look {
  readonly colour: string;
  readonly drawing: ComponentChildren;
}

const lines = <path d="M10 13h12M10 16.5h12M10 20h8" {...LINE} />;

const LOOKS: Readonly<Record<Exclude<FileKind, "app">, Look>> = {
  archive: { colour: "#8a8a92", drawing: <path d="M16 3v3m0 2v3m0 2v3m-2 2.5h4v4h-4z" {...LINE} /> },
  audio: { colour: "#f2447a", drawing: <path d="M10 15v4m3-7v10m3-8v6m3-9v12m3-7v2" {...LINE} /> },
  code: { colour: "#5b6ee1", drawing: <path d="m12.5 12.5-4 4 4 4m7-8 4 4-4 4" {...LINE} /> },
  contact: {
    colour: "#a0764c",
    drawing: (
      <path
        d="M16 17a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Zm-5.5 5.5c.5-3 2.5-4 5.5-4s5 1 5.5 4Z"
        fill="currentColor"
      />
    ),
  },
  disk: { colour: "#8a8a92", drawing: <path d="M9.5 13h13v8h-13zm2.5 5h3" {...LINE} /> },
  document: { colour: "#2b7cd3", drawing: lines },
  font: { colour: "#6b6b73", drawing: <path d="m11 22 5-11 5 11m-8.2-4h6.4" {...LINE} /> },
  image: {
    colour: "#1f9ad6",
    drawing: (
      <>
        <rect x="9" y="11.5" width="14" height="11" rx="1.5" fill="currentColor" opacity="0.2" />
        <circle cx="12.5" cy="14.7" r="1.5" fill="#f5b921" />
        <path d="m9 21 4.5-4 2.5 2.2 3-3.2 4 4v1a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 9 21Z" fill="currentColor" />
      </>
    ),
  },
  mail: { colour: "#2f8cf0", drawing: <path d="M9.5 12.5h13v8.5h-13zm0 .5 6.5 5 6.5-5" {...LINE} /> },
  pdf: {
    colour: "#e5352b",
    drawing: (
      <path
        d="M15.7 10.5c-2 0 .6 5.5 6.3 8 2 .9 1-1.5-3-1-4.5.5-8 2-8.5 3.5-.5 1.8 2 1.5 4-3.5 1.4-3.5 2.2-7 1.2-7Z"
        {...LINE}
        stroke-width="1.5"
      />
    ),
  },
  plain: { colour: "#8a8a92", drawing: undefined },
  slides: { colour: "#e2762b", drawing: <path d="M9.5 12h13v7.5h-13zm6.5 7.5v3m-3 0h6" {...LINE} /> },
  table: {
    colour: "#1f9d55",
    drawing: <path d="M9.5 12h13v10h-13zm0 3.4h13m-13 3.3h13M14 12v10" {...LINE} stroke-width="1.3" />,
  },
  text: { colour: "#7b7b84", drawing: lines },
  video: { colour: "#7a54d8", drawing: <path d="M12.5 11.5v10l8.5-5Z" fill="currentColor" /> },
  web: {
    colour: "#2f8cf0",
    drawing: (
      <path
        d="M16 22.5a6 6 0 1 0 0-12 6 6 0 0 0 0 12Zm-6-6h12m-6-6c-4 4-4 8 0 12 4-4 4-8 0-12Z"
        {...LINE}
        stroke-width="1.3"
      />
    ),
  },
};

function Folder({ size }: { size: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path
        d="M2.5 8a2.5 2.5 0 0 1 2.5-2.5h6.2c.8 0 1.5.3 2 .9l1.3 1.6H27a2.5 2.5 0 0 1 2.5 2.5V12h-27Z"
        fill="#3f9fe0"
      />
      <path
        d="M2.5 11.5a1.5 1.5 0 0 1 1.5-1.5h24a1.5 1.5 0 0 1 1.5 1.5V24a2.5 2.5 0 0 1-2.5 2.5H5A2.5 2.5 0 0 1 2.5 24Z"
        fill="#6cc1f7"
      />
      <path
        d="M2.5 12a1.5 1.5 0 0 1 1.5-1.5h24a1.5 1.5 0 0 1 1.5 1.5"
        fill="none"
        stroke="#fff"
        stroke-opacity="0.45"
      />
    </svg>
  );
}

function App({ size }: { size: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect x="3" y="3" width="26" height="26" rx="6.5" fill="#4c8df6" />
      <path d="M3 9.5A6.5 6.5 0 0 1 9.5 3h13A6.5 6.5 0 0 1 29 9.5V16H3Z" fill="#fff" opacity="0.14" />
      <path d="m11 22 5-11 5 11m-8.2-4h6.4" {...LINE} stroke="#fff" stroke-width="2.2" />
    </svg>
  );
}
