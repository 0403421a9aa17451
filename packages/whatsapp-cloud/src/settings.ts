import type { Dispatcher } from 'undici'

export interface GraphSettings {
  /** The address without a final slash, such as `https://graph.facebook.com`. */
  readonly url: string
  /** The API version, such as `v26.0`. */
  readonly version: string
  /** The only host for media downloads: `lookaside.fbsbx.com`, or a simulator's `127.0.0.1:4000`. */
  readonly mediaHost: string
  readonly dispatcher?: Dispatcher
  /** The timeout of one call, 30 s by default; an upload gets four times as much. */
  readonly timeoutMs?: number
}

/** Time and randomness. They are injected so that tests can control them. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** A uniform random number from 0 to 1. */
  chance(): number
  /** Calls `act` once after `milliseconds`. The returned function cancels the call. */
  after(milliseconds: number, act: () => void): () => void
}

/** A part of a pino logger. It gets ids and codes, never texts, numbers or tokens. */
export interface Log {
  info(facts: object, text: string): void
  warn(facts: object, text: string): void
}

export interface CloudSettings {
  readonly graph: GraphSettings
  readonly clock: Clock
  readonly log: Log
}
