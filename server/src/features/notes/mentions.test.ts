import { eraseContact } from '@balcao/contract/contacts'
import type { LiveMention } from '@balcao/contract/live'
import {
  createNote,
  deleteNote,
  listMentions,
  listNoteColleagues,
  listNotes,
  type NoteView,
  seeMentions,
} from '@balcao/contract/notes'
import { deleteUser, updateUser } from '@balcao/contract/people'
import { updateTicket } from '@balcao/contract/tickets'
import type { TicketId, UserId } from '@balcao/domain/ids'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTown, type Person, type Town } from '../../testing/town'
import { aShopFloor, type ShopFloor } from '../tickets/testing/shop-floor'

let town: Town
let floor: ShopFloor
let ticketId: TicketId
beforeAll(async () => {
  town = await openTown()
})
beforeEach(async () => {
  floor = await aShopFloor(town)
  ticketId = await floor.open(floor.ana)
})
afterAll(() => town.close())

const names = (person: Person, note: string, mentions: readonly UserId[]): Promise<NoteView> =>
  person.does(createNote, { body: { note, ticketId, mentions: [...mentions] } })
const waitingFor = async (person: Person) =>
  (await person.does(listMentions, {})).map(({ note }) => note.note)
const told = async (person: Person) =>
  (await person.heard())
    .filter(({ channel }) => channel.endsWith('-mention'))
    .map(({ payload }) => payload as LiveMention) // the channel says what it is

it('NOTE-08 a note may name everybody else who may open its ticket, and no support of the platform', async () => {
  const [row] = await town.rows<{ company_id: number }>('select company_id from users where id = $1', [
    floor.ana.id,
  ])
  await town.rows(
    `insert into users (company_id, name, email, password_hash, profile, all_ticket, is_support, created_at, updated_at)
     values ($1, 'Suporte', $2, '', 'admin', true, true, now(), now())`,
    [row?.company_id, `support-${row?.company_id}@balcao.test`],
  )
  const colleagues = (person: Person) => person.call(listNoteColleagues, { params: { ticketId } })

  const anas = await colleagues(floor.ana)
  const bias = await colleagues(floor.bia)
  const strangers = await colleagues(floor.stranger)

  expect(anas.body).toEqual([
    { id: floor.company.admin.id, name: 'Admin' },
    { id: floor.rui.id, name: 'Rui' },
  ])
  expect([bias.status, bias.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  expect([strangers.status, strangers.error]).toEqual([404, 'ERR_NO_TICKET_FOUND'])
})

it('NOTE-08 whoever is named is told at once, wherever they are, and it waits for them', async () => {
  const note = await names(floor.ana, 'Confere o frete, @Rui?', [floor.rui.id])

  expect(note.mentions).toEqual([{ id: floor.rui.id, name: 'Rui' }])
  const [{ uuid } = { uuid: '' }] = await town.rows<{ uuid: string }>(
    'select uuid from tickets where id = $1',
    [ticketId],
  )
  const [message] = await town.rows<{ id: number }>(
    'select max(id) as id from messages where ticket_id = $1',
    [ticketId],
  )
  const mention = { note, ticketUuid: uuid, contactName: 'Marina', messageId: message?.id }
  expect(await told(floor.rui)).toEqual([{ action: 'create', mention }])
  expect(await floor.rui.does(listMentions, {})).toEqual([mention])
  for (const other of [floor.ana, floor.bia, floor.company.admin, floor.stranger]) {
    expect(await told(other)).toEqual([])
    expect(await waitingFor(other)).toEqual([])
  }
})

it('NOTE-08 who may not open the ticket, is of another company, unknown, or the author, is left out', async () => {
  const nobody = 2_000_000_000 as UserId // branded

  const note = await names(floor.ana, '@Bia @Ana', [floor.bia.id, floor.stranger.id, floor.ana.id, nobody])

  expect(note.mentions).toEqual([])
  for (const person of [floor.ana, floor.bia, floor.stranger]) {
    expect(await told(person)).toEqual([])
    expect(await waitingFor(person)).toEqual([])
  }
})

it('NOTE-02 who is named twice in one note is told once; ids that are none are refused', async () => {
  const note = await names(floor.ana, '@Rui @Rui', [floor.rui.id, floor.rui.id])
  const wrong = await floor.ana.call(createNote, {
    body: { note: 'oi', ticketId, mentions: ['x'] as unknown as UserId[] }, // as a stranger's client might
  })

  expect(note.mentions).toHaveLength(1)
  expect(await told(floor.rui)).toHaveLength(1)
  expect(await waitingFor(floor.rui)).toEqual(['@Rui @Rui'])
  expect(wrong.status).toBe(400)
})

it('what was seen waits no more, on all pages of that person; for others it does', async () => {
  const first = await names(floor.ana, '@Rui @Admin um', [floor.rui.id, floor.company.admin.id])
  await names(floor.ana, '@Rui dois', [floor.rui.id])
  expect(await waitingFor(floor.rui)).toEqual(['@Rui dois', '@Rui @Admin um'])
  await floor.rui.heard()
  await floor.company.admin.heard()
  const sees = (person: Person) => person.does(seeMentions, { body: { noteIds: [first.id] } })

  await sees(floor.stranger)
  await sees(floor.ana)
  await sees(floor.rui)
  await sees(floor.rui)

  expect(await told(floor.rui)).toEqual([{ action: 'delete', noteIds: [first.id] }])
  expect(await waitingFor(floor.rui)).toEqual(['@Rui dois'])
  expect(await told(floor.company.admin)).toEqual([])
  expect(await waitingFor(floor.company.admin)).toEqual(['@Rui @Admin um'])
})

it('NOTE-04 a note that is deleted waits for nobody', async () => {
  const note = await names(floor.ana, 'engano, @Rui', [floor.rui.id])
  await floor.rui.heard()

  await floor.ana.does(deleteNote, { params: { noteId: note.id } })

  expect(await told(floor.rui)).toEqual([{ action: 'delete', noteIds: [note.id] }])
  expect(await waitingFor(floor.rui)).toEqual([])
})

it('what was noted about a contact who is erased waits for nobody', async () => {
  const note = await names(floor.ana, 'mora na esquina, @Rui @Admin', [floor.rui.id, floor.company.admin.id])
  await floor.rui.heard()
  await floor.company.admin.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })

  await floor.company.admin.does(eraseContact, {
    params: { contactId: note.contactId },
    body: { confirmation: 'Marina' },
  })

  expect(await told(floor.rui)).toEqual([{ action: 'delete', noteIds: [note.id] }])
  expect(await waitingFor(floor.rui)).toEqual([])
})

it('RT-24 while the person may not open the ticket, nothing of it waits for them; nor is anything told', async () => {
  await names(floor.ana, 'veja, @Rui', [floor.rui.id])
  await floor.rui.heard()

  await floor.company.admin.does(updateTicket, { params: { ticketId }, body: { queueId: floor.support } })

  expect(await waitingFor(floor.rui)).toEqual([])
  expect(await told(floor.rui)).toEqual([])
  await floor.company.admin.does(updateTicket, { params: { ticketId }, body: { queueId: floor.sales } })
  expect(await waitingFor(floor.rui)).toHaveLength(1)
})

it('a note keeps the name that it was written with, also when the account changes or goes', async () => {
  await names(floor.ana, 'veja, @Rui', [floor.rui.id])
  const shown = async () =>
    (await floor.ana.does(listNotes, { query: { ticketId: String(ticketId) } })).map(
      ({ mentions }) => mentions,
    )
  const { id } = floor.rui

  await floor.company.admin.does(updateUser, { params: { userId: id }, body: { name: 'Rui Mota' } })
  expect(await shown()).toEqual([[{ id, name: 'Rui' }]])
  await floor.company.admin.does(deleteUser, { params: { userId: id } })

  expect(await shown()).toEqual([[{ id, name: 'Rui' }]])
  expect(await town.rows('select 1 from unseen_mentions where user_id = $1', [id])).toEqual([])
})
