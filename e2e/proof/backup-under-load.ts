import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text as allText } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createConnection, listConnections } from '@balcao/contract/connections'
import { listContacts } from '@balcao/contract/contacts'
import { listMessages, sendMessage } from '@balcao/contract/messages'
import { createQueue } from '@balcao/contract/queues'
import { listTickets, updateTicket } from '@balcao/contract/tickets'
import { type Calls, signInForCalls } from '../src/calls'
import { emptyFolder } from '../src/migrated-folder'
import { type OfficialNumber, postWebhook, setUpNumber, textWebhook } from '../src/official-number'
import { admin, type Product, startProduct } from '../src/product'
import { rowsAtTheDatabase } from '../src/product-database'
import { type Phones, startPhones } from './phones'
import type { Proof } from './proof'
import { until } from './waiting'

export interface BackupOptions {
  readonly seed: number
  /** Seven of ten come to an official number, one to a linked one, and two are answers over the linked one. */
  readonly perSecond: number
  readonly seconds: number
  /** In the database before, of one ticket. */
  readonly messages: number
  readonly tell?: (line: string) => void
}

const [shop, customer] = ['555130000001', '5551999100001']
const passphrase = 'a passphrase of the proofs'
const officialCustomers = 50
const tickMs = 100
/** More requests in hand would measure the machine. */
const mostInHand = 60

/**
 * A backup of the running product while messages come in and go out, restored into an empty folder on which another product
 * starts. What was acknowledged before the instant of the backup, by an answer of the API or by a receipt to the customer's
 * phone, is in the copy. Faulty files and taken folders are refused.
 */
export async function backupUnderLoad({
  seed,
  perSecond,
  seconds,
  messages,
  tell = () => undefined,
}: BackupOptions): Promise<Proof> {
  const ends: (() => Promise<unknown>)[] = []
  try {
    const phones = await startPhones({ stateFile: null, seed: String(seed), clockAheadMs: 0 })
    ends.push(() => phones.kill())
    const product = await startProduct({ whatsapp: phones.url })
    ends.push(() => product.remove())
    const meta = await phones.ask('metaAccount')
    const official = await setUpNumber(meta, product, (url, verifyToken) =>
      phones.ask('setCallback', meta.appId, url, verifyToken),
    )
    const calls = await official.calls()
    const ticketId = await furnish(calls, phones)
    await addMessages(product, ticketId, messages)

    const load = startLoad({ calls, phones, product, official, ticketId, perSecond })
    await pause((seconds * 1_000) / 3)
    const folder = await emptyFolder()
    ends.push(() => rm(folder, { recursive: true, force: true }))
    const began = performance.now()
    const lines = await run('backup', ['--to', folder], { DATA_DIR: product.dataFolder })
    for (const line of lines) tell(line)
    tell(`the backup took ${((performance.now() - began) / 1_000).toFixed(1)} s`)
    await pause((seconds * 1_000) / 3)
    const { acknowledged, perSecond: reached } = await load.end()
    tell(`${reached.toFixed(0)} messages a second were acknowledged`)
    const instant = Date.parse(/committed before (\S+)\.$/m.exec(lines.join('\n'))?.[1] ?? '')
    const [name = ''] = await readdir(folder)

    const target = await emptyFolder()
    const restoring = performance.now()
    for (const line of await run('restore', [join(folder, name), '--into', target])) tell(line)
    tell(`the restore took ${((performance.now() - restoring) / 1_000).toFixed(1)} s`)
    const copy = await startProduct({ whatsapp: phones.url, dataFolder: target })
    ends.push(() => copy.remove())
    const before = acknowledged.filter(({ atMs }) => atMs < instant)
    tell(`${before.length} of ${acknowledged.length} messages were acknowledged before the instant`)
    return {
      parts: new Map(),
      troubles: [
        ...(before.length > 0 && before.length < acknowledged.length
          ? []
          : ['the backup was not amid the load']),
        ...load.failures,
        ...(await missingIn(copy, before)),
        ...(await troublesOf(copy, ticketId)),
        ...(await refusals(join(folder, name), target)),
      ],
    }
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

/** A linked number and an accepted conversation. */
async function furnish(calls: Calls, phones: Phones): Promise<number> {
  const queue = await calls(createQueue, { body: { name: 'Vendas', color: '#2E9E6B' } })
  await phones.ask('shop', shop, 'Loja')
  await phones.ask('customer', customer, 'Cliente')
  await calls(createConnection, { body: { name: 'Loja', queueIds: [queue.id], greetingMessage: '' } })
  await phones.ask('link', shop)
  await until('the number is connected', async () =>
    (await calls(listConnections)).every(({ status }) => status === 'CONNECTED'),
  )
  await phones.ask('noteReceipts')
  await phones.ask('say', customer, shop, 'início', '3EB0FFFFFFFFFFFFFFFFFFFF', null)
  const ticket = await until('the conversation has its ticket', async () => {
    const { tickets } = await calls(listTickets, { query: { status: 'pending' } })
    return tickets[0]
  })
  await calls(updateTicket, { params: { ticketId: ticket.id }, body: { status: 'open' } })
  return ticket.id
}

/** As an import would: texts of the customer, all of this ticket. */
async function addMessages(product: Product, ticketId: number, count: number): Promise<void> {
  const columns = await rowsAtTheDatabase<{ name: string }>(
    product,
    `select attname as name from pg_attribute where attrelid = 'messages'::regclass and attnum > 0 and not attisdropped
       and attgenerated = '' and attname not in ('id', 'whatsapp_id', 'body', 'client_id') order by attnum`,
  )
  const names = columns.map(({ name }) => name).join(', ')
  await rowsAtTheDatabase(
    product,
    `insert into messages (${names}, whatsapp_id, body)
     select ${names}, 'BULK' || n, 'Mensagem ' || n || repeat(' com mais palavras', n % 9)
     from (select * from messages where ticket_id = $1 order by id limit 1) as m, generate_series(1, $2::int) as n`,
    [ticketId, count],
  )
}

interface Acknowledged {
  /** The WhatsApp id of a message of a customer, or the text of one of ours. */
  readonly name: string
  readonly atMs: number
}

interface Load {
  readonly failures: string[]
  /** Returns all that was acknowledged, and the pace that was reached. */
  end(): Promise<{ readonly acknowledged: readonly Acknowledged[]; readonly perSecond: number }>
}

/** Customers and attendant write at this pace, however fast the product answers. */
function startLoad({
  calls,
  phones,
  product,
  official,
  ticketId,
  perSecond,
}: {
  calls: Calls
  phones: Phones
  product: Product
  official: OfficialNumber
  ticketId: number
  perSecond: number
}): Load {
  const answered: Acknowledged[] = []
  const failures: string[] = []
  const inHand = new Set<Promise<void>>()
  let number = 0
  let isOver = false
  const start = (act: () => Promise<unknown>) => {
    const running = act()
      .catch((error: unknown) => void failures.push(String(error)))
      .then(() => void inHand.delete(running))
    inHand.add(running)
  }
  const acknowledge = (name: string) => void answered.push({ name, atMs: Date.now() })
  const answer = async (text: string) => {
    await calls(sendMessage, { params: { ticketId }, body: { body: text, clientId: randomUUID() } })
    acknowledge(text)
  }
  const toOfficial = async (id: string, phone: string) => {
    const status = await postWebhook(product, official, textWebhook(official.id, phone, id, `pedido ${id}`))
    if (status !== 200) throw new Error(`a webhook was answered with ${status}`)
    acknowledge(id)
  }
  const writeOne = () => {
    const at = ++number
    const id = at.toString(16).toUpperCase().padStart(16, '0')
    if (at % 10 === 0) start(() => phones.ask('sayWhenTaken', customer, shop, `pergunta ${id}`, `3EB0${id}`))
    else if (at % 5 === 1) start(() => answer(`resposta ${id}`))
    else start(() => toOfficial(`wamid.${id}`, `55219${70_000_000 + (at % officialCustomers)}`))
  }
  const began = performance.now()
  const running = (async () => {
    for (let at = began; !isOver; at += tickMs) {
      await pause(Math.max(0, at - performance.now()))
      for (let each = 0; each < (perSecond * tickMs) / 1_000 && inHand.size < mostInHand; each++) writeOne()
    }
    await Promise.all(inHand)
  })()
  return {
    failures,
    async end() {
      const seconds = (performance.now() - began) / 1_000
      isOver = true
      await running
      const receipts = await phones.ask('receipts')
      const acknowledged = [...answered, ...receipts.map(({ id, atMs }) => ({ name: id, atMs }))]
      return { acknowledged, perSecond: acknowledged.length / seconds }
    },
  }
}

/** Returns what the command said. */
async function run(
  command: 'backup' | 'restore',
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const program = fileURLToPath(new URL(`../../server/dist/${command}.js`, import.meta.url))
  const { DATABASE_URL: _, ...own } = process.env
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...own, BACKUP_PASSPHRASE: passphrase, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const code = new Promise((resolve) => child.once('exit', resolve))
  const [said, failed] = await Promise.all([allText(child.stdout), allText(child.stderr)])
  if ((await code) !== 0) throw new Error(failed.trim() || said.trim())
  return said.trim().split('\n')
}

/** Events whose receipt had left wait in the copy for its reception first. */
async function missingIn(copy: Product, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  await until('the copy has handled its inbound events', async () => {
    const [row] = await rowsAtTheDatabase<{ waiting: number }>(
      copy,
      'select count(*)::int as waiting from inbound_events where done_at is null and dead_because is null',
    )
    return row?.waiting === 0
  })
  const missing = await rowsAtTheDatabase<{ name: string }>(
    copy,
    `with stored as materialized (select whatsapp_id as name from messages union all select body from messages)
     select name from unnest($1::text[]) as asked (name) where name not in (select name from stored where name is not null)`,
    [acknowledged.map(({ name }) => name)],
  )
  return missing.map(({ name }) => `${name} was acknowledged before the instant and is not in the copy`)
}

/** The copy serves its main lists to the same person, and runs no number. */
async function troublesOf(copy: Product, ticketId: number): Promise<string[]> {
  const calls = await signInForCalls(copy.url, admin.email, admin.password)
  const { tickets } = await calls(listTickets, { query: { status: 'open', showAll: 'true' } })
  const { messages } = await calls(listMessages, { params: { ticketId }, query: { pageNumber: 1 } })
  const { contacts } = await calls(listContacts, { query: { pageNumber: 1 } })
  const connections = await calls(listConnections)
  return [
    ...(tickets.some(({ id }) => id === ticketId) ? [] : ['the ticket is in no list of the copy']),
    ...(messages.length > 0 ? [] : ['the conversation is empty in the copy']),
    ...(contacts.length > 0 ? [] : ['the copy lists no contact']),
    ...connections
      .filter(({ status }) => status !== 'DISCONNECTED')
      .map(({ status }) => `a number of the copy is ${status}`),
  ]
}

/** A taken folder and another passphrase are refused with a line. */
async function refusals(file: string, taken: string): Promise<string[]> {
  const other = await emptyFolder()
  const saidOf = (words: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
    run('restore', words, environment).then(
      () => 'nothing was refused',
      (error: Error) => error.message,
    )
  const said = [
    [
      await saidOf([file, '--into', taken]),
      `${taken} is not empty: it has secrets.json. Restore into another folder.`,
    ],
    [
      await saidOf([file, '--into', other], { BACKUP_PASSPHRASE: 'another passphrase 123' }),
      `The passphrase is not the one with which ${file} was made.`,
    ],
  ]
  const left = await readdir(other)
  await rm(other, { recursive: true })
  return [
    ...said.filter(([line, expected]) => line !== expected).map(([line]) => `a refusal said: ${line}`),
    ...left.map((name) => `a refused restore left ${name}`),
  ]
}
