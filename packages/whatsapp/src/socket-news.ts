import type { ConnectionState } from 'baileys'
import type { WhatsappWebVersion } from './gateway'
import type { ShownQrCode } from './linking/qr-codes'

export type SocketEvent =
  | ({ readonly kind: 'code' } & ShownQrCode)
  | { readonly kind: 'codesEnded' | 'lettersTaken' | 'lettersWithdrawn' | 'lettersRefused' }
  | { readonly kind: 'passkeyAsked' | 'scanned' | 'opened' | 'challenged' }
  | { readonly kind: 'serverAck'; readonly refusedWith: number | null }
  | SocketClosed

/** The end of a socket, reported once as the last event. */
export interface SocketClosed {
  readonly kind: 'closed'
  readonly code: number
  /** True when WhatsApp sent the code; false when the network or a timeout closed the socket. */
  readonly isFromServer: boolean
  /** True when WhatsApp answered on this socket, but no login succeeded. */
  readonly isBeforeLogin: boolean
  /** The version of WhatsApp Web that the socket reported; null for Baileys' own. */
  readonly claimed: WhatsappWebVersion | null
  /** Whether the credentials have an account: `none`, `new` (it never logged in), or `proven` (it logged in). */
  readonly link: 'none' | 'new' | 'proven'
  /** The error of our own key store, if it caused the end. */
  readonly storageError: unknown
}

export function socketCloseOfUpdate(
  update: Partial<ConnectionState>,
): Pick<SocketClosed, 'code' | 'isFromServer'> | null {
  if (update.connection !== 'close') return null
  const error = update.lastDisconnect?.error
  return { code: baileysErrorStatusOf(error), isFromServer: quotesStanza(error) }
}

/** True when WhatsApp caused the error: only then does Baileys attach a stanza or its attributes. */
function quotesStanza(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('data' in error)) return false
  const { data } = error
  return typeof data === 'object' && data !== null && !(data instanceof Error) && !('stack' in data)
}

export function baileysErrorStatusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('output' in error)) return 500
  const { output } = error
  if (typeof output !== 'object' || output === null || !('statusCode' in output)) return 500
  return typeof output.statusCode === 'number' ? output.statusCode : 500
}

export function whatsappRefusalCodeOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('data' in error)) return null
  return typeof error.data === 'number' ? error.data : null
}
