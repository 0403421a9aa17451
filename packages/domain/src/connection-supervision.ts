import type { ConnectionCause, ConnectionStatus, LinkingStep } from './connections'

/**
 * The state machine of a connection, as a pure function: it maps a state and an event to the next state and an action,
 * by the first table of docs/features/connections.md. Instants are milliseconds since 1970; the caller has the clock
 * and the socket.
 */
export interface Supervision {
  readonly status: ConnectionStatus
  readonly cause: ConnectionCause | null
  /** Attempts that failed since the last minute of calm. */
  readonly failures: number
  /** QR codes shown since the start or the last connection, 0 to 3 (CONN-29). */
  readonly codesShown: number
  /** The step of the linking, for the screen; null when nothing is being linked. */
  readonly step: LinkingStep | null
  /** True when letters were requested instead of a scan: codes are no longer counted. */
  readonly typingCode: boolean
  /** WhatsApp gave no more QR codes on this socket, while letters still wait to be typed. */
  readonly areCodesOver: boolean
  /** WhatsApp asked the owner of this linked number for an identity check. Only a new start clears it. */
  readonly isChallenged: boolean
  /** Consecutive sockets that WhatsApp answered and then closed without a code, before the login of a linked number. */
  readonly silentCloses: number
  /** Consecutive 515 codes without a connection between them. */
  readonly restarts: number
  /** True when the keys have been deleted. */
  readonly unlinked: boolean
  readonly troubleSince: number | null
  readonly attemptEndsAt: number | null
  readonly nextAttemptAt: number | null
  readonly codeEndsAt: number | null
  readonly calmAt: number | null
}

/** A code of WhatsApp or of the WebSocket; `storage` when our own store refused to commit keys. */
export type CloseCode = number | 'storage'

export type SupervisionEvent =
  | { readonly kind: 'started' }
  | { readonly kind: 'codeShown'; readonly lifetimeMs: number }
  /** After a scan WhatsApp asked for a new secret: the same code is drawn again and must be scanned once more. */
  | { readonly kind: 'codeRenewed'; readonly lifetimeMs: number }
  /** WhatsApp gave no more codes on this socket. */
  | { readonly kind: 'codesEnded' }
  | { readonly kind: 'lettersAsked' }
  /** WhatsApp refused the request for letters: none are valid. */
  | { readonly kind: 'lettersRefused' }
  /** WhatsApp withdrew the letters, for example because other ones were typed. */
  | { readonly kind: 'lettersWithdrawn' }
  /** The letters were typed and WhatsApp accepted our answer; the phone has to finish. */
  | { readonly kind: 'lettersTaken' }
  /** The account wants its passkey before it links a device. */
  | { readonly kind: 'passkeyAsked' }
  | { readonly kind: 'scanned' }
  | { readonly kind: 'opened' }
  /** WhatsApp asked this linked number for an identity check (passkey or captcha). */
  | { readonly kind: 'challenged' }
  | Closed
  /** WhatsApp refused one message with this code, or accepted one. */
  | { readonly kind: 'refused'; readonly code: number }
  | { readonly kind: 'accepted' }
  /** This connection can't work until a person has changed something, as its driver knows. */
  | { readonly kind: 'ended'; readonly cause: ConnectionCause }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'loggedOut' }
  /** The moment given by `nextTick` has come. */
  | { readonly kind: 'tick' }

interface Closed {
  readonly kind: 'closed'
  readonly code: CloseCode
  /** True when WhatsApp sent the code in a stanza; false when the network or a time limit ended the socket. */
  readonly isFromServer: boolean
  /** True when a new socket would claim another version than the one that WhatsApp refused (405). */
  readonly hasNewVersion: boolean
  /** True when WhatsApp answered on this socket and no login succeeded on it. */
  readonly isBeforeLogin: boolean
  /** The account of the keys: none, one that never logged in, or one that did. */
  readonly link: 'none' | 'new' | 'proven'
}

/** The action that follows: open a socket, close it for good, or delete the keys. */
export type SupervisionOrder = 'connect' | 'hangUp' | 'forget' | 'nothing'

const attemptLimitMs = 30_000
/** How long the phone may take to finish after its letters were taken (WhatsApp Web waits 120 s). */
const phoneLimitMs = 120_000
/** How long a passkey request of WhatsApp is valid. */
export const passkeyLimitMs = 600_000
const timeoutAfterMs = 60_000
const calmAfterMs = 60_000
/** How long the letters of a pairing code are valid. */
export const lettersLifetimeMs = 160_000
const codesOffered = 3
const restartsAtOnce = 3
/** With the waits between them these take about four minutes: a short outage of WhatsApp causes the same closes. */
const silentClosesBorne = 8
/** Pause between attempts of a number whose logins WhatsApp closes silently. */
const rareAttemptMs = 3_600_000

export const unsupervised: Supervision = {
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

/** Codes after which WhatsApp refuses this link for good, so no attempt follows by itself. */
const finalCauses: Readonly<Record<number, ConnectionCause>> = {
  401: 'unlinked-on-phone',
  403: 'banned',
  405: 'version-refused',
  411: 'multi-device-missing',
  440: 'opened-elsewhere',
}

interface Step {
  readonly next: Supervision
  readonly order: SupervisionOrder
}

/** The next state and what to do now. `chance` is in 0..1 and spreads the attempts of many connections. */
export function supervise(
  state: Supervision,
  happening: SupervisionEvent,
  at: { now: number; chance: number },
): Step {
  const stay: Step = { next: state, order: 'nothing' }
  switch (happening.kind) {
    case 'started':
      return attempt({ ...unsupervised, troubleSince: at.now, status: 'OPENING' }, at.now)
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
      return { next: pairing(state, 'passkey', at.now + passkeyLimitMs), order: 'nothing' }
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

/** The instant at which `supervise` needs a tick; null when only WhatsApp or a person can change the state. */
export function nextTick(state: Supervision): number | null {
  const moments = [
    state.attemptEndsAt,
    state.nextAttemptAt,
    state.calmAt,
    isLastCode(state) ? state.codeEndsAt : null,
    state.status === 'OPENING' && state.troubleSince !== null ? state.troubleSince + timeoutAfterMs : null,
  ].filter((moment) => moment !== null)
  return moments.length === 0 ? null : Math.min(...moments)
}

/** The count on the screen (CONN-29): unused codes while linking, failed attempts otherwise. */
export function retriesShown(state: Supervision): number {
  if (state.cause === 'qr-not-scanned') return codesOffered
  return state.status === 'qrcode' ? Math.max(0, state.codesShown - 1) : state.failures
}

/** Wait before attempt number `failures` + 1: 1 s doubling up to 5 minutes, plus or minus a random quarter. */
export function backoffMs(failures: number, chance: number): number {
  const doubled = 1000 * 2 ** Math.min(failures - 1, 9)
  return Math.round(Math.min(300_000, Math.max(1000, doubled * (0.75 + chance / 2))))
}

function isRestriction(code: number): boolean {
  return code === 463 || code === 429
}

function isLastCode(state: Supervision): boolean {
  return state.codesShown >= codesOffered || state.typingCode
}

function quiet(state: Supervision): Supervision {
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

function pairing(state: Supervision, step: LinkingStep | null, endsAt: number): Supervision {
  const { areCodesOver } = state
  return { ...quiet(state), status: 'PAIRING', cause: null, step, areCodesOver, attemptEndsAt: endsAt }
}

/** True while a code is shown, and while the phone finishes: the user may have typed wrong letters. */
export function canUsePairingCode({ status, step }: Supervision): boolean {
  return status === 'qrcode' || step === 'confirming'
}

function hasLetters({ typingCode, step }: Supervision): boolean {
  return typingCode || step === 'confirming'
}

function withLetters(state: Supervision, now: number): Supervision {
  return {
    ...state,
    status: 'qrcode',
    step: 'letters',
    typingCode: true,
    codeEndsAt: now + lettersLifetimeMs,
    attemptEndsAt: null,
  }
}

/** The QR codes continue and are counted again. Without any left, linking ends. */
function withoutLetters(state: Supervision, step: LinkingStep): Step {
  if (state.areCodesOver) return { next: finished(state, 'qr-not-scanned'), order: 'hangUp' }
  const next = { ...state, status: 'qrcode', step, typingCode: false, codeEndsAt: null } as const
  return { next: { ...next, attemptEndsAt: null }, order: 'nothing' }
}

function finished(state: Supervision, cause: ConnectionCause): Supervision {
  return { ...quiet(state), status: 'DISCONNECTED', cause, troubleSince: null }
}

function connected(state: Supervision, now: number): Supervision {
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

function attempt(state: Supervision, now: number): Step {
  return { next: { ...quiet(state), attemptEndsAt: now + attemptLimitMs }, order: 'connect' }
}

function afterCode(state: Supervision, endsAt: number): Step {
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

/** A renewed code replaces the scanned one, so it is not counted as another unused code. */
function stateAfterRenewal(state: Supervision, endsAt: number): Step {
  const renewed = {
    ...state,
    status: 'qrcode',
    step: 'scan-again',
    cause: null,
    attemptEndsAt: null,
  } as const
  return { next: state.typingCode ? renewed : { ...renewed, codeEndsAt: endsAt }, order: 'nothing' }
}

function afterClose(state: Supervision, closed: Closed, at: { now: number; chance: number }): Step {
  const { code } = closed
  const final = finalCauseOf(state, closed)
  if (final === 'unlinked-on-phone' || final === 'linking-interrupted')
    return { next: { ...finished(state, final), unlinked: true }, order: 'forget' }
  if (final !== null) return { next: finished(state, final), order: 'nothing' }
  const codesUsedUp = isLastCode(state) && (code === 408 || !state.typingCode)
  if (state.status === 'qrcode' && codesUsedUp)
    return { next: finished(state, 'qr-not-scanned'), order: 'nothing' }
  // WhatsApp asks for 515 after a scan and at other times. The limit prevents a loop with a server that only answers
  // 515.
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

function passingCauseOf(state: Supervision, code: CloseCode): ConnectionCause {
  if (code === 'storage') return 'storage'
  if (code === 405) return 'version-refused'
  return state.isChallenged ? 'identity-check' : 'network'
}

/** One attempt an hour instead of a retry loop, in case the cause was an outage. */
function rarelyTried(state: Supervision, now: number): Supervision {
  const next = now + rareAttemptMs
  return {
    ...quiet(state),
    status: 'TIMEOUT',
    cause: 'login-refused',
    failures: state.failures + 1,
    nextAttemptAt: next,
  }
}

/** Why a closed socket is not opened again automatically; null when it is. */
function finalCauseOf(
  state: Supervision,
  { code, isFromServer, link, hasNewVersion }: Closed,
): ConnectionCause | null {
  if (code === 'storage') return null
  if (state.step === 'passkey' && code !== 515) return 'passkey-asked'
  if (state.step === 'confirming' && isFromServer && code !== 515) return 'phone-silent'
  if (code === 405 && hasNewVersion) return null
  // WhatsApp does not know a device whose linking a crash interrupted: the owner has removed nothing.
  if (code === 401 && link === 'new') return 'linking-interrupted'
  const known = finalCauses[code]
  if (known !== undefined && !(code === 401 && link === 'none')) return known
  if (!isFromServer) return null
  if (link === 'none' && code >= 400 && code < 500) return 'linking-refused'
  // 428 without a stanza from WhatsApp only means that the network is gone.
  if (code === 428) return 'login-refused'
  // After an identity check one attempt follows a close: WhatsApp also restarts its servers.
  return state.isChallenged && code !== 515 && state.status !== 'CONNECTED' ? 'identity-check' : null
}

function waiting(
  state: Supervision,
  cause: ConnectionCause,
  at: { now: number; chance: number },
): Supervision {
  const failures = state.failures + 1
  return {
    ...quiet(state),
    status: state.status === 'TIMEOUT' ? 'TIMEOUT' : 'OPENING',
    cause,
    failures,
    troubleSince: state.troubleSince ?? at.now,
    nextAttemptAt: at.now + backoffMs(failures, at.chance),
  }
}

function afterTick(state: Supervision, at: { now: number; chance: number }): Step {
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
