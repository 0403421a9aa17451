import { admin } from '../../e2e/src/product'
import { percentile, rounded, times } from './figures'
import { foundCompany } from './found-company'
import { type Line, report, say } from './report'
import { openShop, type Shop } from './shop'
import { onStage, type Stage } from './stage'
import { steadily } from './steadily'

/** Each way. */
const quietPerSecond = 1
const times10 = 10
const seconds = Number(process.env.BENCH_SECONDS ?? 60)
const bulkMessages = 400

interface Both {
  readonly heard: readonly number[]
  readonly answered: readonly number[]
}

/** Whether one company feels another's load, and an answer the mass of what may wait behind it. */
export async function fairness(): Promise<void> {
  await onStage(async (stage) => {
    const other = { email: 'admin@other.example.com', password: admin.password }
    await foundCompany(stage.owner, { name: 'A outra', email: other.email })
    const busy = await openShop(stage, { ...admin, district: '51', numbers: 2, customersPerNumber: 10 })
    const quiet = await openShop(stage, { ...other, district: '11', numbers: 1, customersPerNumber: 5 })

    const lines = [...(await besideAnother(quiet, busy)), ...(await besideBulk(stage, quiet))]
    report('fairness', lines)
    busy.close()
    quiet.close()
    const unfair = lines.filter(({ ratio }) => Number(ratio) > 1.2)
    if (unfair.length === 0) return
    say('Not reached: at most 1.2 times the p95 of being alone.')
    process.exitCode = 1
  })
}

/** Alone before and after, so that a machine that grows slower meanwhile is not taken for the neighbour's fault. */
async function besideAnother(quiet: Shop, busy: Shop): Promise<Line[]> {
  await work(busy, 'aquecer', times10 * quietPerSecond, 5)
  await work(quiet, 'aquecer', quietPerSecond, 5)
  say(`Alone, ${quietPerSecond} a second in and out …`)
  const before = await work(quiet, 'antes', quietPerSecond, seconds / 2)
  say(`Beside a company that does ${times10} times as much …`)
  const [beside, neighbour] = await Promise.all([
    work(quiet, 'durante', quietPerSecond, seconds),
    work(busy, 'vizinha', times10 * quietPerSecond, seconds),
  ])
  say('Alone again …')
  const after = await work(quiet, 'depois', quietPerSecond, seconds / 2)

  const alone = {
    heard: [...before.heard, ...after.heard],
    answered: [...before.answered, ...after.answered],
  }
  return [
    { what: 'customer to screen, alone', ...times(alone.heard) },
    { what: '… beside ten times its load', ...times(beside.heard), ratio: ratio(beside.heard, alone.heard) },
    { what: '… of the neighbour', ...times(neighbour.heard) },
    { what: 'Enter to customer, alone', ...times(alone.answered) },
    {
      what: '… beside ten times its load',
      ...times(beside.answered),
      ratio: ratio(beside.answered, alone.answered),
    },
    { what: '… of the neighbour', ...times(neighbour.answered) },
  ]
}

async function work(shop: Shop, name: string, perSecond: number, duration: number): Promise<Both> {
  const load = { perSecond, seconds: duration }
  const [heard, answered] = await Promise.all([
    steadily(load, (at) => shop.hear(talkOf(shop, at), `${name}: pergunta ${at}`)),
    steadily(load, (at) => shop.answer(talkOf(shop, at), `${name}: resposta ${at}`)),
  ])
  return { heard, answered }
}

/** What a campaign would put into the tray, with a lower rank, to everybody but the first customer, who is answered. */
async function besideBulk({ owner, simulator }: Stage, shop: Shop): Promise<Line[]> {
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

/** So many messages, spread over the tickets, each last one with the highest number. */
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
  insert into out_tray (company_id, connection_id, contact_id, kind, message_id, priority, next_attempt_at, created_at)
  select company_id, connection_id, contact_id, 'message', id, 9, now(), now() from made`

function ratio(beside: readonly number[], alone: readonly number[]): number {
  return rounded(percentile(beside, 95) / percentile(alone, 95), 2)
}

function talkOf({ talks }: Shop, at: number): Shop['talks'][number] {
  const talk = talks[at % talks.length]
  if (talk === undefined) throw new Error('The shop has no customers')
  return talk
}
