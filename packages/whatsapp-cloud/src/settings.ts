import type { Dispatcher } from 'undici'

/** How the Graph API is reached. */
export interface GraphSettings {
  /** Without a slash at its end, such as `https://graph.facebook.com`. */
  readonly url: string
  /** Such as `v26.0`. */
  readonly version: string
  /** The only host that media are downloaded from: `lookaside.fbsbx.com`, or a simulator's `127.0.0.1:4000`. */
  readonly mediaHost: string
  readonly dispatcher?: Dispatcher
  /** The time for the answer to one call, 30 s by default; an upload gets four times as much. */
  readonly timeoutMs?: number
}

/** Time and randomness, injected so that tests control both. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** A uniform random number in 0..1. */
  chance(): number
  /** Calls `act` once, `milliseconds` later; returns a function that cancels it. */
  after(milliseconds: number, act: () => void): () => void
}

/** The part of a pino logger that this package uses. Facts are ids and codes, never texts, numbers or tokens. */
export interface Log {
  info(facts: object, text: string): void
  warn(facts: object, text: string): void
}

export interface CloudSettings {
  readonly graph: GraphSettings
  readonly clock: Clock
  readonly log: Log
}
