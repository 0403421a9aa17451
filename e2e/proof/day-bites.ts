import { emptyFolder } from '../src/migrated-folder'
import { startProduct } from '../src/product'
import { killedWithJobInHand, lastLinesOf, processOf, type Run, rolesOfDay, traffic } from './day-run'
import { missingAtPages, pagesShowAll } from './day-troubles'
import { settle } from './figures'
import { openFixture } from './fixture'
import { startHook } from './hook'
import { openPage, type Page } from './page'
import type { Proof } from './proof'
import { until } from './waiting'

interface BitesOptions {
  readonly seed: number
  readonly tell?: (line: string) => void
}

/** Longer than numbers and jobs take with the mechanism, and shorter than a lease of 15 s lasts. */
const withMechanismMs = 8_000

/**
 * The day without one of its mechanisms: a process with other secrets, dead processes that count as living ones, a mute
 * bus. A trouble of this proof is a sabotage that the day would not have noticed.
 */
export async function dayBites({ seed, tell = () => undefined }: BitesOptions): Promise<Proof> {
  const hook = await startHook()
  const environment = { BOT_PRIVATE_HOSTS: hook.host }
  const fixture = await openFixture({
    seed,
    numbers: 2,
    customersOfEach: 2,
    processes: rolesOfDay,
    environment,
  })
  const pages: Page[] = []
  try {
    for (let at = 0; at < 2; at++) pages.push(await openPage(fixture))
    const withinMs = Number.POSITIVE_INFINITY
    const run: Run = {
      ...fixture,
      pages,
      hook,
      servers: null,
      messages: 10,
      withinMs,
      tell,
      seconds: new Map(),
    }
    const troubles = [
      ...(await otherSecrets(run)),
      ...(await deadNotSwept(run)),
      ...(await muteBus(run)),
      ...fixture.failures,
    ]
    return { parts: new Map(), troubles }
  } catch (cause) {
    throw new Error(lastLinesOf(fixture), { cause })
  } finally {
    for (const page of pages) page.close()
    await fixture.close()
    await hook.close()
  }
}

/** A process with secrets of its own is refused at its start. */
async function otherSecrets({ phones, database, tell }: Run): Promise<string[]> {
  const environment = { DATABASE_URL: database.url, NODE_ADDRESS: '127.0.0.1:0' }
  const starting = startProduct({ whatsapp: phones.url, environment, dataFolder: await emptyFolder() })
  const refusal = await starting.then(
    (product) => product.remove().then(() => null),
    (cause: unknown) => String(cause),
  )
  if (!refusal?.includes('data keys'))
    return [`a process with other secrets started, or ended with: ${refusal}`]
  tell('other secrets: the process is refused')
  return []
}

/** Every node counts as living: leases and jobs of killed processes stay theirs. */
async function deadNotSwept(run: Run): Promise<string[]> {
  const { records, phones, hook, tell } = run
  const [view] = await records.rows<{ definition: string }>(
    `select pg_get_viewdef('living_nodes') as definition`,
  )
  if (view === undefined) throw new Error('no view living_nodes')
  const { definition } = view
  const withoutLock = definition.slice(0, definition.indexOf('WHERE'))
  await records.rows(`create or replace view living_nodes as ${withoutLock}`)
  const before = await killedWithJobInHand(run)
  await Promise.all([processOf(run, 's1').kill(), processOf(run, 's2').kill()])
  await Promise.all([processOf(run, 'w1').start(), processOf(run, 's1').start()])
  const happens = (name: string, look: () => Promise<boolean>) =>
    until(name, look, withMechanismMs).catch(() => false)
  const [isOnline, isCalled] = await Promise.all([
    happens('the numbers are online', () => phones.ask('online')),
    happens('the webhook is called again', async () => hook.count() > before),
  ])
  await records.rows(`create or replace view living_nodes as ${definition}`)
  await processOf(run, 's2').start()
  await run.connected()
  await until('the webhook is called again', async () => hook.count() > before)
  tell('the dead not swept: their numbers and jobs were stranded, and are taken over with the mechanism')
  return [
    ...(isOnline ? ['numbers of dead processes were taken over although nothing swept them'] : []),
    ...(isCalled ? ['a job of a dead process was done although nothing swept it'] : []),
  ]
}

/** `NOTIFY` says nothing: pages miss the events of other processes. */
async function muteBus(run: Run): Promise<string[]> {
  const { records, pages, tell } = run
  for (const page of pages) page.forgetAbsences()
  await records.rows(mute)
  await records.rows(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  // Not all at one time: each process that serves pages starts again for itself.
  await until('each page lost its socket and is back', async () =>
    pages.every((page) => page.absences.length > 0),
  )
  await run.connected()
  traffic(run, 'mute')
  await settle(run)
  await pagesShowAll(run, withMechanismMs).catch(() => undefined)
  const missing = await missingAtPages(run)
  tell(`the bus mute: ${missing.length} texts are missing at pages`)
  return missing.length > 0 ? [] : ['the pages missed nothing although the bus was mute']
}

/** A function that is found before PostgreSQL's own, for the next connections of the owner. */
const mute = `
  create schema mute;
  create function mute.pg_notify(text, text) returns void language sql as '';
  alter role balcao_owner set search_path = public, mute, pg_catalog;`
