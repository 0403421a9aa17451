import { deleteConnection } from '@balcao/contract/connections'
import { deleteContact } from '@balcao/contract/contacts'
import type { LiveSchedulePayload } from '@balcao/contract/live'
import { deleteMessage, listMessages, retryMessage } from '@balcao/contract/messages'
import * as calls from '@balcao/contract/schedules'
import { deleteTicket, updateTicket } from '@balcao/contract/tickets'
import type { ConnectionStatus } from '@balcao/domain/connections'
import type { ContactId, MessageId, ScheduleId, TicketId, WhatsappMessageId } from '@balcao/domain/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { openTicketFixture, type TicketFixture } from '../../features/tickets/testing/ticket-fixture'
import type { Clock } from '../../platform/clock'
import { DatabaseTrouble } from '../../platform/database/database-trouble'
import { png } from '../../platform/files/sample-files.fixture'
import { createLog } from '../../platform/log'
import { refuse } from '../../platform/refusal'
import { not } from '../../platform/testing/table-rows'
import type { Workplace } from '../../platform/work'
import { changePlanOf } from '../../testing/company-plan'
import { contactOf as contactOfTicket } from '../../testing/contact-of'
import { manualTimers } from '../../testing/manual-timers'
import { postForm } from '../../testing/post-form'
import { queuedRemovalsOf } from '../../testing/queued-jobs'
import { openOwnTestApp, type TestApp, type TestCompany } from '../../testing/test-app'
import { until } from '../../testing/until'
import { sendDueSchedules, startSendingDueSchedules } from './send-due-schedules'

const log = createLog({ level: 'silent' })
let testApp: TestApp
let fixture: TicketFixture
beforeAll(async () => {
  testApp = await openOwnTestApp() // runner
  fixture = await openTicketFixture(testApp)
  await usual(fixture.company, fixture.numbers.sales)
}, 60_000)
beforeEach(async () => {
  await testApp.table('schedules').delete({ status: ['PENDENTE', 'SAINDO'] })
  await numberIs('CONNECTED')
})
afterAll(() => testApp.close())

async function usual({ id }: TestCompany, connectionId: number): Promise<void> {
  await testApp.table('connections').update({ company_id: id }, { is_default: false })
  await testApp.table('connections').update({ company_id: id, id: connectionId }, { is_default: true })
}
const contactOf = async (ticketId: TicketId) => (await contactOfTicket(testApp, ticketId)).id
/** Short, so that no session expires during the tests. */
const soon = 10
const later = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1000)
const comesSoon = () => later(testApp.now(), soon).toISOString()

/** Ana schedules a message for a new customer, whose first ticket is closed unless it is to be live. */
async function planned({
  live = false,
  ...more
}: {
  live?: boolean
  body?: string
  whatsappId?: number
  pictureFollows?: boolean
} = {}) {
  const ticketId = live
    ? await fixture.open(fixture.ana)
    : await fixture.pending('sales', { name: 'Carla Souza' })
  if (!live) {
    await fixture.company.admin.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })
  }
  const contactId = await contactOf(ticketId)
  const body = { body: 'Seu pedido chegou!', contactId, sendAt: comesSoon(), ...more }
  const { id } = await fixture.ana.does(calls.createSchedule, { body })
  return { id, ticketId, contactId }
}

const runOnce = (workplace: Workplace = testApp.app.workplace) =>
  sendDueSchedules({ workplace, store: testApp.store, log })
const get = (id: ScheduleId) => fixture.ana.does(calls.getSchedule, { params: { scheduleId: id } })

interface Sent {
  readonly origin: string
  readonly id: MessageId
  readonly ticket_id: TicketId
  readonly body: string
  readonly user_id: number
  readonly connection_id: number
  readonly whatsapp_id: WhatsappMessageId
  readonly media: { readonly key: string; readonly fileName: string } | null
}
/** Our messages to the contact. */
const sentTo = (contactId: ContactId) =>
  testApp
    .table('messages')
    .find<Sent>({ contact_id: contactId, from_me: true }, [
      'id',
      'ticket_id',
      'body',
      'origin',
      'user_id',
      'connection_id',
      'whatsapp_id',
      'media',
    ])
const picturesSentTo = async (contactId: ContactId) =>
  (await sentTo(contactId)).map(({ media }) => media?.fileName ?? null)
const attach = async (id: ScheduleId, name: string) =>
  postForm(testApp, fixture.ana, `/schedules/${id}/media-upload`, [['file', await png(), name]])
const dueAt = async (id: ScheduleId) =>
  (await testApp.table('schedules').get<{ due_at: Date }>({ id }, ['due_at'])).due_at
const ordersOf = (id: MessageId) =>
  testApp.table('outbox').find<{ connection_id: number }>({ message_id: id }, ['connection_id'])

/** WhatsApp's server acknowledges the message to this contact, or refuses it with a code. */
async function acknowledged(contactId: ContactId, refusedWith: number | null = null): Promise<void> {
  const [sent] = await sentTo(contactId)
  const phone = await testApp
    .table('contact_addresses')
    .get<{ value: string }>({ contact_id: contactId, kind: 'phone' }, ['value'])
  if (sent === undefined) throw new Error('nothing was sent')
  await fixture.company.tells(fixture.numbers.sales, {
    kind: 'ack',
    chat: { kind: 'person', phone: phone.value, lid: null },
    ids: [sent.whatsapp_id],
    ack: 1,
    refusedWith,
  })
}
/** Sets whether the connection of the sales queue is open. */
const numberIs = (status: ConnectionStatus) =>
  testApp.table('connections').update({ id: fixture.numbers.sales }, { status })
/** The outbox items of this contact that may be sent. */
const leavesFor = (contactId: ContactId) =>
  testApp
    .table('outbox')
    .find({ contact_id: contactId, kind: 'message', state: ['waiting', 'sending'] }, ['id'])
/** Makes its message this much older; the clock stays, so that no session expires. */
const hasWaited = (id: ScheduleId, seconds: number) =>
  testApp.table('schedules').update({ id }, { handed_at: later(testApp.now(), -seconds) })
/** Makes a schedule due whose next attempt waits. */
async function isDueAgain(id: ScheduleId): Promise<void> {
  const { send_at } = await testApp.table('schedules').get<{ send_at: Date }>({ id }, ['send_at'])
  await testApp.table('schedules').update({ id }, { due_at: send_at })
}
const retry = (id: ScheduleId) => fixture.bia.does(calls.retrySchedule, { params: { scheduleId: id } })

describe('a due schedule', () => {
  it('SCHED-12 is sent once, by its author, over the default connection, and not early', async () => {
    const { id, contactId } = await planned()

    await runOnce()
    const early = await sentTo(contactId)
    testApp.pass(soon)
    await runOnce()
    await runOnce()

    const sent = await sentTo(contactId)
    expect(early).toEqual([])
    expect(sent).toMatchObject([
      {
        ...{ body: 'Seu pedido chegou!', user_id: fixture.ana.id, connection_id: fixture.numbers.sales },
        origin: 'schedule',
      },
    ])
    expect(sent[0]?.whatsapp_id).toMatch(/^3EB0[0-9A-F]{18}$/)
    expect(await ordersOf(sent[0]?.id as MessageId)).toEqual([{ connection_id: fixture.numbers.sales }])
    expect(await get(id)).toMatchObject({
      status: 'PENDENTE',
      isLeaving: true,
      sentAt: null,
      sentBody: 'Seu pedido chegou!',
      failure: null,
    })
  })

  it('SCHED-12 is ENVIADA at the first acknowledgement of WhatsApp, and all users get the event', async () => {
    const { id, contactId } = await planned({ live: true, body: 'Olá, {{firstName}}!' })
    testApp.pass(soon)
    await runOnce()
    testApp.pass(soon)
    await fixture.bia.received()

    await acknowledged(contactId)

    const sent = await get(id)
    expect(sent).toMatchObject({
      status: 'ENVIADA',
      isLeaving: false,
      sentAt: testApp.now().toISOString(),
      body: 'Olá, {{firstName}}!',
    })
    expect(sent.sentBody).toMatch(/^Olá, (?!{)/)
    const events = (await fixture.bia.received()).filter(({ channel }) => channel.endsWith('-schedule'))
    const asBiaReadsIt = { ...sent, ticketUuid: null } // the ticket belongs to another queue
    expect(events.map(({ payload }) => payload as LiveSchedulePayload)).toEqual([
      { action: 'update', schedules: asBiaReadsIt, schedule: asBiaReadsIt },
    ])
  })

  it('SCHED-12 cannot be changed while it is sent', async () => {
    const { id } = await planned()
    testApp.pass(soon)
    await runOnce()
    const params = { scheduleId: id }

    const answers = [
      await fixture.ana.call(calls.updateSchedule, { params, body: { body: 'Outra coisa' } }),
      await fixture.ana.call(calls.removeScheduleMedia, { params }),
    ]

    expect(answers.map(({ status, error }) => [status, error])).toEqual(
      Array(2).fill([409, 'ERR_SCHEDULE_LEAVING']),
    )
  })

  it('SCHED-02 names the ticket of its message, and before that the contact’s latest one', async () => {
    const { id, ticketId, contactId } = await planned()
    const uuidOf = async (ticket: TicketId) =>
      (await testApp.table('tickets').get<{ uuid: string }>({ id: ticket }, ['uuid'])).uuid

    const before = await get(id)
    testApp.pass(soon)
    await runOnce()
    const [sent] = await sentTo(contactId)

    expect(before.ticketUuid).toBe(await uuidOf(ticketId))
    expect((await get(id)).ticketUuid).toBe(await uuidOf(sent?.ticket_id as TicketId))
  })

  it('SCHED-12 is searched every five seconds', async () => {
    const { contactId } = await planned()
    testApp.pass(soon)
    const timers = manualTimers(testApp.now)
    const pauses: number[] = []
    const clock: Clock = {
      ...timers,
      after(milliseconds, task) {
        pauses.push(milliseconds)
        return timers.after(milliseconds, task)
      },
    }

    const schedules = startSendingDueSchedules({
      workplace: testApp.app.workplace,
      store: testApp.store,
      clock,
      log,
    })
    timers.fire()
    await until('the next look is planned', () => timers.waiting() === 1)
    await schedules.stop()

    expect(pauses).toEqual([5_000, 5_000])
    expect(await sentTo(contactId)).toHaveLength(1)
  })

  it('SCHED-12 that became due while no process ran is still sent once', async () => {
    const { contactId } = await planned()

    const aWeekAgo = later(testApp.now(), soon - 7 * 86_400)
    await testApp.table('schedules').update({}, { send_at: aWeekAgo, due_at: aWeekAgo })
    await runOnce()
    await runOnce()

    expect(await sentTo(contactId)).toHaveLength(1)
  })

  it('SCHED-12 has its variables filled at the time of sending', async () => {
    const { contactId } = await planned({ body: '{{ms}}, {{firstName}}! {{hour}} {{outra}}' })

    testApp.pass(soon)
    await runOnce()

    const hour = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'America/Sao_Paulo',
      timeStyle: 'medium',
    }).format(testApp.now())
    expect((await sentTo(contactId))[0]?.body).toMatch(new RegExp(`^Bo[am] \\w+, Carla! ${hour} {{outra}}$`))
  })

  it('SCHED-12 is sent in the contact’s live ticket', async () => {
    const { ticketId, contactId } = await planned({ live: true })

    testApp.pass(soon)
    await runOnce()

    expect(await sentTo(contactId)).toMatchObject([{ ticket_id: ticketId }])
    expect(await fixture.statusOf(ticketId)).toBe('open')
  })

  it('SCHED-12 without a live ticket is stored in a new closed one that counts as not resolved', async () => {
    const { ticketId, contactId } = await planned()

    testApp.pass(soon)
    await runOnce()

    const [sent] = await sentTo(contactId)
    const created = sent?.ticket_id as TicketId // asserted below
    expect(created).not.toBe(ticketId)
    expect(await fixture.statusOf(created)).toBe('closed')
    expect(await testApp.table('ticket_events').find({ ticket_id: created }, ['kind'])).toEqual([
      { kind: 'created' },
    ])
    const { messages } = await fixture.rui.does(listMessages, { params: { ticketId: created } })
    expect(messages.at(-1)).toMatchObject({ body: 'Seu pedido chegou!', user: { id: fixture.ana.id } })
  })

  it('is sent over the chosen connection, and over the default when that is deleted', async () => {
    const chosen = await planned({ whatsappId: fixture.numbers.support })
    const orphan = await planned({ whatsappId: fixture.numbers.none })
    await testApp.table('schedules').update({ id: orphan.id }, { connection_id: null })

    testApp.pass(soon)
    await runOnce()

    expect(await sentTo(chosen.contactId)).toMatchObject([{ connection_id: fixture.numbers.support }])
    expect(await sentTo(orphan.contactId)).toMatchObject([{ connection_id: fixture.numbers.sales }])
  })

  it('SCHED-12 gets its own copy of the picture: the message outlives the schedule', async () => {
    const { id, contactId } = await planned({ live: true })
    await attach(id, 'foto.png')

    testApp.pass(soon)
    await runOnce()
    await acknowledged(contactId)
    await fixture.ana.does(calls.deleteSchedule, { params: { scheduleId: id } })

    const [sent] = await sentTo(contactId)
    const key = sent?.media?.key ?? ''
    expect(key).toMatch(/\.png$/)
    expect(await testApp.store.open(key)).not.toBeNull()
    expect(await queuedRemovalsOf(testApp, key)).toBe(0)
  })

  it('SCHED-07 SCHED-12 waits ten minutes for an announced picture', async () => {
    const { id, contactId } = await planned({ pictureFollows: true })
    const savedAt = testApp.now().getTime()

    testApp.pass(soon)
    await runOnce()
    const early = await sentTo(contactId)
    const waitsUntil = await dueAt(id)
    await attach(id, 'foto.png')
    await runOnce()

    expect(early).toEqual([])
    expect(waitsUntil?.getTime()).toBe(savedAt + 600_000)
    expect(await picturesSentTo(contactId)).toEqual(['foto.png'])
  })

  it('SCHED-07 SCHED-12 that failed and gets another picture is sent with that one', async () => {
    const { id, contactId } = await planned()
    await attach(id, 'velha.png')
    testApp.pass(soon)
    await testApp.table('schedules').update({ id }, { status: 'ERRO', failure: 'ERR_NO_DEF_WAPP_FOUND' })

    await fixture.ana.does(calls.updateSchedule, {
      params: { scheduleId: id },
      body: { body: 'Agora sim!', pictureFollows: true },
    })
    await runOnce()
    const early = await sentTo(contactId)
    await attach(id, 'nova.png')
    await runOnce()

    expect(early).toEqual([])
    expect(await sentTo(contactId)).toMatchObject([{ body: 'Agora sim!' }])
    expect(await picturesSentTo(contactId)).toEqual(['nova.png'])
  })

  it('sends all users of the company the event that it is being sent', async () => {
    const { id } = await planned()
    testApp.pass(soon)
    await fixture.bia.received()

    await runOnce()

    const events = (await fixture.bia.received()).filter(({ channel }) => channel.endsWith('-schedule'))
    const schedule = { ...(await get(id)), ticketUuid: null } // the ticket belongs to another queue than Bia's
    expect(events.map(({ payload }) => payload as LiveSchedulePayload)).toEqual([
      { action: 'update', schedules: schedule, schedule },
    ])
  })
})

describe('exactly once', () => {
  it('SCHED-12 two concurrent runs send it once', async () => {
    const all = [await planned(), await planned(), await planned()]
    testApp.pass(soon)

    await Promise.all([runOnce(), runOnce(), runOnce()])

    for (const { contactId, id } of all) {
      expect(await sentTo(contactId)).toHaveLength(1)
      expect(await get(id)).toMatchObject({ isLeaving: true })
    }
  })

  test.each([
    ['before it reads', 1],
    ['between claim and commit', 2],
  ])('SCHED-12 a process that dies %s has sent nothing, and the next one sends it once', async (_, dying) => {
    const { contactId } = await planned()
    testApp.pass(soon)
    let acts = 0
    const dies: Workplace = {
      ...testApp.app.workplace,
      withCompany: (actor, act) =>
        testApp.app.workplace.withCompany(actor, async (work) => {
          const value = await act(work)
          acts += 1
          if (acts >= dying) throw new Error('killed')
          return value
        }),
    }

    await runOnce(dies)
    const afterDeath = await sentTo(contactId)
    await runOnce()
    await runOnce()

    expect(afterDeath).toEqual([])
    expect(await sentTo(contactId)).toHaveLength(1)
  })

  it('a schedule changed or deleted during the sending is not sent in its old form', async () => {
    const late = await planned()
    testApp.pass(soon)
    let acts = 0
    const slow: Workplace = {
      ...testApp.app.workplace,
      withCompany: async (actor, act) => {
        if (++acts === 2)
          await testApp.table('schedules').update({}, { due_at: later(testApp.now(), 86_400) })
        return testApp.app.workplace.withCompany(actor, act)
      },
    }

    await runOnce(slow)

    expect(await sentTo(late.contactId)).toEqual([])
    expect(await get(late.id)).toMatchObject({ status: 'PENDENTE' })
  })
})

describe('trouble', () => {
  it('SCHED-03 SCHED-12 without a connection it is ERRO with the reason', async () => {
    const company = await testApp.company()
    const over = await company.connection('Loja')
    const contactId = await contactOf(await company.hears({ over, from: '5551944440001' }))
    const body = { body: 'Seu pedido chegou!', contactId, sendAt: comesSoon() }
    const { id } = await company.admin.does(calls.createSchedule, { body })
    await testApp.table('connections').update({ company_id: company.id }, { is_default: false })

    testApp.pass(soon)
    await runOnce()
    await runOnce()

    expect(await company.admin.does(calls.getSchedule, { params: { scheduleId: id } })).toMatchObject({
      status: 'ERRO',
      failure: 'ERR_NO_DEF_WAPP_FOUND',
      sentAt: null,
    })
    expect(await sentTo(contactId)).toEqual([])
  })

  it('a contact deleted meanwhile gets no message', async () => {
    const { id, contactId } = await planned()
    await fixture.company.admin.does(deleteContact, { params: { contactId } })

    testApp.pass(soon)
    await runOnce()

    expect(await sentTo(contactId)).toEqual([])
    expect(await get(id)).toMatchObject({ status: 'ERRO', failure: 'ERR_NO_CONTACT_FOUND' })
  })

  it('temporary errors are retried five times with growing pauses, and delay no other schedule', async () => {
    const { id } = await planned()
    await postForm(testApp, fixture.ana, `/schedules/${id}/media-upload`, [['file', await png(), 'foto.png']])
    const { media } = await testApp.table('schedules').get<{ media: object }>({ id }, ['media'])
    const missing = { ...media, key: '1/00000000000000000000000000000000.png' }
    await testApp.table('schedules').update({ id }, { media: missing })
    const other = await planned()
    testApp.pass(soon)

    await runOnce()
    await runOnce()
    const afterFirst = await testApp.table('schedules').find({ id }, ['attempts'])
    for (let n = 0; n < 5; n++) {
      await isDueAgain(id)
      await runOnce()
    }

    expect(afterFirst).toEqual([{ attempts: 1 }])
    expect(await sentTo(other.contactId)).toHaveLength(1)
    expect(await get(id)).toMatchObject({ status: 'ERRO', failure: 'ERR_SENDING_WAPP_MSG' })
  })

  it.each([
    ['a full disk', refuse('ERR_STORAGE_FULL')],
    ['a database that is not available', new DatabaseTrouble('unavailable', null)],
  ])(
    '%s counts as no attempt: the schedule is sent with its picture once there is space',
    async (_, error) => {
      const { id, contactId } = await planned()
      await attach(id, 'foto.png')
      const store = { ...testApp.store, duplicate: () => Promise.reject(error) }
      const warned: unknown[] = []
      const noting = { warn: (facts: object) => warned.push(facts) }
      testApp.pass(soon)

      for (let n = 0; n < 7; n++) {
        await isDueAgain(id)
        await sendDueSchedules({ workplace: testApp.app.workplace, store, log: noting as never }) // the only methods it calls
      }
      const meanwhile = await testApp.table('schedules').find({ id }, ['status', 'attempts'])
      await runOnce()
      const beforeItIsDue = await sentTo(contactId)
      testApp.pass(60)
      await runOnce()

      expect(meanwhile).toEqual([{ status: 'PENDENTE', attempts: 0 }])
      expect(warned).toEqual(Array(7).fill(expect.objectContaining({ scheduleId: id, err: error })))
      expect(beforeItIsDue).toEqual([])
      expect(await picturesSentTo(contactId)).toEqual(['foto.png'])
    },
  )

  it('SCHED-12 refused by WhatsApp it is ERRO, and is sent again when the message is retried', async () => {
    const { id, contactId } = await planned({ live: true })
    testApp.pass(soon)
    await runOnce()
    const [sent] = await sentTo(contactId)

    await acknowledged(contactId, 463)
    const refused = await get(id)
    await fixture.ana.does(retryMessage, { params: { messageId: sent?.id as MessageId } })
    const again = await get(id)
    await acknowledged(contactId)

    expect(refused).toMatchObject({ status: 'ERRO', failure: 'ERR_WAPP_MSG_RESTRICTED', sentAt: null })
    expect(again).toMatchObject({ status: 'PENDENTE', isLeaving: true, failure: null })
    expect(await get(id)).toMatchObject({ status: 'ENVIADA', failure: null })
    expect(await sentTo(contactId)).toHaveLength(1)
  })

  it('of a disabled company, or one without the module, it stays pending', async () => {
    const { contactId } = await planned()
    testApp.pass(soon)
    const { id } = fixture.company

    await testApp.table('companies').update({ id }, { is_active: false })
    await runOnce()
    await testApp.table('companies').update({ id }, { is_active: true })
    const flag = (on: boolean) => changePlanOf(testApp, id, { use_schedules: on })
    await flag(false)
    await runOnce()
    const meanwhile = await sentTo(contactId)
    await flag(true)
    await runOnce()

    expect(meanwhile).toEqual([])
    expect(await sentTo(contactId)).toHaveLength(1)
  })

  it('SCHED-12 of an expired company it waits, and is sent after payment', async () => {
    const { contactId } = await planned()
    testApp.pass(soon)
    const { id } = fixture.company
    const paid = await testApp.table('companies').get<{ due_date: string }>({ id }, ['due_date'])
    const until = (day: string) => testApp.table('companies').update({ id }, { due_date: day })

    await until('2020-01-01')
    await runOnce()
    const meanwhile = await sentTo(contactId)
    await until(paid.due_date)
    await runOnce()

    expect(meanwhile).toEqual([])
    expect(await sentTo(contactId)).toHaveLength(1)
  })

  it('SCHED-12 the company that runs the installation sends after its due date too', async () => {
    const { contactId } = await planned()
    testApp.pass(soon)
    const { id, admin } = fixture.company
    const paid = await testApp.table('companies').get<{ due_date: string }>({ id }, ['due_date'])
    const companyIs = async (isSuper: boolean, dueDate: string) => {
      await testApp.table('users').update({ id: admin.id }, { is_super: isSuper })
      await testApp.table('companies').update({ id }, { due_date: dueDate })
    }

    await companyIs(true, '2020-01-01')
    await runOnce()
    await companyIs(false, paid.due_date)

    expect(await sentTo(contactId)).toHaveLength(1)
  })
})

describe('a connection that cannot send', () => {
  it('SCHED-03 disconnected: the schedule is ERRO with the reason at once, and no item waits', async () => {
    const { id, contactId } = await planned()
    await numberIs('DISCONNECTED')
    testApp.pass(soon)

    await runOnce()

    expect(await get(id)).toMatchObject({
      status: 'ERRO',
      isLeaving: false,
      failure: 'ERR_WAPP_DISCONNECTED',
      sentAt: null,
    })
    expect(await leavesFor(contactId)).toEqual([])
  })

  it('SCHED-03 disconnected while the message waits: the schedule is ERRO too', async () => {
    const { id } = await planned()
    await numberIs('TIMEOUT')
    testApp.pass(soon)
    await runOnce()
    const before = await get(id)

    await numberIs('DISCONNECTED')
    await runOnce()

    expect(before).toMatchObject({ isLeaving: true })
    expect(await get(id)).toMatchObject({ status: 'ERRO', failure: 'ERR_WAPP_DISCONNECTED' })
  })

  test.each(['TIMEOUT', 'OPENING', 'qrcode', 'PAIRING'] as const)(
    'SCHED-03 with the connection in %s it waits ten minutes, and is then ERRO with the reason',
    async (status) => {
      const { id } = await planned()
      await numberIs(status)
      testApp.pass(soon)
      await runOnce()

      await hasWaited(id, 599)
      await runOnce()
      const before = await get(id)
      await hasWaited(id, 600)
      await runOnce()

      expect(before).toMatchObject({ isLeaving: true })
      expect(await get(id)).toMatchObject({ status: 'ERRO', failure: 'ERR_WAPP_OFFLINE' })
    },
  )

  it('SCHED-12 with an open connection it waits for its acknowledgement without a limit', async () => {
    const { id } = await planned()
    testApp.pass(soon)
    await runOnce()

    await hasWaited(id, 3_600)
    await runOnce()

    expect(await get(id)).toMatchObject({ isLeaving: true, failure: null })
  })

  it('SCHED-12 a connection that is back within the ten minutes sends it', async () => {
    const { id, contactId } = await planned({ live: true })
    await numberIs('TIMEOUT')
    testApp.pass(soon)
    await runOnce()
    await hasWaited(id, 300)
    await numberIs('CONNECTED')
    await runOnce()

    const waiting = await leavesFor(contactId)
    await acknowledged(contactId)

    expect(waiting).toHaveLength(1)
    expect(await get(id)).toMatchObject({ status: 'ENVIADA', sentAt: testApp.now().toISOString() })
  })

  it('SCHED-12 a connection that is back after the error does not send it by itself', async () => {
    const { id, contactId } = await planned()
    await numberIs('DISCONNECTED')
    testApp.pass(soon)
    await runOnce()

    await numberIs('CONNECTED')
    await runOnce()
    await runOnce()

    expect(await leavesFor(contactId)).toEqual([])
    expect(await sentTo(contactId)).toHaveLength(1)
    expect(await get(id)).toMatchObject({ status: 'ERRO' })
  })

  it('SCHED-12 a retry sends it once, under its reserved id', async () => {
    const { id, contactId } = await planned({ live: true })
    await numberIs('DISCONNECTED')
    testApp.pass(soon)
    await runOnce()
    const [failed] = await sentTo(contactId)
    await numberIs('CONNECTED')

    const answers = await Promise.all([retry(id), retry(id), retry(id)])
    await runOnce()

    expect(answers.at(0)).toMatchObject({ id, failure: null })
    expect(await sentTo(contactId)).toEqual([failed])
    expect(await leavesFor(contactId)).toHaveLength(1)
    await acknowledged(contactId)
    expect(await get(id)).toMatchObject({ status: 'ENVIADA' })
  })

  it('SCHED-12 a late acknowledgement after the error makes it ENVIADA', async () => {
    const { id, contactId } = await planned({ live: true })
    testApp.pass(soon)
    await runOnce()
    await testApp
      .table('outbox')
      .update({ contact_id: contactId }, { state: 'sending', begun_at: testApp.now() })
    await numberIs('DISCONNECTED')
    await runOnce()
    const failed = await get(id)

    await acknowledged(contactId)

    expect(failed).toMatchObject({ status: 'ERRO' })
    expect(await get(id)).toMatchObject({ status: 'ENVIADA', failure: null })
    expect(await leavesFor(contactId)).toEqual([])
  })

  it('SCHED-12 a retry while still disconnected is refused, and it stays ERRO', async () => {
    const { id } = await planned()
    await numberIs('DISCONNECTED')
    testApp.pass(soon)
    await runOnce()

    const answer = await fixture.ana.call(calls.retrySchedule, { params: { scheduleId: id } })

    expect([answer.status, answer.error]).toEqual([409, 'ERR_WAPP_DISCONNECTED'])
    expect(await get(id)).toMatchObject({ status: 'ERRO' })
  })

  it('SCHED-12 a change after the error replaces the first message, which is never sent', async () => {
    const { id, contactId } = await planned({ live: true })
    await numberIs('DISCONNECTED')
    testApp.pass(soon)
    await runOnce()
    const [first] = await sentTo(contactId)
    await numberIs('CONNECTED')

    await fixture.ana.does(calls.updateSchedule, {
      params: { scheduleId: id },
      body: { body: 'Seu pedido está pronto!' },
    })
    await runOnce()
    const stale = await fixture.ana.call(retryMessage, { params: { messageId: first?.id as MessageId } })

    expect(stale.status).toBeGreaterThanOrEqual(400)
    expect(
      await testApp.table('messages').find({ contact_id: contactId, from_me: true }, ['body', 'is_deleted']),
    ).toEqual([
      { body: 'Seu pedido chegou!', is_deleted: true },
      { body: 'Seu pedido está pronto!', is_deleted: false },
    ])
    expect(await leavesFor(contactId)).toHaveLength(1)
  })

  it('SCHED-10 deleted while it waits for the connection, it is not sent', async () => {
    const { id, contactId } = await planned()
    await numberIs('TIMEOUT')
    testApp.pass(soon)
    await runOnce()

    await fixture.ana.does(calls.deleteSchedule, { params: { scheduleId: id } })

    expect(
      await testApp.table('messages').find({ contact_id: contactId, from_me: true }, ['is_deleted']),
    ).toEqual([{ is_deleted: true }])
  })

  it('SCHED-03 deleting its message before the sending makes it ERRO with that reason', async () => {
    const { id, contactId } = await planned({ live: true })
    await numberIs('TIMEOUT')
    testApp.pass(soon)
    await runOnce()
    const [sent] = await sentTo(contactId)

    await fixture.ana.does(deleteMessage, { params: { messageId: sent?.id as MessageId } })
    await runOnce()

    expect(await get(id)).toMatchObject({ status: 'ERRO', failure: 'ERR_SCHEDULE_WITHDRAWN', sentBody: null })
  })

  it('SCHED-12 with its connection deleted, it is sent over the replacement', async () => {
    const company = await testApp.company()
    const first = await company.connection('Loja')
    const second = await company.connection('Reserva')
    await usual(company, first)
    await testApp.table('connections').update({ company_id: company.id }, { status: 'TIMEOUT' })
    const contactId = await contactOf(await company.hears({ over: first, from: '5551944440009' }))
    const body = { body: 'Seu pedido chegou!', contactId, sendAt: comesSoon() }
    const { id } = await company.admin.does(calls.createSchedule, { body })
    testApp.pass(soon)
    await runOnce()

    await company.admin.does(deleteConnection, { params: { connectionId: first } })
    await runOnce()

    const [sent] = await sentTo(contactId)
    expect(await ordersOf(sent?.id as MessageId)).toEqual([{ connection_id: second }])
    expect(await company.admin.does(calls.getSchedule, { params: { scheduleId: id } })).toMatchObject({
      isLeaving: true,
    })
  })

  it('SCHED-12 with the last connection deleted it is ERRO; a retry over a new one sends it', async () => {
    const company = await testApp.company()
    const only = await company.connection('Loja')
    await usual(company, only)
    const contactId = await contactOf(await company.hears({ over: only, from: '5551944440010' }))
    const body = { body: 'Seu pedido chegou!', contactId, sendAt: comesSoon() }
    const { id } = await company.admin.does(calls.createSchedule, { body })
    testApp.pass(soon)
    await runOnce()
    const params = { scheduleId: id }

    await company.admin.does(deleteConnection, { params: { connectionId: only } })
    await runOnce()
    const failed = await company.admin.does(calls.getSchedule, { params })
    const refused = await company.admin.call(calls.retrySchedule, { params })
    const other = await company.connection('Nova')
    await usual(company, other)
    await company.admin.does(calls.retrySchedule, { params })
    await runOnce()

    const sent = await sentTo(contactId)
    expect(failed).toMatchObject({ status: 'ERRO', failure: 'ERR_SENDING_WAPP_MSG' })
    expect(refused.error).toBe('ERR_NO_DEF_WAPP_FOUND')
    expect(sent).toHaveLength(1)
    expect(await ordersOf(sent[0]?.id as MessageId)).toEqual([{ connection_id: other }])
  })

  it('SCHED-12 two runs fail it once, and a process that dies meanwhile leaves it to the next', async () => {
    const { id } = await planned()
    await numberIs('TIMEOUT')
    testApp.pass(soon)
    await runOnce()
    await numberIs('DISCONNECTED')
    const dies: Workplace = {
      ...testApp.app.workplace,
      withCompany: (actor, act) =>
        testApp.app.workplace.withCompany(actor, async (work) => {
          await act(work)
          throw new Error('killed')
        }),
    }

    await runOnce(dies)
    const afterDeath = await get(id)
    await Promise.all([runOnce(), runOnce()])

    expect(afterDeath).toMatchObject({ isLeaving: true })
    expect(await get(id)).toMatchObject({ status: 'ERRO', failure: 'ERR_WAPP_DISCONNECTED' })
  })

  it('SCHED-10 another company retries none, and a pending one stays unchanged', async () => {
    const { id, contactId } = await planned()

    const foreign = await fixture.stranger.call(calls.retrySchedule, { params: { scheduleId: id } })
    const answer = await retry(id)
    await runOnce()

    expect([foreign.status, foreign.error]).toEqual([404, 'ERR_NO_SCHEDULE_FOUND'])
    expect(answer).toMatchObject({ status: 'PENDENTE', isLeaving: false })
    expect(await sentTo(contactId)).toEqual([])
  })
})

it('merging contacts moves the schedules to the remaining contact', async () => {
  const company = await testApp.company()
  const over = await company.connection('Loja')
  await usual(company, over)
  const phone = '5551933330001'
  const byPhone = await contactOf(await company.hears({ over, from: phone }))
  const lid = { kind: 'person', phone: null, lid: '900033330001' } as const
  await company.tells(over, {
    kind: 'message',
    id: 'BYLID' as WhatsappMessageId,
    chat: lid,
    author: null,
    fromMe: false,
    pushName: 'Carla',
    sentAt: testApp.now(),
    content: { kind: 'text', text: 'Oi' },
    quotedId: null,
  })
  const byLid = await testApp
    .table('contacts')
    .get<{ id: ContactId }>({ company_id: company.id, id: not(byPhone) }, ['id'])
  const plan = (contactId: ContactId) =>
    company.admin.does(calls.createSchedule, {
      body: { body: 'Seu pedido chegou!', contactId, sendAt: comesSoon() },
    })
  const plans = [await plan(byPhone), await plan(byLid.id)]

  await company.tells(over, { kind: 'identity', person: { ...lid, phone } })
  const kept = await Promise.all(
    plans.map(({ id }) => company.admin.does(calls.getSchedule, { params: { scheduleId: id } })),
  )
  testApp.pass(soon)
  await runOnce()

  const [one, other] = kept
  expect(one?.contactId).toBe(other?.contactId)
  expect(await sentTo(one?.contactId as ContactId)).toHaveLength(2)
})

it('a sent schedule stays when its ticket is deleted', async () => {
  const { id, ticketId, contactId } = await planned({ live: true })
  testApp.pass(soon)
  await runOnce()
  await acknowledged(contactId)

  await fixture.company.admin.does(deleteTicket, { params: { ticketId } })
  await runOnce()

  expect(await get(id)).toMatchObject({ status: 'ENVIADA', sentBody: null })
})
