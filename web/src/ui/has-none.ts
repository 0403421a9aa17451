/**
 * Whether a list is empty, or not loaded yet. Then the page's head hides its add button, because the empty
 * state has one: the button never moves from under the pointer.
 */
export function isEmptyList(records: readonly unknown[] | undefined, isPending: boolean): boolean {
  return records === undefined ? isPending : records.length === 0
}
