import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sendMessage } from '@balcao/contract/messages'
import { createWebhook } from '@balcao/contract/webhooks'
import type { TicketId } from '@balcao/domain/ids'
import { callsWith } from '../src/calls'
import type { Product } from '../src/product'
import { wholeConversation } from './figures'
import { type Fixture, openFixture, ticketOf } from './fixture'
import { openPage, type Page } from './page'
import { concluded, type Proof } from './proof'
import { atCommit, wrote } from './steps'
import { until, within } from './waiting'

export interface DayOptions {
  readonly seed: number
  readonly pages: number
  /** Messages in each direction around each kill. */
  readonly messages: number
  /** Pages are back, numbers taken over and jobs begun again within this time; absent: at any time. */
  readonly withinMs?: number
  readonly tell?: (line: string) => void
}

/** Two for calls and pages, two for numbers, one for jobs and clocks. */
const roles = {
  a1: 'api,realtime',
  a2: 'api,realtime',
  s1: 'sessions',
  s2: 'sessions',
  w1: 'worker',
}
type Name = keyof typeof roles
const names = Object.keys(roles) as readonly Name[] // its own keys

/**
 * A day of an installation of five processes on one database: each is killed at a random moment and at exact ones, then
 * stopped in order, while customers write, an attendant answers and pages listen. The bus is PostgreSQL's.
 */
export async function day({
  seed,
  pages: pageCount,
  messages,
  withinMs = Number.POSITIVE_INFINITY,
  tell = () => undefined,
}: DayOptions): Promise<Proof> {
  const hook = await startHook()
  const fixture = await openFixture({
    seed,
    numbers: 2,
    customersOfEach: 2,
    processes: roles,
    environment: { BOT_PRIVATE_HOSTS: hook.host },
  })
  const pages: Page[] = []
  try {
    for (let at = 0; at < pageCount; at++) pages.push(await openPage(fixture))
    const kills = new Map<string, number>()
    const seconds = new Map<string, number>()
    const run = { ...fixture, pages, hook, messages, withinMs, tell, seconds }
    for (const name of names) {
      await killAtRandom(run, name)
      kills.set(name, 1)
    }
    await killBeforePublishing(run)
    kills.set('unpublished', 1)
    await killWithJobInHand(run)
    kills.set('job', 1)
    for (const name of names) await stopInOrder(run, name)
    const proof = await concluded(fixture, kills)
    return { ...proof, seconds, troubles: [...proof.troubles, ...(await troublesOfPages(run))] }
  } finally {
    for (const page of pages) page.close()
    await fixture.close()
    await hook.close()
  }
}

interface Run extends Fixture {
  readonly pages: readonly Page[]
  readonly hook: Hook
  readonly messages: number
  readonly withinMs: number
  readonly tell: (line: string) => void
  /** By the part's name: the seconds until other processes had taken over. */
  readonly seconds: Map<string, number>
}

function traffic({ conversations, say, answer, besides, messages }: Run, part: string): void {
  for (let at = 0; at < messages; at++) {
    const conversation = conversations[at % conversations.length]
    if (conversation === undefined) throw new Error('no conversation')
    besides(say(conversation, part))
    besides(answer(conversation, part))
  }
}

async function killAtRandom(run: Run, name: Name): Promise<void> {
  traffic(run, name)
  await run.phones.ask('stanzas', run.chance.between(3, 20))
  await processOf(run, name).kill()
  traffic(run, name)
  await recovered(run, name, name)
  await processOf(run, name).start()
}

/** The act of a post is committed, and its process dies before it has published the events. */
async function killBeforePublishing(run: Run): Promise<void> {
  const product = processOf(run, 'a1')
  const isPost = (commit: Parameters<typeof wrote>[0]) =>
    wrote(commit, 'messages.byClientIds') && wrote(commit, 'live.recordEvents')
  const dead = atCommit({ ...run, product }, 'product', 'after', isPost)
  // The balancer takes turns, so that both processes post; the kill is for the one whose commit comes first.
  const other = processOf(run, 'a2')
  await other.kill()
  traffic(run, 'unpublished')
  await within('a1 dies after its commit', dead)
  await Promise.all([product.start(), other.start()])
  await recovered(run, 'a1', 'unpublished')
  await until('all pages are back', async () => run.pages.every((page) => page.isReady()))
  for (const page of run.pages) page.forgetAbsences()
}

/** A webhook is being called by the worker when it dies: another call of it follows. */
async function killWithJobInHand(run: Run): Promise<void> {
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
  const before = hook.count()
  await processOf(run, 'w1').kill()
  await processOf(run, 'w1').start()
  const since = performance.now()
  await until('the webhook is called again', async () => hook.count() > before)
  note(run, 'job', performance.now() - since)
}

/** SIGTERM: no call fails, and its numbers are taken over. */
async function stopInOrder(run: Run, name: Name): Promise<void> {
  const part = `stop-${name}`
  const { product, token, conversations, besides } = run
  const [conversation] = conversations
  if (conversation === undefined) throw new Error('no conversation')
  let isOver = false
  let failed = 0
  const calling = (async () => {
    while (!isOver) {
      const body = `${part} resposta a ${conversation.name} ${conversation.answered.length}`
      conversation.answered.push(body)
      const input = {
        params: { ticketId: ticketOf(conversation).id },
        body: { body, clientId: randomUUID() },
      }
      // Without a second try, which would hide a failed call.
      await callsWith(product.url, token())(sendMessage, input).catch((cause) => {
        failed += 1
        besides(Promise.reject(new Error(`${part}: a call failed: ${cause}`)))
      })
      await pause(10)
    }
  })()
  traffic(run, part)
  await processOf(run, name).stop()
  await recovered(run, name, part)
  isOver = true
  await calling
  await processOf(run, name).start()
  run.tell(`${name} stopped in order: ${failed} calls failed`)
}

/** Waits until every number has a living process, and a new message of each customer is stored. */
async function recovered(run: Run, name: Name, part: string): Promise<void> {
  const since = performance.now()
  const { records, phones, conversations, say } = run
  const arrived = Promise.all(
    conversations.map(async (conversation) => {
      const id = await say(conversation, part)
      await until(
        `${id} is stored`,
        async () => (await records.rows('select from messages where whatsapp_id = $1', [id])).length > 0,
      )
    }),
  )
  await until('every number has a living process', async () => {
    const [row] = await records.rows<{ count: number }>(
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
    `${name} gone (${part}): its work is taken over after ${taken} ms, new messages stored after ${passed()}`,
  )
}

function note({ seconds }: Run, part: string, ms: number): void {
  seconds.set(part, Math.max(seconds.get(part) ?? 0, ms / 1000))
}

function processOf({ processes }: Run, name: Name): Product {
  const found = processes.get(name)
  if (found === undefined) throw new Error(`no process ${name}`)
  return found
}

/** What each page shows equals what a new one would fetch, and no page was away for long. */
async function troublesOfPages(run: Run): Promise<string[]> {
  const stored = new Map<TicketId, readonly string[]>()
  for (const conversation of run.conversations)
    stored.set(
      ticketOf(conversation).id,
      (await wholeConversation(run, conversation)).map(({ body }) => body),
    )
  const missing = () =>
    run.pages.flatMap((page, at) =>
      [...stored].flatMap(([ticketId, bodies]) => {
        const shown = new Set(page.shown(ticketId))
        return bodies.filter((body) => !shown.has(body)).map((body) => `page ${at} does not show "${body}"`)
      }),
    )
  await until('the pages show all', async () => missing().length === 0, 15_000).catch(() => undefined)
  const troubles = missing()
  const absences = run.pages.flatMap((page) => page.absences)
  const longest = Math.max(0, ...absences)
  run.tell(`pages lost their sockets ${absences.length} times, at most ${Math.round(longest)} ms`)
  if (longest > run.withinMs) troubles.push(`a page was without a socket for ${Math.round(longest)} ms`)
  for (const [part, took] of run.seconds)
    if (took * 1000 > run.withinMs) troubles.push(`${part}: recovered after ${took.toFixed(1)} s`)
  return troubles
}

/** The program of a company behind a webhook, which counts its calls. */
interface Hook {
  readonly host: string
  count(): number
  /** The next call gets no answer; resolves when it has come. */
  holdNext(): Promise<void>
  close(): Promise<void>
}

async function startHook(): Promise<Hook> {
  let calls = 0
  let onHeld: (() => void) | null = null
  const server = createServer((request, answer) => {
    calls += 1
    request.resume()
    if (onHeld === null) return void answer.end()
    onHeld()
    onHeld = null
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    host: `127.0.0.1:${port}`,
    count: () => calls,
    holdNext: () =>
      new Promise((resolve) => {
        onHeld = resolve
      }),
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
