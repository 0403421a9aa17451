/** Hides a page's add button: the empty state has one, and a button must not disappear under the pointer. */
export function isEmptyOrLoading(records: readonly unknown[] | undefined, isPending: boolean): boolean {
  return records === undefined ? isPending : records.length === 0
}
