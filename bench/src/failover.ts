import { closeFixtures, type Fixture, openFixture } from '../../e2e/proof/fixture'
import { until } from '../../e2e/proof/waiting'
import type { Product } from '../../e2e/src/product'
import { machineLoad } from './accounts'
import { percentile, rounded } from './figures'
import { report, say } from './report'

const kills = Number(process.env.BENCH_KILLS ?? 20)
const lookEveryMs = 10

/**
 * Of two processes that run numbers the one with the number is killed, again and again: until the other one holds its
 * lease, until it is connected there, and until a message is stored that a customer wrote at the kill.
 */
export async function failover(): Promise<void> {
  const fixture = await openFixture({
    seed: 42,
    customersOfEach: 1,
    withGroup: false,
    phonesForget: true,
    processes: { api: 'api,realtime,worker', first: 'sessions', second: 'sessions' },
  })
  const loads = [machineLoad()]
  try {
    const taken: Taken[] = []
    const [first, second] = await nodesOf(fixture)
    const nodes = new Map([
      [first, fixture.processes.get('first')],
      [second, fixture.processes.get('second')],
    ])
    for (let at = 0; at < kills; at++) {
      taken.push(await killOwner(fixture, nodes))
      say(`kill ${at + 1}: ${JSON.stringify(taken.at(-1))}`)
    }
    loads.push(machineLoad())
    const lineOf = (what: string, figure: keyof Taken) => {
      const ms = taken.map((each) => each[figure])
      return { what, p50: rounded(percentile(ms, 50)), p99: rounded(percentile(ms, 99)) }
    }
    report(
      'failover',
      [
        lineOf('kill -9 until the other process holds the lease, ms', 'leased'),
        lineOf('… until the number is connected there', 'connected'),
        lineOf('… until the message is stored that came at the kill', 'stored'),
      ],
      [`${kills} kills; load of the machine before and after: ${loads.join(', ')}`],
    )
  } finally {
    await closeFixtures()
  }
}

/** Milliseconds since the kill. */
interface Taken {
  readonly leased: number
  readonly connected: number
  readonly stored: number
}

/** `nodes`: the processes by the ids of their nodes. */
async function killOwner(
  fixture: Fixture,
  nodes: Map<string | undefined, Product | undefined>,
): Promise<Taken> {
  const { records, phones, conversations, say: write } = fixture
  const [conversation] = conversations
  if (conversation === undefined) throw new Error('no conversation')
  await fixture.connected()
  const before = await holderOf(fixture)
  const owner = nodes.get(before ?? undefined)
  if (before === null || owner === undefined) throw new Error('no process has the number')
  const since = performance.now()
  const passed = () => Math.round(performance.now() - since)
  await owner.kill()
  const id = await write(conversation, 'queda')
  const stored = looked(`${id} is stored`, async () => {
    const rows = await records.rows('select from messages where whatsapp_id = $1', [id])
    return rows.length > 0
  }).then(passed)
  await looked('the other process holds the lease', async () => {
    const holder = await holderOf(fixture)
    return holder !== null && holder !== before
  })
  const leased = passed()
  await looked('the number is connected', () => phones.ask('online'))
  const connected = passed()
  const taken = { leased, connected, stored: await stored }
  await owner.start()
  nodes.delete(before)
  nodes.set((await nodesOf(fixture)).at(-1), owner)
  return taken
}

const looked = (what: string, look: () => Promise<unknown>) =>
  until(what, async () => Boolean(await look()), undefined, lookEveryMs)

/** The node whose lease of the number holds, and lives. */
async function holderOf({ records }: Fixture): Promise<string | null> {
  const [row] = await records.rows<{ holder: string }>(
    `select holder from connection_leases
     where expires_at > now() and holder in (select id::text from living_nodes)`,
  )
  return row?.holder ?? null
}

/** The ids of the living nodes that run numbers, in the order of their starts. */
async function nodesOf({ records }: Fixture): Promise<readonly string[]> {
  const rows = await records.rows<{ id: string }>(
    `select id::text as id from living_nodes where 'sessions' = any (roles) order by living_nodes.id`,
  )
  return rows.map(({ id }) => id)
}
