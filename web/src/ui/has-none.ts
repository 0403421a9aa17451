/**
 * While this is true a page hides its add button: the empty state has one, and no button should disappear
 * after loading.
 */
export function isEmptyOrLoading(records: readonly unknown[] | undefined, isPending: boolean): boolean {
  return records === undefined ? isPending : records.length === 0
}
