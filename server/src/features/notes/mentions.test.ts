import { eraseContact } from '@balcao/contract/contacts'
import type { LiveMentionPayload } from '@balcao/contract/live'
import {
  createNote,
  deleteNote,
  listMentionableUsers,
  listMentions,
  listNotes,
  markMentionsSeen,
  type NoteView,
} from '@balcao/contract/notes'
import { deleteUser, updateUser } from '@balcao/contract/people'
import { updateTicket } from '@balcao/contract/tickets'
import type { TicketId, UserId } from '@balcao/domain/ids'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../tickets/testing/ticket-fixture'

let testApp: TestApp
let fixture: TicketFixture
let ticketId: TicketId
beforeAll(async () => {
  testApp = await openTestApp()
})
beforeEach(async () => {
  fixture = await openTicketFixture(testApp)
  ticketId = await fixture.open(fixture.ana)
})
afterAll(() => testApp.close())

const names = (person: Person, note: string, mentions: readonly UserId[]): Promise<NoteView> =>
  person.does(createNote, { body: { note, ticketId, mentions: [...mentions] } })
const waitingFor = async (person: Person) =>
  (await person.does(listMentions, {})).map(({ note }) => note.note)
const eventsOf = async (person: Person) =>
  (await person.received())
    .filter(({ channel }) => channel.endsWith('-mention'))
    .map(({ payload }) => payload as LiveMentionPayload) // the channel determines the payload

it('NOTE-08 a note may mention all others who may open its ticket, but not platform support', async () => {
  const { id } = fixture.company
  await testApp.table('users').insert({
    ...{ company_id: id, name: 'Suporte', email: `support-${id}@balcao.test`, password_hash: '' },
    ...{ profile: 'admin', all_ticket: true, is_support: true },
    ...{ created_at: testApp.now(), updated_at: testApp.now() },
  })
  const colleagues = (person: Person) => person.call(listMentionableUsers, { params: { ticketId } })

  const anas = await colleagues(fixture.ana)
  const bias = await colleagues(fixture.bia)
  const strangers = await colleagues(fixture.stranger)

  expect(anas.body).toEqual([
    { id: fixture.company.admin.id, name: 'Admin' },
    { id: fixture.rui.id, name: 'Rui' },
  ])
  expect([bias.status, bias.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  expect([strangers.status, strangers.error]).toEqual([404, 'ERR_NO_TICKET_FOUND'])
})

it('NOTE-08 a mentioned user gets an event at once, and the mention stays unseen', async () => {
  const note = await names(fixture.ana, 'Confere o frete, @Rui?', [fixture.rui.id])

  expect(note.mentions).toEqual([{ id: fixture.rui.id, name: 'Rui' }])
  const { uuid } = await testApp.table('tickets').get({ id: ticketId }, ['uuid'])
  const messages = await testApp.table('messages').find({ ticket_id: ticketId }, ['id'])
  const mention = { note, ticketUuid: uuid, contactName: 'Marina', messageId: messages.at(-1)?.id }
  expect(await eventsOf(fixture.rui)).toEqual([{ action: 'create', mention }])
  expect(await fixture.rui.does(listMentions, {})).toEqual([mention])
  for (const other of [fixture.ana, fixture.bia, fixture.company.admin, fixture.stranger]) {
    expect(await eventsOf(other)).toEqual([])
    expect(await waitingFor(other)).toEqual([])
  }
})

it('NOTE-08 a mention of the author, a stranger or a user without access is dropped', async () => {
  const unknownUser = 2_000_000_000 as UserId // no user has this id

  const note = await names(fixture.ana, '@Bia @Ana', [
    fixture.bia.id,
    fixture.stranger.id,
    fixture.ana.id,
    unknownUser,
  ])

  expect(note.mentions).toEqual([])
  for (const person of [fixture.ana, fixture.bia, fixture.stranger]) {
    expect(await eventsOf(person)).toEqual([])
    expect(await waitingFor(person)).toEqual([])
  }
})

it('NOTE-02 a user mentioned twice in a note gets one event; invalid ids are refused', async () => {
  const note = await names(fixture.ana, '@Rui @Rui', [fixture.rui.id, fixture.rui.id])
  const wrong = await fixture.ana.call(createNote, {
    body: { note: 'oi', ticketId, mentions: ['x'] as unknown as UserId[] }, // as an unknown client might send
  })

  expect(note.mentions).toHaveLength(1)
  expect(await eventsOf(fixture.rui)).toHaveLength(1)
  expect(await waitingFor(fixture.rui)).toEqual(['@Rui @Rui'])
  expect(wrong.status).toBe(400)
})

it('a seen mention disappears on all pages of that user, and stays for the others', async () => {
  const first = await names(fixture.ana, '@Rui @Admin um', [fixture.rui.id, fixture.company.admin.id])
  await names(fixture.ana, '@Rui dois', [fixture.rui.id])
  expect(await waitingFor(fixture.rui)).toEqual(['@Rui dois', '@Rui @Admin um'])
  await fixture.rui.received()
  await fixture.company.admin.received()
  const sees = (person: Person) => person.does(markMentionsSeen, { body: { noteIds: [first.id] } })

  await sees(fixture.stranger)
  await sees(fixture.ana)
  await sees(fixture.rui)
  await sees(fixture.rui)

  expect(await eventsOf(fixture.rui)).toEqual([{ action: 'delete', noteIds: [first.id] }])
  expect(await waitingFor(fixture.rui)).toEqual(['@Rui dois'])
  expect(await eventsOf(fixture.company.admin)).toEqual([])
  expect(await waitingFor(fixture.company.admin)).toEqual(['@Rui @Admin um'])
})

it('NOTE-04 deleting a note deletes its unseen mentions', async () => {
  const note = await names(fixture.ana, 'engano, @Rui', [fixture.rui.id])
  await fixture.rui.received()

  await fixture.ana.does(deleteNote, { params: { noteId: note.id } })

  expect(await eventsOf(fixture.rui)).toEqual([{ action: 'delete', noteIds: [note.id] }])
  expect(await waitingFor(fixture.rui)).toEqual([])
})

it('erasing a contact deletes the unseen mentions of its notes', async () => {
  const note = await names(fixture.ana, 'mora na esquina, @Rui @Admin', [
    fixture.rui.id,
    fixture.company.admin.id,
  ])
  await fixture.rui.received()
  await fixture.company.admin.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })

  await fixture.company.admin.does(eraseContact, {
    params: { contactId: note.contactId },
    body: { confirmation: 'Marina' },
  })

  expect(await eventsOf(fixture.rui)).toEqual([{ action: 'delete', noteIds: [note.id] }])
  expect(await waitingFor(fixture.rui)).toEqual([])
})

it('RT-24 a user who may not open the ticket sees no mention and gets no event', async () => {
  await names(fixture.ana, 'veja, @Rui', [fixture.rui.id])
  await fixture.rui.received()

  await fixture.company.admin.does(updateTicket, { params: { ticketId }, body: { queueId: fixture.support } })

  expect(await waitingFor(fixture.rui)).toEqual([])
  expect(await eventsOf(fixture.rui)).toEqual([])
  await fixture.company.admin.does(updateTicket, { params: { ticketId }, body: { queueId: fixture.sales } })
  expect(await waitingFor(fixture.rui)).toHaveLength(1)
})

it('a mention keeps the name of the writing time, also after a rename or deletion', async () => {
  await names(fixture.ana, 'veja, @Rui', [fixture.rui.id])
  const shown = async () =>
    (await fixture.ana.does(listNotes, { query: { ticketId: String(ticketId) } })).map(
      ({ mentions }) => mentions,
    )
  const { id } = fixture.rui

  await fixture.company.admin.does(updateUser, { params: { userId: id }, body: { name: 'Rui Mota' } })
  expect(await shown()).toEqual([[{ id, name: 'Rui' }]])
  await fixture.company.admin.does(deleteUser, { params: { userId: id } })

  expect(await shown()).toEqual([[{ id, name: 'Rui' }]])
  expect(await testApp.table('unseen_mentions').count({ user_id: id })).toBe(0)
})
