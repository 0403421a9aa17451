import { admin } from '../../e2e/src/product'
import { machineLoad } from './accounts'
import { type Environment, inEnvironment } from './environment'
import { percentile, rounded, times } from './figures'
import { foundCompany } from './found-company'
import { type Line, report, say } from './report'
import { openShop, type Shop } from './shop'
import { steadily } from './steadily'

/** In each direction. */
const quietPerSecond = 1
const times10 = 10
/** Seconds alone, and as many beside; in alternating rounds, so that other load of the machine affects both alike. */
const seconds = Number(process.env.BENCH_SECONDS ?? 80)
const rounds = 8
const bursts = 4
const burstMessages = Number(process.env.BENCH_MESSAGES ?? 300)
const besideBurstPerSecond = 4
const bulkMessages = 400
/** How much slower the quiet company may be, by the number of processes: each process shares fairly by itself. */
const allowedRatios: Readonly<Record<number, number>> = { 1: 1.2, 2: 1.4 }
const installations = (process.env.BENCH_PROCESSES ?? '1,2').split(',').map(Number)

/** Milliseconds of inbound messages, and of answers. */
interface Both {
  readonly inbound: readonly number[]
  readonly answered: readonly number[]
}

/**
 * Measures whether the load of one company slows another, and whether a backlog delays an answer: in one process, and in
 * two, where the busy company has a share of the database in each.
 */
export async function fairness(): Promise<void> {
  for (const processes of installations) {
    const name = processes === 1 ? 'fairness' : `fairness-${processes}`
    await inEnvironment((environment) => ofProcesses(environment, processes, name), { processes })
  }
}

async function ofProcesses(environment: Environment, processes: number, name: string): Promise<void> {
  const other = { email: 'admin@other.example.com', password: admin.password }
  await foundCompany(environment.owner, { name: 'A outra', email: other.email })
  const busy = await openShop(environment, { ...admin, district: '51', numbers: 2, customersPerNumber: 10 })
  const quiet = await openShop(environment, { ...other, district: '11', numbers: 1, customersPerNumber: 5 })
  await work(busy, 'aquecer', times10 * quietPerSecond, 5)
  await work(quiet, 'aquecer', quietPerSecond, 5)

  const loads = [machineLoad()]
  const lines = await besideAnother(quiet, busy)
  loads.push(machineLoad())
  lines.push(...(await besideBursts(quiet, busy)))
  loads.push(machineLoad())
  lines.push(...(await besideBulk(environment, quiet)))
  const allowed = allowedRatios[processes] ?? Number.NaN
  report(name, lines, [
    `${processes} of the product's processes. ${await whereNumbersAre(environment)}`,
    `Load of the machine before the first, second and third part: ${loads}`,
  ])
  busy.close()
  quiet.close()
  const isUnfair = lines.some((line) => Number(line['p95 ×']) > allowed || Number(line['p50 ×']) > allowed)
  if (!isUnfair) return
  say(`Not reached: at most ${allowed} times the p50 and the p95 of being alone.`)
  process.exitCode = 1
}

/** The companies' numbers may be in the same process, or each in one of its own. */
async function whereNumbersAre({ owner }: Environment): Promise<string> {
  const { rows } = await owner.query<{ company: string; holder: string }>(
    `select c.name as company, string_agg(distinct l.holder, ', ') as holder
     from connection_leases l join companies c on c.id = l.company_id group by c.name order by c.name`,
  )
  return `Numbers: ${rows.map(({ company, holder }) => `${company} in node ${holder}`).join('; ')}.`
}

async function besideAnother(quiet: Shop, busy: Shop): Promise<Line[]> {
  say(
    `${quietPerSecond} a second in and out, alone and beside a company that does ${times10} times as much …`,
  )
  const alone: Both[] = []
  const beside: Both[] = []
  const neighbour: Both[] = []
  for (let round = 0; round < rounds; round++) {
    alone.push(await work(quiet, `sozinha ${round}`, quietPerSecond, seconds / rounds))
    const [ours, theirs] = await Promise.all([
      work(quiet, `ao lado ${round}`, quietPerSecond, seconds / rounds),
      work(busy, `vizinha ${round}`, times10 * quietPerSecond, seconds / rounds),
    ])
    beside.push(ours)
    neighbour.push(theirs)
  }
  return compared(joined(alone), `beside ${times10} times its load`, joined(beside), joined(neighbour))
}

/** The neighbour's customers all write at once, as after an hour without a network. */
async function besideBursts(quiet: Shop, busy: Shop): Promise<Line[]> {
  say(
    `${besideBurstPerSecond} a second in and out, alone and while ${burstMessages} reach the neighbour at once …`,
  )
  const alone: Both[] = []
  const beside: Both[] = []
  const neighbour: number[] = []
  for (let round = 0; round < bursts; round++) {
    alone.push(await work(quiet, `sem pressa ${round}`, besideBurstPerSecond, 5))
    let isOver = false
    const burst = Promise.all(
      Array.from({ length: burstMessages }, (_, at) =>
        busy.hear(botConversation(busy, at), `de uma vez ${round} ${at}`),
      ),
    ).finally(() => {
      isOver = true
    })
    beside.push(await work(quiet, `com pressa ${round}`, besideBurstPerSecond, 60, () => isOver))
    neighbour.push(...(await burst))
  }
  const what = `while ${burstMessages} reach the neighbour`
  return compared(joined(alone), what, joined(beside), { inbound: neighbour, answered: [] })
}

function compared(alone: Both, what: string, beside: Both, neighbour: Both): Line[] {
  const ways = [
    ['customer to screen', 'inbound'],
    ['Enter to customer', 'answered'],
  ] as const
  return ways.flatMap(([way, which]) => [
    { what: `${way}, alone`, ...times(alone[which]) },
    {
      what: `… ${what}`,
      ...times(beside[which]),
      'p50 ×': ratio(beside[which], alone[which], 50),
      'p95 ×': ratio(beside[which], alone[which], 95),
    },
    ...(neighbour[which].length > 0 ? [{ what: '… of the neighbour', ...times(neighbour[which]) }] : []),
  ])
}

async function work(
  shop: Shop,
  name: string,
  perSecond: number,
  duration: number,
  isOver?: () => boolean,
): Promise<Both> {
  const load = { perSecond, seconds: duration, isOver, isScattered: true }
  const [inbound, answered] = await Promise.all([
    steadily(load, (at) => shop.hear(botConversation(shop, at), `${name}: pergunta ${at}`)),
    steadily(load, (at) => shop.answer(botConversation(shop, at), `${name}: resposta ${at}`)),
  ])
  return { inbound, answered }
}

function joined(parts: readonly Both[]): Both {
  return {
    inbound: parts.flatMap(({ inbound }) => inbound),
    answered: parts.flatMap(({ answered }) => answered),
  }
}

/** Outbox items like those of a campaign, with a lower rank, to all but the first customer, who gets answers. */
async function besideBulk({ owner, simulator }: Environment, shop: Shop): Promise<Line[]> {
  const [talk, ...others] = shop.talks
  if (talk === undefined) throw new Error('The shop has no customers')
  say(`Answers beside ${bulkMessages} messages of lower rank …`)
  const ids = others.map(({ ticketId }) => ticketId)
  const shown = others.map((one) => shop.shownTo(one, `Oferta ${bulkMessages - 1}`))
  await owner.query(putBulk, [ids, bulkMessages])
  const begin = performance.now()
  let isOver = false
  const over = Promise.all(shown).then(() => {
    isOver = true
    return performance.now() - begin
  })
  const answered: number[] = []
  for (let at = 0; !isOver && at < bulkMessages; at++) {
    answered.push(await shop.answer(talk, `resposta no meio da campanha ${at}`))
  }
  const bulkMs = await over
  const displays = others.flatMap(({ customer, number }) => customer.arrivals(number)).length
  say(`${displays} messages stand on the phones; ${simulator.stats.refusedCounters} used counters.`)
  return [
    { what: `Enter to customer, ${bulkMessages} of lower rank waiting`, ...times(answered) },
    { what: 'the last of these reached its customer', count: bulkMessages, max: rounded(bulkMs) },
  ]
}

/** So many messages, spread over the tickets; each latest one has the highest number. */
const putBulk = `
  with made as (
    insert into messages (company_id, ticket_id, contact_id, connection_id, whatsapp_id, body, from_me, is_read,
      created_at, updated_at)
    select t.company_id, t.id, t.contact_id, t.connection_id, '3EB0' || upper(substr(md5(t.id || ' ' || n), 1, 16)),
      'Oferta ' || n, true, true, now(), now()
    from generate_series(0, $2::int - 1) n
    join tickets t on t.id = ($1::int[])[1 + n % cardinality($1::int[])] or n = $2::int - 1 and t.id = any ($1::int[])
    order by n
    returning company_id, id, contact_id, connection_id
  )
  insert into outbox (company_id, connection_id, contact_id, kind, message_id, priority, next_attempt_at, created_at)
  select company_id, connection_id, contact_id, 'message', id, 9, now(), now() from made`

function ratio(beside: readonly number[], alone: readonly number[], percent: number): number {
  return rounded(percentile(beside, percent) / percentile(alone, percent), 2)
}

function botConversation({ talks }: Shop, at: number): Shop['talks'][number] {
  const talk = talks[at % talks.length]
  if (talk === undefined) throw new Error('The shop has no customers')
  return talk
}
