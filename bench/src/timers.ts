import { setTimeout as pause } from 'node:timers/promises'
import type { CompanyId } from '@balcao/domain/ids'
import type pg from 'pg'
import {
  dueIdleTickets,
  dueUnqueuedTickets,
} from '../../server/src/features/tickets/acts/ticket-timers.queries'
import { parameterValuesOf } from '../../server/src/platform/database/statement'
import { machineLoad } from './accounts'
import { type Environment, inEnvironment } from './environment'
import { percentile, rounded } from './figures'
import { foundCompany } from './found-company'
import { type Line, report, say } from './report'

const tickets = Number(process.env.BENCH_TICKETS ?? 100_000)
const seconds = Number(process.env.BENCH_SECONDS ?? 20)
const companies = 20
const looks = 50
const allowedMs = 50
const wantedPerSecond = 200

interface Timer {
  readonly what: string
  readonly due: typeof dueIdleTickets
  /** Sets the timers of all connections; the tickets are long due. */
  readonly begin: string
  readonly done: string
}
const timers: readonly Timer[] = [
  {
    what: 'idle, closed with a text',
    due: dueIdleTickets,
    begin: `update connections set expires_ticket = 30, expires_inactive_message = 'Até logo, {{firstName}}!'`,
    done: `select count(*)::int from tickets where status = 'closed'`,
  },
  {
    what: 'without a queue, redirected',
    due: dueUnqueuedTickets,
    begin: `update connections w set time_send_queue = 10, send_queue_id =
      (select min(q.id) from queues q where q.company_id = w.company_id)`,
    done: `select count(*)::int from tickets where status = 'pending' and queue_id is not null`,
  },
]

/** Tickets whose timer is due: the time to find them among all, and how many per second are acted on. */
export async function timersBench(): Promise<void> {
  await inEnvironment(async (environment) => {
    await fill(environment.owner)
    const lines: Line[] = []
    for (const timer of timers) lines.push(await measure(environment, timer))
    report('timers', lines, [
      `${tickets} tickets of each kind in ${companies} companies; ${looks} looks; load of the machine ${machineLoad()}`,
    ])
    const isReached = lines.every(
      (line) => Number(line['found p95 ms']) < allowedMs && Number(line['a second']) >= wantedPerSecond,
    )
    if (isReached) return
    say(`Not reached: found within ${allowedMs} ms, ${wantedPerSecond} a second acted on.`)
    process.exitCode = 1
  })
}

async function measure({ owner, accounts }: Environment, { what, due, begin, done }: Timer): Promise<Line> {
  const found = await timesToFind(owner, due, begin)
  const count = async () => (await owner.query<{ count: number }>(done)).rows[0]?.count ?? 0
  const before = await count()
  await owner.query(begin)
  while ((await count()) === before) await pause(100)

  const [from, cpu, began] = [await count(), accounts(), performance.now()]
  await pause(seconds * 1000)
  const acted = (await count()) - from
  const elapsed = (performance.now() - began) / 1000
  const after = accounts()
  await owner.query('update connections set expires_ticket = 0, time_send_queue = 0')
  say(`${what}: ${rounded(acted / elapsed)} a second`)
  return {
    what,
    'found p50 ms': rounded(percentile(found, 50), 1),
    'found p95 ms': rounded(percentile(found, 95), 1),
    'a second': rounded(acted / elapsed),
    'product CPU ms': rounded((after.product.cpuMs - cpu.product.cpuMs) / Math.max(1, acted), 2),
    'database CPU ms': rounded((after.database.cpuMs - cpu.database.cpuMs) / Math.max(1, acted), 2),
  }
}

/** In a transaction that is rolled back: the product must not begin to act meanwhile. */
async function timesToFind(owner: pg.Pool, due: Timer['due'], begin: string): Promise<number[]> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query(begin)
    const times: number[] = []
    for (let look = 0; look < looks; look++) {
      const started = performance.now()
      const values = parameterValuesOf(due, { now: new Date(), ofConnection: 50, atOnce: 400 })
      await client.query({ name: due.name, text: due.text, values })
      times.push(performance.now() - started)
    }
    await client.query('rollback')
    return times
  } finally {
    client.release()
  }
}

/** In each company two numbers, a queue, and its share of tickets: open and answered, and pending without a queue. */
async function fill(owner: pg.Pool): Promise<void> {
  say(`${2 * tickets} tickets in ${companies} companies …`)
  for (let nth = 1; nth <= companies; nth++) {
    const company = await foundCompany(owner, { name: `Empresa ${nth}`, email: `admin@e${nth}.example.com` })
    await fillOne(owner, company, Math.ceil(tickets / companies))
  }
  await owner.query('vacuum analyze tickets, contacts, connections')
}

async function fillOne(owner: pg.Pool, company: CompanyId, count: number): Promise<void> {
  await owner.query(
    `with numbers as (
       insert into connections (company_id, name, status_since, status, created_at, updated_at)
       select $1::int, 'Loja ' || n, now(), 'DISCONNECTED', now(), now() from generate_series(1, 2) n
       returning id
     ), queue as (
       insert into queues (company_id, name, color, greeting_message, out_of_hours_message, schedules, created_at, updated_at)
       values ($1, 'Vendas', '#2E9E6B', '', '', '[]', now(), now())
     ), people as (
       insert into contacts (company_id, uuid, name, name_source, created_at, updated_at)
       select $1, gen_random_uuid(), 'Cliente ' || n, 'push', now(), now() from generate_series(1, $2::int * 2) n
       returning id
     ), placed as (
       select id, row_number() over () as place, (select array_agg(id) from numbers) as numbers from people
     )
     insert into tickets (company_id, uuid, contact_id, connection_id, user_id, status, is_group,
       last_message_from_me, created_at, last_at)
     select $1, gen_random_uuid(), id, numbers[1 + place % 2],
       case when place <= $2 then (select min(u.id) from users u where u.company_id = $1) end,
       case when place <= $2 then 'open' else 'pending' end, false, true, now() - interval '1 day',
       now() - interval '1 day' - place * interval '1 second'
     from placed`,
    [company, count],
  )
}
