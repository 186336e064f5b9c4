/** A property that is only there where it has a value; null counts as none. To be spread into an object. */
export function optional<K extends string, T>(name: K, value: T | null | undefined): { [P in K]?: T } {
  // TypeScript widens a computed name to any string; it is K.
  return value == null ? {} : ({ [name]: value } as { [P in K]?: T });
}
