import { ready } from '@balcao/contract/live'
import { act } from '@testing-library/react'
import type { LiveSocket, OpenSocket } from '../lib/live'

type Listener = (payload: unknown) => void

/** A socket at the transport's boundary: the test plays the server's part. */
export class FakeSocket implements LiveSocket {
  active = true
  /** Whether the server gives the subscriber as soon as it is asked for; else when the test says so. */
  subscribersAtOnce = false
  /** What the page emitted since the last look, as `[event, ...words]`. */
  emitted: unknown[][] = []
  /** Tokens of the handshakes. */
  tokens: (string | null)[] = []
  private readonly listeners = new Map<string, Set<Listener>>()

  readonly open: OpenSocket = (credentials) => {
    this.listeners.clear()
    this.credentials = credentials
    this.connect()
    if (this.subscribersAtOnce) queueMicrotask(() => this.subscribe())
    return this
  }
  private credentials: Parameters<OpenSocket>[0] = () => undefined

  on(event: string, listener: Listener): void {
    this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(listener))
  }
  off(event: string, listener: Listener): void {
    this.listeners.get(event)?.delete(listener)
  }
  emit(...words: unknown[]): void {
    this.emitted.push(words)
  }
  connect(): void {
    this.active = true
    this.credentials(({ token }) => this.tokens.push(token))
  }
  /** As the real one, it says so before it returns. */
  disconnect(): void {
    this.active = false
    if (!this.isSubscribed) return
    this.isSubscribed = false
    this.tell('disconnect', 'io client disconnect')
  }
  private isSubscribed = false

  /** The server says something on a channel. */
  say(event: string, payload?: unknown): void {
    act(() => this.tell(event, payload))
  }
  private tell(event: string, payload: unknown): void {
    for (const listener of [...(this.listeners.get(event) ?? [])]) listener(payload)
  }
  /** The server has given the subscriber. */
  subscribe(): void {
    this.isSubscribed = true
    this.say(ready)
  }
  /** The line breaks; the client tries again by itself. */
  lose(): void {
    this.isSubscribed = false
    this.say('disconnect', 'transport close')
  }
}
