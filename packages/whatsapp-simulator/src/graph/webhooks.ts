import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { GraphError } from './graph-error'
import type { GraphService } from './graph-service'
import type { App, Callback, GraphWorld, Json } from './world'

const HOUR_MS = 3_600_000
const GIVES_UP_AFTER_MS = 7 * 24 * HOUR_MS
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Fields that follow the callback of a number or account; the others always go to the app's address. */
const MESSAGE_LIKE = new Set(['messages', 'calls', 'smb_message_echoes', 'smb_app_state_sync', 'history'])

/** The fields that a new app receives. */
export const USUAL_FIELDS = [
  'messages',
  'message_template_status_update',
  'message_template_quality_update',
  'message_template_components_update',
  'template_category_update',
  'phone_number_quality_update',
  'phone_number_name_update',
  'business_capability_update',
  'account_update',
  'account_alerts',
  'account_review_update',
  'security',
  'user_preferences',
  'user_id_update',
  'calls',
  'smb_message_echoes',
  'history',
  'smb_app_state_sync',
]

/** One change of a webhook. */
export interface Announcement {
  accountId: string
  numberId?: string | undefined
  field: string
  value: Json
}

export interface Webhooks {
  /** Sends the change to each subscribed app that wants its field. */
  announce(announcement: Announcement): void
  /** Holds all webhooks back; `false` sends them in their order. */
  hold(isHeld: boolean): void
  /** Resolves when no first attempt is under way; repeats of failed ones may follow. */
  idle(): Promise<void>
  /** Sends the batches that an earlier run left. */
  resume(): void
  /** Repeats failed batches now instead of after their pause. */
  repeatNow(): void
  close(): void
}

type Shared = Pick<GraphService, 'world' | 'rules' | 'faults' | 'now' | 'changed'>

export function openWebhooks({ world, rules, faults, now, changed }: Shared): Webhooks {
  const timers = new Map<string, NodeJS.Timeout>()
  const delays = new Set<NodeJS.Timeout>()
  const closing = new AbortController()
  /** The attempts under way, by address: one at a time, so that webhooks keep their order. */
  const lines = new Map<string, Promise<void>>()
  let held: Announcement[] | undefined
  let swapped: Announcement | undefined
  let bundle: { left: number; announcements: Announcement[] } | undefined

  function announce(announcement: Announcement) {
    if (held) held.push(announcement)
    else pass(announcement)
  }
  /** Lets the pending faults happen to the change. */
  function pass(announcement: Announcement) {
    if (!bundle) {
      const fault = faults.take('bundleWebhooks')
      if (fault) bundle = { left: fault.count, announcements: [] }
    }
    if (bundle) {
      bundle.announcements.push(announcement)
      if (--bundle.left > 0) return
      const { announcements } = bundle
      bundle = undefined
      return post(announcements)
    }
    if (!swapped && faults.take('swapWebhooks')) {
      swapped = announcement
      return
    }
    const delay = faults.take('delayWebhook')
    if (delay) {
      const timer = setTimeout(() => {
        delays.delete(timer)
        post([announcement])
      }, delay.milliseconds)
      delays.add(timer)
      return
    }
    post([announcement])
    if (faults.take('repeatWebhook')) post([announcement])
    if (!swapped) return
    const earlier = swapped
    swapped = undefined
    post([earlier])
  }
  /** One batch for each app and address. */
  function post(announcements: Announcement[]) {
    const batches = new Map<string, { app: App; url: string; changes: Announcement[] }>()
    for (const announcement of announcements) {
      for (const { app, url } of receiversOf(world, announcement)) {
        const key = `${app.id} ${url}`
        const batch = batches.get(key) ?? { app, url, changes: [] }
        batch.changes.push(announcement)
        batches.set(key, batch)
      }
    }
    for (const { app, url, changes } of batches.values()) {
      const id = randomUUID()
      const body = asciiJson(envelope(changes, now()))
      world.batches[id] = { id, appId: app.id, url, body, attempts: 0, since: now() }
      inLine(id)
    }
  }
  function inLine(id: string) {
    const url = world.batches[id]?.url ?? ''
    lines.set(
      url,
      (lines.get(url) ?? Promise.resolve()).then(() => attempt(id)),
    )
  }
  async function attempt(id: string): Promise<void> {
    timers.delete(id)
    const batch = world.batches[id]
    const app = batch && world.apps[batch.appId]
    if (closing.signal.aborted || !batch || !app) return
    batch.attempts += 1
    const isTaken = await isAnswered200(batch.url, batch.body, app.secret)
    if (closing.signal.aborted) return
    if (isTaken || now() - batch.since > GIVES_UP_AFTER_MS) delete world.batches[id]
    else repeatLater(id, batch.attempts)
    changed()
  }
  async function isAnswered200(url: string, text: string, secret: string): Promise<boolean> {
    const body = Buffer.from(text)
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'facebookexternalua',
          'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(rules.callbackWithinMs)]),
      })
      await response.arrayBuffer()
      return response.status === 200
    } catch {
      // An unreachable callback is asked again, as one that answers an error.
      return false
    }
  }
  function repeatLater(id: string, attempts: number) {
    const pause = Math.min(rules.retryAfterMs * 2 ** (attempts - 1), HOUR_MS)
    timers.set(
      id,
      setTimeout(() => inLine(id), pause),
    )
  }
  return {
    announce,
    hold(isHeld) {
      if (isHeld) held ??= []
      else {
        const waiting = held ?? []
        held = undefined
        for (const announcement of waiting) pass(announcement)
      }
    },
    async idle() {
      let seen: Promise<void>[]
      do {
        seen = [...lines.values()]
        await Promise.all(seen)
      } while ([...lines.values()].some((line) => !seen.includes(line)))
    },
    resume() {
      for (const id of Object.keys(world.batches)) inLine(id)
    },
    repeatNow() {
      for (const [id, timer] of timers) {
        clearTimeout(timer)
        inLine(id)
      }
      timers.clear()
    },
    close() {
      closing.abort()
      for (const timer of [...timers.values(), ...delays]) clearTimeout(timer)
    },
  }
}

/**
 * Asks the callback for the challenge, as Meta does before it accepts an address. Only addresses of this machine are
 * accepted.
 */
export async function verifyCallback({ url, verifyToken }: Callback): Promise<void> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new GraphError(100, 'override_callback_uri is not a valid URL.')
  if (!LOOPBACK.has(new URL(url).hostname))
    throw new GraphError(100, 'The simulator sends webhooks to this machine only: use a loopback address.')
  const challenge = String(randomBytes(4).readUInt32BE())
  const address = new URL(url)
  address.searchParams.set('hub.mode', 'subscribe')
  address.searchParams.set('hub.challenge', challenge)
  address.searchParams.set('hub.verify_token', verifyToken)
  const answer = await ask(address)
  if (answer.status !== 200 || answer.text !== challenge)
    throw new GraphError(
      2200,
      `Callback verification failed with the following errors: HTTP Status Code = ${answer.status}; the answer ${answer.text === challenge ? 'is' : 'is not'} the challenge.`,
    )
}

async function ask(address: URL): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(10_000) })
    return { status: response.status, text: await response.text() }
  } catch (cause) {
    throw new GraphError(2200, `Callback verification failed: ${cause instanceof Error ? cause.message : ''}`)
  }
}

/** The subscribed apps that want this field, with their addresses: number before account before app. */
function receiversOf(world: GraphWorld, { accountId, numberId, field }: Announcement) {
  const account = world.accounts[accountId]
  return Object.entries(account?.subscribed ?? {}).flatMap(([appId, { callback }]) => {
    const app = world.apps[appId]
    if (!app?.fields.includes(field)) return []
    const ofNumber = numberId === undefined ? undefined : world.numbers[numberId]?.callbacks[appId]
    const chosen = (MESSAGE_LIKE.has(field) && (ofNumber ?? callback)) || app.callback
    return chosen ? [{ app, url: chosen.url }] : []
  })
}

/** Meta escapes what is not ASCII, and slashes: a product that signs its own writing of the body finds another hash. */
function asciiJson(value: object): string {
  return JSON.stringify(value)
    .replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/')
}

function envelope(changes: Announcement[], now: number) {
  const byAccount = new Map<string, Announcement[]>()
  for (const change of changes)
    byAccount.set(change.accountId, [...(byAccount.get(change.accountId) ?? []), change])
  const entry = [...byAccount].map(([id, ofAccount]) => ({
    id,
    time: Math.floor(now / 1000),
    changes: ofAccount.map(({ field, value }) => ({ field, value })),
  }))
  return { object: 'whatsapp_business_account', entry }
}
