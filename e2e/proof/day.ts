import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sendMessage } from '@balcao/contract/messages'
import { callsWith } from '../src/calls'
import { outages } from './day-outages'
import { troublesOfPictures } from './day-pictures'
import {
  balanced,
  killedWithJobInHand,
  type Name,
  names,
  note,
  processOf,
  type Run,
  recovered,
  rolesOfDay,
  traffic,
} from './day-run'
import { troublesOfPages } from './day-troubles'
import { openFixture, ticketOf } from './fixture'
import { startHook } from './hook'
import { openPage, type Page } from './page'
import { concluded, type Proof } from './proof'
import { startServers } from './servers'
import { atCommit, wrote } from './steps'
import { until, within } from './waiting'

export interface DayOptions {
  readonly seed: number
  readonly pages: number
  /** Messages in each direction around each kill. */
  readonly messages: number
  /**
   * The servers around the processes: `own`, an embedded database and a small balancer, or `debian`, what this machine has
   * or can install of HAProxy, Redis, S3 and PostgreSQL with a standby.
   */
  readonly servers: 'own' | 'debian'
  /** Pages are back, numbers taken over and jobs begun again within this time; absent: at any time. */
  readonly withinMs?: number
  readonly tell?: (line: string) => void
}

/**
 * A day of an installation of five processes on one database: each is killed at a random moment and at exact ones, each
 * server around them is lost, and each process is stopped in order, while customers write, an attendant answers and pages
 * listen. A fifth of the messages are pictures.
 */
export async function day({
  seed,
  pages: pageCount,
  messages,
  servers: kind,
  withinMs = Number.POSITIVE_INFINITY,
  tell = () => undefined,
}: DayOptions): Promise<Proof> {
  const hook = await startHook()
  const servers = kind === 'debian' ? await startServers(tell, { withStandby: true }) : null
  const fixture = await openFixture({
    seed,
    numbers: 2,
    customersOfEach: 2,
    withPictures: true,
    processes: rolesOfDay,
    ...(servers !== null && { servers }),
    environment: { BOT_PRIVATE_HOSTS: hook.host },
  })
  const pages: Page[] = []
  try {
    for (let at = 0; at < pageCount; at++) pages.push(await openPage(fixture))
    const kills = new Map<string, number>()
    const seconds = new Map<string, number>()
    const run: Run = { ...fixture, pages, hook, servers, messages, withinMs, tell, seconds }
    for (const name of names) {
      await killAtRandom(run, name)
      kills.set(name, 1)
    }
    await killBeforePublishing(run)
    kills.set('unpublished', 1)
    await killWithJobInHand(run)
    kills.set('job', 1)
    for (const part of await outages(run)) kills.set(part, 1)
    for (const name of names) await stopInOrder(run, name)
    const proof = await concluded(fixture, kills)
    const troubles = [
      ...proof.troubles,
      ...(await troublesOfPages(run)),
      ...(await troublesOfPictures(fixture)),
    ]
    return { ...proof, seconds, troubles }
  } finally {
    for (const page of pages) page.close()
    await fixture.close()
    await hook.close()
  }
}

async function killAtRandom(run: Run, name: Name): Promise<void> {
  traffic(run, name)
  await run.phones.ask('stanzas', run.chance.between(3, 20))
  await processOf(run, name).kill()
  traffic(run, name)
  await recovered(run, `${name} killed`, name)
  await processOf(run, name).start()
  await balanced(run)
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
  await recovered(run, 'a1 killed after a commit', 'unpublished')
  await until('all pages are back', async () => run.pages.every((page) => page.isReady()))
  for (const page of run.pages) page.forgetAbsences()
  await balanced(run)
}

/** A webhook is being called by the worker when it dies: another call of it follows. */
async function killWithJobInHand(run: Run): Promise<void> {
  const before = await killedWithJobInHand(run)
  await processOf(run, 'w1').start()
  const since = performance.now()
  await until('the webhook is called again', async () => run.hook.count() > before)
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
  await recovered(run, `${name} stopped in order`, part)
  isOver = true
  await calling
  await processOf(run, name).start()
  await balanced(run)
  run.tell(`${name} stopped in order: ${failed} calls failed`)
}
