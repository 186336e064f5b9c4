/** A property that is only there where it has a value; null counts as none. To be spread into an object. */
export const optional = <K extends string, T>(name: K, value: T | null | undefined): { [P in K]?: T } =>
  value == null ? {} : ({ [name]: value } as { [P in K]?: T });
