import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sendMessage } from '@balcao/contract/messages'
import { messagesByClientIds } from '../../server/src/features/messages/messages.queries'
import { insertLiveEvents } from '../../server/src/platform/live/live.queries'
import { builtRelease } from '../../tools/last-release.mjs'
import { callsWith } from '../src/calls'
import { outages } from './day-outages'
import { troublesOfPictures } from './day-pictures'
import {
  balanced,
  killedWithJobInHand,
  lastLinesOf,
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
  /** All processes begin as those of the last release, and are updated one after the other. */
  readonly updates?: boolean
  /** Pages are back, numbers taken over and jobs begun again within this time; absent: at any time. */
  readonly withinMs?: number
  /** Only the parts whose name contains this. */
  readonly only?: string
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
  updates = false,
  only = '',
  withinMs = Number.POSITIVE_INFINITY,
  tell = () => undefined,
}: DayOptions): Promise<Proof> {
  const hook = await startHook()
  const release = updates ? await builtRelease() : null
  if (typeof release === 'string') tell(`Left out: the update from the last release. ${release}`)
  const isOld = release !== null && typeof release === 'object'
  const servers = kind === 'debian' ? await startServers(tell) : null
  const fixture = await openFixture({
    seed,
    numbers: 2,
    customersOfEach: 2,
    withPictures: true,
    processes: rolesOfDay,
    ...(servers !== null && { servers }),
    ...(isOld && { release: release.folder }),
    environment: { BOT_PRIVATE_HOSTS: hook.host },
  })
  const pages: Page[] = []
  try {
    for (let at = 0; at < pageCount; at++) pages.push(await openPage(fixture))
    const seconds = new Map<string, number>()
    const run: Run = { ...fixture, pages, hook, servers, messages, withinMs, tell, seconds }
    const kills = new Map<string, number>()
    for (const [part, fault] of stepsOf(run, isOld)) {
      if (!part.includes(only)) continue
      await fault()
      if (!/^(stop|update)-/.test(part)) kills.set(part, 1)
    }
    const proof = await concluded(fixture, kills)
    const troubles = [
      ...proof.troubles,
      ...(await troublesOfPages(run)),
      ...(await troublesOfPictures(fixture)),
    ]
    return { ...proof, seconds, troubles }
  } catch (cause) {
    throw new Error(lastLinesOf(fixture), { cause })
  } finally {
    for (const page of pages) page.close()
    await fixture.close()
    await hook.close()
  }
}

/** The faults of the day in their order, by the names of their parts. */
function stepsOf(run: Run, isOld: boolean): readonly (readonly [string, () => Promise<void>])[] {
  return [
    ...names.flatMap((name) => (isOld ? [[`update-${name}`, () => update(run, name)] as const] : [])),
    ...names.map((name) => [name, () => killAtRandom(run, name)] as const),
    ['unpublished', () => killBeforePublishing(run)],
    ['job', () => killWithJobInHand(run)],
    ...outages(run),
    ...names.map((name) => [`stop-${name}`, () => stopInOrder(run, name)] as const),
  ]
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
    wrote(commit, messagesByClientIds) && wrote(commit, insertLiveEvents)
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

/** The first one of this tree migrates the database of the old ones, which go on. */
async function update(run: Run, name: Name): Promise<void> {
  processOf(run, name).update()
  await stopInOrder(run, name, `update-${name}`)
}

/** SIGTERM: no call fails, and its numbers are taken over. */
async function stopInOrder(run: Run, name: Name, part = `stop-${name}`): Promise<void> {
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
  await processOf(run, name).start()
  await balanced(run)
  isOver = true
  await calling
  run.tell(`${name} stopped in order and started: ${failed} calls failed`)
}
