import type { OfficialCredentials } from '@balcao/domain/official-credentials'
import type { OfficialSetUpFailureReason } from '@balcao/domain/official-numbers'
import type { InboundEvent } from '@balcao/whatsapp/ports'

export interface WebhookSubjectIds {
  readonly phoneNumberIds: readonly string[]
  readonly accountIds: readonly string[]
}

/** The part of WhatsApp's official API that this feature uses. The WhatsApp driver package implements it. */
export interface OfficialApi {
  /** The accounts and numbers that a webhook names, before its signature is checked. Null: the body is too large. */
  namesIn(body: unknown): WebhookSubjectIds | null
  /** Splits a webhook body, which may concern several numbers of several companies. Never throws. */
  split(body: unknown): WebhookParts
  /** Whether the header is the signature of these bytes with this secret. Compares in constant time. */
  isSigned(appSecret: string, body: Uint8Array, header: string): boolean
  /** Checks token, permissions and app secret, and lists the account's numbers. Rejects with `OfficialSetUpProblem`. */
  numbersOf(secrets: AccountSecrets): Promise<AccountNumbersResult>
  /** Subscribes the app to the account's events at Meta. Safe to repeat. Rejects with `OfficialSetUpProblem`. */
  subscribe(secrets: AccountSecrets): Promise<void>
  /** The state of the number and of its app's subscription. Rejects with `OfficialSetUpProblem`. */
  check(credentials: Omit<OfficialCredentials, 'verifyToken'>): Promise<OfficialNumberState>
}

/** Meta refused a call, or did not answer. */
export class OfficialSetUpProblem extends Error {
  override readonly name = 'OfficialSetUpProblem'
  /** `detail` is for a person: the missing permissions, or Meta's own text. */
  constructor(
    readonly reason: OfficialSetUpFailureReason,
    readonly detail: string,
    options?: ErrorOptions,
  ) {
    super(`${reason}: ${detail}`, options)
  }
}

export type AccountSecrets = Pick<OfficialCredentials, 'accountId' | 'token' | 'appSecret'>

export interface AccountNumbersResult {
  readonly numbers: readonly ListedPhoneNumber[]
  /** Meta's id of the app to which the token belongs; null: Meta did not report it. */
  readonly appId: string | null
  /** When the token expires. Null: it never expires, or Meta did not report it. */
  readonly tokenExpiresAt: Date | null
}

export interface ListedPhoneNumber {
  readonly id: string
  /** The number as Meta shows it, such as `+55 11 3333-4444`. */
  readonly shown: string
  readonly verifiedName: string
  /** The quality rating in Meta's spelling, such as GREEN. */
  readonly quality: string
  readonly isRegistered: boolean
}

export type OfficialNumberState = {
  readonly verifiedName: string | null
  /** The quality rating in Meta's spelling. */
  readonly quality: string | null
  readonly messagingLimit: string | null
  readonly nameStatus: string | null
  readonly tokenExpiresAt: Date | null
  /** Meta's id of the app to which the token belongs; null: Meta did not report it. */
  readonly appId: string | null
}

export interface WebhookParts {
  readonly events: readonly OfficialNumberEvent[]
  /** Changes of an account rather than of a number, such as the review of a template. */
  readonly accountChanges: readonly MetaAccountChange[]
  /** Parts of a kind that this version does not support. */
  readonly unread: readonly UnsupportedWebhookPart[]
}

/** An event of one number. `field` is Meta's name of its type, such as *messages* for messages and statuses. */
export interface OfficialNumberEvent {
  readonly phoneNumberId: string
  readonly field: string
  readonly event: InboundEvent
}

/** A part of a webhook of an unknown type. It is stored, but has no effect. */
export interface UnsupportedWebhookPart {
  /** The number that the part names; null: the part concerns the whole account. */
  readonly phoneNumberId: string | null
  readonly accountId: string | null
  readonly field: string
  readonly event: InboundEvent
}

export interface MetaAccountChange {
  readonly accountId: string
  readonly field: string
  readonly value: unknown
  /** The time that Meta gave for the change, in whole seconds; null if it gave none. */
  readonly at: Date | null
}
