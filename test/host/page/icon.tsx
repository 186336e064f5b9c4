import type { Icon } from "../frame/frame";
import { FileIcon } from "./file-icon";
import "./icon.css";

/** A picture of the frame at a size in pixels. */
export function IconView({ icon, size = 16 }: { icon: Icon; size?: number }) {
  const shape = icon.mask === undefined ? "" : ` is-${icon.mask}`;
  const colour = icon.tint === undefined ? {} : { color: icon.tint };
  switch (icon.kind) {
    case "symbol":
      return (
        <svg class={`icon${shape}`} width={size} height={size} style={colour} aria-hidden="true">
          <use href={`icons.svg#${icon.name}`} />
        </svg>
      );
    case "image":
      return icon.tint === undefined ? (
        <img class={`icon${shape}`} width={size} height={size} src={icon.source} alt="" draggable={false} />
      ) : (
        <TintedImage source={icon.source} tint={icon.tint} shape={shape} size={size} />
      );
    case "emoji":
      return (
        <span class={`icon icon-emoji${shape}`} style={{ ...square(size), fontSize: `${size * 0.82}px` }}>
          {icon.text}
        </span>
      );
    case "file":
      return <FileIcon extension={icon.extension} isFolder={icon.isFolder} size={size} />;
  }
}

/** A tinted picture is a plain colour, cut out by the picture's own shape. */
function TintedImage(props: { source: string; tint: string; shape: string; size: number }) {
  const { source, tint, shape, size } = props;
  const cut = `url(${JSON.stringify(source)}) center / contain no-repeat`;
  return <span class={`icon${shape}`} style={{ ...square(size), background: tint, mask: cut }} />;
}

const square = (size: number) => ({ width: `${size}px`, height: `${size}px` });

interface IconButtonProps {
  readonly name: string;
  readonly size: number;
  readonly label: string;
  readonly onClick: () => void;
}

/** A button that is a symbol alone, for the mouse: it cannot be tabbed to. */
export function IconButton({ name, size, label, onClick }: IconButtonProps) {
  return (
    <button type="button" class="icon-button" tabIndex={-1} aria-label={label} onClick={onClick}>
      <IconView icon={{ kind: "symbol", name }} size={size} />
    </button>
  );
}
