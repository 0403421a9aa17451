import {
  channel,
  type Doing,
  joins,
  type LiveAnnouncement,
  type LiveAuth,
  type LiveCampaign,
  type LiveCampaignSettings,
  type LiveChat,
  type LiveCompanies,
  type LiveCompany,
  type LiveConnection,
  type LiveConnectionSession,
  type LiveContact,
  type LiveContactImport,
  type LiveContactList,
  type LiveContactListItem,
  type LiveDeadLetters,
  type LiveFileList,
  type LiveHandover,
  type LiveHelp,
  type LiveHoliday,
  type LiveIntegration,
  type LiveMention,
  type LiveMessage,
  type LiveNote,
  type LiveOptOut,
  type LivePayment,
  type LivePersonalData,
  type LivePlan,
  type LivePlans,
  type LivePrompt,
  type LiveQueue,
  type LiveQueueOptions,
  type LiveQuickMessage,
  type LiveSchedule,
  type LiveSetting,
  type LiveStorage,
  type LiveTag,
  type LiveTicket,
  type LiveTicketEvent,
  type LiveTicketViewers,
  type LiveTyping,
  type LiveUser,
  type LiveWaitingPayments,
  type LiveWebhook,
  ready,
  typing,
  userStatus,
} from '@balcao/contract/live'
import type { TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import type { TicketStatus } from '@balcao/domain/tickets'
import { useEffect, useRef } from 'react'
import { io } from 'socket.io-client'
import { readStored } from './browser-storage'
import { observable, useObservable } from './observable'
import { currentSession, refreshSession, storedToken } from './session'
import { after, every } from './timers'

/** The payload of each channel of the contract. */
export interface LiveEvents {
  ticket: LiveTicket
  message: LiveMessage
  typing: LiveTyping
  ticketViewers: LiveTicketViewers
  ticketEvent: LiveTicketEvent
  note: LiveNote
  handover: LiveHandover
  mention: LiveMention
  contact: LiveContact
  contactImport: LiveContactImport
  personalData: LivePersonalData
  contactList: LiveContactList
  contactListItem: LiveContactListItem
  campaign: LiveCampaign
  campaignSettings: LiveCampaignSettings
  campaignOptOut: LiveOptOut
  connection: LiveConnection
  connectionSession: LiveConnectionSession
  user: LiveUser
  queue: LiveQueue
  queueOptions: LiveQueueOptions
  holiday: LiveHoliday
  quickMessage: LiveQuickMessage
  tag: LiveTag
  schedule: LiveSchedule
  inboundEvents: LiveDeadLetters
  prompt: LivePrompt
  queueIntegration: LiveIntegration
  webhook: LiveWebhook
  fileList: LiveFileList
  chat: LiveChat
  plan: LivePlan
  plans: LivePlans
  companies: LiveCompanies
  payment: LivePayment
  waitingPayments: LiveWaitingPayments
  help: LiveHelp
  announcement: LiveAnnouncement
  settings: LiveSetting
  company: LiveCompany
  storage: LiveStorage
  auth: LiveAuth
}
type LiveName = keyof LiveEvents

/** A part of the screen that shows tickets or messages: events arrive only for joined views (RT-24). */
export type View =
  | { readonly kind: 'tickets'; readonly status: TicketStatus }
  | { readonly kind: 'notification' }
  /** `spy`: an admin reads unseen, and is not announced. */
  | { readonly kind: 'chatBox'; readonly ticketId: TicketId; readonly spy?: boolean }

/** `lost` after a socket has disconnected; `since` is the time of the loss, in milliseconds. */
export type LiveState =
  | { readonly state: 'connecting' | 'ready' }
  | { readonly state: 'lost'; readonly since: number }

// biome-ignore lint/suspicious/noExplicitAny: socket.io types its events so; `LiveEvents` types ours
type Listener = (payload: any) => void

/** The part of a socket that we use; tests replace it. */
export interface LiveSocket {
  /** False when the server closed it or refused the handshake: then it does not reconnect on its own. */
  readonly active: boolean
  on(event: string, listener: Listener): unknown
  off(event: string, listener: Listener): unknown
  emit(event: string, ...words: readonly unknown[]): unknown
  connect(): unknown
  disconnect(): unknown
}
export type OpenSocket = (credentials: (give: (auth: { token: string | null }) => void) => void) => LiveSocket

/** In milliseconds: the maximum wait of a page's first questions for the subscriber. */
const subscriberPatience = 1_000

const state = observable<LiveState>({ state: 'connecting' })
const listeners = new Map<string, Set<Listener>>()
const joined = new Map<
  string,
  { readonly words: readonly unknown[]; readonly leave: string; holders: number }
>()
const afterReconnect = new Set<() => void>()
const whenBehind = new Set<() => void>()
/** A question was asked, or the socket was lost, since events last reached this tab: the screen may be outdated. */
let isBehind = false
/** Resolves with the subscriber, or after the maximum wait. */
let firstSubscriber: Promise<void> | undefined
let socket: LiveSocket | undefined
let stop: () => void = () => undefined

/** Websocket first, polling where a proxy refuses it (RT-01). */
export const openSocketIo: OpenSocket = (credentials) =>
  io({
    auth: credentials,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelayMax: 10_000,
  })

/** Opens the one socket of this tab for the owner of the stored token; returns the function that closes it. */
export function startLive(open: OpenSocket): () => void {
  stop()
  const person = readStored('userId')
  const opened = open((give) => give({ token: storedToken() }))
  socket = opened
  let proceed: () => void = () => undefined
  const subscriber = new Promise<void>((resolve) => {
    proceed = () => {
      if (firstSubscriber === subscriber) firstSubscriber = undefined
      resolve()
    }
  })
  firstSubscriber = subscriber
  const stopWaiting = after(subscriberPatience, proceed)
  let hasBeenReady = false

  opened.on(ready, () => {
    state.set({ state: 'ready' })
    opened.emit(userStatus)
    for (const { words } of joined.values()) opened.emit(...(words as [string])) // the first argument is the event name
    if (isBehind) for (const act of whenBehind) act()
    if (hasBeenReady) for (const act of afterReconnect) act()
    isBehind = false
    hasBeenReady = true
    proceed()
  })
  for (const loss of ['disconnect', 'connect_error']) {
    opened.on(loss, () => {
      if (socket !== opened) return // we closed it ourselves
      markLost()
      proceed()
      if (!opened.active) reconnect(opened)
    })
  }
  for (const [name, handlers] of listeners) for (const handler of handlers) opened.on(name, handler)
  const stopStatus = every(limits.userStatusEvery, () => opened.emit(userStatus))

  const stopThis = () => {
    stopStatus()
    stopWaiting()
    proceed()
    if (socket !== opened) return
    socket = undefined // before it closes: closing emits the event of a loss
    opened.disconnect()
    isBehind = readStored('userId') === person // the next person has nothing on screen
    state.set({ state: 'connecting' })
  }
  stop = stopThis
  return stopThis
}

/**
 * Waits until events reach this tab, so that a question need not be repeated: for a short time, and not without a socket. A
 * question without a subscriber may miss events until there is one, so it is then repeated. Resolves to whether it waited:
 * all waiting questions continue in the same moment.
 */
export async function subscriberOrPatience(): Promise<boolean> {
  const awaited = firstSubscriber
  await awaited
  if (state.get().state !== 'ready') isBehind = true
  return awaited !== undefined
}

function markLost(): void {
  isBehind = true
  if (state.get().state !== 'lost') state.set({ state: 'lost', since: Date.now() })
}

/** The server refused or closed the socket: mostly because of an old token. The refresh handles a dead session. */
function reconnect(opened: LiveSocket): void {
  const token = storedToken()
  const isOurs = () => socket === opened && currentSession().state !== 'signed-out'
  after(1_000, () => {
    if (!isOurs()) return
    refreshSession(token)
      .catch(() => undefined) // unreachable or refused: the next attempt, or the next call, reports it
      .finally(() => {
        if (isOurs()) opened.connect()
      })
  })
}

/** Subscribes to a channel of the signed-in company. Returns the function that unsubscribes. */
export function onLive<Name extends LiveName>(
  name: Name,
  handler: (event: LiveEvents[Name]) => void,
): () => void {
  const session = currentSession()
  if (session.state !== 'signed-in') return () => undefined
  const wireName = channel[name](session.user.companyId)
  const handlers = listeners.get(wireName) ?? new Set()
  listeners.set(wireName, handlers.add(handler))
  socket?.on(wireName, handler)
  return () => {
    handlers.delete(handler)
    socket?.off(wireName, handler)
  }
}

/** Joins a view while any component of this tab shows it; joins again after a reconnect. */
export function joinView(view: View): () => void {
  const { join, leave } = joins[view.kind]
  const what = wordsOf(view)
  const key = JSON.stringify([join, ...what])
  const held = joined.get(key) ?? { words: [join, ...what], leave, holders: 0 }
  joined.set(key, held)
  held.holders += 1
  if (held.holders === 1 && state.get().state === 'ready') socket?.emit(join, ...what)

  return () => {
    held.holders -= 1
    if (held.holders > 0) return
    joined.delete(key)
    if (state.get().state === 'ready') socket?.emit(leave, ...what)
  }
}

function wordsOf(view: View): readonly unknown[] {
  switch (view.kind) {
    case 'tickets':
      return [view.status]
    case 'notification':
      return []
    case 'chatBox':
      return view.spy === true ? [view.ticketId, { spy: true }] : [view.ticketId]
  }
}

/** Sends what this user does in a conversation; dropped without a connection. */
export function tellTyping(ticketId: TicketId, doing: Doing): void {
  if (state.get().state === 'ready') socket?.emit(typing, { ticketId, doing })
}

/**
 * Runs once the subscriber is there and the views are joined, if the screen may be outdated: after a reconnect (RT-23), and
 * when the first subscriber came later than the first questions.
 */
export function onBehind(act: () => void): () => void {
  whenBehind.add(act)
  return () => whenBehind.delete(act)
}

/** Runs after each reconnect, not at the first subscriber. */
export function onReconnected(act: () => void): () => void {
  afterReconnect.add(act)
  return () => afterReconnect.delete(act)
}

export function useLiveState(): LiveState {
  return useObservable(state)
}

/** Subscribes to a channel while the component is mounted; the handler may change with every render. */
export function useLive<Name extends LiveName>(name: Name, handler: (event: LiveEvents[Name]) => void): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => onLive(name, (event) => latest.current(event)), [name])
}

/** Joins a view while the component is mounted; null joins nothing. */
export function useJoin(view: View | null): void {
  const key = view === null ? null : JSON.stringify(view)
  useEffect(() => (key === null ? undefined : joinView(JSON.parse(key) as View)), [key]) // written one line above
}
