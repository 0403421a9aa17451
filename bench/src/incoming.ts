import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createConnection } from '@balcao/contract/connections'
import { login } from '@balcao/contract/people'
import { createQueue } from '@balcao/contract/queues'
import { startSimulator } from '@balcao/whatsapp-simulator/simulator'
import { callsWith } from '../../e2e/src/calls'
import { admin } from '../../e2e/src/product'
import { countedHearing, numbered } from './counted-hearing'
import { type DrivenEnvironment, inDrivenEnvironment } from './driven-environment'
import { cpuPerWork } from './environment'
import { percentile, rounded } from './figures'
import { copyOfGeneratedData } from './generate/generated-data'
import { openListeners } from './listeners'
import type { PlayedText } from './played-driver'
import { type Line, report, say } from './report'
import { countStatements, sayStatements } from './statements'

/** 0: a fresh installation instead, whose tables have no statistics for its first minute. */
const factor = Number(process.env.BENCH_FACTOR ?? 1)
const numbers = 4
const contacts = Number(process.env.BENCH_CONTACTS ?? 4_000)
const messages = Number(process.env.BENCH_MESSAGES ?? 5_000)
const listeners = Number(process.env.BENCH_LISTENERS ?? 30)
const alone = 300
const asked = { strangers: 1_200, known: 2_500, aloneP50: 2.5, aloneP99: 6 }

/**
 * Texts from the driver's event into the database and to thirty sockets: of strangers, in existing tickets, one by one.
 */
export async function incoming(): Promise<void> {
  await inDrivenEnvironment(await dataFolder(), async (environment) => {
    const { url } = environment
    const { token } = await callsWith(url, null)(login, { body: admin })
    await linkNumbers(environment, token)
    await countStatements(environment)
    const lines = [
      await burst(environment, token, `${contacts} new contacts`, contacts, 0),
      await burst(
        environment,
        token,
        `${messages} over ${contacts} tickets on ${numbers} numbers`,
        messages,
        1,
      ),
      await oneByOne(environment, token),
    ]
    await sayStatements(environment)
    report(`incoming-${factor}`, lines, [
      `Size ${factor}${factor === 0 ? ', a fresh installation' : ''}.`,
      `"faults": lost, twice, out of order, tickets too many, unread wrong, missed by a socket, sent twice to a socket.`,
    ])
    const [strangers, known, single] = lines
    const isReached =
      Number(strangers?.rate) >= asked.strangers &&
      Number(known?.rate) >= asked.known &&
      Number(single?.p50) <= asked.aloneP50 &&
      Number(single?.p99) <= asked.aloneP99
    if (isReached) return
    say(`Not reached: ${Object.entries(asked).map(([name, value]) => `${name} ${value}`)}.`)
    process.exitCode = 1
  })
}

/** The driver is simulated; a simulator of WhatsApp is only needed to generate missing data. */
async function dataFolder(): Promise<string> {
  if (factor === 0) {
    const folder = await mkdtemp(join(tmpdir(), 'balcao-bench-'))
    await chmod(folder, 0o711) // for root: the database runs as another user
    return folder
  }
  const simulator = await startSimulator({ seed: 'bench', history: false })
  try {
    return await copyOfGeneratedData(factor, simulator.url)
  } finally {
    await simulator.close()
  }
}

async function linkNumbers(environment: DrivenEnvironment, token: string): Promise<void> {
  const calls = callsWith(environment.url, token)
  const { id } = await calls(createQueue, { body: { name: 'Novos clientes', color: '#2E9E6B' } })
  for (let number = 0; number < numbers; number++) {
    await calls(createConnection, { body: { name: `Número ${number}`, queueIds: [id] } })
  }
  for (let turn = 0; (await environment.numbers()) < numbers; turn++) {
    if (turn > 600) throw new Error('The numbers were not connected')
    await pause(50)
  }
}

/** As fast as the numbers deliver them. `round`: names these texts, and their positions in the unread count. */
async function burst(
  environment: DrivenEnvironment,
  token: string,
  what: string,
  count: number,
  round: number,
): Promise<Line> {
  const hearing = countedHearing(listeners)
  const pages = await openListeners(environment.url, [token], listeners, hearing.hear)
  const before = environment.accounts()
  const begin = performance.now()
  try {
    const inboundMs = await environment.hear(textsOf(count, round))
    await hearing.complete(count, 120_000)
    const seconds = (performance.now() - begin) / 1000
    const cost = cpuPerWork(before, environment.accounts(), count)
    const faults = { ...(await faultsIn(environment, count, round)), ...hearing.faults(count) }
    const line = {
      what,
      rate: rounded(count / seconds),
      stored: rounded((count / inboundMs) * 1000),
      ...cost,
      faults: Object.values(faults).join(' '),
      'resident MB': rounded(environment.accounts().product.residentMb),
    }
    say(`${what}: ${line.rate} a second`)
    return line
  } finally {
    pages.close()
  }
}

function textsOf(count: number, round: number): PlayedText[] {
  return Array.from({ length: count }, (_, at) => ({
    // One contact writes to one number, so it has one partition.
    number: (at % contacts) % numbers,
    phone: `5511${String(900_000_000 + (at % contacts))}`,
    text: `Chegou? ${numbered(at)} ${round}`,
  }))
}

/** The stored state of these texts, in the order of `incoming`'s remark. */
async function faultsIn(
  { owner }: DrivenEnvironment,
  count: number,
  round: number,
): Promise<Record<string, number>> {
  const { rows } = await owner.query<Record<string, number>>(checks, [`%# ${round}`, count])
  return rows[0] ?? {}
}

const checks = `
  with received as (
    select id, ticket_id, substring(body from '#([0-9]+)#')::int as number
    from messages where body like $1 and not from_me
  ), answered as (
    select t.* from tickets t where t.company_id = 1 and t.contact_id in (
      select contact_id from tickets where company_id = 1 and id in (select ticket_id from received)
    )
  )
  select
    ($2::int - (select count(distinct number) from received))::int as lost,
    ((select count(*) from received) - (select count(distinct number) from received))::int as twice,
    (select count(*) from (
      select number < lag(number) over (partition by ticket_id order by id) as is_late from received
    ) as ordered where is_late)::int as out_of_order,
    (select count(*) - count(distinct contact_id) from answered where status in ('open', 'pending'))::int as tickets,
    (select count(*) from answered t where t.unread <> (
      select count(*) from messages m where m.company_id = 1 and m.ticket_id = t.id and not m.from_me))::int as unread`

async function oneByOne(environment: DrivenEnvironment, token: string): Promise<Line> {
  const texts = textsOf(alone, 2)
  await environment.hearAlone(textsOf(50, 3), token)
  const before = environment.accounts()
  const ms = await environment.hearAlone(texts, token)
  return {
    what: 'one alone, from the event until it is committed',
    p50: rounded(percentile(ms, 50)),
    p99: rounded(percentile(ms, 99)),
    ...cpuPerWork(before, environment.accounts(), alone),
  }
}
