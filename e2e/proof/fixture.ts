import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type EndpointCallInput, endpointCallUrl } from '@balcao/contract/client'
import { createConnection, listConnections, retryConnection } from '@balcao/contract/connections'
import { sendMessage } from '@balcao/contract/messages'
import { login, updateSetting } from '@balcao/contract/people'
import { createQueue } from '@balcao/contract/queues'
import { listTickets, type TicketView, updateTicket } from '@balcao/contract/tickets'
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres/start-embedded-postgres'
import { loadSecrets } from '../../server/src/platform/secrets'
import type { Haproxy } from '../../server/src/platform/testing/haproxy'
import { type Calls, callsWith } from '../src/calls'
import { emptyFolder, emptyFolderWithSecretsOf, folderToBeginWith } from '../src/migrated-folder'
import { admin, type Product, type ProductSettings, startProduct } from '../src/product'
import { rowsAtTheDatabase } from '../src/product-database'
import { startBalancer } from './balancer'
import { type Chance, openChance } from './chance'
import { type DatabaseWatch, watchDatabase } from './database-watch'
import { type Phones, startPhones } from './phones'
import { pictureOf } from './pictures'
import { openRecords, type Records } from './records'
import type { Servers } from './servers'
import type { SmallDisk } from './small-disk'
import { until } from './waiting'

/**
 * The whole product as `npm start` runs it, the simulated WhatsApp and the database, each a process of its own, so that
 * each can be killed separately. Customers write, an attendant answers, and every text is recorded here.
 */
export interface Fixture {
  readonly seed: number
  readonly chance: Chance
  readonly product: Product
  /** By their names, with `FixtureOptions.processes`. */
  readonly processes: ReadonlyMap<string, Product>
  /** The HAProxy before them, with `FixtureOptions.servers` that have one. */
  readonly haproxy: Haproxy | null
  readonly phones: Phones
  readonly database: DatabaseWatch
  readonly records: Records
  readonly conversations: readonly Conversation[]
  readonly calls: Calls
  /** The attendant's token, for a socket. */
  token(): string
  /** A customer writes; in a group its members alternate. Returns WhatsApp's id. `what` names the part of the proof. */
  say(conversation: Conversation, what: string): Promise<string>
  /** The attendant answers as the web does: under one client id, repeated until the server accepts it. */
  answer(conversation: Conversation, what: string): Promise<void>
  /** Runs beside everything else; its errors become troubles of the proof. */
  besides(doing: Promise<unknown>): void
  readonly failures: readonly string[]
  /** Kills the product, unless it is already dead, and starts it again. */
  restartProduct(): Promise<void>
  /** The same, without waiting until the numbers are connected. */
  startProduct(): Promise<void>
  restartPhones(): Promise<void>
  /** Resolves when every number is linked and connected. */
  connected(): Promise<void>
  close(): Promise<void>
}

export interface Conversation {
  readonly name: string
  readonly shop: string
  /** One customer, or the members of the group. */
  readonly customers: readonly string[]
  readonly group: string | null
  /** The texts of customers, in order. */
  readonly said: Said[]
  /** The texts of the attendant, in the order of the calls. */
  readonly answered: string[]
  ticket: TicketView | null
}

interface Said {
  readonly id: string
  text: string
  readonly by: string
}

export interface FixtureOptions {
  readonly seed: number
  readonly numbers?: number
  readonly customersOfEach?: number
  readonly withGroup?: boolean
  /** A fifth of all messages are pictures, with their text as the caption. */
  readonly withPictures?: boolean
  readonly clockAheadMs?: number
  /** The product runs on its own database, as by a plain `npm start`; commits are not intercepted then. */
  readonly embedded?: boolean
  /** The disk of such a product's data; by default a new folder. The fixture removes it at its end. */
  readonly disk?: SmallDisk
  /** The simulated WhatsApp is not killed: with thousands of customers its state takes too long to save. */
  readonly phonesForget?: boolean
  /** The roles of several processes by their names; a balancer before those with `api` is the product's address. */
  readonly processes?: Readonly<Record<string, string>>
  /** The folder of a built release, with which several processes begin; by default this tree. */
  readonly release?: string
  /** The servers around several processes, which the fixture closes; by default an embedded database and our balancer. */
  readonly servers?: Servers
  /** Additional settings of the product's process. */
  readonly environment?: Readonly<Record<string, string>>
  /** Links the numbers and prepares the proof; by default an attendant accepts every conversation. */
  readonly furnish?: (fixture: Fixture) => Promise<void>
}

const opening = 'início'

const open = new Set<() => Promise<void>>()

/** For an interrupted run: no process stays behind. */
export async function closeFixtures(): Promise<void> {
  for (const close of [...open]) await close()
}

export async function openFixture(options: FixtureOptions): Promise<Fixture> {
  const folder = await (options.embedded ? emptyFolder() : folderToBeginWith())
  const ends: Ends = [() => rm(folder, { recursive: true, force: true })]
  const { servers } = options
  if (servers !== undefined) ends.push(() => servers.close())
  const close = async () => {
    open.delete(close)
    for (const end of ends.splice(0).reverse()) await end()
  }
  open.add(close)
  try {
    const { seed, clockAheadMs = 0, phonesForget = false, withPictures = false } = options
    const stateFile = phonesForget ? null : join(folder, 'phones.json')
    const phones = await startPhones({ stateFile, seed: String(seed), clockAheadMs })
    ends.push(() => phones.kill())
    const start = options.embedded ? startOnEmbedded : startOnWatched
    const begun = await start(phones.url, options, folder, ends)
    const { product } = begun
    const token = await signIn(product.url)
    const conversations = await meet(phones, options)
    const fixture = playDemo({ seed, phones, ...begun, conversations, token, withPictures, close })
    await (options.furnish ?? furnishAttendance)(fixture)
    return fixture
  } catch (error) {
    await close()
    throw error
  }
}

interface Begun extends Pick<Fixture, 'product' | 'processes' | 'haproxy' | 'database' | 'records'> {}
type Ends = (() => Promise<unknown>)[]

/** On a database behind a proxy that intercepts every commit. */
async function startOnWatched(
  whatsapp: string,
  options: FixtureOptions,
  folder: string,
  ends: Ends,
): Promise<Begun> {
  const ownerUrl = options.servers?.postgres?.ownerUrl ?? (await startEmbedded(folder, ends))
  const database = await watchDatabase(ownerUrl)
  ends.push(() => database.close())
  const environment = { ...options.environment, DATABASE_URL: database.url }
  const beside = { ...options.environment, DATABASE_URL: ownerUrl }
  const { product, processes, haproxy } =
    options.processes === undefined
      ? { ...alone, product: await startProduct({ whatsapp, environment, dataFolder: await likeIt() }) }
      : await startSeveral(
          options.processes,
          { whatsapp, ...releaseOf(options) },
          [environment, beside],
          likeIt,
          options.servers,
          ends,
        )
  ends.push(() => product.kill().then(() => product.remove()))
  const records = await openRecords(ownerUrl)
  ends.push(() => records.close())
  return { product, processes, haproxy, database, records }

  /** A data folder with the same secrets. */
  function likeIt(): Promise<string> {
    loadSecrets(folder, {}) // writes them in an empty folder
    return emptyFolderWithSecretsOf(folder)
  }
}

async function startEmbedded(folder: string, ends: Ends): Promise<string> {
  const log = { info: () => undefined, warn: () => undefined }
  const ownerPassword = loadSecrets(folder, {}).databaseOwnerPassword
  const settings = { max_connections: '200' } // those of several processes
  const server = await startEmbeddedPostgres({ folder, ownerPassword, log, settings })
  ends.push(() => server.stop())
  await server.release() // for the product to claim
  return server.ownerUrl
}

function releaseOf({ release }: FixtureOptions): Pick<ProductSettings, 'release'> {
  return release === undefined ? {} : { release }
}

const alone: Pick<Begun, 'processes' | 'haproxy'> = { processes: new Map(), haproxy: null }

/**
 * Several processes on one database, one after the other. Commits of the first are intercepted: of all it would cost more
 * time than the database. Without a bucket they share a data folder.
 */
async function startSeveral(
  roles: Readonly<Record<string, string>>,
  settings: Omit<ProductSettings, 'dataFolder' | 'environment'>,
  [ofFirst, ofOthers]: readonly [Record<string, string>, Record<string, string>],
  newFolder: () => Promise<string>,
  servers: Servers | undefined,
  ends: Ends,
): Promise<Pick<Begun, 'product' | 'processes' | 'haproxy'>> {
  const processes = new Map<string, Product>()
  ends.push(() => Promise.all([...processes.values()].map((each) => each.kill().then(each.remove))))
  const shared = await newFolder()
  const hasBucket = servers?.environment.S3_BUCKET !== undefined
  for (const [name, ROLES] of Object.entries(roles)) {
    const environment = {
      ...(processes.size === 0 ? ofFirst : ofOthers),
      ...servers?.environment,
      ROLES,
      NODE_ADDRESS: '127.0.0.1:0',
      // Longer than the check of the balancer.
      DRAIN_SECONDS: servers?.balance ? '3' : '1',
    }
    const dataFolder = hasBucket ? await newFolder() : shared
    processes.set(name, await startProduct({ ...settings, environment, dataFolder }))
  }
  const serving = [...processes].flatMap(([name, each]) => (roles[name]?.includes('api') ? [each] : []))
  const [first] = serving
  if (first === undefined) throw new Error('no process answers calls')
  const urls = () => serving.map(({ url }) => url)
  if (servers?.balance) {
    const haproxy = await servers.balance(urls())
    ends.push(() => haproxy.close())
    return { product: { ...first, url: `http://${haproxy.address}`, pid: undefined }, processes, haproxy }
  }
  const balancer = await startBalancer(urls)
  ends.push(() => balancer.close())
  return { product: { ...first, url: balancer.url, pid: undefined }, processes, haproxy: null }
}

/** As a plain `npm start`: the product's own database, which faults may destroy. */
async function startOnEmbedded(
  whatsapp: string,
  options: FixtureOptions,
  _: string,
  ends: Ends,
): Promise<Begun> {
  const { environment, disk } = options
  if (disk !== undefined) ends.push(disk.remove)
  const product = await startProduct({
    whatsapp,
    ...(environment !== undefined && { environment }),
    ...(disk !== undefined && { dataFolder: disk.folder }),
  })
  ends.push(() => product.remove())
  const records: Records = {
    rows: (sql, values) => rowsAtTheDatabase(product, sql, values),
    close: async () => undefined,
  }
  return { ...alone, product, database: unwatched, records }
}

const unwatched: DatabaseWatch = {
  url: '',
  listen() {
    throw new Error('this product has no proxy before its database')
  },
  close: async () => undefined,
}

async function signIn(url: string): Promise<string> {
  const { token } = await callsWith(url, null)(login, { body: admin })
  return token
}

/** The shops' numbers, their customers, and a group of the first number's customers. */
async function meet(phones: Phones, options: FixtureOptions): Promise<Conversation[]> {
  const { numbers = 1, customersOfEach = 4, withGroup = true } = options
  const conversations: Conversation[] = []
  const conversation = (shop: string, name: string, customers: string[], group: string | null) =>
    conversations.push({ name, shop, customers, group, said: [], answered: [], ticket: null })
  for (let at = 1; at <= numbers; at++) {
    const shop = `555130${String(at).padStart(6, '0')}`
    await phones.ask('shop', shop, `Loja ${at}`)
    for (let nth = 1; nth <= customersOfEach; nth++) {
      const phone = `5551999${at}0000${nth}`
      await phones.ask('customer', phone, `Cliente ${at}.${nth}`)
      conversation(shop, `cliente-${at}-${nth}`, [phone], null)
    }
  }
  const [first] = conversations
  if (withGroup && first !== undefined) {
    const members = conversations
      .filter(({ shop }) => shop === first.shop)
      .flatMap(({ customers }) => customers)
    const group = await phones.ask('group', '120363000000000001', 'Obra da praia', [...members, first.shop])
    conversation(first.shop, 'grupo', members, group)
  }
  return conversations
}

function playDemo(
  parts: Begun &
    Pick<Fixture, 'seed' | 'phones' | 'conversations' | 'close'> & { token: string; withPictures: boolean },
): Fixture {
  const { product, phones, withPictures } = parts
  let { token } = parts
  let renewing: Promise<string> | undefined
  let ids = 0
  /** In a group one member begins when the previous one has finished, so that the order is defined. */
  const speaking = new Map<Conversation, Promise<unknown>>()
  const failures: string[] = []
  let alive: Promise<unknown> = Promise.resolve()
  let isClosed = false

  /** Runs once for all refused calls: each sign-in ends the previous session. */
  async function renewToken(refused: string): Promise<void> {
    if (token !== refused) return
    renewing ??= signIn(product.url).finally(() => {
      renewing = undefined
    })
    token = await renewing
  }
  const connected = () => until('every number is connected', () => phones.ask('online')).then(() => undefined)
  /**
   * Retries a call that a kill interrupted, or that failed while database or bucket were down or full; renews an expired
   * token.
   */
  async function repeated<T>(call: (token: string) => Promise<T>): Promise<T> {
    for (;;) {
      await alive
      const used = token
      try {
        return await call(used)
      } catch (error) {
        if (error instanceof Error && error.message.includes('ERR_ACCESS_TOKEN')) {
          await renewToken(used)
        } else if (isClosed || !isPassing(error)) throw error
        await pause(50)
      }
    }
  }
  const isPicture = (nth: number) => withPictures && nth % 5 === 4
  const fixture: Fixture = {
    ...parts,
    token: () => token,
    chance: openChance(parts.seed),
    calls: (endpoint, input) => repeated((used) => callsWith(product.url, used)(endpoint, input)),
    async say(conversation, what) {
      const { said, customers, shop, group, name } = conversation
      const by = customers[said.length % customers.length] ?? firstCustomer(conversation)
      const id = `3EB0${(++ids).toString(16).toUpperCase().padStart(16, '0')}`
      const text = `${what} ${name} diz ${said.length}`
      said.push({ id, text, by })
      const verb = isPicture(said.length) ? 'sayPicture' : 'say'
      const speech = (speaking.get(conversation) ?? Promise.resolve()).then(() =>
        phones.ask(verb, by, shop, text, id, group),
      )
      speaking.set(conversation, speech)
      await speech
      return id
    },
    async answer(conversation, what) {
      const { answered, name } = conversation
      const body = `${what} resposta a ${name} ${answered.length}`
      answered.push(body)
      const params = { ticketId: ticketOf(conversation).id }
      const clientId = randomUUID()
      if (isPicture(answered.length)) {
        await repeated((used) =>
          postPicture(product.url + endpointCallUrl(sendMessage, { params }), used, body, clientId),
        )
      } else await fixture.calls(sendMessage, { params, body: { body, clientId } })
    },
    failures,
    besides(doing) {
      doing.catch((cause) => failures.push(cause instanceof Error ? cause.message : String(cause)))
    },
    startProduct() {
      alive = product.kill().then(() => product.start())
      return alive.then(() => undefined)
    },
    restartProduct: () => fixture.startProduct().then(connected),
    async restartPhones() {
      await phones.kill()
      await phones.start()
      await reconnect(fixture)
      await connected()
    },
    connected,
    async close() {
      isClosed = true // a closed product gets no further calls
      await parts.close()
    },
  }
  return fixture
}

async function postPicture(address: string, token: string, caption: string, clientId: string): Promise<void> {
  const form = new FormData()
  form.append('body', caption)
  form.append('clientId', clientId)
  form.append('medias', new Blob([Uint8Array.from(pictureOf(caption))], { type: 'image/png' }), 'foto.png')
  const answer = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  if (!answer.ok) throw new Error(`${sendMessage.name} answered ${answer.status} ${await answer.text()}`)
}

/** Whether the page sends the message again by itself (no answer, 502, 503), or its reader later does (429, 507). */
function isPassing(error: unknown): boolean {
  if (error instanceof TypeError) return true // fetch's error for a closed connection
  if (error instanceof SyntaxError) return true // a page of the balancer, which has no process
  return (
    error instanceof Error &&
    /answered (50[23] <html>|429 .*ERR_TOO_MANY_UPLOADS|503 .*ERR_DATABASE_UNAVAILABLE|507 .*ERR_STORAGE_FULL)/.test(
      error.message,
    )
  )
}

async function furnishAttendance(fixture: Fixture): Promise<void> {
  const { calls } = fixture
  await calls(updateSetting, { params: { key: 'CheckMsgIsGroup' }, body: { value: 'disabled' } }) // groups are received
  const { id } = await calls(createQueue, { body: { name: 'Vendas', color: '#2E9E6B' } })
  await linkNumbers(fixture, async (shop) => ({ name: `Loja ${shop}`, queueIds: [id] }))
  await acceptAll(fixture)
}

/** Creates a connection for each number by `connectionOf`, and links it. */
export async function linkNumbers(
  { calls, phones, conversations }: Fixture,
  connectionOf: (shop: string) => Promise<EndpointCallInput<typeof createConnection>['body']>,
): Promise<void> {
  const shops = [...new Set(conversations.map(({ shop }) => shop))]
  for (const shop of shops) {
    await calls(createConnection, { body: await connectionOf(shop) })
    await phones.ask('link', shop)
  }
  await until('every number is said to be connected', async () =>
    (await calls(listConnections)).every(({ status }) => status === 'CONNECTED'),
  )
}

/** As an impatient admin does: after so many failures the product's own pauses last minutes. */
async function reconnect({ calls }: Fixture): Promise<void> {
  for (const { id, status } of await calls(listConnections)) {
    if (status !== 'CONNECTED') await calls(retryConnection, { params: { connectionId: id } })
  }
}

async function acceptAll({ say, calls, conversations }: Fixture): Promise<void> {
  for (const conversation of conversations) await say(conversation, opening)
  const pending = () => calls(listTickets, { query: { status: 'pending' } })
  const tickets = await until('every conversation has its ticket', async () => {
    const found = (await pending()).tickets
    return found.length === conversations.length && found
  })
  for (const conversation of conversations) {
    const { group, customers } = conversation
    const ticket = tickets.find(({ isGroup, contact }) =>
      group === null ? contact.number === customers[0] : isGroup,
    )
    if (ticket === undefined) throw new Error(`no ticket of ${conversation.name}`)
    conversation.ticket = await calls(updateTicket, {
      params: { ticketId: ticket.id },
      body: { status: 'open' },
    })
  }
}

export function firstCustomer({ name, customers }: Conversation): string {
  const [first] = customers
  if (first === undefined) throw new Error(`${name} has no customer`)
  return first
}

/** The first number. */
export function firstShop({ conversations }: Fixture): string {
  const [first] = conversations
  if (first === undefined) throw new Error('This fixture has no conversation')
  return first.shop
}

export function ticketOf({ ticket, name }: Conversation): TicketView {
  if (ticket === null) throw new Error(`${name} has no ticket`)
  return ticket
}
