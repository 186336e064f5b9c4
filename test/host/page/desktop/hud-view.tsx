import "./hud.css";

/** A message over everything, which goes by itself. Keyed by its number, so that the same words show again. */
export function HudView({ title }: { title: string }) {
  return (
    <div class="hud" role="status">
      {title}
    </div>
  );
}
