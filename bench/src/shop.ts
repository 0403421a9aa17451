import { randomUUID } from 'node:crypto'
import type { EndpointCallAnswer } from '@balcao/contract/client'
import { createConnection } from '@balcao/contract/connections'
import {
  type LiveMessagePayload,
  liveChannel,
  readySocketMessage,
  roomSocketMessageNames,
} from '@balcao/contract/live'
import { sendMessage } from '@balcao/contract/messages'
import { login, refreshAccessToken } from '@balcao/contract/people'
import { createQueue } from '@balcao/contract/queues'
import { listTickets, updateTicket } from '@balcao/contract/tickets'
import type { CompanyId, QueueId, TicketId } from '@balcao/domain/ids'
import type { SimulatedContact } from '@balcao/whatsapp-simulator/contact'
import type { Simulator } from '@balcao/whatsapp-simulator/simulator'
import { io, type Socket } from 'socket.io-client'
import { type Calls, callsWith } from '../../e2e/src/calls'
import type { Environment } from './environment'

/** A working company: linked numbers, customers whose tickets are open, and one attendant's page. */
export interface Shop {
  readonly calls: Calls
  readonly talks: readonly Talk[]
  /** Milliseconds from the customer's *send* until the attendant's socket has the message. */
  hear(talk: Talk, text: string): Promise<number>
  /** The same for a picture with this caption. */
  hearPicture(talk: Talk, picture: Buffer, caption: string): Promise<number>
  /** Milliseconds from the attendant's *Enter* until the customer's phone shows the message. */
  answer(talk: Talk, text: string): Promise<number>
  /** The time (`performance.now`) at which the customer's phone shows this text of the shop; call it before sending. */
  shownTo(talk: Talk, text: string): Promise<number>
  /** Adds a number with customers of its own. Several calls may run at once. */
  addNumber(): Promise<void>
  close(): void
}

/** One conversation. */
export interface Talk {
  readonly customer: SimulatedContact
  /** The shop's number. */
  readonly number: string
  readonly ticketId: TicketId
  /** Names the ticket in the page's address. */
  readonly uuid: string
}

export interface ShopSize {
  /** Two digits that distinguish its numbers from those of other shops. */
  readonly district: string
  readonly email: string
  readonly password: string
  readonly numbers: number
  readonly customersPerNumber: number
}

type Ticket = EndpointCallAnswer<typeof listTickets>['tickets'][number]

const renewalMs = Number(process.env.BENCH_RENEWAL_MS ?? 10 * 60_000)
/** On a busy machine a slow answer is no lost one. */
const patienceMs = 180_000

export async function openShop(
  environment: Pick<Environment, 'simulator' | 'product'>,
  size: ShopSize,
): Promise<Shop> {
  const { simulator, product } = environment
  const { calls, token, user, signOut } = await signIn(product.url, size)
  const { id: queueId } = await calls(createQueue, { body: { name: 'Vendas', color: '#2E9E6B' } })
  const { socket, arrived } = await openPage(product.url, token, user.companyId)
  const shown = watchPhones(simulator)
  const talks: Talk[] = []
  let numbers = 0

  const shop: Shop = {
    calls,
    talks,
    async hear({ customer, number }, text) {
      const begin = performance.now()
      const came = arrived(text)
      await customer.sendText(number, text)
      return (await came) - begin
    },
    async hearPicture({ customer, number }, picture, caption) {
      const begin = performance.now()
      const came = arrived(caption)
      await customer.sendPicture(number, picture, { caption, mimetype: 'image/png' })
      return (await came) - begin
    },
    shownTo: ({ customer, number }, text) => shown(customer, number, text),
    async answer(talk, text) {
      const begin = performance.now()
      const came = shop.shownTo(talk, text)
      await calls(sendMessage, {
        params: { ticketId: talk.ticketId },
        body: { body: text, clientId: randomUUID() },
      })
      return (await came) - begin
    },
    async addNumber() {
      const nth = numbers++
      const number = `55${size.district}30${String(100_000 + nth).slice(-6)}`
      await linkNumber(simulator, calls, { name: `Loja ${nth}`, number, queueId })
      const customers = Array.from({ length: size.customersPerNumber }, (_, at) =>
        simulator.createContact({
          phone: `55${size.district}9${String(80_000_000 + nth * 100 + at)}`,
          name: `Cliente ${size.district} ${nth}-${at}`,
        }),
      )
      for (const customer of customers) {
        const { id: ticketId, uuid } = await openTalk(customer, number)
        talks.push({ customer, number, ticketId, uuid })
        socket.emit(roomSocketMessageNames.chatBox.join, ticketId)
      }
    },
    close() {
      signOut()
      socket.close()
    },
  }
  for (let at = 0; at < size.numbers; at++) await shop.addNumber()
  return shop

  async function openTalk(customer: SimulatedContact, number: string): Promise<Ticket> {
    const hello = `Oi, aqui é ${customer.name}`
    const came = arrived(hello)
    await customer.sendText(number, hello)
    await came
    const { tickets } = await calls(listTickets, { query: { status: 'pending' } })
    const ticket = tickets.find(({ contact }) => contact.name === customer.name)
    if (ticket === undefined) throw new Error(`${customer.name} wrote and has no ticket`)
    await calls(updateTicket, { params: { ticketId: ticket.id }, body: { status: 'open' } })
    return ticket
  }
}

/** Signs in, and renews the token before it expires, as the page does: after 15 minutes it is refused. */
async function signIn(url: string, { email, password }: ShopSize) {
  const answer = await fetch(url + login.path, {
    method: login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { token, user } = login.answer.parse(await answer.json())
  let cookie = cookieOf(answer)
  let withToken = callsWith(url, token)
  const timer = setInterval(async () => {
    const renewed = await fetch(url + refreshAccessToken.path, {
      method: refreshAccessToken.method,
      headers: { cookie },
    })
    cookie = cookieOf(renewed)
    withToken = callsWith(url, refreshAccessToken.answer.parse(await renewed.json()).token)
  }, renewalMs)
  const calls: Calls = (endpoint, input) => withToken(endpoint, input)
  return { calls, token, user, signOut: () => clearInterval(timer) }
}

/** The refresh cookie of the answer; it has others too. */
function cookieOf(answer: Response): string {
  return (
    answer.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('jrt='))
      ?.split(';')[0] ?? ''
  )
}

/** The codes that a phone has taken, by the ids of their companions. Of several phones each takes another one. */
const taken = new WeakMap<Simulator, Set<string>>()

async function linkNumber(
  simulator: Simulator,
  calls: Calls,
  { name, number, queueId }: { name: string; number: string; queueId: QueueId },
): Promise<EndpointCallAnswer<typeof createConnection>> {
  const ofOthers = taken.get(simulator) ?? new Set()
  taken.set(simulator, ofOthers)
  const connection = await calls(createConnection, { body: { name, queueIds: [queueId] } })
  const phone = simulator.createPhone({ phone: number, name })
  const take = () => {
    const found = simulator.waiting().find(({ id, qr }) => qr !== undefined && !ofOthers.has(id))
    if (found !== undefined) ofOthers.add(found.id)
    return found
  }
  const held = await simulator.until(`a QR for ${name}`, take, patienceMs)
  await phone.scanQr(held.qr ?? '')
  await simulator.until(`${name} is connected`, () => phone.online, patienceMs)
  return connection
}

/** An attendant's page that shows everything and sends no requests. */
async function openPage(
  url: string,
  token: string,
  companyId: CompanyId,
): Promise<{ socket: Socket; arrived(text: string): Promise<number> }> {
  const socket = io(url, { transports: ['websocket'], forceNew: true, auth: { token } })
  await new Promise<void>((resolve, reject) => {
    socket.once(readySocketMessage, resolve)
    socket.once('connect_error', reject)
  })
  for (const status of ['open', 'pending']) socket.emit(roomSocketMessageNames.tickets.join, status)
  socket.emit(roomSocketMessageNames.notification.join)
  const board = waitingBoard()
  socket.on(liveChannel.message(companyId), (event: LiveMessagePayload) => {
    if (event.action === 'create') board.happened(event.message.body)
  })
  return { socket, arrived: board.until }
}

/** Reports when a customer's phone shows a text of the shop. */
function watchPhones(simulator: Simulator) {
  const board = waitingBoard()
  const looked = new Map<string, number>()
  simulator.listen((happening) => {
    if (happening.kind !== 'chat' || board.isEmpty()) return
    const chat = `${happening.contact} ${happening.phone}`
    const entries = simulator.contact(happening.contact).chat(happening.phone)
    for (const { from, text } of entries.slice(looked.get(chat) ?? 0)) {
      // The page signs with the attendant's name, on a line before the text.
      if (from === 'shop') board.happened(`${chat} ${text.split('\n').at(-1)}`)
    }
    looked.set(chat, entries.length)
  })
  return ({ phone }: SimulatedContact, number: string, text: string) =>
    board.until(`${phone} ${number} ${text}`)
}

/** Waits by name; each resolves with the time at which it happened. Events without a waiting caller are dropped. */
function waitingBoard() {
  const waiting = new Map<string, (at: number) => void>()
  return {
    isEmpty: () => waiting.size === 0,
    happened(what: string): void {
      waiting.get(what)?.(performance.now())
    },
    until: (what: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const giveUp = setTimeout(() => {
          waiting.delete(what)
          reject(new Error(`${patienceMs} ms went by without: ${what}`))
        }, patienceMs)
        waiting.set(what, (at) => {
          clearTimeout(giveUp)
          waiting.delete(what)
          resolve(at)
        })
      }),
  }
}
