/** As people write sizes: in thousands. */
export const gigabyte = 1_000_000_000

export interface StorageUse {
  /** Null while the files are counted, soon after a start. */
  readonly usedBytes: number | null
  /** Null: the plan has no limit. */
  readonly limitBytes: number | null
}

/** In whole percent; null where nothing is to be compared. */
export function storagePercent({ usedBytes, limitBytes }: StorageUse): number | null {
  return usedBytes === null || limitBytes === null ? null : Math.round((100 * usedBytes) / limitBytes)
}

/** Admins are warned at nine tenths, and told when there is no room left. */
export function storageWarning(use: StorageUse): 'nearly-full' | 'full' | null {
  const percent = storagePercent(use)
  if (percent === null || percent < 90) return null
  return percent < 100 ? 'nearly-full' : 'full'
}

/** Whether waiting media may come: there must be room for some, or each of them would be refused again. */
export function hasRoomAgain({ usedBytes, limitBytes }: StorageUse): boolean {
  return usedBytes !== null && (limitBytes === null || usedBytes < 0.95 * limitBytes)
}
