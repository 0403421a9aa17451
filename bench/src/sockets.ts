import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { fileURLToPath } from 'node:url'
import { login } from '@balcao/contract/people'
import type { TicketId } from '@balcao/domain/ids'
import { callsWith } from '../../e2e/src/calls'
import { admin } from '../../e2e/src/product'
import { accountOf, databaseAccount } from './accounts'
import { type CountedHearing, countedHearing, numbered } from './counted-hearing'
import { type Environment, inEnvironment } from './environment'
import { percentile, rounded } from './figures'
import { copyOfGeneratedData } from './generate/generated-data'
import { requestOnce } from './hammer'
import { openListeners, openSocket } from './listeners'
import { type Line, report, say } from './report'

const factor = Number(process.env.BENCH_FACTOR ?? 1)
const count = Number(process.env.BENCH_LISTENERS ?? 200)
const changes = Number(process.env.BENCH_MESSAGES ?? 300)
/**
 * Changes before the measurement, which warm up plans and compiled code. After 200 a change still cost a quarter more.
 */
const warmedUp = 1_000
const many = 16
/** Fewer than the product allows one user. */
const socketsOfPerson = 50
const wantedMs = 5
const program = fileURLToPath(new URL('bare-sockets.mjs', import.meta.url))

/** A server that publishes a change to two hundred sockets: the product, or Socket.IO alone. */
interface Publisher {
  readonly name: string
  readonly hearing: CountedHearing
  /** Makes change number `at`; resolves when it is answered. */
  change(at: number): Promise<void>
  /** Milliseconds of CPU so far. */
  cpuMs(): number
}

/** One posted message published to two hundred pages, one at a time and sixteen at once; beside it Socket.IO alone. */
export async function sockets(): Promise<void> {
  await inEnvironment(
    async (environment) => {
      const agent = new Agent({ keepAlive: true, maxSockets: many })
      try {
        const { lines, packet } = await toldByProduct(environment, agent)
        lines.push(...(await publishedByBareSockets(packet, agent)))
        report(`sockets-${factor}`, lines, [
          `${count} sockets that show every list; ${changes} messages each. "deliveries": events that reached a socket, a second.`,
        ])
        if (Number(lines[0]?.p50) < wantedMs) return
        say(`Not reached: a p50 under ${wantedMs} ms.`)
        process.exitCode = 1
      } finally {
        agent.destroy()
      }
    },
    { dataFolder: (whatsapp) => copyOfGeneratedData(factor, whatsapp) },
  )
}

async function toldByProduct(
  { product, owner }: Environment,
  agent: Agent,
): Promise<{ lines: Line[]; packet: string }> {
  const { url, pid = 0, dataFolder } = product
  const { token } = await callsWith(url, null)(login, { body: admin })
  const { rows } = await owner.query<{ id: TicketId }>(
    "select id from tickets where company_id = 1 and status = 'open' order by id limit 500",
  )
  const headers = { authorization: `Bearer ${token}` }
  const hearing = countedHearing(count)
  let packet = ''
  const pages = await openListeners(url, [token, ...(await colleaguesOf(owner, url))], count, (at, event) => {
    if (event.includes(numbered(0))) packet = event
    hearing.hear(at, event)
  })
  const lines = await measure({
    name: 'the product',
    hearing,
    cpuMs: () => accountOf(pid).cpuMs + databaseAccount(dataFolder).cpuMs,
    change: (at) =>
      requestOnce(
        `${url}/messages/${rows[at % rows.length]?.id}`,
        agent,
        headers,
        JSON.stringify({ body: `Saiu agora. ${numbered(at)}`, clientId: randomUUID() }),
      ),
  }).finally(pages.close)
  return { lines, packet }
}

/** Tokens of as many more users as needed, who see all tickets that the admin sees. */
async function colleaguesOf(owner: Environment['owner'], url: string): Promise<string[]> {
  const { rows } = await owner.query<{ email: string }>(
    `update users set profile = 'admin' where id in
       (select id from users where company_id = 1 and email <> $1 order by id limit $2)
     returning email`,
    [admin.email, Math.ceil(count / socketsOfPerson) - 1],
  )
  const signIn = ({ email }: { email: string }) =>
    callsWith(url, null)(login, { body: { email, password: admin.password } })
  return (await Promise.all(rows.map(signIn))).map(({ token }) => token)
}

/** `packet`: an event of the product, to be published again with other numbers. */
async function publishedByBareSockets(packet: string, agent: Agent): Promise<Line[]> {
  const event = Buffer.from(packet.slice(packet.indexOf('[')), 'latin1').toString() // as it was received, byte by byte
  const child = fork(program, { env: { ...process.env, BARE_EVENT: event } })
  try {
    const [port] = await once(child, 'message')
    const url = `http://127.0.0.1:${port}`
    const hearing = countedHearing(count)
    const open = Array.from({ length: count }, (_, at) =>
      openSocket(url, '40', (sent) => hearing.hear(at, sent), { isBare: true }),
    )
    const opened = await Promise.all(open)
    return await measure({
      name: 'Socket.IO alone',
      hearing,
      cpuMs: () => accountOf(child.pid ?? 0).cpuMs,
      change: (at) => requestOnce(`${url}/${at}`, agent, {}),
    }).finally(() => {
      for (const socket of opened) socket.terminate()
    })
  } finally {
    child.kill()
  }
}

/** Milliseconds until the last socket received it. */
interface Inbound {
  readonly fromCall: number
  /** Since the answer to the change: publishing alone. Negative: the answer came later. */
  readonly fromAnswer: number
}

async function measure(publisher: Publisher): Promise<Line[]> {
  let next = 0
  const oneByOne = async (last: number) => {
    const taken: Inbound[] = []
    while (next < last) taken.push(await changeAndHear(publisher, next++))
    return taken
  }
  const together = async (last: number) =>
    (await Promise.all(Array.from({ length: many }, () => oneByOne(last)))).flat()
  await together(warmedUp)
  const alone = await lineOf(publisher, 'one at a time', () => oneByOne(warmedUp + changes))
  const all = warmedUp + 2 * changes
  const atOnce = await lineOf(publisher, `${many} at once`, () => together(all))
  const { missed, repeated } = publisher.hearing.faults(all)
  return [alone, { ...atOnce, missed, repeated }]
}

async function changeAndHear({ change, hearing }: Publisher, at: number): Promise<Inbound> {
  const begin = performance.now()
  const [answered] = await Promise.all([change(at).then(() => performance.now()), hearing.byAll(at)])
  const last = hearing.atLast(at) ?? Number.NaN
  return { fromCall: last - begin, fromAnswer: last - answered }
}

async function lineOf(
  { name, cpuMs }: Publisher,
  how: string,
  work: () => Promise<Inbound[]>,
): Promise<Line> {
  const before = cpuMs()
  const begin = performance.now()
  const taken = await work()
  const seconds = (performance.now() - begin) / 1000
  const used = cpuMs() - before
  const fromCall = taken.map((inbound) => inbound.fromCall)
  const fromAnswer = taken.map((inbound) => inbound.fromAnswer)
  say(`${name}, ${how}: ${rounded((taken.length * count) / seconds)} deliveries a second`)
  return {
    what: `${name}, ${how}`,
    p50: rounded(percentile(fromCall, 50)),
    p99: rounded(percentile(fromCall, 99)),
    'from the answer p50': rounded(percentile(fromAnswer, 50)),
    deliveries: rounded((taken.length * count) / seconds, 0),
    'CPU ms per change': rounded(used / taken.length, 2),
  }
}
