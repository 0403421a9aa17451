/** Whether a list is empty, or nobody knows yet. Then what adds to it stands in its empty state alone: in one place, and it
 *  never moves from under the pointer. */
export function hasNone(records: readonly unknown[] | undefined, isPending: boolean): boolean {
  return records === undefined ? isPending : records.length === 0
}
