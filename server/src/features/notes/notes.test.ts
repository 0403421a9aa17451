import type { LiveNotePayload } from '@balcao/contract/live'
import { createNote, deleteNote, listNotes } from '@balcao/contract/notes'
import type { TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contactOf } from '../../testing/contact-of'
import { openTestApp, type Person, type TestApp } from '../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../tickets/testing/ticket-fixture'

let testApp: TestApp
let fixture: TicketFixture
beforeAll(async () => {
  testApp = await openTestApp()
  fixture = await openTicketFixture(testApp)
})
afterAll(() => testApp.close())

const writes = (person: Person, ticketId: TicketId, note: string) =>
  person.call(createNote, { body: { note, ticketId } })
const notesOf = async (person: Person, ticketId: TicketId) =>
  (await person.does(listNotes, { query: { ticketId: String(ticketId) } })).map(({ note }) => note)
const eventsOf = async (person: Person) =>
  (await person.received())
    .filter(({ channel }) => channel.endsWith('-ticketNote'))
    .map(({ payload }) => payload as LiveNotePayload) // the channel determines the payload

it('NOTE-01 NOTE-02 a note has ticket, contact and author; viewers of the ticket get an event', async () => {
  const ticketId = await fixture.open(fixture.ana)
  fixture.rui.shows({ chatBoxes: [ticketId] })

  const { status, body } = await writes(fixture.ana, ticketId, '  Prefere ligar à tarde  ')

  expect(status).toBe(200)
  expect(body).toEqual({
    id: expect.any(Number),
    note: 'Prefere ligar à tarde',
    ticketId,
    contactId: (await contactOf(testApp, ticketId)).id,
    user: { id: fixture.ana.id, name: 'Ana' },
    mentions: [],
    createdAt: testApp.now().toISOString(),
    updatedAt: testApp.now().toISOString(),
  })
  expect(await eventsOf(fixture.rui)).toEqual([{ action: 'create', note: body }])
})

it('NOTE-02 the contact of a note is that of the ticket, regardless of the request', async () => {
  const [ticketId, other] = [await fixture.open(fixture.ana), await fixture.open(fixture.ana)]
  const { id: contactId } = await contactOf(testApp, other)

  const { body } = await fixture.ana.call(createNote, { body: { note: 'oi', ticketId, contactId } })

  expect(body).toMatchObject({ contactId: (await contactOf(testApp, ticketId)).id })
})

it('NOTE-03 notes are listed newest first', async () => {
  const ticketId = await fixture.open(fixture.ana)
  await writes(fixture.ana, ticketId, 'primeira')
  await writes(fixture.rui, ticketId, 'segunda')

  expect(await notesOf(fixture.rui, ticketId)).toEqual(['segunda', 'primeira'])
})

it('NOTE-03 NOTE-08 listing by contact returns only notes of tickets that the caller may open', async () => {
  const ticketId = await fixture.open(fixture.ana)
  await writes(fixture.ana, ticketId, 'só da equipe de vendas')
  const contactId = String((await contactOf(testApp, ticketId)).id)

  const byContact = async (person: Person) =>
    (await person.does(listNotes, { query: { contactId } })).map(({ note }) => note)

  expect(await byContact(fixture.company.admin)).toEqual(['só da equipe de vendas'])
  expect(await byContact(fixture.rui)).toEqual(['só da equipe de vendas'])
  expect(await byContact(fixture.bia)).toEqual([])
  expect(await byContact(fixture.stranger)).toEqual([])
})

it('NOTE-02 writing a note on a ticket of another queue or company is refused', async () => {
  const ticketId = await fixture.open(fixture.ana)

  const otherQueue = await writes(fixture.bia, ticketId, 'oi')
  const otherCompany = await writes(fixture.stranger, ticketId, 'oi')

  expect([otherQueue.status, otherQueue.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  expect([otherCompany.status, otherCompany.error]).toEqual([404, 'ERR_NO_TICKET_FOUND'])
  expect(await notesOf(fixture.ana, ticketId)).toEqual([])
})

it('NOTE-04 the author deletes a note, and viewers of the ticket get an event', async () => {
  const ticketId = await fixture.open(fixture.ana)
  const note = await fixture.ana.does(createNote, { body: { note: 'engano', ticketId } })
  fixture.rui.shows({ chatBoxes: [ticketId] })
  await fixture.rui.received()

  const { status, body } = await fixture.ana.call(deleteNote, { params: { noteId: note.id } })
  const again = await fixture.ana.call(deleteNote, { params: { noteId: note.id } })

  expect([status, body]).toEqual([200, { message: 'note deleted' }])
  expect([again.status, again.error]).toEqual([404, 'ERR_NO_NOTE_FOUND'])
  expect(await notesOf(fixture.ana, ticketId)).toEqual([])
  expect(await eventsOf(fixture.rui)).toContainEqual({ action: 'delete', ticketId, noteId: note.id })
})

it('NOTE-04 an admin deletes a note; a colleague may not; a stranger finds none', async () => {
  const ticketId = await fixture.open(fixture.ana)
  const note = await fixture.ana.does(createNote, { body: { note: 'engano', ticketId } })
  const deletes = (person: Person) => person.call(deleteNote, { params: { noteId: note.id } })

  const colleague = await deletes(fixture.rui)
  const stranger = await deletes(fixture.stranger)
  const admin = await deletes(fixture.company.admin)

  expect([colleague.status, colleague.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  expect([stranger.status, stranger.error]).toEqual([404, 'ERR_NO_NOTE_FOUND'])
  expect(admin.status).toBe(200)
})

it('NOTE-05 a note is required and has at least two characters', async () => {
  const ticketId = await fixture.open(fixture.ana)
  const refused = async (note: string) => (await writes(fixture.ana, ticketId, note)).error

  expect(await refused('   ')).toBe('Required')
  expect(await refused(' a ')).toBe('Too Short!')
  expect(await refused('ab')).toBeUndefined()
})

it('NOTE-08 a note never leaves the company: no message is stored for the contact', async () => {
  const ticketId = await fixture.open(fixture.ana)
  const count = () => testApp.table('messages').count({ ticket_id: ticketId })
  const before = await count()

  await writes(fixture.ana, ticketId, 'cliente difícil')

  expect(await count()).toBe(before)
})
