import { deleteContact } from '@balcao/contract/contacts'
import type { LiveSchedulePayload } from '@balcao/contract/live'
import { deleteUser } from '@balcao/contract/people'
import * as calls from '@balcao/contract/schedules'
import type { ContactId, ScheduleId, TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { jpeg, pdf, png, webp } from '../../platform/files/sample-files.fixture'
import type { RowValues } from '../../platform/testing/table-rows'
import { changePlanOf } from '../../testing/company-plan'
import { postForm } from '../../testing/post-form'
import { queuedRemovalsOf } from '../../testing/queued-jobs'
import { openTestApp, type Person, type TestApp } from '../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../tickets/testing/ticket-fixture'

let testApp: TestApp
let fixture: TicketFixture
let contactId: ContactId
beforeAll(async () => {
  testApp = await openTestApp()
  fixture = await openTicketFixture(testApp)
  contactId = await aContact()
}, 60_000)
afterAll(() => testApp.close())

const contactOf = async (ticketId: TicketId) =>
  (await testApp.table('tickets').get<{ contact_id: ContactId }>({ id: ticketId }, ['contact_id'])).contact_id
const aContact = async (name = 'Marina Lima') => contactOf(await fixture.pending('sales', { name }))
const uuidOfLatest = async (id: ContactId) =>
  (await testApp.table('tickets').find({ contact_id: id }, ['uuid'])).at(-1)?.uuid
const inHours = (hours: number) => new Date(testApp.now().getTime() + hours * 3_600_000).toISOString()

const plans = (person: Person, more: object = {}) =>
  person.does(calls.createSchedule, {
    body: { body: 'Seu pedido chegou!', contactId, sendAt: inHours(1), ...more },
  })
const of = ({ id }: { id: ScheduleId }) => ({ params: { scheduleId: id } })
const eventsOf = async (person: Person) =>
  (await person.received())
    .filter(({ channel }) => channel.endsWith('-schedule'))
    .map(({ payload }) => payload as LiveSchedulePayload) // the channel determines the payload
const setRow = (id: ScheduleId, values: RowValues) => testApp.table('schedules').update({ id }, values)

describe('create, change, delete', () => {
  it('SCHED-01 SCHED-10 RT-21 a schedule has its fields, and all users get an event', async () => {
    await fixture.rui.received()

    const schedule = await plans(fixture.ana, { whatsappId: fixture.numbers.support })

    expect(schedule).toEqual({
      id: expect.any(Number),
      body: 'Seu pedido chegou!',
      contactId,
      contact: { id: contactId, name: 'Marina Lima' },
      sendAt: inHours(1),
      sentAt: null,
      status: 'PENDENTE',
      isLeaving: false,
      template: null,
      failure: null,
      sentBody: null,
      ticketUuid: await uuidOfLatest(contactId),
      mediaPath: null,
      mediaName: null,
      mediaType: null,
      userId: fixture.ana.id,
      user: { id: fixture.ana.id, name: 'Ana' },
      whatsappId: fixture.numbers.support,
      createdAt: testApp.now().toISOString(),
      updatedAt: testApp.now().toISOString(),
    })
    expect(await fixture.rui.does(calls.getSchedule, of(schedule))).toEqual(schedule)
    expect(await eventsOf(fixture.rui)).toEqual([{ action: 'create', schedules: schedule, schedule }])
    expect(await eventsOf(fixture.stranger)).toEqual([])
  })

  it("only users who may read a schedule's ticket get its link, in answers and events", async () => {
    const ofSupport = await contactOf(await fixture.pending('support', { name: 'Rui Alves' }))
    await fixture.bia.received()
    await fixture.rui.received()

    const schedule = await plans(fixture.ana, { contactId: ofSupport })

    const ticketUuid = await uuidOfLatest(ofSupport)
    expect(schedule.ticketUuid).toBeNull()
    expect(await fixture.bia.does(calls.getSchedule, of(schedule))).toEqual({ ...schedule, ticketUuid })
    expect(await eventsOf(fixture.bia)).toMatchObject([{ schedule: { ticketUuid } }])
    expect(await eventsOf(fixture.rui)).toMatchObject([{ schedule: { ticketUuid: null } }])
  })

  test.each([
    ['SCHED-05 without a text', { body: '  ' }, 'Obrigatório'],
    ['SCHED-05 with a text of four characters', { body: 'Olá!' }, 'Mensagem muito curta'],
    ['SCHED-06 without a contact', { contactId: '' }, 'Obrigatório'],
    ['SCHED-06 without a time', { sendAt: '' }, 'Obrigatório'],
    ['SCHED-06 with something that is no time', { sendAt: 'amanhã' }, 'ERR_VALIDATION'],
    ['for a time that has passed', { sendAt: '2026-11-20T11:58:00Z' }, 'ERR_SCHEDULE_IN_PAST'],
    ['over a connection that is not there', { whatsappId: 2_000_000_000 }, 'ERR_NO_WAPP_FOUND'],
    ['for a contact that is not there', { contactId: 2_000_000_000 }, 'ERR_NO_CONTACT_FOUND'],
  ])('%s no schedule is created', async (_, wrong, error) => {
    const body = { body: 'Seu pedido chegou!', contactId, sendAt: inHours(1), ...wrong }
    const answer = await fixture.ana.call(calls.createSchedule, { body })

    expect([answer.status >= 400 && answer.status < 500, answer.error]).toEqual([true, error])
  })

  it('SCHED-06 an absent contact or an absent time is refused', async () => {
    // The types require these fields; the test leaves them out on purpose.
    const noContact = { body: 'Seu pedido chegou', sendAt: inHours(1) } as never
    const noTime = { body: 'Seu pedido chegou', contactId } as never

    const answers = [
      await fixture.ana.call(calls.createSchedule, { body: noContact }),
      await fixture.ana.call(calls.createSchedule, { body: noTime }),
    ]

    expect(answers.map(({ error }) => error)).toEqual(['Obrigatório', 'Obrigatório'])
  })

  it('a contact of another company and a deleted contact are not found', async () => {
    const deletedContact = await aContact('Foi embora')
    await testApp.table('tickets').update({ contact_id: deletedContact }, { status: 'closed' })
    await fixture.company.admin.does(deleteContact, { params: { contactId: deletedContact } })
    const body = { body: 'Seu pedido chegou!', sendAt: inHours(1) }

    const foreign = await fixture.stranger.call(calls.createSchedule, { body: { ...body, contactId } })
    const deleted = await fixture.ana.call(calls.createSchedule, {
      body: { ...body, contactId: deletedContact },
    })

    expect([foreign.status, foreign.error]).toEqual([404, 'ERR_NO_CONTACT_FOUND'])
    expect([deleted.status, deleted.error]).toEqual([404, 'ERR_NO_CONTACT_FOUND'])
  })

  test.each([
    ['America/Sao_Paulo', '2026-11-21T09:30', '2026-11-21T12:30:00.000Z'],
    ['America/Manaus', '2026-11-21T09:30', '2026-11-21T13:30:00.000Z'],
    ['America/Noronha', '2026-11-21T09:30', '2026-11-21T11:30:00.000Z'],
    ['Europe/Lisbon', '2027-07-01T09:30', '2027-07-01T08:30:00.000Z'],
    ['Europe/Lisbon', '2027-03-28T01:30', '2027-03-28T01:00:00.000Z'],
    ['Europe/Lisbon', '2027-10-31T01:30', '2027-10-31T00:30:00.000Z'],
    ['Asia/Kathmandu', '2026-11-21T09:30', '2026-11-21T03:45:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-21T09:30', '2026-11-20T19:30:00.000Z'],
  ])(
    "SCHED-12 a time without offset is the company's local time: in %s %s is %s",
    async (zone, local, instant) => {
      const company = await testApp.company()
      await testApp.table('companies').update({ id: company.id }, { time_zone: zone })
      const over = await company.connection('Loja')
      const theirs = await contactOf(await company.hears({ over, from: '5551966660001' }))

      const schedule = await plans(company.admin, { contactId: theirs, sendAt: local })

      expect(schedule.sendAt).toBe(instant)
    },
  )

  it('SCHED-10 PERM-16 any user may change and delete it; a change keeps absent fields', async () => {
    const schedule = await plans(fixture.ana)
    await fixture.ana.received()

    const changed = await fixture.bia.does(calls.updateSchedule, {
      ...of(schedule),
      body: { body: 'Seu pedido atrasou', sendAt: inHours(30) },
    })
    const deleted = await fixture.bia.does(calls.deleteSchedule, of(schedule))
    const again = await fixture.bia.call(calls.deleteSchedule, of(schedule))

    const after = { ...schedule, body: 'Seu pedido atrasou', sendAt: inHours(30) }
    expect(changed).toEqual({ ...after, ticketUuid: null }) // Bia does not serve the queue of its ticket
    expect(deleted).toEqual({ message: 'schedule deleted' })
    expect([again.status, again.error]).toEqual([404, 'ERR_NO_SCHEDULE_FOUND'])
    expect(await eventsOf(fixture.ana)).toEqual([
      { action: 'update', schedules: after, schedule: after },
      { action: 'delete', scheduleId: schedule.id },
    ])
  })

  it("another company's schedule is not found", async () => {
    const schedule = await plans(fixture.ana)
    const stranger = fixture.stranger

    const answers = [
      await stranger.call(calls.getSchedule, of(schedule)),
      await stranger.call(calls.updateSchedule, { ...of(schedule), body: { body: 'Outra coisa' } }),
      await stranger.call(calls.removeScheduleMedia, of(schedule)),
      await stranger.call(calls.deleteSchedule, of(schedule)),
    ]

    expect(answers.map(({ error }) => error)).toEqual(Array(4).fill('ERR_NO_SCHEDULE_FOUND'))
    expect(await fixture.ana.does(calls.getSchedule, of(schedule))).toEqual(schedule)
  })

  it('SCHED-12 SCHED-04 a sent schedule cannot be changed, but deleted', async () => {
    const schedule = await plans(fixture.ana)
    await setRow(schedule.id, { status: 'ENVIADA', sent_at: schedule.sendAt })

    const changed = await fixture.ana.call(calls.updateSchedule, {
      ...of(schedule),
      body: { body: 'Tarde demais' },
    })
    const media = await fixture.ana.call(calls.removeScheduleMedia, of(schedule))
    const upload = await attach(schedule.id, await png())
    const deleted = await fixture.ana.call(calls.deleteSchedule, of(schedule))

    expect([changed.status, changed.error]).toEqual([409, 'ERR_SCHEDULE_SENT'])
    expect([media.error, upload.body.error]).toEqual(['ERR_SCHEDULE_SENT', 'ERR_SCHEDULE_SENT'])
    expect(deleted.status).toBe(200)
  })

  it('SCHED-12 changing a failed schedule makes it wait again, also with its old time', async () => {
    const schedule = await plans(fixture.ana)
    await setRow(schedule.id, {
      ...{ status: 'ERRO', failure: 'ERR_NO_DEF_WAPP_FOUND', send_at: '2026-11-19T12:00Z' },
    })
    const failed = await fixture.ana.does(calls.getSchedule, of(schedule))

    const mended = await fixture.ana.does(calls.updateSchedule, {
      ...of(schedule),
      body: { whatsappId: fixture.numbers.sales, sendAt: failed.sendAt },
    })
    const toThePast = await fixture.ana.call(calls.updateSchedule, {
      ...of(schedule),
      body: { sendAt: '2026-11-18T12:00:00Z' },
    })

    expect(failed).toMatchObject({ status: 'ERRO', failure: 'ERR_NO_DEF_WAPP_FOUND' })
    expect(mended).toMatchObject({ status: 'PENDENTE', failure: null, whatsappId: fixture.numbers.sales })
    expect(toThePast.error).toBe('ERR_SCHEDULE_IN_PAST')
  })

  it('PLAN-02 without the module every call is refused', async () => {
    const company = await testApp.company()
    await changePlanOf(testApp, company.id, { use_schedules: false })
    const admin = await testApp.signIn(company.admin.email)

    const answers = [
      await admin.call(calls.listSchedules, {}),
      await admin.call(calls.getSchedule, { params: { scheduleId: 1 } }),
      await admin.call(calls.createSchedule, { body: { body: 'Olá, olá', contactId, sendAt: inHours(1) } }),
      await admin.call(calls.updateSchedule, { params: { scheduleId: 1 }, body: {} }),
      await admin.call(calls.retrySchedule, { params: { scheduleId: 1 } }),
      await admin.call(calls.deleteSchedule, { params: { scheduleId: 1 } }),
      await admin.call(calls.removeScheduleMedia, { params: { scheduleId: 1 } }),
    ]

    expect(answers.map(({ status, error }) => [status, error])).toEqual(
      Array(7).fill([403, 'ERR_NO_PERMISSION']),
    )
  })
})

async function attach(id: ScheduleId, file: Uint8Array, name = 'foto.png') {
  return postForm(testApp, fixture.ana, `/schedules/${id}/media-upload`, [['file', file, name]])
}
const mediaOf = async (id: ScheduleId) =>
  (await testApp.table('schedules').get<{ media: { key: string } }>({ id }, ['media'])).media

describe('the picture', () => {
  it('SCHED-07 SCHED-11 a PNG or JPEG is attached; the previous one is deleted', async () => {
    const schedule = await plans(fixture.ana)

    const first = await attach(schedule.id, await png())
    const { key } = await mediaOf(schedule.id)
    const second = await attach(schedule.id, await jpeg(), 'outra.jpg')
    const removed = await fixture.ana.does(calls.removeScheduleMedia, of(schedule))

    expect(first.body).toMatchObject({
      mensagem: 'Arquivo anexado',
      mediaName: 'foto.png',
      mediaType: 'image',
      mediaPath: expect.stringContaining('/public/'),
    })
    expect(second.body).toMatchObject({ mediaName: 'outra.jpg' })
    expect(removed).toMatchObject({ mensagem: 'Arquivo excluído', mediaPath: null, mediaName: null })
    expect(await queuedRemovalsOf(testApp, key)).toBe(1)
  })

  it('SCHED-10 a change keeps a file of another type, which came with a company that moved in', async () => {
    const schedule = await plans(fixture.ana)
    await attach(schedule.id, await png())
    const document = { mimetype: 'application/pdf', fileName: 'tabela.pdf' }
    await setRow(schedule.id, { media: { ...(await mediaOf(schedule.id)), ...document } })

    const changed = await fixture.ana.does(calls.updateSchedule, {
      ...of(schedule),
      body: { body: 'Outro texto' },
    })

    expect(changed).toMatchObject({ body: 'Outro texto', mediaName: 'tabela.pdf' })
  })

  test.each([
    ['a document', async () => pdf, 'ERR_SCHEDULE_ATTACHMENT'],
    ['a picture of another kind', () => webp(), 'ERR_SCHEDULE_ATTACHMENT'],
    ['nothing', async () => new Uint8Array(), 'ERR_UPLOAD_EMPTY'],
  ])('SCHED-07 %s is refused, regardless of its name', async (_, file, error) => {
    const schedule = await plans(fixture.ana)

    const { status, body } = await attach(schedule.id, await file())

    expect([status, body.error]).toEqual([400, error])
    expect(await fixture.ana.does(calls.getSchedule, of(schedule))).toMatchObject({ mediaPath: null })
  })

  it('deleting the schedule deletes its picture', async () => {
    const schedule = await plans(fixture.ana)
    await attach(schedule.id, await png())
    const { key } = await mediaOf(schedule.id)

    await fixture.ana.does(calls.deleteSchedule, of(schedule))

    expect(await queuedRemovalsOf(testApp, key)).toBe(1)
  })
})

describe('the calendar', () => {
  it('SCHED-02 the calendar returns a period, earliest first, filtered by contact or author', async () => {
    const company = await testApp.company()
    const over = await company.connection('Loja')
    const joao = await contactOf(await company.hears({ over, from: '5551955560001', name: 'João' }))
    const rita = await contactOf(await company.hears({ over, from: '5551955560002', name: 'Rita' }))
    const rui = await company.person('Rui')
    const make = (person: Person, contactId: ContactId, hours: number) =>
      person.does(calls.createSchedule, {
        body: { body: `em ${hours} h`, contactId, sendAt: inHours(hours) },
      })
    await make(rui, rita, 30)
    await make(company.admin, joao, 3)
    await make(company.admin, rita, 2)
    const shown = async (person: Person, more: object = {}) =>
      (
        await person.does(calls.listSchedulesBetween, {
          query: { from: inHours(2), until: inHours(30), ...more },
        })
      ).schedules.map(({ body }) => body)

    expect(await shown(rui)).toEqual(['em 2 h', 'em 3 h'])
    expect(await shown(rui, { until: inHours(31) })).toEqual(['em 2 h', 'em 3 h', 'em 30 h'])
    expect(await shown(rui, { contactId: joao })).toEqual(['em 3 h'])
    expect(await shown(rui, { until: inHours(31), userId: rui.id })).toEqual(['em 30 h'])
    expect(await shown(fixture.ana)).not.toContain('em 2 h')
  })
})

describe('a calendar over the limit', () => {
  const full = async (contacts: number, body: string) => {
    const company = await testApp.company()
    const over = await company.connection('Loja')
    const contactId = await contactOf(await company.hears({ over, from: '5551955570001', name: 'João' }))
    await testApp.table('schedules').insertMany(
      Array.from({ length: contacts }, (_, n) => ({
        ...{ company_id: company.id, contact_id: contactId, user_id: company.admin.id, body },
        ...{ send_at: inSeconds(2 * 3_600 + n + 1), due_at: inHours(2), status: 'PENDENTE' },
        ...{ created_at: testApp.now(), updated_at: testApp.now() },
      })),
    )
    const { schedules, hasMore } = await company.admin.does(calls.listSchedulesBetween, {
      query: { from: inHours(1), until: inHours(30) },
    })
    const moments = schedules.map(({ sendAt }) => sendAt)
    return { count: schedules.length, hasMore, isFromStart: moments[0] === inSeconds(2 * 3_600 + 1), moments }
  }
  const inSeconds = (seconds: number) => new Date(testApp.now().getTime() + seconds * 1_000).toISOString()

  test.each([
    ['a thousand', 1_000, 'Olá, João', { count: 1_000, hasMore: false }],
    ['more than a thousand', 1_001, 'Olá, João', { count: 1_000, hasMore: true }],
    ['long words', 40, 'x'.repeat(60_000), { count: 17, hasMore: true }],
  ])('SCHED-02 returns the earliest, and reports that there are more: %s', async (_, count, body, shown) => {
    const found = await full(count, body)

    expect(found).toMatchObject({ ...shown, isFromStart: true })
    expect(found.moments).toEqual([...found.moments].sort())
  })
})

describe('the list', () => {
  it('SCHED-09 GEN-08 GEN-09 search ignores accents, twenty a page, newest first', async () => {
    const company = await testApp.company()
    const over = await company.connection('Loja')
    const joao = await contactOf(await company.hears({ over, from: '5551955550001', name: 'João' }))
    const rita = await contactOf(await company.hears({ over, from: '5551955550002', name: 'Rita' }))
    const rui = await company.person('Rui')
    const make = (person: Person, body: string, contact: ContactId) =>
      person.does(calls.createSchedule, { body: { body, contactId: contact, sendAt: inHours(2) } })
    for (let n = 10; n < 30; n++) await make(company.admin, `Lembrete número ${n}`, rita)
    await make(rui, 'Parabéns pelo dia', joao)
    const bodies = async (query: object) =>
      (await company.admin.does(calls.listSchedules, { query })).schedules.map(({ body }) => body)

    const first = await company.admin.does(calls.listSchedules, {})
    const second = await company.admin.does(calls.listSchedules, { query: { pageNumber: '2' } })

    expect([first.schedules.length, first.count, first.hasMore]).toEqual([20, 21, true])
    expect(first.schedules[0]?.body).toBe('Parabéns pelo dia')
    expect([second.schedules.length, second.hasMore]).toEqual([1, false])
    expect(await bodies({ searchParam: 'NUMERO 21' })).toEqual(['Lembrete número 21'])
    expect(await bodies({ searchParam: 'joao' })).toEqual(['Parabéns pelo dia'])
    expect(await bodies({ contactId: joao })).toEqual(['Parabéns pelo dia'])
    expect(await bodies({ userId: rui.id })).toEqual(['Parabéns pelo dia'])
    expect(await fixture.ana.does(calls.listSchedules, { query: { contactId: joao } })).toMatchObject({
      schedules: [],
      count: 0,
    })
  })
})

it('a schedule survives the deletion of its author and of the chosen connection', async () => {
  const person = await fixture.company.person('Vai Embora')
  const schedule = await plans(person)

  await fixture.company.admin.does(deleteUser, { params: { userId: person.id } })

  expect(await fixture.ana.does(calls.getSchedule, of(schedule))).toMatchObject({ userId: null, user: null })
})
