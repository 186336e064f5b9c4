const UNITS = ["KB", "MB", "GB", "TB"];

/** Bytes as Finder counts them, in thousands: "812 bytes", "48 KB", "1.2 GB". */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  let value = bytes;
  let unit = -1;
  // 999.95 and up would round to "1000.0".
  while (value >= 999.95 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const digits = unit === 0 ? Math.round(value).toString() : value.toFixed(1).replace(/\.0$/, "");
  return `${digits} ${UNITS[Math.max(unit, 0)] ?? ""}`;
}
