/** In decimal units, as people write sizes. */
export const gigabyte = 1_000_000_000

export interface StorageUse {
  /** Null while the files are counted, soon after a start. */
  readonly usedBytes: number | null
  /** Null: the plan has no limit. */
  readonly limitBytes: number | null
}

/** In whole percent; null where either number is unknown. */
export function storagePercent({ usedBytes, limitBytes }: StorageUse): number | null {
  return usedBytes === null || limitBytes === null ? null : Math.round((100 * usedBytes) / limitBytes)
}

/** Warns admins at nine tenths of the limit, and when it is reached. */
export function storageWarning(use: StorageUse): 'nearly-full' | 'full' | null {
  const percent = storagePercent(use)
  if (percent === null || percent < 90) return null
  return percent < 100 ? 'nearly-full' : 'full'
}

/** True when waiting media may be fetched. The margin of 5 % keeps the next files from being refused again. */
export function hasRoomAgain({ usedBytes, limitBytes }: StorageUse): boolean {
  return usedBytes !== null && (limitBytes === null || usedBytes < 0.95 * limitBytes)
}
