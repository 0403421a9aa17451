import type { ConnectionState } from 'baileys'

export type SocketNews =
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'scanned' }
  | { readonly kind: 'opened' }
  | { readonly kind: 'serverAck'; readonly refusedWith: number | null }
  /** Told once; nothing follows. `storageError` is set when our own store was the reason. */
  | { readonly kind: 'closed'; readonly code: number; readonly storageError: unknown }

/** What a `connection.update` of Baileys says, in our words. */
export function newsIn(update: Partial<ConnectionState>): SocketNews[] {
  const news: SocketNews[] = []
  if (update.qr) news.push({ kind: 'code', text: update.qr })
  if (update.isNewLogin) news.push({ kind: 'scanned' })
  if (update.connection === 'open') news.push({ kind: 'opened' })
  if (update.connection === 'close') {
    news.push({ kind: 'closed', code: statusCodeOf(update.lastDisconnect?.error), storageError: undefined })
  }
  return news
}

/** The code of a Boom error; 500 for any other. */
export function statusCodeOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('output' in error)) return 500
  const { output } = error
  if (typeof output !== 'object' || output === null || !('statusCode' in output)) return 500
  return typeof output.statusCode === 'number' ? output.statusCode : 500
}

/** The code with which WhatsApp refused a query; null when the error is of another kind. */
export function refusalCodeOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('data' in error)) return null
  return typeof error.data === 'number' ? error.data : null
}
