import type { TicketStatus } from '@balcao/domain/tickets'
import type { Chance } from './chance'
import {
  type Colleague,
  type ConnectionName,
  colleagues,
  type LaneName,
  type TagName,
  tagsOfQueue,
} from './company'
import { deliveries } from './conversations/deliveries'
import { marina, marinaBefore } from './conversations/marina'
import { repairs } from './conversations/repairs'
import { sales } from './conversations/sales'
import { customers } from './people'
import { type DemoMessage, type Ending, playScript } from './play-script'
import type { QueueName, Script } from './script'
import type { ShopHours } from './shop-hours'

/** A ticket of the demo with its conversation. */
export interface DemoTicket {
  readonly customerAt: number
  readonly status: TicketStatus
  readonly queue: QueueName | null
  readonly owner: Colleague['key'] | null
  readonly connection: ConnectionName
  readonly tags: readonly (TagName | LaneName)[]
  readonly messages: readonly DemoMessage[]
  /** The number of unread messages at the end. */
  readonly unread: number
  /** The customer's rating, 1 to 3. */
  readonly rating: number | null
}

const minuteMs = 60_000
// The queues and owners of the open tickets, in the order of the list: a busy day of the shop.
const openQueues: readonly [QueueName, Colleague['key']][] = [
  ['Vendas', 'ana'],
  ['Entregas', 'caio'],
  ['Vendas', 'ana'],
  ['Vendas', 'ana'],
  ['Assistência', 'bia'],
  ['Entregas', 'ana'],
  ['Vendas', 'ana'],
  ['Assistência', 'bia'],
  ['Assistência', 'caio'],
]
const pendingQueues: readonly (QueueName | null)[] = [
  'Vendas',
  'Vendas',
  'Assistência',
  'Vendas',
  'Entregas',
  'Vendas',
  null,
  'Assistência',
]
// The lanes of the same tickets, open ones before waiting ones.
const lanesOfTickets: readonly (LaneName | null)[] = [
  'Orçamento enviado',
  null,
  'Orçamento enviado',
  'Aguarda pagamento',
  'Visita marcada',
  'Aguarda pagamento',
  'Orçamento enviado',
  'Visita marcada',
  null,
]
const closedToday = 28

/** Generates the history of the shop until its last moment, unordered. */
export function demoHistory(chance: Chance, shop: ShopHours): readonly DemoTicket[] {
  return customers.flatMap((_, at) => [...earlier(chance, shop, at), latestTicket(chance, shop, at)])
}

function latestTicket(chance: Chance, shop: ShopHours, at: number): DemoTicket {
  const open = openQueues[at]
  if (open !== undefined) return openTicket(chance, shop, at, ...open)
  const waitingAt = at - openQueues.length
  const waiting = pendingQueues[waitingAt]
  if (waiting !== undefined) return pendingTicket(chance, shop, at, waitingAt, waiting)
  const isToday = waitingAt - pendingQueues.length < closedToday
  const end = isToday ? minutesBefore(shop, chance.between(50, 520)) : workingHour(chance, shop, 1, 27)
  return closedTicket(chance, shop, at, end)
}

/** Generates this customer's earlier tickets: none, one or two. */
function earlier(chance: Chance, shop: ShopHours, at: number): DemoTicket[] {
  if (at === 0)
    return [closedTicket(chance, shop, at, workingHour(chance, shop, 20, 24), { script: only(marinaBefore) })]
  const times = chance.of([0, 0, 0, 1, 1, 2])
  return Array.from({ length: times }, (_, time) =>
    closedTicket(chance, shop, at, workingHour(chance, shop, 30 + time * 20, 48 + time * 20)),
  )
}

function openTicket(
  chance: Chance,
  shop: ShopHours,
  at: number,
  queue: QueueName,
  owner: Colleague['key'],
): DemoTicket {
  const script = at === 0 ? only(marina) : chance.of(scriptsOfQueue[queue].filter(isLong))
  const firstAnswer = script.lines.findIndex(({ from }) => from === 'shop')
  const length = at === 0 ? script.lines.length : chance.between(firstAnswer + 1, script.lines.length - 1)
  const end = minutesBefore(shop, 2 + at * 7 + chance.between(0, 4))
  const messages = playScript(chance, script.lines.slice(0, length), nameOf(at), shop, endingAt(end))
  // Marina's question has been read; those of others are unread.
  const unread = at === 0 ? 0 : customersLast(messages)
  const { tags, ...told } = plainTicket(chance, at, queue)
  const lane = lanesOfTickets[at] ?? null
  return { ...told, tags: lane === null ? tags : [...tags, lane], status: 'open', owner, messages, unread }
}

function pendingTicket(
  chance: Chance,
  shop: ShopHours,
  at: number,
  place: number,
  queue: QueueName | null,
): DemoTicket {
  const { lines } = chance.of(scriptsOfQueue[queue ?? 'Entregas'])
  const opening = lines.slice(
    0,
    lines.findIndex(({ from }) => from === 'shop'),
  )
  const end = minutesBefore(shop, 1 + place * 9 + chance.between(0, 5))
  const messages = playScript(chance, opening, nameOf(at), shop, endingAt(end))
  const connection = queue === null ? 'Loja Norte' : 'Loja Centro'
  return {
    ...plainTicket(chance, at, queue),
    connection,
    tags: [],
    status: 'pending',
    owner: null,
    messages,
    unread: messages.length,
  }
}

function closedTicket(
  chance: Chance,
  shop: ShopHours,
  at: number,
  end: Date,
  { script }: { script?: Script } = {},
): DemoTicket {
  const queue = script?.queue ?? chance.of<QueueName>(['Vendas', 'Vendas', 'Assistência', 'Entregas'])
  const { lines } = script ?? chance.of(scriptsOfQueue[queue])
  const attendants = colleagues.filter(({ profile, queues }) => profile !== 'admin' && queues.includes(queue))
  const owner = chance.of(attendants).key
  const messages = playScript(chance, lines, nameOf(at), shop, { at: end, mayBeLater: true })
  const rating = chance.of([null, null, 3, 3, 3, 2, 2, 1])
  return { ...plainTicket(chance, at, queue), status: 'closed', owner, messages, unread: 0, rating }
}

const scriptsOfQueue: Readonly<Record<QueueName, readonly Script[]>> = {
  Vendas: sales,
  Assistência: repairs,
  Entregas: deliveries,
}

function plainTicket(chance: Chance, at: number, queue: QueueName | null) {
  const connection: ConnectionName =
    at >= openQueues.length && chance.next() < 0.12 ? 'Loja Norte' : 'Loja Centro'
  const mayBear = queue === null ? [] : tagsOfQueue[queue]
  const tags: readonly TagName[] =
    at === 0 ? ['Sob medida', 'Orçamento'] : mayBear.filter(() => chance.next() < 0.22)
  return { customerAt: at, queue, connection, tags, rating: null }
}

function isLong({ lines }: Script): boolean {
  return lines.length >= 4
}

function customersLast(messages: readonly DemoMessage[]): number {
  return messages.length - 1 - messages.findLastIndex(({ from }) => from === 'shop')
}

function nameOf(at: number): string {
  return customers[at]?.name ?? ''
}

function only(scripts: readonly Script[]): Script {
  const [script] = scripts
  if (script === undefined) throw new Error('A script is missing')
  return script
}

function minutesBefore(shop: ShopHours, minutes: number): Date {
  return shop.before(shop.now, minutes * minuteMs)
}

function endingAt(at: Date): Ending {
  return { at, mayBeLater: false }
}

/** A time within working hours, this many days ago. */
function workingHour(chance: Chance, shop: ShopHours, fewest: number, most: number): Date {
  const time = (9 * 60 + chance.between(0, 9 * 60 - 1)) * minuteMs
  return shop.daysAgo(chance.between(fewest, most), new Date(time).toISOString().slice(11, 16))
}
