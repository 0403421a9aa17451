import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { text as allText } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createCompany } from '@balcao/contract/companies'
import { createConnection, listConnections } from '@balcao/contract/connections'
import { sendMessage } from '@balcao/contract/messages'
import { login } from '@balcao/contract/people'
import { listAllPlans } from '@balcao/contract/plans'
import { createQueue } from '@balcao/contract/queues'
import { listTickets, updateTicket } from '@balcao/contract/tickets'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres/start-embedded-postgres'
import { loadSecrets } from '../../server/src/platform/secrets'
import { type Calls, callsWith } from '../src/calls'
import { emptyFolder, emptyFolderWithSecretsOf } from '../src/migrated-folder'
import { admin, type Product, startProduct } from '../src/product'
import { type Phones, startPhones } from './phones'
import type { Proof } from './proof'
import { openRecords, type Records } from './records'
import { until } from './waiting'

export interface MoveOptions {
  readonly seed: number
  /** Of the company, before the move. */
  readonly messages: number
  /** The most milliseconds without acts of the company; absent: any. */
  readonly stoppedMs?: number
  readonly tell?: (line: string) => void
}

interface Cell {
  readonly product: Product
  readonly databaseUrl: string
  readonly records: Records
}

const program = fileURLToPath(new URL('../../server/dist/move-company.js', import.meta.url))
const [shop, customer] = ['555130000001', '5551999100001']
const owner = { email: 'loja@example.com', password: 'outra senha longa' }

/**
 * Two cells, each a product on a PostgreSQL server of its own. A company with a linked number moves from one to the other,
 * while its customer writes and its attendant answers with one token.
 */
export async function moveBetweenCells({
  seed,
  messages,
  stoppedMs = Number.POSITIVE_INFINITY,
  tell = () => undefined,
}: MoveOptions): Promise<Proof> {
  const ends: (() => Promise<unknown>)[] = []
  try {
    const phones = await startPhones({ stateFile: null, seed: String(seed), clockAheadMs: 0 })
    ends.push(() => phones.kill())
    const installation = await startCells(phones, ends)
    const { a, b } = installation
    const company = await furnish(a, phones)
    await addMessages(a, company.ticketId, messages)
    tell(`${messages} messages are in cell A`)

    const talk = startTalk([a, b], phones, company)
    await until('the talk has begun', async () => talk.answered.length > 3)
    const lines = await runMover(company.id, installation)
    for (const line of lines) tell(line)
    const connections = () => callsWith(b.product.url, company.token)(listConnections)
    await until('the number is connected in cell B', async () =>
      (await connections()).every(({ status }) => status === 'CONNECTED'),
    )
    const before = talk.answered.length
    await until('the talk continues in cell B', async () => talk.answered.length > before + 3)
    await talk.end()
    const troubles = await troublesOf(b, phones, talk)
    const ms = Number(/waited for (\d+) ms/.exec(lines.join('\n'))?.[1] ?? Number.NaN)
    if (!(ms <= stoppedMs)) troubles.push(`its calls waited for ${ms} ms`)
    tell(`${talk.said.length} messages in and ${talk.answered.length} out around the move`)
    return { parts: new Map(), troubles }
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

type Ends = (() => Promise<unknown>)[]

interface Installation {
  readonly a: Cell
  readonly b: Cell
  readonly directoryUrl: string
  readonly secretsFolder: string
}

async function startCells(phones: Phones, ends: Ends): Promise<Installation> {
  const log = { info: () => undefined, warn: () => undefined }
  const secretsFolder = await emptyFolder()
  ends.push(() => rm(secretsFolder, { recursive: true, force: true }))
  const { databaseOwnerPassword: ownerPassword } = loadSecrets(secretsFolder, {})
  const cells: Cell[] = []
  let directoryUrl = ''
  for (const number of [0, 1]) {
    const folder = await emptyFolderWithSecretsOf(secretsFolder)
    ends.push(() => rm(folder, { recursive: true, force: true }))
    const settings = { max_connections: '100', wal_level: 'logical' }
    const server = await startEmbeddedPostgres({ folder, ownerPassword, log, settings })
    ends.push(() => server.stop())
    await server.release() // for the product to claim
    if (number === 0) directoryUrl = await makeDirectory(server.ownerUrl)
    const environment = {
      DATABASE_URL: server.ownerUrl,
      CELL: String(number),
      DIRECTORY_URL: directoryUrl,
      ADMIN_EMAIL: number === 0 ? admin.email : 'admin-of-the-other@example.com',
    }
    const dataFolder = await emptyFolderWithSecretsOf(secretsFolder)
    const product = await startProduct({ whatsapp: phones.url, environment, dataFolder })
    ends.push(() => product.remove())
    const records = await openRecords(server.ownerUrl)
    ends.push(() => records.close())
    cells.push({ product, databaseUrl: server.ownerUrl, records })
  }
  const [a, b] = cells
  if (a === undefined || b === undefined) throw new Error('there are two cells')
  return { a, b, directoryUrl, secretsFolder }
}

async function makeDirectory(ownerUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query('create database directory')
  await client.end()
  const url = new URL(ownerUrl)
  url.pathname = '/directory'
  return url.href
}

interface MovedCompany {
  readonly id: number
  readonly token: string
  readonly ticketId: number
}

/** A company of cell A with a linked number and an accepted conversation. */
async function furnish({ product }: Cell, phones: Phones): Promise<MovedCompany> {
  const { token: superToken } = await callsWith(product.url, null)(login, { body: admin })
  const calls = callsWith(product.url, superToken)
  const [plan] = await calls(listAllPlans)
  if (plan === undefined) throw new Error('there is no plan')
  const { id } = await calls(createCompany, {
    body: {
      name: 'Loja',
      email: owner.email,
      password: owner.password,
      planId: plan.id,
      dueDate: '2031-01-31',
    },
  })
  const { token } = await callsWith(product.url, null)(login, { body: owner })
  const own = callsWith(product.url, token)
  const queue = await own(createQueue, { body: { name: 'Vendas', color: '#2E9E6B' } })
  await phones.ask('shop', shop, 'Loja')
  await phones.ask('customer', customer, 'Cliente')
  await own(createConnection, { body: { name: 'Loja', queueIds: [queue.id], greetingMessage: '' } })
  await phones.ask('link', shop)
  await until('the number is connected', async () =>
    (await own(listConnections)).every(({ status }) => status === 'CONNECTED'),
  )
  await phones.ask('say', customer, shop, 'início', '3EB0FFFFFFFFFFFFFFFFFFFF', null)
  const ticket = await until('the conversation has its ticket', async () => {
    const { tickets } = await own(listTickets, { query: { status: 'pending' } })
    return tickets[0]
  })
  await own(updateTicket, { params: { ticketId: ticket.id }, body: { status: 'open' } })
  return { id, token, ticketId: ticket.id }
}

/** As an import would: texts of the customer, all of this ticket. */
async function addMessages({ records }: Cell, ticketId: number, count: number): Promise<void> {
  const columns = await records.rows<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'messages'::regclass and attnum > 0 and not attisdropped
       and attgenerated = '' and attname not in ('id', 'whatsapp_id', 'body', 'client_id') order by attnum`,
  )
  const names = columns.map(({ name }) => name).join(', ')
  await records.rows(
    `insert into messages (${names}, whatsapp_id, body)
     select ${names}, 'BULK' || n, 'Mensagem ' || n || repeat(' com mais palavras', n % 9)
     from (select * from messages where ticket_id = $1 order by id limit 1) as m, generate_series(1, $2::int) as n`,
    [ticketId, count],
  )
}

interface Talk {
  readonly said: string[]
  readonly answered: string[]
  end(): Promise<void>
}

/** Customer and attendant write in turns until the end. The attendant's calls go where the router would lead them. */
function startTalk([a, b]: readonly [Cell, Cell], phones: Phones, { token, ticketId }: MovedCompany): Talk {
  const [said, answered]: [string[], string[]] = [[], []]
  let calls: Calls = callsWith(a.product.url, token)
  let isOver = false
  const answer = async (body: string) => {
    const clientId = randomUUID()
    for (;;) {
      try {
        return await calls(sendMessage, { params: { ticketId }, body: { body, clientId } })
      } catch (error) {
        const words = error instanceof Error ? error.message : ''
        if (words.includes('ERR_COMPANY_MOVED')) calls = callsWith(b.product.url, token)
        else if (!words.includes('ERR_COMPANY_MOVING')) throw error
        await pause(50)
      }
    }
  }
  const running = (async () => {
    while (!isOver) {
      const id = `3EB0${said.length.toString(16).toUpperCase().padStart(16, '0')}`
      said.push(id)
      await phones.ask('say', customer, shop, `pergunta ${said.length}`, id, null)
      const body = `resposta ${answered.length}`
      await answer(body)
      answered.push(body)
      await pause(100)
    }
  })()
  running.catch(() => undefined) // awaited at the end
  return {
    said,
    answered,
    end() {
      isOver = true
      return running
    },
  }
}

/** Returns what the command said. */
async function runMover(
  company: number,
  { a, b, directoryUrl, secretsFolder }: Installation,
): Promise<string[]> {
  const child = spawn(process.execPath, [program, '--company', String(company)], {
    env: {
      ...process.env,
      FROM_DATABASE_URL: a.databaseUrl,
      TO_DATABASE_URL: b.databaseUrl,
      DIRECTORY_URL: directoryUrl,
      DATA_DIR: secretsFolder,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const code = new Promise((resolve) => child.once('exit', resolve))
  const [said, failed] = await Promise.all([allText(child.stdout), allText(child.stderr)])
  if ((await code) !== 0) throw new Error(`the mover failed: ${said}${failed}`)
  return said.trim().split('\n')
}

/** Each message is stored once, each answer shown once, and the owner signs in to the cell that the directory names. */
async function troublesOf(b: Cell, phones: Phones, { said, answered }: Talk): Promise<string[]> {
  const stored = () =>
    b.records.rows<{ id: string; count: number }>(
      `select whatsapp_id as id, count(*)::int as count from messages where whatsapp_id = any ($1) group by 1`,
      [said],
    )
  const shown = async () => (await phones.ask('shown', customer, shop, shop)).map(({ text }) => text)
  await until('everything has arrived', async () => {
    const texts = await shown()
    return (await stored()).length >= said.length && answered.every((body) => texts.includes(body))
  }).catch(() => undefined) // counted below
  const texts = await shown()
  const rows = await stored()
  const { status } = await fetch(`${b.product.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(owner),
  })
  return [
    ...said.filter((id) => rows.every((row) => row.id !== id)).map((id) => `${id} is lost`),
    ...rows.filter(({ count }) => count > 1).map(({ id }) => `${id} is stored twice`),
    ...answered.flatMap((body) => {
      const times = texts.filter((shownText) => shownText === body).length
      return times === 1 ? [] : [`${body} is shown ${times} times`]
    }),
    ...(status === 200 ? [] : [`the sign-in to cell B answered ${status}`]),
  ]
}
