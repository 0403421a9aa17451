import { updateConnection } from '@balcao/contract/connections'
import { updateContact } from '@balcao/contract/contacts'
import {
  channel,
  type LiveConnection,
  type LiveContact,
  type LiveMessage,
  type LiveQueue,
  type LiveTag,
  type LiveTicket,
  type LiveUser,
} from '@balcao/contract/live'
import {
  deleteMessage,
  editMessage,
  listMessages,
  reactToMessage,
  sendMessage,
} from '@balcao/contract/messages'
import { createNote } from '@balcao/contract/notes'
import { deleteUser, updateSetting, updateUser } from '@balcao/contract/people'
import { deleteQueue, updateQueue } from '@balcao/contract/queues'
import { createTag, deleteTag, updateTag } from '@balcao/contract/tags'
import { foldTickets, type LoadedTickets, type TicketListFilter } from '@balcao/contract/ticket-list-fold'
import { withConnection, withContact, withQueue, withTag, withUser } from '@balcao/contract/ticket-parts-fold'
import { syncTicketTags } from '@balcao/contract/ticket-tags'
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
  TagId,
  TicketId,
  WhatsappMessageId,
} from '@balcao/domain/ids'
import { ticketStatuses } from '@balcao/domain/tickets'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rateTicket } from '../features/tickets/rate-ticket'
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
  await openFloor()
}, 60_000)
afterAll(() => town.close())

/** A company with people of every kind who show every list, and a ticket of each kind. */
async function openFloor(): Promise<void> {
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
}

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
  'CONVO-24 tags come to a ticket, and one goes': async () => {
    const ticketId = await floor.open(floor.ana)
    const tag = async (name: string) =>
      (await floor.ana.does(createTag, { body: { name: `${name} ${ticketId}` } })).id
    const [first, second] = [await tag('Obra'), await tag('Retorno')]
    const sync = (...tags: TagId[]) => floor.ana.does(syncTicketTags, { body: { ticketId, tags } })
    await sync(first)
    return () => sync(second)
  },
  'TAG-10 TAG-11 of two tags of a ticket one is renamed, and one deleted': async () => {
    const ticketId = await floor.open(floor.ana)
    const tag = async (name: string) =>
      (await floor.ana.does(createTag, { body: { name: `${name} ${ticketId}` } })).id
    const [renamed, deleted] = [await tag('Zinco'), await tag('Engano')]
    await floor.ana.does(syncTicketTags, { body: { ticketId, tags: [renamed, deleted] } })
    return async () => {
      const body = { name: `Aço ${ticketId}`, color: '#225588' }
      await floor.bia.does(updateTag, { params: { tagId: renamed }, body })
      await floor.bia.does(deleteTag, { params: { tagId: deleted } })
    }
  },
  'NOTE-02 a note changes no list': async () => {
    const ticketId = await floor.open(floor.ana)
    return () => floor.ana.does(createNote, { body: { ticketId, note: 'cliente antigo' } })
  },
  'RT-09 a contact is renamed': async () => {
    const contactId = await ofTicket<ContactId>('contact_id', await floor.open(floor.ana))
    const body = { name: 'Marina D. Alves', email: 'marina@example.com' }
    return () => floor.bia.does(updateContact, { params: { contactId }, body })
  },
  'RT-09 whoever wrote last in a group is renamed': async () => {
    const groupsToo = { params: { key: 'CheckMsgIsGroup' }, body: { value: 'disabled' } } as const
    await floor.company.admin.does(updateSetting, groupsToo)
    const group = { over: floor.numbers.sales, group: '120363007777' }
    await floor.company.hears({ ...group, from: floor.newNumber(), name: 'Rita' })
    const ticketId = await floor.company.hears({ ...group, from: floor.newNumber(), name: 'Rui' })
    const [last] = await town.rows<{ id: ContactId }>(
      'select author_contact_id as id from messages where ticket_id = $1 order by id desc limit 1',
      [ticketId],
    )
    if (last === undefined) throw new Error('the group has messages')
    return () =>
      floor.bia.does(updateContact, { params: { contactId: last.id }, body: { name: 'Rui da portaria' } })
  },
  'RT-20 a queue, a colleague and a connection are renamed': async () => {
    await floor.open(floor.ana)
    const { admin } = floor.company
    return async () => {
      const queue = { name: 'Vendas e trocas', color: '#3D6FB4' }
      await admin.does(updateQueue, { params: { queueId: floor.sales }, body: queue })
      await admin.does(updateUser, { params: { userId: floor.ana.id }, body: { name: 'Ana Lima' } })
      const params = { connectionId: floor.numbers.sales }
      await admin.does(updateConnection, { params, body: { name: 'Loja nova', queueIds: [floor.sales] } })
    }
  },
  'a rating': async () => {
    const ticketId = await floor.open(floor.ana)
    await floor.ana.does(updateTicket, { ...params(ticketId), body: { status: 'closed' } })
    return () => rates(ticketId)
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

function rates(ticketId: TicketId): Promise<boolean> {
  const house = { kind: 'house', name: 'test', companyId: floor.company.id } as const
  return town.house.workplace.withCompany(house, (work) => rateTicket(work, ticketId, 2))
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

/** A list after an emission, as the web folds it: a new message brings its ticket, and what tickets show is renewed. */
function folded(
  loaded: LoadedTickets,
  { channel: name, payload }: Emission,
  person: Person,
  filter: TicketListFilter,
): LoadedTickets {
  const company = person.seat.viewer.companyId
  const renewed = (renew: (ticket: TicketView) => TicketView) => ({
    ...loaded,
    tickets: loaded.tickets.map(renew),
  })
  // The channel says what the payload is.
  switch (name) {
    case channel.ticket(company):
      return foldTickets(loaded, payload as LiveTicket, filter)
    case channel.message(company): {
      const told = payload as LiveMessage
      if (told.action !== 'create') return loaded
      return foldTickets(loaded, { action: 'update', ticketId: told.ticket.id, ticket: told.ticket }, filter)
    }
    case channel.contact(company):
      return renewed((ticket) => withContact(ticket, payload as LiveContact))
    case channel.tag(company):
      return renewed((ticket) => withTag(ticket, payload as LiveTag))
    case channel.queue(company):
      return renewed((ticket) => withQueue(ticket, payload as LiveQueue))
    case channel.user(company):
      return renewed((ticket) => withUser(ticket, payload as LiveUser))
    case channel.connection(company):
      return renewed((ticket) => withConnection(ticket, payload as LiveConnection))
    default:
      return loaded
  }
}

const short = (tickets: readonly TicketView[]) =>
  tickets.map(({ id, version, unreadMessages }) => ({ id, version, unreadMessages }))

/** What every watcher shows, each list with what happened since it was fetched. */
async function fetchAll(): Promise<Map<string, LoadedTickets[]>> {
  const lists = new Map<string, LoadedTickets[]>()
  for (const [who, person] of Object.entries(watchers)) {
    lists.set(who, await Promise.all(listsOf(person).map((filter) => fetched(person, filter))))
    await person.heard()
  }
  return lists
}

async function expectEventsEqualRefetch(before: ReadonlyMap<string, LoadedTickets[]>): Promise<void> {
  for (const [who, person] of Object.entries(watchers)) {
    const told = await person.heard()
    for (const [at, filter] of listsOf(person).entries()) {
      const start = before.get(who)?.[at] ?? { tickets: [], hasMore: false, gone: new Map() }
      const shown = told.reduce((loaded, event) => folded(loaded, event, person, filter), start)
      const fresh = await fetched(person, filter)
      const list = `${who}: ${filter.view}, showAll ${filter.showAll}, unread ${filter.unreadOnly}, queues ${filter.queueIds}`
      expect({ list, tickets: short(shown.tickets) }).toEqual({ list, tickets: short(fresh.tickets) })
      expect(shown.tickets).toEqual(fresh.tickets)
    }
    if (person === floor.stranger) expect(told).toEqual([])
  }
}

describe('HOUSE 8 events equal refetch', () => {
  test.each(Object.keys(acts))('%s', async (name) => {
    const act = await acts[name]?.()
    const before = await fetchAll()

    town.pass(1)
    await act?.()

    await expectEventsEqualRefetch(before)
  })

  // Seeds are fixed, so that a day that fails fails again; other seeds are other days.
  test.each([1, 2])('a generated day of everybody, number %i', async (seed) => {
    await openFloor()
    const { ana, rui, bia, carla, company } = floor
    const people = [ana, rui, bia, carla, company.admin]
    const steps =
      fc.sample(fc.array(anyStep, { minLength: 40, maxLength: 40 }), { seed, numRuns: 1 })[0] ?? []
    const before = await fetchAll()

    let done = 0
    for (const step of steps) {
      town.pass(1)
      const ids = await ticketIds()
      const ticketId = ids[step.ticket % ids.length] as TicketId // there are some from the start
      const [who, whom] = [people[step.who] ?? ana, people[step.whom] ?? rui]
      if ((await takes(step.verb, { ticketId, who, whom })) === 200) done += 1
    }

    expect(done).toBeGreaterThan(15) // the others were refused, which is part of a day
    await expectEventsEqualRefetch(before)
  })
})

const verbs = [
  'open',
  'pending',
  'closed',
  'to sales',
  'to support',
  'to a colleague',
  'hears',
  'read',
] as const
const rarer = ['new customer', 'send', 'tag', 'delete', 'rate'] as const
const anyStep = fc.record({
  verb: fc.constantFrom(...verbs, ...verbs, ...rarer),
  who: fc.nat(4),
  whom: fc.nat(4),
  ticket: fc.nat(1_000),
})

const ticketIds = async () =>
  (
    await town.rows<{ id: TicketId }>('select id from tickets where company_id = $1 order by id', [
      floor.company.id,
    ])
  ).map(({ id }) => id)

/** One step of a generated day: the status of its answer, 200 where the house itself acts. */
async function takes(
  verb: (typeof verbs | typeof rarer)[number],
  { ticketId, who, whom }: { ticketId: TicketId; who: Person; whom: Person },
): Promise<number> {
  const updates = async (body: object) => (await who.call(updateTicket, { ...params(ticketId), body })).status
  switch (verb) {
    case 'open':
    case 'pending':
    case 'closed':
      return updates({ status: verb, ...(verb === 'pending' && { userId: null }) })
    case 'to sales':
      return updates({ queueId: floor.sales })
    case 'to support':
      return updates({ queueId: floor.support })
    case 'to a colleague':
      return updates({ queueId: floor.sales, userId: whom.id })
    case 'hears':
      await hearsMore(ticketId)
      return 200
    case 'read':
      return (await who.call(listMessages, params(ticketId))).status
    case 'new customer':
      await floor.pending('sales')
      return 200
    case 'send':
      return (await who.call(sendMessage, { ...params(ticketId), body: { body: 'Já vejo!' } })).status
    case 'tag': {
      const { id } = await who.does(createTag, { body: { name: `Tag ${ticketId}` } })
      return (await who.call(syncTicketTags, { body: { ticketId, tags: [id] } })).status
    }
    case 'delete':
      return (await who.call(deleteTicket, params(ticketId))).status
    case 'rate':
      return (await rates(ticketId)) ? 200 : 400
  }
}
