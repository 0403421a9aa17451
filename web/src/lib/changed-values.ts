/** The changed values of a form. A save of the others would revert what another user has saved meanwhile. */
export function changedValues<Values extends object>(
  values: Values,
  dirtyFields: { readonly [Field in keyof Values]?: unknown },
): Partial<Values> {
  const changed = Object.entries(values).filter(([name]) => dirtyFields[name as keyof Values] !== undefined)
  return Object.fromEntries(changed) as Partial<Values> // The result has a subset of the form's fields.
}
