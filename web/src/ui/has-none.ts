/**
 * Whether a page hides its add button. An empty list has an add button of its own. A list that is still
 * loading may be empty, and the page's button would then disappear.
 */
export function isEmptyOrLoading(records: readonly unknown[] | undefined, isPending: boolean): boolean {
  return records === undefined ? isPending : records.length === 0
}
