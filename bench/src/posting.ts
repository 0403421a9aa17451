import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { login } from '@balcao/contract/people'
import type { TicketId } from '@balcao/domain/ids'
import { callsWith } from '../../e2e/src/calls'
import { admin } from '../../e2e/src/product'
import { besideLeast, costOf } from './against-limit'
import { countedHearing, numbered } from './counted-hearing'
import { cpuPerWork, type Environment, inEnvironment, ownerUrl } from './environment'
import { percentile, rounded } from './figures'
import { copyOfGeneratedData } from './generate/generated-data'
import { requestOnce } from './hammer'
import { startLimit } from './limit'
import { openListeners } from './listeners'
import { type Line, report, say } from './report'
import { steadily } from './steadily'

const factor = Number(process.env.BENCH_FACTOR ?? 1)
const seconds = Number(process.env.BENCH_SECONDS ?? 3)
const perSecond = Number(process.env.BENCH_PER_SECOND ?? 300)
const many = 16
const listeners = 30

/** Answers posted in the open tickets of the generated company: beside the lower bound, and while pages listen. */
export async function posting(): Promise<void> {
  await inEnvironment(
    async (environment) => {
      const { url } = environment.product
      const { token } = await callsWith(url, null)(login, {
        body: { email: admin.email, password: admin.password },
      })
      const tickets = await openTickets(environment)
      await environment.owner.query(leastTable)
      const limit = await startLimit(ownerUrl(environment.product.dataFolder), {
        '/': { text: leastInsert, values: [tickets[0], 'Bom dia! O seu pedido saiu agora.'] },
      })
      const memory = [await residentMb(environment)]
      const lines: Line[] = []
      try {
        for (const atOnce of [1, many]) lines.push(await beside(environment, limit, token, tickets, atOnce))
        lines.push(await besideListeners(environment, token, tickets))
        memory.push(await residentMb(environment))
      } finally {
        limit.stop()
      }
      report(`posting-${factor}`, lines, [
        `Size ${factor}, ${seconds} s each. "ratio": our rate to the least's; "CPU ratio": its CPU to ours.`,
        `Resident memory of the product after a collection: ${memory[0]} MB at the start, ${memory[1]} MB at the end.`,
      ])
    },
    { dataFolder: (whatsapp) => copyOfGeneratedData(factor, whatsapp) },
  )
}

async function beside(
  { product }: Environment,
  limit: { readonly url: string; readonly pid: number },
  token: string,
  tickets: readonly TicketId[],
  atOnce: number,
): Promise<Line> {
  const { dataFolder, url, pid = 0 } = product
  const post = { paths: tickets.map((id) => `/messages/${id}`), text: 'Bom dia! O seu pedido saiu agora.' }
  const ours = await costOf({ pid, dataFolder, url }, { token, atOnce, seconds, post })
  const least = await costOf({ pid: limit.pid, dataFolder, url: `${limit.url}/` }, { atOnce, seconds })
  say(`${atOnce} at once: ${rounded(ours.rate)} a second, at the least ${rounded(least.rate)}`)
  return besideLeast(`posting, ${atOnce} at once`, ours, least)
}

async function besideListeners(
  environment: Environment,
  token: string,
  tickets: readonly TicketId[],
): Promise<Line> {
  const { url } = environment.product
  const hearing = countedHearing(listeners)
  const pages = await openListeners(url, [token], listeners, hearing.hear)
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const headers = { authorization: `Bearer ${token}` }
  const before = environment.accounts()
  const sent: number[] = []
  const begin = performance.now()
  try {
    const answered = await steadily({ perSecond, seconds }, async (at) => {
      const from = performance.now()
      sent[at] = from
      const { path, body } = postOf(tickets, at, `Saiu agora. ${numbered(at)}`)
      await requestOnce(url + path, agent, headers, body)
      return performance.now() - from
    })
    const elapsed = (performance.now() - begin) / 1000
    await hearing.complete(answered.length, 30_000)
    const inbound = sent.map((from, at) => (hearing.atLast(at) ?? Number.NaN) - from)
    return {
      what: `posting ${perSecond} a second, ${listeners} sockets listening`,
      rate: rounded(answered.length / elapsed),
      p50: rounded(percentile(answered, 50)),
      p99: rounded(percentile(answered, 99)),
      ...cpuPerWork(before, environment.accounts(), answered.length),
      'last socket p50': rounded(percentile(inbound, 50)),
      'last socket p99': rounded(percentile(inbound, 99)),
      ...hearing.faults(answered.length),
    }
  } finally {
    agent.destroy()
    pages.close()
  }
}

function postOf(tickets: readonly TicketId[], at: number, text: string): { path: string; body: string } {
  const body = JSON.stringify({ body: text, clientId: randomUUID() })
  return { path: `/messages/${tickets[at % tickets.length]}`, body }
}

/** Distributed over many tickets: posts in one conversation wait for each other. */
async function openTickets({ owner }: Environment): Promise<TicketId[]> {
  const { rows } = await owner.query<{ id: TicketId }>(
    "select id from tickets where company_id = 1 and status = 'open' order by id limit 500",
  )
  return rows.map(({ id }) => id)
}

export async function residentMb({ inspector }: Environment): Promise<number> {
  return rounded((await inspector.memory()).residentMb)
}

const leastTable = `
  create table bench_messages (
    id bigint generated always as identity primary key, ticket_id int not null, body text not null, at timestamptz not null);
  create index on bench_messages (ticket_id, id)`

const leastInsert = `
  insert into bench_messages (ticket_id, body, at) values ($1::int, $2::text, now()) returning id, ticket_id, body, at`
