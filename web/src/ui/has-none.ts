/**
 * Whether a list is empty, or not loaded yet. Then only its empty state has the button that adds to it: one button, which
 * never moves from under the pointer.
 */
export function isEmptyList(records: readonly unknown[] | undefined, isPending: boolean): boolean {
  return records === undefined ? isPending : records.length === 0
}
