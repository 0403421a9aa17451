import { readySocketMessage } from '@balcao/contract/live'
import { act } from '@testing-library/react'
import type { LiveSocket, LiveSocketFactory } from '../lib/live'

type Listener = (payload: unknown) => void

/** A socket at the transport's boundary: the test plays the server. */
export class FakeSocket implements LiveSocket {
  active = true
  /** Whether the server adds the subscriber at once; otherwise the test does. */
  subscribersAtOnce = false
  /** The events that the page emitted since the last check, as `[event, ...arguments]`. */
  emitted: unknown[][] = []
  /** Tokens of the handshakes. */
  tokens: (string | null)[] = []
  private readonly listeners = new Map<string, Set<Listener>>()

  readonly open: LiveSocketFactory = (credentials) => {
    this.listeners.clear()
    this.credentials = credentials
    this.connect()
    if (this.subscribersAtOnce) queueMicrotask(() => this.subscribe())
    return this
  }
  private credentials: Parameters<LiveSocketFactory>[0] = () => undefined

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
  /** Like the real one, it emits the event before it returns. */
  disconnect(): void {
    this.active = false
    if (!this.isSubscribed) return
    this.isSubscribed = false
    this.dispatch('disconnect', 'io client disconnect')
  }
  private isSubscribed = false

  /** The server sends an event on a channel. */
  say(event: string, payload?: unknown): void {
    act(() => this.dispatch(event, payload))
  }
  private dispatch(event: string, payload: unknown): void {
    for (const listener of [...(this.listeners.get(event) ?? [])]) listener(payload)
  }
  /** The server has added the subscriber. */
  subscribe(): void {
    this.isSubscribed = true
    this.say(readySocketMessage)
  }
  /** The connection breaks; the client reconnects on its own. */
  lose(): void {
    this.isSubscribed = false
    this.say('disconnect', 'transport close')
  }
}
