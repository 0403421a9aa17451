/**
 * Whether a list is empty or still loading. The page's header then hides its add button, because the empty
 * state shows one. Hiding it while loading keeps it from disappearing under the pointer.
 */
export function isEmptyOrLoading(records: readonly unknown[] | undefined, isPending: boolean): boolean {
  return records === undefined ? isPending : records.length === 0
}
