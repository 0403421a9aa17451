/** A gigabyte of 1,000,000,000 bytes, as plans and screens count it. */
export const bytesPerGigabyte = 1_000_000_000

export interface StorageUse {
  /** The size of the stored files; null shortly after a start, while the server still counts them. */
  readonly usedBytes: number | null
  /** The plan's limit; null when the plan has none. */
  readonly limitBytes: number | null
}

/** The used storage in whole percent of the limit; null when either number is unknown. */
export function storagePercent({ usedBytes, limitBytes }: StorageUse): number | null {
  return usedBytes === null || limitBytes === null ? null : Math.round((100 * usedBytes) / limitBytes)
}

/** The warning for admins: `nearly-full` from 90 % of the limit, `full` from 100 %. */
export function storageWarning(use: StorageUse): 'nearly-full' | 'full' | null {
  const percent = storagePercent(use)
  if (percent === null || percent < 90) return null
  return percent < 100 ? 'nearly-full' : 'full'
}

/** True when refused files can be stored now. The margin of 5 % keeps them from being refused again. */
export function hasStorageSpaceAgain({ usedBytes, limitBytes }: StorageUse): boolean {
  return usedBytes !== null && (limitBytes === null || usedBytes < 0.95 * limitBytes)
}
