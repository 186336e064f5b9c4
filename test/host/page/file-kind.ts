const EXTENSIONS = {
  app: "app",
  archive: "zip gz tgz tar bz2 xz 7z rar zst",
  audio: "mp3 m4a wav aiff aif flac ogg aac caf mid",
  code: "js mjs cjs ts tsx jsx json py rb go rs c h cc cpp hpp m swift java kt sh zsh bash css scss xml yml yaml toml sql plist",
  contact: "vcf",
  disk: "dmg iso pkg sparsebundle",
  document: "doc docx pages odt rtf",
  font: "ttf otf woff woff2 ttc",
  image: "png jpg jpeg gif heic heif webp tiff tif bmp svg ico icns raw psd",
  mail: "eml emlx msg",
  pdf: "pdf",
  slides: "ppt pptx key odp",
  table: "xls xlsx numbers csv tsv ods",
  text: "txt md markdown log text",
  video: "mov mp4 m4v avi mkv webm",
  web: "html htm webloc url ics",
};

/** What a file's icon shows. */
export type FileKind = keyof typeof EXTENSIONS | "plain";

const kinds: ReadonlyMap<string, FileKind> = new Map(
  (Object.keys(EXTENSIONS) as (keyof typeof EXTENSIONS)[]).flatMap((kind) =>
    EXTENSIONS[kind].split(" ").map((extension) => [extension, kind] as const),
  ),
);

/** What the icon of a file with this extension shows. */
export const fileKind = (extension: string): FileKind => kinds.get(extension) ?? "plain";
