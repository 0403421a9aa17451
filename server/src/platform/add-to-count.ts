/** Adds `change` to the count of a key, and deletes the key when its count is zero, so that the map stays small. */
export function addToCount<Key>(counts: Map<Key, number>, key: Key, change: number): void {
  const count = (counts.get(key) ?? 0) + change
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
