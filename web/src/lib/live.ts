import {
  liveChannel,
  readySocketMessage,
  roomSocketMessageNames,
  type TypingActivity,
  typingSocketMessage,
  userStatusSocketMessage,
} from '@balcao/contract/live'
import type { TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import type { TicketStatus } from '@balcao/domain/tickets'
import { useEffect, useEffectEvent } from 'react'
import { io } from 'socket.io-client'
import { readStoredValue } from './browser-storage'
import type { LiveEventPayloads } from './live-events'
import { observable, useObservable } from './observable'
import { currentSession, refreshSession, storedToken } from './session'
import { after, every } from './timers'

type LiveName = keyof LiveEventPayloads

/** A part of the screen that shows tickets or messages. Events arrive only for joined views (RT-24). */
export type JoinableView =
  | { readonly kind: 'tickets'; readonly status: TicketStatus }
  | { readonly kind: 'notification' }
  /** `spy`: an admin reads unseen, and is not announced. */
  | { readonly kind: 'chatBox'; readonly ticketId: TicketId; readonly spy?: boolean }

/** The state of the connection to live events; `since` is the time of the loss, in milliseconds. */
export type LiveSocketState =
  | { readonly state: 'connecting' | 'ready' }
  | { readonly state: 'lost'; readonly since: number }

// biome-ignore lint/suspicious/noExplicitAny: socket.io types its events so; `LiveEventPayloads` types ours
type Listener = (payload: any) => void

export interface LiveSocket {
  /** False after the server closed the socket or refused it: Socket.IO then does not reconnect by itself. */
  readonly active: boolean
  on(event: string, listener: Listener): unknown
  off(event: string, listener: Listener): unknown
  emit(event: string, ...words: readonly unknown[]): unknown
  connect(): unknown
  disconnect(): unknown
}
export type LiveSocketFactory = (
  credentials: (give: (auth: { token: string | null }) => void) => void,
) => LiveSocket

/** In milliseconds: the first calls of a page wait at most this long for the subscription to events. */
const subscriberTimeoutMs = 1_000
/** In milliseconds: a call that did not reach the server is repeated after this pause, if the socket is connected. */
const retryPauseMs = 5_000

/** Opens a WebSocket, or polls where a proxy refuses WebSockets (RT-01). */
export const openSocketIo: LiveSocketFactory = (credentials) =>
  io({
    auth: credentials,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelayMax: 10_000,
  })

interface JoinedView {
  readonly join: readonly [event: string, ...words: unknown[]]
  readonly leave: readonly [event: string, ...words: unknown[]]
  holders: number
}

/** This tab's connection to the server's live events. */
export class LiveEventClient {
  readonly state = observable<LiveSocketState>({ state: 'connecting' })
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #joined = new Map<string, JoinedView>()
  readonly #afterReconnect = new Set<() => void>()
  readonly #whenBehind = new Set<() => void>()
  /** True if the screen may be outdated: the socket was lost, or a call was made before events reached this tab. */
  #isBehind = false
  /** Resolves when the server has subscribed this tab, or after the maximum wait. */
  #firstSubscriber: Promise<void> | undefined
  #socket: LiveSocket | undefined
  #stop: () => void = () => undefined

  /** Opens this tab's only socket for the owner of the stored token. Returns the function that closes it. */
  start(open: LiveSocketFactory): () => void {
    this.#stop()
    const person = readStoredValue('userId')
    const opened = open((give) => give({ token: storedToken() }))
    this.#socket = opened
    const proceed = this.#awaitSubscriber()
    const stopWaiting = after(subscriberTimeoutMs, proceed)
    let hasBeenReady = false

    opened.on(readySocketMessage, () => {
      this.#catchUp(opened, hasBeenReady)
      hasBeenReady = true
      proceed()
    })
    for (const loss of ['disconnect', 'connect_error']) {
      opened.on(loss, () => {
        if (this.#socket !== opened) return // `start` has closed this socket on purpose, so it is no loss.
        this.#markLost()
        proceed()
        if (!opened.active) this.#reconnect(opened)
      })
    }
    for (const [name, handlers] of this.#listeners) for (const handler of handlers) opened.on(name, handler)
    const stopStatus = every(limits.userStatusEvery, () => opened.emit(userStatusSocketMessage))

    const stopThis = () => {
      stopStatus()
      stopWaiting()
      proceed()
      if (this.#socket !== opened) return
      this.#socket = undefined // Cleared first: closing emits `disconnect`, whose handler must not report a loss.
      opened.disconnect()
      // The same user's screen may now be outdated. For another user the whole screen renders anew.
      this.#isBehind = readStoredValue('userId') === person
      this.state.set({ state: 'connecting' })
    }
    this.#stop = stopThis
    return stopThis
  }

  #awaitSubscriber(): () => void {
    let resolve: () => void = () => undefined
    const subscriber = new Promise<void>((done) => {
      resolve = done
    })
    this.#firstSubscriber = subscriber
    return () => {
      if (this.#firstSubscriber === subscriber) this.#firstSubscriber = undefined
      resolve()
    }
  }

  /** The server has subscribed this tab: joins the views, and refetches what may be outdated. */
  #catchUp(opened: LiveSocket, isAgain: boolean): void {
    this.state.set({ state: 'ready' })
    opened.emit(userStatusSocketMessage)
    for (const { join } of this.#joined.values()) opened.emit(...join)
    if (this.#isBehind) for (const act of this.#whenBehind) act()
    if (isAgain) for (const act of this.#afterReconnect) act()
    this.#isBehind = false
  }

  /**
   * Waits briefly until the server has subscribed this tab to events. A call that is sent earlier may miss events, so
   * its data is fetched again after the subscription. Resolves to true if it waited.
   */
  async subscriberOrPatience(): Promise<boolean> {
    const awaited = this.#firstSubscriber
    await awaited
    if (!this.#isReady()) this.#isBehind = true
    return awaited !== undefined
  }

  #isReady(): boolean {
    return this.state.get().state === 'ready'
  }

  #markLost(): void {
    this.#isBehind = true
    if (this.state.get().state !== 'lost') this.state.set({ state: 'lost', since: Date.now() })
  }

  /** Reconnects after the server refused or closed the socket, mostly because of an expired token. */
  #reconnect(opened: LiveSocket): void {
    const token = storedToken()
    const isOurs = () => this.#socket === opened && currentSession().state !== 'signed-out'
    after(1_000, () => {
      if (!isOurs()) return
      refreshSession(token)
        // The server is unreachable or refuses: the next attempt, or the next call, reports that.
        .catch(() => undefined)
        .finally(() => {
          if (isOurs()) opened.connect()
        })
    })
  }

  /** Subscribes to a channel of the signed-in company. Returns the function that unsubscribes. */
  on<Name extends LiveName>(name: Name, handler: (event: LiveEventPayloads[Name]) => void): () => void {
    const session = currentSession()
    if (session.state !== 'signed-in') return () => undefined
    const wireName = liveChannel[name](session.user.companyId)
    const handlers = this.#listeners.get(wireName) ?? new Set()
    this.#listeners.set(wireName, handlers.add(handler))
    this.#socket?.on(wireName, handler)
    return () => {
      handlers.delete(handler)
      this.#socket?.off(wireName, handler)
    }
  }

  /** Joins a view while any component of this tab shows it; joins it again after a reconnect. */
  join(view: JoinableView): () => void {
    const { join, leave } = roomSocketMessageNames[view.kind]
    const what = wordsOf(view)
    const key = JSON.stringify([join, ...what])
    const held = this.#joined.get(key) ?? { join: [join, ...what], leave: [leave, ...what], holders: 0 }
    this.#joined.set(key, held)
    held.holders += 1
    if (held.holders === 1 && this.#isReady()) this.#socket?.emit(...held.join)

    return () => {
      held.holders -= 1
      if (held.holders > 0) return
      this.#joined.delete(key)
      if (this.#isReady()) this.#socket?.emit(...held.leave)
    }
  }

  /** Sends whether this user types or records in a conversation; does nothing while disconnected. */
  tellTyping(ticketId: TicketId, doing: TypingActivity): void {
    if (this.#isReady()) this.#socket?.emit(typingSocketMessage, { ticketId, doing })
  }

  /** Runs `act` when the screen may be outdated, as after a reconnect (RT-23). */
  onBehind(act: () => void): () => void {
    this.#whenBehind.add(act)
    return () => this.#whenBehind.delete(act)
  }

  /** Runs `act` after each reconnect, but not after the first connection. */
  onReconnected(act: () => void): () => void {
    this.#afterReconnect.add(act)
    return () => this.#afterReconnect.delete(act)
  }
}

/**
 * Runs `act` after each reconnect. Call the returned function when a call did not reach the server: it runs `act`
 * after a pause, since the server may lose its database while the socket stays connected.
 */
export function retryWhenReachable(act: () => void): () => void {
  live.onReconnected(act)
  return () => {
    after(retryPauseMs, () => {
      if (live.state.get().state !== 'lost') act()
    })
  }
}

/** This tab's only connection to live events. */
export const live = new LiveEventClient()

function wordsOf(view: JoinableView): readonly unknown[] {
  if (view.kind === 'notification') return []
  if (view.kind === 'tickets') return [view.status]
  return view.spy === true ? [view.ticketId, { spy: true }] : [view.ticketId]
}

export function useLiveSocketState(): LiveSocketState {
  return useObservable(live.state)
}

/** Subscribes to a channel while the component is mounted; the handler may change with every render. */
export function useLiveEvent<Name extends LiveName>(
  name: Name,
  handler: (event: LiveEventPayloads[Name]) => void,
): void {
  const onEvent = useEffectEvent(handler)
  useEffect(() => live.on(name, (event) => onEvent(event)), [name])
}

export function useJoinView(view: JoinableView | null): void {
  const key = view === null ? null : JSON.stringify(view)
  // The effect depends on the JSON text of the view, because each render may pass a new object.
  useEffect(() => (key === null ? undefined : live.join(JSON.parse(key) as JoinableView)), [key])
}
