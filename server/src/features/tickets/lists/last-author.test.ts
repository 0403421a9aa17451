import { listKanbanTickets } from '@balcao/contract/kanban'
import type { LiveMessagePayload, LiveTicketPayload } from '@balcao/contract/live'
import { deleteMessage, listMessages, sendMessage } from '@balcao/contract/messages'
import { updateSetting } from '@balcao/contract/people'
import { getTicket, listTickets, type TicketView, updateTicket } from '@balcao/contract/tickets'
import type { TicketId, WhatsappMessageId } from '@balcao/domain/ids'
import type { InboundMessage } from '@balcao/whatsapp/gateway'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../testing/ticket-fixture'

let testApp: TestApp
let fixture: TicketFixture
beforeAll(async () => {
  testApp = await openTestApp()
  fixture = await openTicketFixture(testApp)
  const groupsToo = { params: { key: 'CheckMsgIsGroup' }, body: { value: 'disabled' } } as const
  await fixture.company.admin.does(updateSetting, groupsToo)
})
afterAll(() => testApp.close())

interface Group {
  readonly ticketId: TicketId
  /** A member writes. Pass `from` to let the same member write again. */
  says(message: { name: string; text: string; from?: string; id?: string }): Promise<void>
  readonly chat: { readonly kind: 'group'; readonly group: string }
}

let groups = 0
/** A group in which Rita and then Rui have written. Ana owns its ticket. */
async function aGroup(): Promise<Group> {
  const group = `1203630099${String(++groups).padStart(4, '0')}`
  const hears = ({ from = fixture.newNumber(), ...message }: { name: string; text: string; from?: string }) =>
    fixture.company.hears({ over: fixture.numbers.sales, group, from, ...message })
  const ticketId = await hears({ name: 'Rita', text: 'Bom dia' })
  await hears({ name: 'Rui', text: `A portaria libera o portão ${groups}` })
  await fixture.ana.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
  return { ticketId, chat: { kind: 'group', group }, says: async (message) => void (await hears(message)) }
}

const shown = ({ ticketId }: Group) => fixture.ana.does(getTicket, { params: { ticketId } })
const nameIn = (ticket: TicketView | undefined) => ticket?.lastMessageAuthor?.name
const lastMessageOf = async ({ ticketId }: Group) => {
  const last = (await fixture.ana.does(listMessages, { params: { ticketId } })).messages.at(-1)
  if (last === undefined) throw new Error('the group has messages')
  return last
}

describe('TICKET-10 MESSAGE-12 the last author of a group', () => {
  it('is in the list, a search, the board, the single ticket and live events', async () => {
    fixture.ana.shows({ statuses: ['open'] })
    const group = await aGroup()
    const { ticketId } = group
    await fixture.ana.received()
    await group.says({ name: 'Saulo', text: 'O caminhão é dezessete' })

    const listed = await fixture.ana.does(listTickets, { query: { status: 'open' } })
    const found = await fixture.ana.does(listTickets, { query: { searchParam: 'dezessete' } })
    const board = await fixture.ana.does(listKanbanTickets, {})
    const inbound = await fixture.ana.received()

    const mine = ({ id }: TicketView) => id === ticketId
    const live = inbound
      .map(({ payload }) => payload as Partial<LiveMessagePayload & LiveTicketPayload>)
      .flatMap((event) =>
        'ticket' in event && event.ticket !== undefined ? [event.ticket as TicketView] : [],
      )
    expect([await shown(group), listed.tickets.find(mine), found.tickets.find(mine)].map(nameIn)).toEqual([
      'Saulo',
      'Saulo',
      'Saulo',
    ])
    expect(JSON.stringify(board)).toContain('"name":"Saulo"')
    expect(live.map(nameIn)).toContain('Saulo')
  })

  it('is null when the last message is ours', async () => {
    const group = await aGroup()
    await fixture.ana.does(sendMessage, { params: { ticketId: group.ticketId }, body: { body: 'Combinado' } })

    expect(await shown(group)).toMatchObject({ lastMessageFromMe: true, lastMessageAuthor: null })
  })

  it('is null for a single person’s ticket, which shows its contact already', async () => {
    const ticketId = await fixture.open(fixture.ana)

    expect(await fixture.ana.does(getTicket, { params: { ticketId } })).toMatchObject({
      lastMessageAuthor: null,
    })
  })

  it('stays when the author edits or deletes the message', async () => {
    const group = await aGroup()
    const [from, id] = [fixture.newNumber(), `LAST${group.ticketId}`]
    await group.says({ name: 'Saulo', text: 'Às 16h', from, id })
    const about = { chat: group.chat, id: id as WhatsappMessageId, fromMe: false } // an id of WhatsApp's
    const author = { kind: 'person', phone: from, lid: null } as const

    await fixture.company.tells(fixture.numbers.sales, {
      kind: 'edit',
      ...about,
      author,
      text: 'Às 17h',
      editedAt: testApp.now(),
    })
    const edited = await shown(group)
    await fixture.company.tells(fixture.numbers.sales, { kind: 'deletion', ...about, author })
    const deleted = await shown(group)

    expect([edited.lastMessage, nameIn(edited)]).toEqual(['Às 17h', 'Saulo'])
    expect(deleted.lastMessage).not.toContain('17h')
    expect(nameIn(deleted)).toBe('Saulo')
  })

  it('stays null after our own last message was deleted', async () => {
    const group = await aGroup()
    await fixture.ana.does(sendMessage, { params: { ticketId: group.ticketId }, body: { body: 'Combinado' } })
    const last = await lastMessageOf(group)

    await fixture.ana.call(deleteMessage, { params: { messageId: last.id } })

    expect((await shown(group)).lastMessageAuthor).toBeNull()
  })

  it('is null after the retention period removed the text', async () => {
    const group = await aGroup()
    await testApp.table('tickets').update({ id: group.ticketId }, { last_message: '' })

    expect((await shown(group)).lastMessageAuthor).toBeNull()
  })

  it('is set for messages from before the phone was linked', async () => {
    const chat = { kind: 'group', group: '120363008888' } as const
    const [rita, saulo] = [fixture.newNumber(), fixture.newNumber()]
    const said = (minutes: number, phone: string, pushName: string): InboundMessage => ({
      kind: 'message',
      id: `OLD${minutes}` as WhatsappMessageId, // an id of WhatsApp's
      chat,
      fromMe: false,
      author: { kind: 'person', phone, lid: null },
      pushName,
      sentAt: new Date(testApp.now().getTime() - minutes * 60_000),
      content: { kind: 'text', text: `há ${minutes} min` },
      quotedId: null,
    })

    await fixture.company.tells(fixture.numbers.sales, {
      kind: 'history',
      chat,
      name: 'Condomínio Aurora',
      messages: [said(20, rita, 'Rita'), said(10, saulo, 'Saulo')],
    })

    const { tickets } = await fixture.company.admin.does(listTickets, {
      query: { status: 'closed', showAll: true },
    })
    const group = tickets.find(({ contact }) => contact.name === 'Condomínio Aurora')
    expect(group).toMatchObject({ lastMessage: 'há 10 min', lastMessageAuthor: { name: 'Saulo' } })
  })
})
