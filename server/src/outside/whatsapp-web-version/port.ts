import type { WebVersion, WebVersionFailure } from '@balcao/domain/web-version'

/** Learns which version WhatsApp's own site has now. No call rejects, and each answers within five seconds. */
export interface WebVersionLookUp {
  /** From the cache; looks up when the cache has expired. */
  current(): Promise<LookedUpVersion>
  /** Looks up whatever the cache holds. Joins a look-up that is running. */
  lookUpNow(): Promise<LookedUpVersion>
  /** From the cache, even when it has expired. */
  known(): LookedUpVersion
  /** WhatsApp refused the claimed version: the next `current` looks up anew, though not twice within a minute. */
  refused(): void
}

export interface LookedUpVersion {
  /** The latest version that was found; null when none was, or when it was refused since. */
  readonly version: WebVersion | null
  /** When the last look-up ended, well or not; null before the first. */
  readonly at: Date | null
  /** Why the last look-up found no version; null when it found one. */
  readonly failure: WebVersionFailure | null
}
