import { listHandovers, seeHandover, undoTransfer } from '@balcao/contract/handovers'
import type { LiveHandover, LiveTicket } from '@balcao/contract/live'
import { sendMessage } from '@balcao/contract/messages'
import { listNotes } from '@balcao/contract/notes'
import { deleteUser, updateUser } from '@balcao/contract/people'
import { updateTicket } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTown, type Person, type Town } from '../../testing/town'
import { aShopFloor, type ShopFloor } from './testing/shop-floor'

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

const change = (person: Person, body: object) => person.does(updateTicket, { params: { ticketId }, body })
const toBia = (person: Person, note?: string) =>
  change(person, { status: 'open', userId: floor.bia.id, queueId: floor.support, ...(note && { note }) })
const toSupport = (person: Person) =>
  change(person, { status: 'pending', userId: null, queueId: floor.support })
const undo = (person: Person) => person.call(undoTransfer, { params: { ticketId } })
const on = async <Payload>(person: Person, channel: string) =>
  (await person.heard())
    .filter((heard) => heard.channel.endsWith(channel))
    .map(({ payload }) => payload as Payload) // the channel says what it is
const waitingFor = (person: Person) => person.does(listHandovers, {})

describe('a ticket transferred to a colleague', () => {
  it('TICKET-24 notifies the receiver, with the note of the sender, and waits in their bell', async () => {
    await floor.bia.heard()

    const { uuid } = await toBia(floor.ana, 'Prefere sábado')

    const handover = {
      ticketId,
      ticketUuid: uuid,
      contactName: 'Marina',
      by: { id: floor.ana.id, name: 'Ana' },
      note: 'Prefere sábado',
      at: expect.any(String),
    }
    expect(await on<LiveHandover>(floor.bia, '-handover')).toEqual([{ action: 'create', handover }])
    expect(await waitingFor(floor.bia)).toEqual([handover])
    for (const other of [floor.ana, floor.rui, floor.company.admin, floor.stranger]) {
      expect(await on<LiveHandover>(other, '-handover')).toEqual([])
      expect(await waitingFor(other)).toEqual([])
    }
  })

  it('keeps the note for the receiver as an internal note of the ticket', async () => {
    await toBia(floor.ana, 'Prefere sábado')

    const notes = await floor.bia.does(listNotes, { query: { ticketId: String(ticketId) } })

    expect(notes).toMatchObject([{ note: 'Prefere sábado', user: { id: floor.ana.id } }])
  })

  it('refuses a note of one character, and keeps the ticket', async () => {
    const { status } = await floor.ana.call(updateTicket, {
      params: { ticketId },
      body: { status: 'open', userId: floor.bia.id, queueId: floor.support, note: 'x' },
    })

    expect(status).toBe(400)
    expect(await waitingFor(floor.bia)).toEqual([])
  })

  it('leaves the bell of the receiver on all their pages once seen; others change nothing', async () => {
    await toBia(floor.ana)
    await floor.bia.heard()
    const sees = (person: Person) => person.does(seeHandover, { params: { ticketId } })

    const strangers = await floor.stranger.call(seeHandover, { params: { ticketId } })
    await sees(floor.company.admin)
    expect(strangers.error).toBe('ERR_NO_TICKET_FOUND')
    expect(await waitingFor(floor.bia)).toHaveLength(1)
    await sees(floor.bia)
    await sees(floor.bia)

    expect(await on<LiveHandover>(floor.bia, '-handover')).toEqual([{ action: 'delete', ticketId }])
    expect(await waitingFor(floor.bia)).toEqual([])
  })

  it('leaves the bell when it is transferred on, closed, or returned', async () => {
    await toBia(floor.ana)
    await floor.bia.heard()

    await change(floor.bia, { status: 'open', userId: floor.rui.id, queueId: floor.sales })

    expect(await on<LiveHandover>(floor.bia, '-handover')).toEqual([{ action: 'delete', ticketId }])
    expect([await waitingFor(floor.bia), await waitingFor(floor.rui)]).toMatchObject([[], [{ ticketId }]])
    await change(floor.rui, { status: 'closed' })
    expect(await waitingFor(floor.rui)).toEqual([])
  })

  it('waits for nobody who took it for themselves', async () => {
    await change(floor.rui, { status: 'open', userId: floor.rui.id, queueId: floor.sales })

    expect(await waitingFor(floor.rui)).toEqual([])
    expect(await on<LiveHandover>(floor.rui, '-handover')).toEqual([])
  })

  it('does not outlive the account of its sender', async () => {
    await toBia(floor.ana, 'Prefere sábado')

    await floor.company.admin.does(deleteUser, { params: { userId: floor.ana.id } })

    expect(await waitingFor(floor.bia)).toEqual([])
    const notes = await floor.bia.does(listNotes, { query: { ticketId: String(ticketId) } })
    expect(notes).toMatchObject([{ note: 'Prefere sábado' }])
  })
})

describe('who loses sight of a transferred ticket', () => {
  it('RT-24 reads who transferred whom to whom', async () => {
    floor.ana.shows({ chatBoxes: [ticketId] })
    floor.rui.shows({ notification: true })
    floor.carla.shows({ notification: true })
    await Promise.all([floor.ana, floor.rui, floor.carla].map((person) => person.heard()))

    await toBia(floor.company.admin)

    const gone = {
      action: 'delete',
      ticketId,
      reason: 'access',
      transfer: {
        by: { id: floor.company.admin.id, name: 'Admin' },
        contactName: 'Marina',
        user: { id: floor.bia.id, name: 'Bia' },
        queueName: 'Suporte',
      },
    }
    expect(await on<LiveTicket>(floor.ana, '-ticket')).toMatchObject([gone])
    expect(await on<LiveTicket>(floor.rui, '-ticket')).toMatchObject([gone])
    expect(await on<LiveTicket>(floor.carla, '-ticket')).toEqual([])
  })

  it('RT-24 reads nothing of it where it only left a list', async () => {
    floor.rui.shows({ statuses: ['open'] })
    floor.ana.shows({ statuses: ['open'] })
    await floor.ana.heard()

    await change(floor.ana, { status: 'open', userId: floor.rui.id, queueId: floor.sales })

    const [left] = await on<LiveTicket>(floor.ana, '-ticket')
    expect(left).toMatchObject({ action: 'delete', reason: 'status' })
    expect(left).not.toHaveProperty('transfer')
  })
})

describe('undoing a transfer', () => {
  it('gives the ticket back, though it had left the sender’s queues, and takes note and bell back', async () => {
    await toBia(floor.ana, 'Prefere sábado')
    await floor.bia.heard()

    const { status, body } = await undo(floor.ana)

    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'open', userId: floor.ana.id, queueId: floor.sales })
    expect(await on<LiveHandover>(floor.bia, '-handover')).toEqual([{ action: 'delete', ticketId }])
    expect(await waitingFor(floor.bia)).toEqual([])
    expect(await floor.ana.does(listNotes, { query: { ticketId: String(ticketId) } })).toEqual([])
  })

  it('gives a colleague’s ticket back to that colleague, and a waiting one to its queue', async () => {
    await toBia(floor.company.admin)
    expect((await undo(floor.company.admin)).body).toMatchObject({ userId: floor.ana.id })

    ticketId = await floor.pending('sales')
    await toSupport(floor.ana)

    expect((await undo(floor.ana)).body).toMatchObject({
      status: 'pending',
      userId: null,
      queueId: floor.sales,
    })
  })

  it('of two at once undoes one time; a second time is refused', async () => {
    await toBia(floor.ana)

    const answers = await Promise.all([undo(floor.ana), undo(floor.ana)])

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await undo(floor.ana)).error).toBe('ERR_TRANSFER_FINAL')
  })

  it('is refused to everybody else, and to another company as if the ticket did not exist', async () => {
    await toBia(floor.ana)

    const answers = []
    for (const person of [floor.rui, floor.bia, floor.company.admin, floor.stranger])
      answers.push(await undo(person))

    expect(answers.map(({ error }) => error)).toEqual([
      'ERR_TRANSFER_FINAL',
      'ERR_TRANSFER_FINAL',
      'ERR_TRANSFER_FINAL',
      'ERR_NO_TICKET_FOUND',
    ])
    expect(await waitingFor(floor.bia)).toHaveLength(1)
  })

  it('is refused once somebody has accepted', async () => {
    await toSupport(floor.ana)
    await change(floor.bia, { status: 'open' })

    expect((await undo(floor.ana)).error).toBe('ERR_TRANSFER_FINAL')
  })

  it('is refused once the receiver has answered; what the customer writes does not matter', async () => {
    await toBia(floor.ana)
    await floor.bia.does(sendMessage, { params: { ticketId }, body: { body: 'Oi, aqui é a Bia' } })
    const answered = await undo(floor.ana)

    ticketId = await floor.open(floor.ana)
    await toBia(floor.ana)
    await town.rows(
      `insert into messages (company_id, ticket_id, contact_id, body, from_me, is_read, created_at, updated_at)
       select company_id, id, contact_id, 'E aí?', false, false, now() + interval '1 second', now() from tickets where id = $1`,
      [ticketId],
    )
    const heard = await undo(floor.ana)

    expect([answered.error, heard.status]).toEqual(['ERR_TRANSFER_FINAL', 200])
  })

  it('is refused after a minute', async () => {
    await toBia(floor.ana)
    await town.rows(`update ticket_handovers set at = at - interval '61 seconds' where ticket_id = $1`, [
      ticketId,
    ])
    await town.rows(`update ticket_events set at = at - interval '61 seconds' where ticket_id = $1`, [
      ticketId,
    ])

    expect((await undo(floor.ana)).error).toBe('ERR_TRANSFER_FINAL')
  })

  it('is refused where the former owner no longer serves the queue, and where the former owner is gone', async () => {
    await toBia(floor.ana)
    await floor.company.admin.does(updateUser, { params: { userId: floor.ana.id }, body: { queueIds: [] } })
    const lost = await undo(floor.ana)

    ticketId = await floor.open(floor.rui)
    await toBia(floor.company.admin)
    await floor.company.admin.does(deleteUser, { params: { userId: floor.rui.id } })
    const gone = await undo(floor.company.admin)

    expect([lost.error, gone.error]).toEqual(['ERR_USER_NOT_IN_QUEUE', 'ERR_TRANSFER_FINAL'])
  })
})
