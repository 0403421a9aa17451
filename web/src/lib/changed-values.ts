/** The values that the user changed in a form. Saving all would revert what another user has saved meanwhile. */
export function changedValues<Values extends object>(
  values: Values,
  dirtyFields: { readonly [Field in keyof Values]?: unknown },
): Partial<Values> {
  const changed = Object.entries(values).filter(([name]) => dirtyFields[name as keyof Values] !== undefined)
  // `fromEntries` loses the types; the entries are fields of `Values`.
  return Object.fromEntries(changed) as Partial<Values>
}
