import type { ConnectionStatus, DisconnectionCause, LinkingStep } from './connections'

/**
 * The state of a connection from which `supervisionTransition` decides the next step, such as a retry
 * (docs/features/connections.md). Instants are milliseconds since 1970.
 */
export interface SupervisionState {
  readonly status: ConnectionStatus
  readonly cause: DisconnectionCause | null
  /** Failed attempts since the connection last stayed connected for a minute. */
  readonly failures: number
  /** QR codes shown since the start or the last login, 0 to 3 (CONN-29). */
  readonly codesShown: number
  readonly step: LinkingStep | null
  /** True when the user chose a pairing code instead of the QR code. QR codes are then no longer counted. */
  readonly typingCode: boolean
  /** True when WhatsApp sends no more QR codes on this socket, which stays open for a pairing code in use. */
  readonly areCodesOver: boolean
  /** True when WhatsApp asked the number's owner for an identity check. Only a new start resets it. */
  readonly isChallenged: boolean
  /** How many sockets in a row WhatsApp closed after an answer, but without a login or a close code. */
  readonly silentCloses: number
  /** How many times in a row WhatsApp closed the socket with code 515, without a login in between. */
  readonly restarts: number
  readonly unlinked: boolean
  readonly troubleSince: number | null
  readonly attemptEndsAt: number | null
  readonly nextAttemptAt: number | null
  readonly codeEndsAt: number | null
  readonly calmAt: number | null
}

/** The close code of WhatsApp or the WebSocket; `storage` when our key store failed to commit keys. */
export type SocketCloseCode = number | 'storage'

export type SupervisionEvent =
  | { readonly kind: 'started' }
  | { readonly kind: 'codeShown'; readonly lifetimeMs: number }
  /** WhatsApp requested a new secret after a scan, so the user must scan the QR code once more. */
  | { readonly kind: 'codeRenewed'; readonly lifetimeMs: number }
  | { readonly kind: 'codesEnded' }
  | { readonly kind: 'lettersAsked' }
  | { readonly kind: 'lettersRefused' }
  /** WhatsApp withdrew the pairing code, for example because a wrong one was typed. */
  | { readonly kind: 'lettersWithdrawn' }
  /** The user typed the pairing code and WhatsApp accepted it. The phone still has to finish. */
  | { readonly kind: 'lettersTaken' }
  /** The account requires its passkey before it links a device. */
  | { readonly kind: 'passkeyAsked' }
  | { readonly kind: 'scanned' }
  | { readonly kind: 'opened' }
  /** WhatsApp asked the owner of this linked number for an identity check (passkey or captcha). */
  | { readonly kind: 'challenged' }
  | Closed
  /** WhatsApp refused a message with this code. */
  | { readonly kind: 'refused'; readonly code: number }
  | { readonly kind: 'accepted' }
  /** The connection cannot work until a person changes something. */
  | { readonly kind: 'ended'; readonly cause: DisconnectionCause }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'loggedOut' }
  | { readonly kind: 'tick' }

interface Closed {
  readonly kind: 'closed'
  readonly code: SocketCloseCode
  /** True when WhatsApp sent the close code; false when the network or a timeout closed the socket. */
  readonly isFromServer: boolean
  /** True when WhatsApp refused the reported version (405), and the next socket would report another one. */
  readonly hasNewVersion: boolean
  readonly isBeforeLogin: boolean
  /**
   * Whether the stored keys belong to no account (`none`), to one that has never logged in with them (`new`),
   * or to one that has (`proven`).
   */
  readonly link: 'none' | 'new' | 'proven'
}

/** `connect` opens a socket, `hangUp` closes it for good, `forget` deletes the keys. */
export type SupervisionAction = 'connect' | 'hangUp' | 'forget' | 'nothing'

const attemptLimitMs = 30_000
/**
 * How long the server waits for the phone after the user typed the pairing code there; WhatsApp Web waits 120
 * s too.
 */
const phoneLimitMs = 120_000
const passkeyRequestLifetimeMs = 600_000
const timeoutAfterMs = 60_000
const calmAfterMs = 60_000
export const pairingCodeLifetimeMs = 160_000
const codesOffered = 3
const restartsAtOnce = 3
/**
 * After so many closes in a row without login or close code, the server retries only hourly. Reaching this
 * number takes minutes, so a short outage of WhatsApp does not reach it.
 */
const silentClosesBorne = 8
const rareAttemptMs = 3_600_000

export const initialSupervisionState: SupervisionState = {
  status: 'DISCONNECTED',
  cause: null,
  failures: 0,
  codesShown: 0,
  step: null,
  typingCode: false,
  areCodesOver: false,
  isChallenged: false,
  silentCloses: 0,
  restarts: 0,
  unlinked: false,
  troubleSince: null,
  attemptEndsAt: null,
  nextAttemptAt: null,
  codeEndsAt: null,
  calmAt: null,
}

/** Close codes with which WhatsApp refuses the linked device for good, so the server does not retry. */
const finalCauses: Readonly<Record<number, DisconnectionCause>> = {
  401: 'unlinked-on-phone',
  403: 'banned',
  405: 'version-refused',
  411: 'multi-device-missing',
  440: 'opened-elsewhere',
}

interface Step {
  readonly next: SupervisionState
  readonly order: SupervisionAction
}

/**
 * The next state and action after an event. `chance`, 0 to 1, is a random jitter that spreads the retries of
 * many connections.
 */
export function supervisionTransition(
  state: SupervisionState,
  happening: SupervisionEvent,
  at: { now: number; chance: number },
): Step {
  const stay: Step = { next: state, order: 'nothing' }
  switch (happening.kind) {
    case 'started':
      return attempt({ ...initialSupervisionState, troubleSince: at.now, status: 'OPENING' }, at.now)
    case 'stopped':
      return { next: finished(state, 'stopped'), order: 'hangUp' }
    case 'loggedOut':
      return { next: { ...finished(state, 'stopped'), unlinked: true }, order: 'forget' }
    case 'tick':
      return afterTick(state, at)
  }
  if (state.status === 'DISCONNECTED') return stay
  switch (happening.kind) {
    case 'codeShown':
      return state.status === 'PAIRING' ? stay : afterCode(state, at.now + happening.lifetimeMs)
    case 'codeRenewed':
      return state.status === 'PAIRING' ? stay : stateAfterRenewal(state, at.now + happening.lifetimeMs)
    case 'codesEnded':
      if (!canUsePairingCode(state)) return stay
      if (hasLetters(state)) return { next: { ...state, areCodesOver: true }, order: 'nothing' }
      return { next: finished(state, 'qr-not-scanned'), order: 'hangUp' }
    case 'lettersAsked':
      return canUsePairingCode(state) ? { next: withLetters(state, at.now), order: 'nothing' } : stay
    case 'lettersRefused':
      return canUsePairingCode(state) ? withoutLetters(state, 'letters-refused') : stay
    case 'lettersWithdrawn':
      return hasLetters(state) ? withoutLetters(state, 'letters-withdrawn') : stay
    case 'lettersTaken':
      if (!canUsePairingCode(state)) return stay
      return { next: pairing(state, 'confirming', at.now + phoneLimitMs), order: 'nothing' }
    case 'passkeyAsked':
      if (state.status === 'CONNECTED' || state.step === 'passkey') return stay
      return { next: pairing(state, 'passkey', at.now + passkeyRequestLifetimeMs), order: 'nothing' }
    case 'scanned':
      return { next: pairing(state, null, at.now + attemptLimitMs), order: 'nothing' }
    case 'opened':
      return { next: connected(state, at.now), order: 'nothing' }
    case 'challenged': {
      const cause = state.status === 'CONNECTED' ? 'identity-check' : state.cause
      return { next: { ...state, isChallenged: true, cause }, order: 'nothing' }
    }
    case 'ended':
      return { next: finished(state, happening.cause), order: 'hangUp' }
    case 'closed':
      return afterClose(state, happening, at)
    case 'refused':
      return isRestriction(happening.code) && !state.isChallenged
        ? { next: { ...state, cause: 'restricted' }, order: 'nothing' }
        : stay
    case 'accepted':
      return state.cause === 'restricted' ? { next: { ...state, cause: null }, order: 'nothing' } : stay
  }
}

/** When the next `tick` event is due; null when only WhatsApp or a user can change the state. */
export function nextSupervisionTick(state: SupervisionState): number | null {
  const moments = [
    state.attemptEndsAt,
    state.nextAttemptAt,
    state.calmAt,
    isLastCode(state) ? state.codeEndsAt : null,
    state.status === 'OPENING' && state.troubleSince !== null ? state.troubleSince + timeoutAfterMs : null,
  ].filter((moment) => moment !== null)
  return moments.length === 0 ? null : Math.min(...moments)
}

/** The number that the screen shows (CONN-29): unused QR codes while linking, else failed attempts. */
export function displayedRetryCount(state: SupervisionState): number {
  if (state.cause === 'qr-not-scanned') return codesOffered
  return state.status === 'qrcode' ? Math.max(0, state.codesShown - 1) : state.failures
}

/** Exponential backoff from 1 s to 5 minutes, with a jitter of a quarter. */
export function reconnectBackoffMs(failures: number, chance: number): number {
  const doubled = 1000 * 2 ** Math.min(failures - 1, 9)
  return Math.round(Math.min(300_000, Math.max(1000, doubled * (0.75 + chance / 2))))
}

function isRestriction(code: number): boolean {
  return code === 463 || code === 429
}

function isLastCode(state: SupervisionState): boolean {
  return state.codesShown >= codesOffered || state.typingCode
}

function quiet(state: SupervisionState): SupervisionState {
  return {
    ...state,
    attemptEndsAt: null,
    nextAttemptAt: null,
    codeEndsAt: null,
    calmAt: null,
    step: null,
    typingCode: false,
    areCodesOver: false,
  }
}

function pairing(state: SupervisionState, step: LinkingStep | null, endsAt: number): SupervisionState {
  const { areCodesOver } = state
  return { ...quiet(state), status: 'PAIRING', cause: null, step, areCodesOver, attemptEndsAt: endsAt }
}

/**
 * True when the user may request a pairing code: while a QR code is shown, and while the phone links, since a
 * mistyped pairing code needs a new one.
 */
export function canUsePairingCode({ status, step }: SupervisionState): boolean {
  return status === 'qrcode' || step === 'confirming'
}

function hasLetters({ typingCode, step }: SupervisionState): boolean {
  return typingCode || step === 'confirming'
}

function withLetters(state: SupervisionState, now: number): SupervisionState {
  return {
    ...state,
    status: 'qrcode',
    step: 'letters',
    typingCode: true,
    codeEndsAt: now + pairingCodeLifetimeMs,
    attemptEndsAt: null,
  }
}

/** Drops the pairing code: shows QR codes, or ends the linking when WhatsApp has sent its last one. */
function withoutLetters(state: SupervisionState, step: LinkingStep): Step {
  if (state.areCodesOver) return { next: finished(state, 'qr-not-scanned'), order: 'hangUp' }
  const next = { ...state, status: 'qrcode', step, typingCode: false, codeEndsAt: null } as const
  return { next: { ...next, attemptEndsAt: null }, order: 'nothing' }
}

function finished(state: SupervisionState, cause: DisconnectionCause): SupervisionState {
  return { ...quiet(state), status: 'DISCONNECTED', cause, troubleSince: null }
}

function connected(state: SupervisionState, now: number): SupervisionState {
  const calm = {
    troubleSince: null,
    codesShown: 0,
    restarts: 0,
    silentCloses: 0,
    unlinked: false,
    calmAt: now + calmAfterMs,
  }
  const cause = state.isChallenged ? 'identity-check' : null
  return { ...quiet(state), ...calm, status: 'CONNECTED', cause }
}

function attempt(state: SupervisionState, now: number): Step {
  return { next: { ...quiet(state), attemptEndsAt: now + attemptLimitMs }, order: 'connect' }
}

function afterCode(state: SupervisionState, endsAt: number): Step {
  const waiting = {
    ...state,
    status: 'qrcode',
    cause: null,
    attemptEndsAt: null,
    troubleSince: null,
  } as const
  if (state.typingCode) return { next: { ...waiting, step: 'letters' }, order: 'nothing' }
  if (state.codesShown >= codesOffered) return { next: finished(state, 'qr-not-scanned'), order: 'hangUp' }
  const shown = { ...waiting, step: 'scan', codesShown: state.codesShown + 1, codeEndsAt: endsAt } as const
  return { next: shown, order: 'nothing' }
}

/**
 * The state after a new QR code replaced one that the user had just scanned. `codesShown` does not increase,
 * because it limits how many QR codes expire unscanned.
 */
function stateAfterRenewal(state: SupervisionState, endsAt: number): Step {
  const renewed = {
    ...state,
    status: 'qrcode',
    step: 'scan-again',
    cause: null,
    attemptEndsAt: null,
  } as const
  return { next: state.typingCode ? renewed : { ...renewed, codeEndsAt: endsAt }, order: 'nothing' }
}

function afterClose(state: SupervisionState, closed: Closed, at: { now: number; chance: number }): Step {
  const { code } = closed
  const final = finalCauseOf(state, closed)
  if (final === 'unlinked-on-phone' || final === 'linking-interrupted')
    return { next: { ...finished(state, final), unlinked: true }, order: 'forget' }
  if (final !== null) return { next: finished(state, final), order: 'nothing' }
  const codesUsedUp = isLastCode(state) && (code === 408 || !state.typingCode)
  if (state.status === 'qrcode' && codesUsedUp)
    return { next: finished(state, 'qr-not-scanned'), order: 'nothing' }
  // WhatsApp closes with 515 to request a new socket at once. The limit prevents an endless loop.
  if (code === 515 && state.restarts < restartsAtOnce) {
    const restarting = { ...state, status: 'OPENING', cause: null, restarts: state.restarts + 1 } as const
    return attempt({ ...restarting, troubleSince: state.troubleSince ?? at.now }, at.now)
  }
  const isSilent = closed.isBeforeLogin && !closed.isFromServer && closed.link === 'proven'
  const silentCloses = isSilent ? state.silentCloses + 1 : 0
  const counted = { ...state, silentCloses }
  if (silentCloses >= silentClosesBorne) return { next: rarelyTried(counted, at.now), order: 'nothing' }
  return { next: waiting(counted, passingCauseOf(state, code), at), order: 'nothing' }
}

function passingCauseOf(state: SupervisionState, code: SocketCloseCode): DisconnectionCause {
  if (code === 'storage') return 'storage'
  if (code === 405) return 'version-refused'
  return state.isChallenged ? 'identity-check' : 'network'
}

/** Retries in an hour instead of giving up, because an outage of WhatsApp may cause the failures. */
function rarelyTried(state: SupervisionState, now: number): SupervisionState {
  const next = now + rareAttemptMs
  return {
    ...quiet(state),
    status: 'TIMEOUT',
    cause: 'login-refused',
    failures: state.failures + 1,
    nextAttemptAt: next,
  }
}

function finalCauseOf(
  state: SupervisionState,
  { code, isFromServer, link, hasNewVersion }: Closed,
): DisconnectionCause | null {
  if (code === 'storage') return null
  if (state.step === 'passkey' && code !== 515) return 'passkey-asked'
  if (state.step === 'confirming' && isFromServer && code !== 515) return 'phone-silent'
  if (code === 405 && hasNewVersion) return null
  // A new link gets 401 because a crash interrupted its linking, not because the owner unlinked the device.
  if (code === 401 && link === 'new') return 'linking-interrupted'
  const known = finalCauses[code]
  if (known !== undefined && !(code === 401 && link === 'none')) return known
  if (!isFromServer) return null
  if (link === 'none' && code >= 400 && code < 500) return 'linking-refused'
  // WhatsApp itself sent this 428. A lost network gives 428 too, but `isFromServer` is then false (see
  // above).
  if (code === 428) return 'login-refused'
  // When WhatsApp refuses a login while its identity check is unanswered, the server stops the retries. Code
  // 515, or the close of a connected socket, is no refusal.
  return state.isChallenged && code !== 515 && state.status !== 'CONNECTED' ? 'identity-check' : null
}

function waiting(
  state: SupervisionState,
  cause: DisconnectionCause,
  at: { now: number; chance: number },
): SupervisionState {
  const failures = state.failures + 1
  return {
    ...quiet(state),
    status: state.status === 'TIMEOUT' ? 'TIMEOUT' : 'OPENING',
    cause,
    failures,
    troubleSince: state.troubleSince ?? at.now,
    nextAttemptAt: at.now + reconnectBackoffMs(failures, at.chance),
  }
}

function afterTick(state: SupervisionState, at: { now: number; chance: number }): Step {
  const isDue = (moment: number | null) => moment !== null && moment <= at.now
  if (
    state.status === 'OPENING' &&
    isDue(state.troubleSince === null ? null : state.troubleSince + timeoutAfterMs)
  ) {
    return { next: { ...state, status: 'TIMEOUT', cause: state.cause ?? 'network' }, order: 'nothing' }
  }
  if (isDue(state.attemptEndsAt)) {
    const given =
      state.step === 'passkey' ? 'passkey-asked' : state.step === 'confirming' ? 'phone-silent' : null
    const next = given === null ? waiting(state, 'network', at) : finished(state, given)
    return { next, order: 'hangUp' }
  }
  if (isDue(state.nextAttemptAt)) return attempt(state, at.now)
  if (isLastCode(state) && isDue(state.codeEndsAt)) {
    return { next: finished(state, 'qr-not-scanned'), order: 'hangUp' }
  }
  if (isDue(state.calmAt)) return { next: { ...state, failures: 0, calmAt: null }, order: 'nothing' }
  return { next: state, order: 'nothing' }
}
