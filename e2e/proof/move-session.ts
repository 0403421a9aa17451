import { spawn } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text as allText } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createConnection, listConnections, stopConnection } from '@balcao/contract/connections'
import type { WhatsappMessageId } from '@balcao/domain/ids'
import { baileysGateway } from '@balcao/whatsapp/baileys-gateway'
import type { ImportedWhatsappSession } from '@balcao/whatsapp/moved-session'
import { type OldServer, startOldServer } from '@balcao/whatsapp/testing/old-server'
import pg from 'pg'
import {
  storeAsFolder,
  storeAsTicketz,
  storeAsWhaticket,
} from '../../server/src/processes/move-in/testing/stored-forms'
import { trustSimulator } from '../../server/src/processes/trust-simulator'
import { signInForCalls } from '../src/calls'
import { emptyFolder } from '../src/migrated-folder'
import { admin, type Product, startProduct } from '../src/product'
import { addressAt, onDatabase, rowsAtTheDatabase } from '../src/product-database'
import { type Phones, startPhones } from './phones'
import type { Proof } from './proof'
import { until } from './waiting'

export interface MoveSessionOptions {
  readonly seed: number
  /** Of each number. */
  readonly customers: number
  readonly tell?: (line: string) => void
}

const forms = ['ticketz', 'whaticket', 'folder'] as const
type Form = (typeof forms)[number]

/** A number of the old server. */
interface OldNumber {
  readonly form: Form
  readonly phone: string
  readonly customers: readonly string[]
  readonly server: OldServer
  readonly devices: unknown
}

const program = fileURLToPath(new URL('../../server/dist/move-in.js', import.meta.url))

/**
 * Three linked numbers of an old server, whose stores have the shape of Baileys 6.7, move into the running product by the
 * operator's command. Their customers write before, between and after. Nothing may be lost, asked for again or refused; no
 * number may show a QR or become another device; and a source that is still in use is refused.
 */
export async function moveSession({
  seed,
  customers,
  tell = () => undefined,
}: MoveSessionOptions): Promise<Proof> {
  const ends: (() => Promise<unknown>)[] = []
  try {
    const phones = await startPhones({ stateFile: null, seed: String(seed), clockAheadMs: 0 })
    ends.push(() => phones.kill())
    const product = await startProduct({ whatsapp: phones.url })
    ends.push(() => product.remove())
    const folder = await emptyFolder()
    ends.push(() => rm(folder, { recursive: true, force: true }))
    const numbers: OldNumber[] = []
    for (const [at, form] of forms.entries()) numbers.push(await oldNumber(phones, form, at + 1, customers))
    tell(`${customers} customers of each of ${numbers.length} numbers wrote to the old server`)
    const codes = watchCodes(product)
    ends.push(codes.end)
    const { retriesFromProduct } = await phones.ask('stats')

    const troubles: string[] = []
    for (const number of numbers) {
      const session = number.server.stop()
      await sayAll(phones, number, 'entre') // they wait: no device reads them yet
      const said = await moveNumber({ product, folder, number, session, troubles }, async () => {
        await sayAll(phones, number, 'depois')
      })
      tell(said)
      if (!/moved( before)? and connected\. (\d+) of \2 messages/.test(said))
        troubles.push(`${number.form}: the command said: ${said}`)
    }

    const stats = await phones.ask('stats')
    const retries = stats.retriesFromProduct - retriesFromProduct
    if (retries > 0) troubles.push(`${retries} messages were asked for again`)
    troubles.push(...stats.unknown.map((what) => `the simulator did not know ${what}`))
    troubles.push(...stats.errors.map((what) => `the simulator found an error: ${what}`))
    for (const number of numbers) troubles.push(...(await lossesOf(product, phones, number)))
    if (codes.seen() > 0) troubles.push('a number showed a QR')
    tell(`${numbers.length * customers * 2} messages came over the moved numbers, ${retries} after a retry`)
    return { parts: new Map(), troubles }
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

/** A number that its customers have written to, and that has answered half of them. */
async function oldNumber(phones: Phones, form: Form, at: number, count: number): Promise<OldNumber> {
  const phone = `55513000000${at}`
  const customers = Array.from({ length: count }, (_, n) => `5551999${at}${String(n).padStart(5, '0')}`)
  await phones.ask('shop', phone, form)
  await phones.ask('customers', customers)
  const trustUrl = new URL('/trust', phones.url.replace(/^ws/, 'http')).href
  const { trust } = await trustSimulator({ socketUrl: phones.url, trustUrl })
  const quiet = { debug: nothing, info: nothing, warn: nothing, error: nothing }
  const server = await startOldServer(baileysGateway({ log: quiet, trust }), async (qr) => {
    await phones.ask('scan', phone, qr)
  })
  const number = { form, phone, customers, server, devices: await phones.ask('devices', phone) }
  await sayAll(phones, number, 'antes')
  await until('the old server has read all', async () => server.received >= count)
  for (const [n, to] of customers.entries())
    if (n % 2 === 0)
      await server.send({
        id: `3EB0A${at}${String(n).padStart(14, '0')}` as WhatsappMessageId, // as reserved by the old server
        to: { kind: 'person', phone: to, lid: null },
        content: { kind: 'text', text: 'resposta' },
        quoted: null,
      })
  return number
}

async function sayAll(
  phones: Phones,
  { customers, phone, form }: Pick<OldNumber, 'customers' | 'phone' | 'form'>,
  what: string,
): Promise<void> {
  for (const customer of customers)
    await phones.ask('say', customer, phone, `${what} ${form} ${customer}`, idOf(what, customer), null)
}

function idOf(what: string, customer: string): string {
  return `3EB0${Buffer.from(what).toString('hex').toUpperCase()}${customer}`
}

interface Moving {
  readonly product: Product
  readonly folder: string
  readonly number: OldNumber
  readonly session: ImportedWhatsappSession
  readonly troubles: string[]
}

/** Moves the number as its operator does; `meanwhile` runs while the command watches. Returns the line of the number. */
async function moveNumber(moving: Moving, meanwhile: () => Promise<void>): Promise<string> {
  const { product, number } = moving
  const options = await (number.form === 'folder' ? ofFolder(moving) : ofDatabase(moving, number.form))
  const command = run(product, ['sessions', ...options, '--old-server-is-stopped'])
  await Promise.race([connected(product, number), command])
  await meanwhile()
  const { code, said } = await command
  if (code !== 0) throw new Error(`the command failed: ${said}`)
  return said.trim().split('\n').at(-1) ?? ''
}

function connected(product: Product, { phone }: OldNumber): Promise<unknown> {
  return until('the number is connected', async () => {
    const rows = await rowsAtTheDatabase<object>(
      product,
      `select 1 from connections where number = $1 and status = 'CONNECTED'`,
      [phone],
    )
    return rows.length > 0
  })
}

async function ofFolder({ product, folder, session }: Moving): Promise<readonly string[]> {
  const calls = await signInForCalls(product.url, admin.email, admin.password)
  await calls(createConnection, { body: { name: 'Pasta', queueIds: [], greetingMessage: '' } })
  const [connection] = (await calls(listConnections)).filter(({ name }) => name === 'Pasta')
  if (connection === undefined) throw new Error('it was created')
  await calls(stopConnection, { params: { connectionId: connection.id } })
  await storeAsFolder(join(folder, 'baileys'), session)
  return ['--from-folder', join(folder, 'baileys'), '--connection', String(connection.id)]
}

async function ofDatabase(
  { product, folder, session, troubles }: Moving,
  form: 'ticketz' | 'whaticket',
): Promise<readonly string[]> {
  await onDatabase(product, 'balcao', (owner) => owner.query(`create database old_${form}`))
  const url = addressAt(product, `old_${form}`)
  await onSource(url, async (old) => {
    await old.query(tables)
    await (form === 'ticketz' ? storeAsTicketz : storeAsWhaticket)(sourceOf(old), 1, session)
  })
  const options = ['--from', url, '--name', form]
  const mapping = ['--mapping', join(folder, `${form}.json`)]
  await mustRun(product, ['look', ...options, ...mapping])
  const text = await readFile(join(folder, `${form}.json`), 'utf8')
  await writeFile(join(folder, `${form}.json`), text.replace('"Loja antiga"', `"Loja de ${form}"`))
  await mustRun(product, ['run', ...options, ...mapping])
  await onSource(url, async () => {
    const { code, said } = await run(product, ['sessions', ...options, '--old-server-is-stopped'])
    if (code === 0 || !said.includes('The old server seems to run'))
      troubles.push(`${form}: a source in use was not refused: ${said}`)
  })
  await mustRun(product, ['switch', ...options])
  return options
}

async function onSource(url: string, act: (old: pg.Client) => Promise<void>): Promise<void> {
  const old = new pg.Client({ connectionString: url, application_name: 'old server' })
  await old.connect()
  await act(old).finally(() => old.end())
}

function sourceOf(old: pg.Client) {
  return {
    run: async (sql: string, values: readonly unknown[] = []) => void (await old.query(sql, [...values])),
  }
}

/** As small as a source can be. */
const tables = `
  create table rows (id int, "createdAt" timestamptz default now(), "updatedAt" timestamptz default now());
  create table "Plans" (like rows including all, name text, users int, connections int, queues int, value float);
  create table "Companies" (like rows including all, name text, status boolean, "planId" int);
  create table "Users" (like rows including all, name text, email text, "passwordHash" text, profile text, "companyId" int);
  create table "Whatsapps" (like rows including all, name text, "isDefault" boolean, session text, "companyId" int);
  create table "BaileysKeys" (like rows including all, "whatsappId" int, type text, key text, value text);
  create table "Contacts" (like rows including all, name text, number text, "companyId" int);
  create table "Tickets" (like rows including all, status text, "contactId" int, "whatsappId" int, "companyId" int);
  create table "Messages" (like rows including all, "ticketId" int, "companyId" int, body text, "mediaUrl" text);
  insert into "Plans" (id, name, users, connections, queues, value) values (1, 'Antigo', 5, 5, 5, 9);
  insert into "Companies" (id, name, status, "planId") values (1, 'Loja antiga', true, 1);
  insert into "Whatsapps" (id, name, "isDefault", "companyId") values (1, 'Número antigo', true, 1)`

interface Run {
  readonly code: number | null
  readonly said: string
}

async function run({ dataFolder }: Product, args: readonly string[]): Promise<Run> {
  const { DATABASE_URL: _, ...environment } = process.env
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...environment, DATA_DIR: dataFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [said, failed] = await Promise.all([allText(child.stdout), allText(child.stderr)])
  return { code: await code, said: said + failed }
}

async function mustRun(product: Product, args: readonly string[]): Promise<void> {
  const { code, said } = await run(product, args)
  if (code !== 0) throw new Error(`move-in ${args[0]} failed: ${said}`)
}

/** Each message is stored once with its text, and the phone still has the device that it had. */
async function lossesOf(product: Product, phones: Phones, number: OldNumber): Promise<string[]> {
  const wanted = ['entre', 'depois'].flatMap((what) =>
    number.customers.map((customer) => ({
      id: idOf(what, customer),
      body: `${what} ${number.form} ${customer}`,
    })),
  )
  const stored = () =>
    rowsAtTheDatabase<{ id: string; body: string }>(
      product,
      'select whatsapp_id as id, body from messages where whatsapp_id = any ($1)',
      [wanted.map(({ id }) => id)],
    )
  await until('everything is stored', async () => (await stored()).length >= wanted.length).catch(
    () => undefined, // counted below
  )
  const bodies = new Map<string, string[]>()
  for (const { id, body } of await stored()) bodies.set(id, [...(bodies.get(id) ?? []), body])
  const devices = await phones.ask('devices', number.phone)
  return [
    ...wanted.flatMap(({ id, body }) => {
      const [found, ...more] = bodies.get(id) ?? []
      if (found === body && more.length === 0) return []
      return [`${body}: ${found === undefined ? 'lost' : more.length > 0 ? 'stored twice' : 'not readable'}`]
    }),
    ...(JSON.stringify(devices) === JSON.stringify(number.devices)
      ? []
      : [`${number.phone} has another device`]),
  ]
}

/** Counts looks at which a connection with a number held a code up. */
function watchCodes(product: Product) {
  let codes = 0
  let isOver = false
  const looking = (async () => {
    while (!isOver) {
      const rows = await rowsAtTheDatabase<object>(
        product,
        'select 1 from connections where number is not null and sealed_qr is not null',
      )
      codes += rows.length
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  })()
  looking.catch(() => undefined) // awaited at the end
  return {
    seen: () => codes,
    end() {
      isOver = true
      return looking
    },
  }
}

function nothing(): void {}
