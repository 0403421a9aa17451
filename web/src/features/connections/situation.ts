import type { ConnectionView } from '@balcao/contract/connections'
import type { DisconnectionCause, LinkingStep } from '@balcao/domain/connections'
import { capabilitiesOf } from '@balcao/domain/providers'
import type texts from '../../lib/i18n/pt/connections.json'
import type { PillTone } from '../../ui/pill'

/** An action on a connection. `connecting` is a disabled button; `whatToDo` opens the dialog of a linking step. */
export type ConnectionAction =
  | 'setUp'
  | 'official'
  | 'showQr'
  | 'tryAgain'
  | 'newQr'
  | 'whatToDo'
  | 'pause'
  | 'disconnect'
  | 'connecting'

type SituationWord = keyof (typeof texts)['word']
type SituationSentence =
  | `cause.${DisconnectionCause | 'atRest'}`
  | `step.${Exclude<LinkingStep, 'scan'>}`
  | 'connectedSince'
  | 'identityCheckWhileConnected'
  | 'openingMeaning'
  | 'pairingMeaning'
  | 'qrValid'
  | 'official.notSetUp'

/** The state of a connection as keys of `connections.json`; the first action is the recommended one. */
interface ConnectionSituation {
  readonly tone: PillTone
  readonly word: SituationWord
  readonly sentence: SituationSentence
  readonly acts: readonly ConnectionAction[]
}

/** In milliseconds: a connection that takes longer to open shows an explanation and a pause button. */
const slowConnectionMs = 30_000

export function connectionSituationOf(connection: ConnectionView, now: number): ConnectionSituation {
  const { status, cause, step } = connection
  if (capabilitiesOf(connection.provider).joinsBy === 'credentials') return ofOfficial(connection, now)
  switch (status) {
    case 'CONNECTED':
      return connected(cause)
    case 'qrcode':
      return waiting(step)
    case 'PAIRING':
      return pairing(step)
    case 'OPENING':
      return opening(connection, now)
    case 'TIMEOUT':
      return unreachable(cause, ['tryAgain', ...restingActs(cause)])
    case 'DISCONNECTED':
      return {
        tone: isStable(connection) ? 'idle' : 'bad',
        word: wordOf(connection),
        sentence: isStable(connection) ? 'cause.atRest' : `cause.${cause ?? 'stopped'}`,
        acts: remediesFor(connection),
      }
  }
}

/** The situation of an official number: it has credentials instead of a QR, and no log-out. */
function ofOfficial(connection: ConnectionView, now: number): ConnectionSituation {
  const { status, cause, official } = connection
  if (official === null)
    return { tone: 'warn', word: 'notSetUp', sentence: 'official.notSetUp', acts: ['setUp'] }
  switch (status) {
    case 'CONNECTED':
      return { tone: 'ok', word: 'connected', sentence: 'connectedSince', acts: ['official', 'pause'] }
    case 'DISCONNECTED':
      return isStable(connection)
        ? { tone: 'idle', word: 'atRest', sentence: 'cause.atRest', acts: ['tryAgain', 'official'] }
        : {
            tone: 'bad',
            word: 'disconnected',
            sentence: `cause.${cause ?? 'network'}`,
            acts: ['setUp', 'tryAgain'],
          }
    case 'TIMEOUT':
      return unreachable(cause, ['tryAgain', 'official', 'pause'])
    default:
      return { ...opening(connection, now), acts: ['connecting', 'official'] }
  }
}

/**
 * The actions on a connected number. A pause comes first, because it keeps the number linked. Log-out is
 * missing where WhatsApp may refuse a new link.
 */
function restingActs(cause: DisconnectionCause | null): readonly ConnectionAction[] {
  return cause === 'identity-check' || cause === 'login-refused' ? ['pause'] : ['pause', 'disconnect']
}

function unreachable(
  cause: DisconnectionCause | null,
  acts: readonly ConnectionAction[],
): ConnectionSituation {
  return { tone: 'warn', word: 'noConnection', sentence: `cause.${cause ?? 'network'}`, acts }
}

function connected(cause: DisconnectionCause | null): ConnectionSituation {
  const acts = restingActs(cause)
  switch (cause) {
    case 'restricted':
      return { tone: 'warn', word: 'restricted', sentence: 'cause.restricted', acts }
    case 'identity-check':
      return { tone: 'warn', word: 'identityCheck', sentence: 'identityCheckWhileConnected', acts }
    default:
      return { tone: 'ok', word: 'connected', sentence: 'connectedSince', acts }
  }
}

function waiting(step: LinkingStep | null): ConnectionSituation {
  const acts = ['showQr'] as const
  switch (step) {
    case 'scan-again':
      return { tone: 'warn', word: 'waitingForQr', sentence: 'step.scan-again', acts }
    case 'letters':
      return { tone: 'info', word: 'waitingForLetters', sentence: 'step.letters', acts }
    case 'letters-refused':
    case 'letters-withdrawn':
      return { tone: 'warn', word: 'waitingForQr', sentence: `step.${step}`, acts }
    default:
      return { tone: 'info', word: 'waitingForQr', sentence: 'qrValid', acts }
  }
}

function pairing(step: LinkingStep | null): ConnectionSituation {
  const acts = ['whatToDo', 'disconnect'] as const
  switch (step) {
    case 'passkey':
      return { tone: 'warn', word: 'passkeyAsked', sentence: 'step.passkey', acts }
    case 'confirming':
      return { tone: 'info', word: 'pairing', sentence: 'step.confirming', acts }
    default:
      return { tone: 'info', word: 'pairing', sentence: 'pairingMeaning', acts: ['disconnect'] }
  }
}

function opening({ since, cause }: ConnectionView, now: number): ConnectionSituation {
  const isLong = now - Date.parse(since) >= slowConnectionMs
  const sentence = isLong || cause !== null ? (`cause.${cause ?? 'network'}` as const) : 'openingMeaning'
  return { tone: 'info', word: 'opening', sentence, acts: isLong ? ['connecting', 'pause'] : ['connecting'] }
}

/** Whether the server retries without an answer from WhatsApp: the user should check the server's network. */
export function isWhatsappUnreachable({ status, cause, since }: ConnectionView, now: number): boolean {
  if (status === 'TIMEOUT') return cause === null || cause === 'network'
  return (
    status === 'OPENING' &&
    (cause === 'network' || (cause === null && now - Date.parse(since) >= slowConnectionMs))
  )
}

/** Whether the connection is paused with its keys stored, so that it continues without a QR. */
function isStable({ status, cause, number }: ConnectionView): boolean {
  return status === 'DISCONNECTED' && cause === 'stopped' && number !== null
}

/** Causes after which no valid keys exist, although an earlier link may have left a stored `number`. */
const unlinkedCauses: ReadonlySet<DisconnectionCause> = new Set([
  'qr-not-scanned',
  'unlinked-on-phone',
  'passkey-asked',
  'phone-silent',
  'linking-refused',
  'linking-interrupted',
])

/** Whether the phone still lists this connection among its linked devices. */
export function isConnectionLinked({ status, cause, number }: ConnectionView): boolean {
  if (status === 'qrcode' || status === 'PAIRING') return false
  return number !== null && (cause === null || !unlinkedCauses.has(cause))
}

/** Causes that the QR dialog explains, with a remedy. For other causes the dialog closes with a toast. */
const explainedInDialog: ReadonlySet<DisconnectionCause> = new Set([
  'qr-not-scanned',
  'passkey-asked',
  'phone-silent',
  'linking-refused',
  'linking-interrupted',
  'version-refused',
  'multi-device-missing',
])

/** Whether the QR dialog stays open without a QR (CONN-14), because the user still has a step to do. */
export function shouldKeepQrDialogOpen({ status, cause, step }: ConnectionView): boolean {
  switch (status) {
    case 'OPENING': // Another QR is coming: the user has changed whether the history is imported.
    case 'TIMEOUT': // the network failed while linking: the dialog shows it and offers a retry
      return true
    case 'qrcode':
      return step === 'letters' || step === 'letters-refused' || step === 'letters-withdrawn'
    case 'PAIRING':
      return step === 'confirming' || step === 'passkey'
    case 'DISCONNECTED':
      return cause !== null && explainedInDialog.has(cause)
    default:
      return false
  }
}

/** Whether the phone checks typed pairing letters; still true after a typing error, as WhatsApp allows three tries. */
export function isPhoneConfirmingLink({ status, step }: ConnectionView): boolean {
  return status === 'PAIRING' && step === 'confirming'
}

/** True while WhatsApp waits for the passkey, and after the passkey step has failed. */
export function isPasskeyStep({ status, cause, step }: ConnectionView): boolean {
  if (status === 'DISCONNECTED') return cause === 'passkey-asked'
  return status === 'PAIRING' && step === 'passkey'
}

const wordsByCause: Readonly<Partial<Record<DisconnectionCause, SituationWord>>> = {
  'unlinked-on-phone': 'unlinked',
  'opened-elsewhere': 'elsewhere',
  banned: 'banned',
  'qr-not-scanned': 'notScanned',
  'passkey-asked': 'passkeyAsked',
  'phone-silent': 'notLinked',
  'linking-refused': 'notLinked',
  'linking-interrupted': 'notLinked',
  'identity-check': 'identityCheck',
  'login-refused': 'loginRefused',
}

function wordOf(connection: ConnectionView): SituationWord {
  if (isStable(connection)) return 'atRest'
  return (connection.cause && wordsByCause[connection.cause]) ?? 'disconnected'
}

/** The actions for a failed connection (CONN-11), the recommended one first. */
function remediesFor(connection: ConnectionView): readonly ConnectionAction[] {
  if (isStable(connection)) return ['tryAgain', 'newQr']
  switch (connection.cause) {
    case 'opened-elsewhere':
    case 'network':
    case 'storage':
    case 'version-refused':
    case 'identity-check':
    case 'login-refused':
    case 'credentials-missing':
    case 'token-refused':
    case 'number-not-registered':
    case 'banned': // a review on the phone lifts the ban; a new linking does not
      return ['tryAgain', 'newQr']
    case 'passkey-asked':
      return ['whatToDo', 'newQr', 'tryAgain']
    default:
      return ['newQr', 'tryAgain']
  }
}
