import { channel, type LiveMessage, type LiveTicket } from '@balcao/contract/live'
import {
  deleteMessage,
  editMessage,
  listMessages,
  reactToMessage,
  sendMessage,
} from '@balcao/contract/messages'
import { deleteUser } from '@balcao/contract/people'
import { deleteQueue } from '@balcao/contract/queues'
import { foldTickets, type LoadedTickets, type TicketListFilter } from '@balcao/contract/ticket-list-fold'
import {
  createTicket,
  deleteTicket,
  listTickets,
  type TicketView,
  updateTicket,
} from '@balcao/contract/tickets'
import type {
  ConnectionId,
  ContactId,
  MessageId,
  QueueId,
  TicketId,
  WhatsappMessageId,
} from '@balcao/domain/ids'
import { ticketStatuses } from '@balcao/domain/tickets'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aShopFloor, type ShopFloor } from '../features/tickets/testing/shop-floor'
import type { Emission } from '../platform/live/event-kind'
import { openTown, type Person, type Town } from './town'

/**
 * HOUSE 8, "events equal refetch": for each act and each kind of user, what a page makes of its lists with the events it
 * hears is what a fresh fetch of the same lists answers.
 */
let town: Town
let floor: ShopFloor
let watchers: Record<string, Person>

beforeAll(async () => {
  town = await openTown()
  floor = await aShopFloor(town)
  const davi = await floor.company.person('Davi', {
    profile: 'supervisor',
    queueIds: [floor.sales, floor.support],
  })
  const nobody = await floor.company.person('Nina')
  const { ana, rui, bia, carla, stranger } = floor
  watchers = { admin: floor.company.admin, ana, rui, bia, carla, davi, nobody, stranger }
  for (const person of Object.values(watchers)) person.shows({ statuses: ticketStatuses })
  await floor.open(ana)
  await floor.open(bia, 'support')
  await floor.pending('sales', { messages: 2 })
  await floor.pending('support')
  await floor.pending(null)
}, 60_000)
afterAll(() => town.close())

const params = (ticketId: TicketId) => ({ params: { ticketId } })
const ofTicket = async <Value>(column: string, ticketId: TicketId) =>
  (await town.rows<{ value: Value }>(`select ${column} as value from tickets where id = $1`, [ticketId]))[0]
    ?.value as Value // the scene has just made it
const lastMessage = async (ticketId: TicketId) =>
  (
    await town.rows<{ id: MessageId; whatsapp_id: WhatsappMessageId }>(
      'select id, whatsapp_id from messages where ticket_id = $1 order by id desc limit 1',
      [ticketId],
    )
  )[0] ?? { id: 0 as MessageId, whatsapp_id: '' as WhatsappMessageId }

/** Each act: what is there before it, and then the act itself. */
const acts: Record<string, () => Promise<() => Promise<unknown>>> = {
  'TICKET-16 accept': async () => {
    const ticketId = await floor.pending('sales', { messages: 3 })
    return () => floor.ana.does(updateTicket, { ...params(ticketId), body: { status: 'open' } })
  },
  'TICKET-16 accept without queue, into a queue': async () => {
    const ticketId = await floor.pending(null)
    const body = { status: 'open', queueId: floor.support } as const
    return () => floor.company.admin.does(updateTicket, { ...params(ticketId), body })
  },
  'TICKET-19 return': async () => {
    const ticketId = await floor.open(floor.ana)
    return () =>
      floor.ana.does(updateTicket, { ...params(ticketId), body: { status: 'pending', userId: null } })
  },
  'TICKET-20 resolve': async () => {
    const ticketId = await floor.open(floor.ana)
    return () => floor.ana.does(updateTicket, { ...params(ticketId), body: { status: 'closed' } })
  },
  'TICKET-20 resolve one with unread messages': async () => {
    const ticketId = await floor.open(floor.ana)
    await hearsMore(ticketId)
    return () => floor.ana.does(updateTicket, { ...params(ticketId), body: { status: 'closed' } })
  },
  'TICKET-21 reopen': async () => {
    const ticketId = await floor.open(floor.ana)
    await floor.ana.does(updateTicket, { ...params(ticketId), body: { status: 'closed' } })
    return () => floor.rui.does(updateTicket, { ...params(ticketId), body: { status: 'open' } })
  },
  'TICKET-23 transfer to another queue': async () => {
    const ticketId = await floor.open(floor.ana)
    return () => floor.ana.does(updateTicket, { ...params(ticketId), body: { queueId: floor.support } })
  },
  'TICKET-24 transfer to a colleague of another queue': async () => {
    const ticketId = await floor.open(floor.ana)
    const body = { queueId: floor.support, userId: floor.bia.id }
    return () => floor.ana.does(updateTicket, { ...params(ticketId), body })
  },
  'TICKET-24 transfer to a colleague of the same queue': async () => {
    const ticketId = await floor.open(floor.ana)
    const body = { queueId: floor.sales, userId: floor.rui.id }
    return () => floor.ana.does(updateTicket, { ...params(ticketId), body })
  },
  'TICKET-27 delete an open one': async () => {
    const ticketId = await floor.open(floor.ana)
    return () => floor.company.admin.does(deleteTicket, params(ticketId))
  },
  'TICKET-27 delete a waiting one': async () => {
    const ticketId = await floor.pending(null)
    return () => floor.company.admin.does(deleteTicket, params(ticketId))
  },
  'TICKET-30 create': async () => {
    const closed = await floor.open(floor.ana)
    await floor.ana.does(updateTicket, { ...params(closed), body: { status: 'closed' } })
    const contactId = await ofTicket<ContactId>('contact_id', closed)
    return () => floor.bia.does(createTicket, { body: { contactId, queueId: floor.support } })
  },
  'RT-12 a first message': async () => () => floor.pending('sales'),
  'RT-12 a first message without queue': async () => () => floor.pending(null),
  'RT-15 one more message in a waiting ticket': async () => {
    const ticketId = await floor.pending('support')
    return () => hearsMore(ticketId)
  },
  'RT-15 one more message in an open ticket': async () => {
    const ticketId = await floor.open(floor.rui)
    return () => hearsMore(ticketId)
  },
  'RT-14 TICKET-51 its owner reads': async () => {
    const ticketId = await floor.open(floor.ana)
    await hearsMore(ticketId)
    return () => floor.ana.does(listMessages, params(ticketId))
  },
  'TICKET-51 somebody else looks': async () => {
    const ticketId = await floor.open(floor.ana)
    await hearsMore(ticketId)
    return () => floor.company.admin.does(listMessages, params(ticketId))
  },
  'MESSAGE-06 send': async () => {
    const ticketId = await floor.open(floor.ana)
    return () => floor.ana.does(sendMessage, { ...params(ticketId), body: { body: 'Já vejo!' } })
  },
  'MESSAGE-11 a tick': async () => {
    const ticketId = await floor.open(floor.ana)
    await floor.ana.does(sendMessage, { ...params(ticketId), body: { body: 'Já vejo!' } })
    const { whatsapp_id } = await lastMessage(ticketId)
    const chat = { kind: 'person', phone: await numberOf(ticketId), lid: null } as const
    const ack = { kind: 'ack', chat, ids: [whatsapp_id], ack: 3, refusedWith: null } as const
    return () => floor.company.tells(floor.numbers.sales, ack)
  },
  'MESSAGE-08 delete what was sent': async () => {
    const ticketId = await floor.open(floor.ana)
    await floor.ana.does(sendMessage, { ...params(ticketId), body: { body: 'engano' } })
    const { id } = await lastMessage(ticketId)
    return () => floor.ana.does(deleteMessage, { params: { messageId: id } })
  },
  'a correction of ours, which WhatsApp refuses': async () => {
    const { id, chat } = await answered()
    return async () => {
      await floor.ana.does(editMessage, { params: { messageId: id }, body: { body: 'Já vi!' } })
      const changes = 'select change_id from out_tray where message_id = $1 and change_id is not null'
      const ids = (await town.rows<{ change_id: WhatsappMessageId }>(changes, [id])).map(
        (one) => one.change_id,
      )
      await floor.company.tells(floor.numbers.sales, { kind: 'ack', chat, ids, ack: 1, refusedWith: 479 })
    }
  },
  'a correction of the customer': async () => {
    const ticketId = await floor.pending('sales')
    const { whatsapp_id: id } = await lastMessage(ticketId)
    const chat = { kind: 'person', phone: await numberOf(ticketId), lid: null } as const
    const edit = { kind: 'edit', chat, id, fromMe: false, author: null, text: 'Oi, tudo certo?' } as const
    return () => floor.company.tells(floor.numbers.sales, { ...edit, editedAt: town.now() })
  },
  'reactions of ours and of the customer': async () => {
    const { id, whatsapp_id, chat } = await answered()
    const reaction = {
      kind: 'reaction',
      chat,
      id: whatsapp_id,
      onOurs: true,
      fromMe: false,
      author: null,
    } as const
    return async () => {
      await floor.ana.does(reactToMessage, { params: { messageId: id }, body: { emoji: '👍' } })
      await floor.company.tells(floor.numbers.sales, { ...reaction, emoji: '🙏', at: town.now() })
    }
  },
  'a queue goes, and its tickets move': async () => {
    const old = await floor.company.queue(`Antiga ${town.now().getTime()}`)
    const over = await floor.company.connection(`Linha ${town.now().getTime()}`, [old])
    await floor.company.hears({ over, from: floor.newNumber() })
    return () =>
      floor.company.admin.does(deleteQueue, { params: { queueId: old }, query: { moveTo: floor.sales } })
  },
  'a colleague leaves, and their tickets wait again': async () => {
    const leaver = await floor.company.person('Zeca', { queueIds: [floor.sales] })
    await floor.open(leaver)
    return () => floor.company.admin.does(deleteUser, { params: { userId: leaver.id } })
  },
}

/** An open ticket of Ana's in which WhatsApp has her answer. */
async function answered() {
  const ticketId = await floor.open(floor.ana)
  await floor.ana.does(sendMessage, { ...params(ticketId), body: { body: 'Já vejo!' } })
  const { id, whatsapp_id } = await lastMessage(ticketId)
  const chat = { kind: 'person', phone: await numberOf(ticketId), lid: null } as const
  await town.rows('update out_tray set begun_at = now() where message_id = $1', [id])
  const ack = { kind: 'ack', chat, ids: [whatsapp_id], ack: 1, refusedWith: null } as const
  await floor.company.tells(floor.numbers.sales, ack)
  return { id, whatsapp_id, chat }
}

async function numberOf(ticketId: TicketId): Promise<string> {
  const sql = 'select c.number from tickets t join contacts c on c.id = t.contact_id where t.id = $1'
  return (await town.rows<{ number: string }>(sql, [ticketId]))[0]?.number ?? ''
}

async function hearsMore(ticketId: TicketId): Promise<void> {
  const over = await ofTicket<ConnectionId>('connection_id', ticketId)
  await floor.company.hears({ over, from: await numberOf(ticketId), text: 'Mais uma coisa' })
}

/** The lists that a page of this person may show. */
function listsOf(person: Person): TicketListFilter[] {
  const { viewer } = person.seat
  const plain = { viewer, showAll: false, queueIds: undefined, unreadOnly: false }
  const chosen: QueueId[] = [floor.sales]
  return [
    ...ticketStatuses.map((view) => ({ ...plain, view })),
    ...ticketStatuses.map((view) => ({ ...plain, view, unreadOnly: true })),
    ...ticketStatuses.map((view) => ({ ...plain, view, queueIds: chosen })),
    { ...plain, view: 'open', showAll: true },
    { ...plain, view: 'open', showAll: true, unreadOnly: true },
  ]
}

async function fetched(person: Person, filter: TicketListFilter): Promise<LoadedTickets> {
  const { tickets, hasMore } = await person.does(listTickets, {
    query: {
      status: filter.view === 'search' ? undefined : filter.view,
      showAll: filter.showAll,
      withUnreadMessages: filter.unreadOnly,
      queueIds: filter.queueIds && [...filter.queueIds],
    },
  })
  return { tickets, hasMore, gone: new Map() }
}

/** What these emissions tell the lists, as the web reads them: a new message brings its ticket. */
function toldOf(emissions: readonly Emission[], person: Person): LiveTicket[] {
  const company = person.seat.viewer.companyId
  return emissions.flatMap(({ channel: name, payload }): LiveTicket[] => {
    if (name === channel.ticket(company)) return [payload as LiveTicket] // the channel says what it is
    if (name !== channel.message(company)) return []
    const told = payload as LiveMessage
    return told.action === 'create'
      ? [{ action: 'update', ticketId: told.ticket.id, ticket: told.ticket }]
      : []
  })
}

const short = (tickets: readonly TicketView[]) =>
  tickets.map(({ id, version, unreadMessages }) => ({ id, version, unreadMessages }))

describe('HOUSE 8 events equal refetch', () => {
  test.each(Object.keys(acts))('%s', async (name) => {
    const act = await acts[name]?.()
    const before = new Map<string, LoadedTickets[]>()
    for (const [who, person] of Object.entries(watchers)) {
      before.set(who, await Promise.all(listsOf(person).map((filter) => fetched(person, filter))))
      await person.heard()
    }

    town.pass(1)
    await act?.()

    for (const [who, person] of Object.entries(watchers)) {
      const told = toldOf(await person.heard(), person)
      for (const [at, filter] of listsOf(person).entries()) {
        const start = before.get(who)?.[at] ?? { tickets: [], hasMore: false, gone: new Map() }
        const folded = told.reduce((loaded, event) => foldTickets(loaded, event, filter), start)
        const fresh = await fetched(person, filter)
        const list = `${who}: ${filter.view}, showAll ${filter.showAll}, unread ${filter.unreadOnly}, queues ${filter.queueIds}`
        expect({ list, tickets: short(folded.tickets) }).toEqual({ list, tickets: short(fresh.tickets) })
        expect(folded.tickets).toEqual(fresh.tickets)
      }
    }
    expect(toldOf((await watchers.stranger?.heard()) ?? [], floor.stranger)).toEqual([])
  })
})
