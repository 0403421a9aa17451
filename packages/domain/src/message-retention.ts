/** The choices for how long the server stores the texts of a closed ticket, in months (SECURITY O5). */
export const messageRetentions = ['forever', '6', '12', '24', '60'] as const
export type MessageRetention = (typeof messageRetentions)[number]

/** The server deletes the texts of closed tickets whose last message is older than this; null: keep all. */
export function messageRetentionCutoff(retention: MessageRetention, now: Date): Date | null {
  if (retention === 'forever') return null
  const begins = new Date(now)
  begins.setUTCDate(1) // the 1st exists in every month, so setting the month cannot overflow
  begins.setUTCMonth(begins.getUTCMonth() - Number(retention))
  const days = new Date(Date.UTC(begins.getUTCFullYear(), begins.getUTCMonth() + 1, 0)).getUTCDate()
  begins.setUTCDate(Math.min(now.getUTCDate(), days))
  return begins
}
