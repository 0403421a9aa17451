import { createWebhook } from '@balcao/contract/webhooks'
import type { Product } from '../src/product'
import type { Fixture } from './fixture'
import type { Hook } from './hook'
import type { Page } from './page'
import type { Servers } from './servers'
import { until, within } from './waiting'

/** Two for calls and pages, two for numbers, one for jobs and clocks. */
export const rolesOfDay = {
  a1: 'api,realtime',
  a2: 'api,realtime',
  s1: 'sessions',
  s2: 'sessions',
  w1: 'worker',
}
export type Name = keyof typeof rolesOfDay
export const names = Object.keys(rolesOfDay) as readonly Name[] // its own keys

/** A day in progress. */
export interface Run extends Fixture {
  readonly pages: readonly Page[]
  readonly hook: Hook
  readonly servers: Servers | null
  /** Messages in each direction around each fault. */
  readonly messages: number
  readonly withinMs: number
  readonly tell: (line: string) => void
  /** By the part's name: the seconds until other processes had taken over. */
  readonly seconds: Map<string, number>
}

export function traffic({ conversations, say, answer, besides, messages }: Run, part: string): void {
  for (let at = 0; at < messages; at++) {
    const conversation = conversations[at % conversations.length]
    if (conversation === undefined) throw new Error('no conversation')
    besides(say(conversation, part))
    besides(answer(conversation, part))
  }
}

/** Kills the worker while it calls a webhook. Returns how often that was called. */
export async function killedWithJobInHand(run: Run): Promise<number> {
  const { hook, calls } = run
  const webhook = {
    name: 'Programa',
    url: `http://${hook.host}/`,
    events: ['message.received' as const],
    connectionId: null,
    isActive: true,
  }
  await calls(createWebhook, { body: webhook })
  const held = hook.holdNext()
  traffic(run, 'job')
  await within('the webhook is called', held)
  await processOf(run, 'w1').kill()
  return hook.count()
}

/** Waits until every number has a living process, and a new message of each customer is stored. */
export async function recovered(run: Run, what: string, part: string): Promise<void> {
  const since = performance.now()
  const { phones } = run
  const arrived = newMessagesStored(run, part)
  await until('every number has a living process', async () => {
    const [row] = await rowsOnceBack<{ count: number }>(
      run,
      `select count(*)::int from connection_leases
       where expires_at > now() and holder in (select id::text from living_nodes)`,
    )
    return row?.count === 2 && (await phones.ask('online'))
  })
  const passed = () => Math.round(performance.now() - since)
  const taken = passed()
  note(run, part, taken)
  await arrived
  run.tell(
    `${what} (${part}): all numbers have a living process after ${taken} ms, new messages are stored after ${passed()}`,
  )
}

/** Each customer writes once; resolves when all of it is stored. */
export async function newMessagesStored(run: Run, part: string): Promise<void> {
  const stored = run.conversations.map(async (conversation) => {
    const id = await run.say(conversation, part)
    await until(
      `${id} is stored`,
      async () => (await rowsOnceBack(run, 'select from messages where whatsapp_id = $1', [id])).length > 0,
    )
  })
  await Promise.all(stored)
}

/** No rows while the database is away. */
function rowsOnceBack<Row>({ records }: Run, sql: string, values?: readonly unknown[]): Promise<Row[]> {
  return records.rows<Row>(sql, values).catch(() => [])
}

/** The longest time counts, where a part has several. */
export function note({ seconds }: Run, part: string, ms: number): void {
  seconds.set(part, Math.max(seconds.get(part) ?? 0, ms / 1000))
}

export function processOf({ processes }: Run, name: Name): Product {
  const found = processes.get(name)
  if (found === undefined) throw new Error(`no process ${name}`)
  return found
}

/** The balancer passes calls to every process that serves them. */
export async function balanced({ haproxy }: Run): Promise<void> {
  if (haproxy === null) return // ours asks ten times a second
  const serving = names.filter((name) => rolesOfDay[name].includes('api'))
  await until('HAProxy has found all processes', async () => (await haproxy.up()) === serving.length)
}

/** The end of each process's log, for the error of a proof that could not go on. */
export function lastLinesOf({ processes }: Pick<Run, 'processes'>): string {
  const logs = [...processes].map(([name, { lines }]) => `${name}:\n${lines.slice(-30).join('\n')}`)
  return `the processes said\n${logs.join('\n')}`
}
