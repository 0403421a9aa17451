/**
 * What was changed in a form, by its `dirtyFields`: all that a save of something existing sends, so that it does not undo
 * what somebody else saved since the form was opened.
 */
export function changedValues<Values extends object>(
  values: Values,
  dirtyFields: { readonly [Field in keyof Values]?: unknown },
): Partial<Values> {
  const changed = Object.entries(values).filter(([name]) => dirtyFields[name as keyof Values] !== undefined)
  return Object.fromEntries(changed) as Partial<Values> // a choice of its own entries
}
