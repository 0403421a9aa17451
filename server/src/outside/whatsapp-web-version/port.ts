import type { WhatsappWebVersion, WhatsappWebVersionLookupFailure } from '@balcao/domain/web-version'

/** Finds the current version of WhatsApp's web client. No call rejects, and each returns within five seconds. */
export interface WebVersionLookUp {
  /** Looks up only when the cache has expired. */
  current(): Promise<WebVersionLookUpResult>
  /** Looks up regardless of the cache. Joins a running look-up. */
  lookUpNow(): Promise<WebVersionLookUpResult>
  /** The cached version, also an expired one. */
  known(): WebVersionLookUpResult
  /** WhatsApp refused the version. The next `current` looks up again, but at most once a minute. */
  refused(): void
}

export interface WebVersionLookUpResult {
  /** Null: no version was found, or it was refused since. */
  readonly version: WhatsappWebVersion | null
  /** When the last look-up ended, with or without success; null before the first. */
  readonly at: Date | null
  /** Why the last look-up found no version; null: it found one. */
  readonly failure: WhatsappWebVersionLookupFailure | null
}
