/** The statuses of a connection, in the spelling of the wire (specification core 4.2; CONN-08, CONN-09). */
export const connectionStatuses = [
  'OPENING',
  'qrcode',
  'PAIRING',
  'CONNECTED',
  'TIMEOUT',
  'DISCONNECTED',
] as const
export type ConnectionStatus = (typeof connectionStatuses)[number]

/** Why a connection is not connected. docs/features/connections.md maps WhatsApp's codes to these causes. */
export const disconnectionCauses = [
  'network', // 408, 428, 503, or no network: the server retries
  'qr-not-scanned', // three QR codes or the pairing code expired unused
  'opened-elsewhere', // close code 440
  'unlinked-on-phone', // close code 401
  'banned', // close code 403
  'version-refused', // close code 405
  'multi-device-missing', // close code 411
  'restricted', // 463 or 429 on sending: connected, but WhatsApp restricts messages
  'stopped', // an admin pressed Disconnect
  'storage', // our own database failed to commit keys
  'passkey-asked', // linking: the account requires its passkey, which only WhatsApp's own page can use
  'phone-silent', // linking: the user typed the pairing code, but the phone did not finish
  'linking-refused', // linking: WhatsApp refused the request with another 4xx code
  'linking-interrupted', // linking: after a crash WhatsApp does not know the device (401 at the first login)
  'identity-check', // linked: WhatsApp asks the owner for a passkey or a captcha
  'login-refused', // linked: WhatsApp itself answers logins with 428
  'credentials-missing', // official API: no credentials are stored
  'token-refused', // official API: the token has expired, was revoked, or may not use this number
  'number-not-registered', // official API: the number is not registered with Meta, or no longer
] as const
export type DisconnectionCause = (typeof disconnectionCauses)[number]

/** The steps of linking a device, which say what the user has to do next. */
export const linkingSteps = [
  'scan', // a QR code waits to be scanned
  'scan-again', // after a scan WhatsApp requested a new secret: the new QR code must be scanned
  'letters', // the user has to type a pairing code
  'letters-refused', // WhatsApp refused to give a pairing code
  'letters-withdrawn', // WhatsApp withdrew the pairing code
  'confirming', // the pairing code was typed; the phone has to finish
  'passkey', // the account requires its passkey
] as const
export type LinkingStep = (typeof linkingSteps)[number]

/** The progress of importing the phone's history after a linking. */
export const historyImportStates = ['none', 'running', 'done'] as const
export type HistoryImportState = (typeof historyImportStates)[number]

/**
 * The settings of a new connection. Times are in minutes, where 0 disables the feature; 0 in
 * `maxUseBotQueues` means no limit (CONN-05).
 */
export const connectionDefaults = {
  provider: 'beta',
  timeSendQueue: 0,
  timeUseBotQueues: 0,
  maxUseBotQueues: 3,
  expiresTicket: 0,
} as const

/** Normalizes the status: older servers send `connected` for CONNECTED (CONN-09). */
export function normalizedConnectionStatus<Status extends string>(status: Status): Status | 'CONNECTED' {
  return status.toUpperCase() === 'CONNECTED' ? 'CONNECTED' : status
}

/** How long an interrupted connection may recover by itself before users see a warning. */
const outageGrace = 60_000

/**
 * True when messages cannot be sent: at once after `DISCONNECTED`, or after a minute in another status than
 * `CONNECTED`. False for a connection that was never linked: it has no conversations.
 */
export function isConnectionDown(
  { status, since, number, lastTrafficAt }: ConnectionFacts,
  now: number,
): boolean {
  if (status === 'CONNECTED' || (number === null && lastTrafficAt === null)) return false
  return status === 'DISCONNECTED' || now - Date.parse(since) >= outageGrace
}

interface ConnectionFacts {
  readonly status: ConnectionStatus
  /** When the status last changed, as an ISO instant. */
  readonly since: string
  /** When the connection last stored an event of WhatsApp, as an ISO instant. */
  readonly lastTrafficAt: string | null
  readonly number: string | null
}

/** True for a status with which the menu shows a warning badge (SHELL-33). */
export function isConnectionStatusAlarming(status: ConnectionStatus): boolean {
  return status !== 'CONNECTED'
}
