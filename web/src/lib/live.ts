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

/** What each channel of the contract carries. */
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

/** A part of the screen that shows tickets or messages: events come only for what was joined (RT-24). */
export type View =
  | { readonly kind: 'tickets'; readonly status: TicketStatus }
  | { readonly kind: 'notification' }
  /** `spy`: an admin only looks, and nobody sees it. */
  | { readonly kind: 'chatBox'; readonly ticketId: TicketId; readonly spy?: boolean }

/** `lost` while a socket that was there is not; `since` is when it went, in milliseconds. */
export type LiveState =
  | { readonly state: 'connecting' | 'ready' }
  | { readonly state: 'lost'; readonly since: number }

// biome-ignore lint/suspicious/noExplicitAny: so socket.io types its events; `LiveEvents` gives ours their types
type Listener = (payload: any) => void

/** What we use of a socket; tests put their own in its place. */
export interface LiveSocket {
  /** False when the server closed it or refused the handshake: then it does not come back by itself. */
  readonly active: boolean
  on(event: string, listener: Listener): unknown
  off(event: string, listener: Listener): unknown
  emit(event: string, ...words: readonly unknown[]): unknown
  connect(): unknown
  disconnect(): unknown
}
export type OpenSocket = (credentials: (give: (auth: { token: string | null }) => void) => void) => LiveSocket

/** In milliseconds: so long may a page's first questions wait for the subscriber. */
const subscriberPatience = 1_000

const state = observable<LiveState>({ state: 'connecting' })
const listeners = new Map<string, Set<Listener>>()
const joined = new Map<
  string,
  { readonly words: readonly unknown[]; readonly leave: string; holders: number }
>()
const afterReconnect = new Set<() => void>()
const whenBehind = new Set<() => void>()
/** Something was asked, or a subscriber was lost, since news last reached this tab: what is on screen may be old. */
let isBehind = false
/** Until the subscriber is there, or patience is over. */
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

/** Opens the one socket of this tab for whom the stored token belongs to; gives the function that closes it. */
export function startLive(open: OpenSocket): () => void {
  stop()
  const person = readStored('userId')
  const opened = open((give) => give({ token: storedToken() }))
  socket = opened
  let goOn: () => void = () => undefined
  const subscriber = new Promise<void>((resolve) => {
    goOn = () => {
      if (firstSubscriber === subscriber) firstSubscriber = undefined
      resolve()
    }
  })
  firstSubscriber = subscriber
  const stopWaiting = after(subscriberPatience, goOn)
  let hasBeenReady = false

  opened.on(ready, () => {
    state.set({ state: 'ready' })
    opened.emit(userStatus)
    for (const { words } of joined.values()) opened.emit(...(words as [string])) // words start with the verb
    if (isBehind) for (const act of whenBehind) act()
    if (hasBeenReady) for (const act of afterReconnect) act()
    isBehind = false
    hasBeenReady = true
    goOn()
  })
  for (const loss of ['disconnect', 'connect_error']) {
    opened.on(loss, () => {
      if (socket !== opened) return // we closed it ourselves
      lose()
      goOn()
      if (!opened.active) comeBack(opened)
    })
  }
  for (const [name, handlers] of listeners) for (const handler of handlers) opened.on(name, handler)
  const stopStatus = every(limits.userStatusEvery, () => opened.emit(userStatus))

  const stopThis = () => {
    stopStatus()
    stopWaiting()
    goOn()
    if (socket !== opened) return
    socket = undefined // before it closes: closing is said as a loss is
    opened.disconnect()
    isBehind = readStored('userId') === person // nothing on screen stays for the next one
    state.set({ state: 'connecting' })
  }
  stop = stopThis
  return stopThis
}

/**
 * Waits until news reach this tab, so that what is asked then need not be asked again: for a short while, and not where there
 * is no socket. What is asked without a subscriber may miss what happens until there is one, so then it is asked again. Tells
 * whether it waited: whoever did goes on in the same moment as all others.
 */
export async function subscriberOrPatience(): Promise<boolean> {
  const awaited = firstSubscriber
  await awaited
  if (state.get().state !== 'ready') isBehind = true
  return awaited !== undefined
}

function lose(): void {
  isBehind = true
  if (state.get().state !== 'lost') state.set({ state: 'lost', since: Date.now() })
}

/** The server refused or closed the socket: mostly an old token. A dead session ends in the refresh, not here. */
function comeBack(opened: LiveSocket): void {
  const token = storedToken()
  const isOurs = () => socket === opened && currentSession().state !== 'signed-out'
  after(1_000, () => {
    if (!isOurs()) return
    refreshSession(token)
      .catch(() => undefined) // unreachable or refused: the next attempt, or the next call, says so
      .finally(() => {
        if (isOurs()) opened.connect()
      })
  })
}

/** Hears a channel of the signed-in company. Gives the function that stops hearing. */
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

/** Joins a view for as long as anybody on this tab shows it; joined again by itself after a reconnect. */
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

/** Tells the server what this person does in a conversation; unheard while there is no connection. */
export function tellTyping(ticketId: TicketId, doing: Doing): void {
  if (state.get().state === 'ready') socket?.emit(typing, { ticketId, doing })
}

/** Runs when there is a subscriber and the views are joined, if what is on screen may be older: after a reconnect (RT-23), and when
 *  the first subscriber came later than the first questions. */
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

/** Hears a channel while the component lives; the handler may change with every render. */
export function useLive<Name extends LiveName>(name: Name, handler: (event: LiveEvents[Name]) => void): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => onLive(name, (event) => latest.current(event)), [name])
}

/** Joins a view while the component lives; null joins nothing. */
export function useJoin(view: View | null): void {
  const key = view === null ? null : JSON.stringify(view)
  useEffect(() => (key === null ? undefined : joinView(JSON.parse(key) as View)), [key]) // written one line above
}
