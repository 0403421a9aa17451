import type { ConnectionView } from '@balcao/contract/connections'
import type { PillTone } from '../../ui/pill'

/** What a person can do about a connection. `connecting` is a button that cannot be pressed (CONN-13). */
export type Act = 'showQr' | 'tryAgain' | 'newQr' | 'stop' | 'disconnect' | 'connecting'

/** How a connection stands, in keys of `connections.json`, and what mends it: the first act is the main one. */
export interface Situation {
  readonly tone: PillTone
  readonly word: string
  /** `null`: the word says it all. */
  readonly sentence: string | null
  readonly acts: readonly Act[]
}

/** After this long, "connecting" owes an explanation and a way out (docs/decisions/0004). */
const patience = 30_000

/** The table "what happened, what it means" of the decisions, on what the server tells (CONN-10 to CONN-13). */
export function situationOf(connection: ConnectionView, now: number): Situation {
  const { status, cause } = connection
  switch (status) {
    case 'CONNECTED':
      return cause === 'restricted'
        ? { tone: 'warn', word: 'restricted', sentence: 'cause.restricted', acts: ['disconnect'] }
        : { tone: 'ok', word: 'connected', sentence: 'connectedSince', acts: ['disconnect'] }
    case 'qrcode':
      return { tone: 'info', word: 'waitingForQr', sentence: 'qrValid', acts: ['showQr'] }
    case 'PAIRING':
      return { tone: 'info', word: 'pairing', sentence: 'pairingMeaning', acts: ['disconnect'] }
    case 'OPENING':
      return opening(connection, now)
    case 'TIMEOUT':
      return {
        tone: 'warn',
        word: 'noConnection',
        sentence: `cause.${cause ?? 'network'}`,
        acts: ['tryAgain', 'disconnect'],
      }
    case 'DISCONNECTED':
      return {
        tone: 'bad',
        word: wordOf(connection),
        sentence: isAtRest(connection) ? 'cause.atRest' : `cause.${cause ?? 'stopped'}`,
        acts: mending(connection),
      }
  }
}

/** What is known of the cause is said at once; the way out comes with the end of patience. */
function opening({ since, cause }: ConnectionView, now: number): Situation {
  const isLong = now - Date.parse(since) >= patience
  const sentence = isLong || cause !== null ? `cause.${cause ?? 'network'}` : 'openingMeaning'
  return {
    tone: 'info',
    word: 'opening',
    sentence,
    acts: isLong ? ['connecting', 'stop'] : ['connecting'],
  }
}

/** Stopped with its keys kept: it goes on without a QR. A number that was logged out has none any more. */
function isAtRest({ status, cause, number }: ConnectionView): boolean {
  return status === 'DISCONNECTED' && cause === 'stopped' && number !== null
}

function wordOf(connection: ConnectionView): string {
  if (isAtRest(connection)) return 'atRest'
  switch (connection.cause) {
    case 'unlinked-on-phone':
      return 'unlinked'
    case 'opened-elsewhere':
      return 'elsewhere'
    case 'banned':
      return 'banned'
    case 'qr-not-scanned':
      return 'notScanned'
    default:
      return 'disconnected'
  }
}

/** Both acts stand (CONN-11); the one that mends comes first. */
function mending(connection: ConnectionView): readonly Act[] {
  if (isAtRest(connection)) return ['tryAgain', 'newQr']
  switch (connection.cause) {
    case 'opened-elsewhere':
    case 'network':
    case 'storage':
    case 'version-refused':
    case 'banned': // lifted by a review on the phone, which no new linking stands in for
      return ['tryAgain', 'newQr']
    default:
      return ['newQr', 'tryAgain']
  }
}

/** What is wrong although WhatsApp is there: whoever writes to a number without queues waits where few look. */
export function hintOf({ status, queues }: ConnectionView): 'noQueue' | null {
  return status === 'CONNECTED' && queues.length === 0 ? 'noQueue' : null
}
