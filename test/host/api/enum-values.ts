/**
 * Gives an enum of Raycast its values. TypeScript checks each name and each value against the real enum, so none can be
 * missing, invented or out of date.
 */
export function enumValues<E extends Record<string, string>>(values: { readonly [K in keyof E]: `${E[K]}` }): E {
  // A string enum is nominal: equal text is not a member until it is said to be one.
  return values as E;
}
