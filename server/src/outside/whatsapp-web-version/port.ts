import type { WebVersion, WebVersionLookupFailure } from '@balcao/domain/web-version'

/**
 * Finds the current version of WhatsApp's web client. No call rejects, and each returns within five seconds.
 */
export interface WebVersionLookUp {
  /** Returns the cached version; looks up when the cache has expired. */
  current(): Promise<WebVersionLookUpResult>
  /** Looks up regardless of the cache. Joins a running look-up. */
  lookUpNow(): Promise<WebVersionLookUpResult>
  /** Returns the cached version, also an expired one. */
  known(): WebVersionLookUpResult
  /**
   * Reports that WhatsApp refused the version. The next `current` looks up again, but at most once a minute.
   */
  refused(): void
}

export interface WebVersionLookUpResult {
  /** The latest version found; null: none was found, or it was refused since. */
  readonly version: WebVersion | null
  /** The time when the last look-up ended, with or without success; null before the first. */
  readonly at: Date | null
  /** Why the last look-up found no version; null: it found one. */
  readonly failure: WebVersionLookupFailure | null
}
