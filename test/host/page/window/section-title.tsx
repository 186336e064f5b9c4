import type { Section } from "../../frame/frame";

/** The line over a section; none where it has no words. */
export function SectionTitle({ section }: { section: Section<unknown> }) {
  const { title, subtitle } = section;
  if (title === "" && subtitle === "") return null;
  return (
    <div class="section-title one-line" role="presentation">
      {title}
      {subtitle !== "" && <span class="section-subtitle">{subtitle}</span>}
    </div>
  );
}
