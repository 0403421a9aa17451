/**
 * The changed values of a form, by its `dirtyFields`. A save sends only these, so that it does not revert
 * what another user has saved since the form was opened.
 */
export function changedValues<Values extends object>(
  values: Values,
  dirtyFields: { readonly [Field in keyof Values]?: unknown },
): Partial<Values> {
  const changed = Object.entries(values).filter(([name]) => dirtyFields[name as keyof Values] !== undefined)
  return Object.fromEntries(changed) as Partial<Values> // The result has a subset of the form's fields.
}
