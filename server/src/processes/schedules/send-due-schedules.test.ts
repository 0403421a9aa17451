import { deleteContact } from '@balcao/contract/contacts'
import type { LiveSchedule } from '@balcao/contract/live'
import { listMessages, retryMessage } from '@balcao/contract/messages'
import * as calls from '@balcao/contract/schedules'
import { deleteTicket, updateTicket } from '@balcao/contract/tickets'
import type { ContactId, MessageId, ScheduleId, TicketId, WhatsappMessageId } from '@balcao/domain/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { aShopFloor, type ShopFloor } from '../../features/tickets/testing/shop-floor'
import type { Clock } from '../../platform/clock'
import { png } from '../../platform/files/sample-files.fixture'
import { createLog } from '../../platform/log'
import type { Workplace } from '../../platform/work'
import { manualTimers } from '../../testing/manual-timers'
import { postForm } from '../../testing/post-form'
import { openTown, type Town, type TownCompany } from '../../testing/town'
import { until } from '../../testing/until'
import { sendDueSchedules, startSchedules } from './send-due-schedules'

const log = createLog({ level: 'silent' })
let town: Town
let floor: ShopFloor
beforeAll(async () => {
  town = await openTown()
  floor = await aShopFloor(town)
  await usual(floor.company, floor.numbers.sales)
}, 60_000)
beforeEach(async () => {
  await town.rows("delete from schedules where status = 'PENDENTE'")
})
afterAll(() => town.close())

const usual = ({ id }: TownCompany, connectionId: number) =>
  town.rows('update connections set is_default = (id = $2) where company_id = $1', [id, connectionId])
const contactOf = async (ticketId: TicketId) =>
  (await town.rows<{ id: ContactId }>('select contact_id as id from tickets where id = $1', [ticketId]))[0]
    ?.id as ContactId // the ticket is there
/** Soon enough that nobody's sign-in runs out over all tests. */
const soon = 10
const comesSoon = () => new Date(town.now().getTime() + soon * 1000).toISOString()

/** Ana plans a message for a new customer, whose first ticket is closed unless it is to be live. */
async function planned({
  live = false,
  ...more
}: {
  live?: boolean
  body?: string
  whatsappId?: number
  pictureFollows?: boolean
} = {}) {
  const ticketId = live ? await floor.open(floor.ana) : await floor.pending('sales', { name: 'Carla Souza' })
  if (!live) {
    await floor.company.admin.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })
  }
  const contactId = await contactOf(ticketId)
  const body = { body: 'Seu pedido chegou!', contactId, sendAt: comesSoon(), ...more }
  const { id } = await floor.ana.does(calls.createSchedule, { body })
  return { id, ticketId, contactId }
}

const look = (workplace: Workplace = town.house.workplace) =>
  sendDueSchedules({ workplace, store: town.store, log })
const get = (id: ScheduleId) => floor.ana.does(calls.getSchedule, { params: { scheduleId: id } })

interface Sent {
  readonly origin: string
  readonly id: MessageId
  readonly ticket_id: TicketId
  readonly body: string
  readonly user_id: number
  readonly connection_id: number
  readonly whatsapp_id: WhatsappMessageId
  readonly key: string | null
}
/** What we wrote to the contact. */
const sentTo = (contactId: ContactId) =>
  town.rows<Sent>(
    `select id, ticket_id, body, origin, user_id, connection_id, whatsapp_id, media ->> 'key' as key from messages
     where contact_id = $1 and from_me order by id`,
    [contactId],
  )
const picturesSentTo = async (contactId: ContactId) =>
  (
    await town.rows<{ name: string }>(
      "select media ->> 'fileName' as name from messages where contact_id = $1 and from_me order by id",
      [contactId],
    )
  ).map(({ name }) => name)
const attach = async (id: ScheduleId, name: string) =>
  postForm(town, floor.ana, `/schedules/${id}/media-upload`, [['file', await png(), name]])
const dueAt = async (id: ScheduleId) =>
  (await town.rows<{ due_at: Date }>('select due_at from schedules where id = $1', [id]))[0]?.due_at
const ordersOf = (id: MessageId) =>
  town.rows<{ connection_id: number }>('select connection_id from out_tray where message_id = $1', [id])

describe('what is due', () => {
  it('SCHED-12 is sent once, by its author, through the default connection, and not before its time', async () => {
    const { id, contactId } = await planned()

    await look()
    const early = await sentTo(contactId)
    town.pass(soon)
    await look()
    await look()

    const sent = await sentTo(contactId)
    expect(early).toEqual([])
    expect(sent).toMatchObject([
      {
        ...{ body: 'Seu pedido chegou!', user_id: floor.ana.id, connection_id: floor.numbers.sales },
        origin: 'schedule',
      },
    ])
    expect(sent[0]?.whatsapp_id).toMatch(/^3EB0[0-9A-F]{18}$/)
    expect(await ordersOf(sent[0]?.id as MessageId)).toEqual([{ connection_id: floor.numbers.sales }])
    expect(await get(id)).toMatchObject({
      status: 'ENVIADA',
      sentAt: town.now().toISOString(),
      failure: null,
    })
  })

  it('SCHED-12 it is looked for every five seconds', async () => {
    const { contactId } = await planned()
    town.pass(soon)
    const timers = manualTimers(town.now)
    const pauses: number[] = []
    const clock: Clock = {
      ...timers,
      after(milliseconds, task) {
        pauses.push(milliseconds)
        return timers.after(milliseconds, task)
      },
    }

    const schedules = startSchedules({ workplace: town.house.workplace, store: town.store, clock, log })
    timers.fire()
    await until('the next look is planned', () => timers.waiting() === 1)
    await schedules.stop()

    expect(pauses).toEqual([5_000, 5_000])
    expect(await sentTo(contactId)).toHaveLength(1)
  })

  it('SCHED-12 what became due while nobody ran is sent once all the same', async () => {
    const { contactId } = await planned()

    await town.rows(
      "update schedules set send_at = send_at - interval '7 days', due_at = due_at - interval '7 days'",
    )
    await look()
    await look()

    expect(await sentTo(contactId)).toHaveLength(1)
  })

  it('SCHED-12 its variables are filled in for the moment at which it leaves', async () => {
    const { contactId } = await planned({ body: '{{ms}}, {{firstName}}! {{hour}} {{outra}}' })

    town.pass(soon)
    await look()

    const hour = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'America/Sao_Paulo',
      timeStyle: 'medium',
    }).format(town.now())
    expect((await sentTo(contactId))[0]?.body).toMatch(new RegExp(`^Bo[am] \\w+, Carla! ${hour} {{outra}}$`))
  })

  it('SCHED-12 it stands in the live ticket of the contact', async () => {
    const { ticketId, contactId } = await planned({ live: true })

    town.pass(soon)
    await look()

    expect(await sentTo(contactId)).toMatchObject([{ ticket_id: ticketId }])
    expect(await floor.statusOf(ticketId)).toBe('open')
  })

  it('SCHED-12 without a live ticket it stands in a new closed one, which counts as nothing finished', async () => {
    const { ticketId, contactId } = await planned()

    town.pass(soon)
    await look()

    const [sent] = await sentTo(contactId)
    const created = sent?.ticket_id as TicketId // asserted below
    expect(created).not.toBe(ticketId)
    expect(await floor.statusOf(created)).toBe('closed')
    expect(
      await town.rows('select kind from ticket_events where ticket_id = $1 order by id', [created]),
    ).toEqual([{ kind: 'created' }])
    const { messages } = await floor.rui.does(listMessages, { params: { ticketId: created } })
    expect(messages.at(-1)).toMatchObject({ body: 'Seu pedido chegou!', user: { id: floor.ana.id } })
  })

  it('it goes over the connection that was chosen, and over the default when that is gone', async () => {
    const chosen = await planned({ whatsappId: floor.numbers.support })
    const orphan = await planned({ whatsappId: floor.numbers.none })
    await town.rows('update schedules set connection_id = null where id = $1', [orphan.id])

    town.pass(soon)
    await look()

    expect(await sentTo(chosen.contactId)).toMatchObject([{ connection_id: floor.numbers.support }])
    expect(await sentTo(orphan.contactId)).toMatchObject([{ connection_id: floor.numbers.sales }])
  })

  it('SCHED-12 its picture goes along as a file of its own: the message outlives the schedule', async () => {
    const { id, contactId } = await planned()
    await attach(id, 'foto.png')

    town.pass(soon)
    await look()
    await floor.ana.does(calls.deleteSchedule, { params: { scheduleId: id } })

    const [sent] = await sentTo(contactId)
    const removed = await town.rows<{ payload: string }>(
      `select payload::text from graphile_worker._private_jobs where payload::text like '%keys%'`,
    )
    expect(sent?.key).toMatch(/\.png$/)
    expect(await town.store.open(sent?.key ?? '')).not.toBeNull()
    expect(removed.filter(({ payload }) => payload.includes(sent?.key ?? '-'))).toEqual([])
  })

  it('SCHED-07 SCHED-12 one whose picture follows does not leave without it, for ten minutes', async () => {
    const { id, contactId } = await planned({ pictureFollows: true })
    const savedAt = town.now().getTime()

    town.pass(soon)
    await look()
    const early = await sentTo(contactId)
    const waitsUntil = await dueAt(id)
    await attach(id, 'foto.png')
    await look()

    expect(early).toEqual([])
    expect(waitsUntil?.getTime()).toBe(savedAt + 600_000)
    expect(await picturesSentTo(contactId)).toEqual(['foto.png'])
  })

  it('SCHED-07 SCHED-12 one that failed and gets another picture leaves with that one', async () => {
    const { id, contactId } = await planned()
    await attach(id, 'velha.png')
    town.pass(soon)
    await town.rows("update schedules set status = 'ERRO', failure = 'ERR_NO_DEF_WAPP_FOUND' where id = $1", [
      id,
    ])

    await floor.ana.does(calls.updateSchedule, {
      params: { scheduleId: id },
      body: { body: 'Agora sim!', pictureFollows: true },
    })
    await look()
    const early = await sentTo(contactId)
    await attach(id, 'nova.png')
    await look()

    expect(early).toEqual([])
    expect(await sentTo(contactId)).toMatchObject([{ body: 'Agora sim!' }])
    expect(await picturesSentTo(contactId)).toEqual(['nova.png'])
  })

  it('everybody of the company hears that it was sent', async () => {
    const { id } = await planned()
    town.pass(soon)
    await floor.bia.heard()

    await look()

    const told = (await floor.bia.heard()).filter(({ channel }) => channel.endsWith('-schedule'))
    const schedule = await get(id)
    expect(told.map(({ payload }) => payload as LiveSchedule)).toEqual([
      { action: 'update', schedules: schedule, schedule },
    ])
  })
})

describe('exactly once', () => {
  it('SCHED-12 two that look at once send it once', async () => {
    const all = [await planned(), await planned(), await planned()]
    town.pass(soon)

    await Promise.all([look(), look(), look()])

    for (const { contactId, id } of all) {
      expect(await sentTo(contactId)).toHaveLength(1)
      expect(await get(id)).toMatchObject({ status: 'ENVIADA' })
    }
  })

  test.each([
    ['before it reads', 1],
    ['between claim and commit', 2],
  ])('SCHED-12 a process that dies %s has sent nothing, and the next one sends it once', async (_, dying) => {
    const { contactId } = await planned()
    town.pass(soon)
    let acts = 0
    const dies: Workplace = {
      ...town.house.workplace,
      withCompany: (actor, act) =>
        town.house.workplace.withCompany(actor, async (work) => {
          const value = await act(work)
          acts += 1
          if (acts >= dying) throw new Error('killed')
          return value
        }),
    }

    await look(dies)
    const afterDeath = await sentTo(contactId)
    await look()
    await look()

    expect(afterDeath).toEqual([])
    expect(await sentTo(contactId)).toHaveLength(1)
  })

  it('one that was changed, or deleted, while it was being sent is not sent as it was', async () => {
    const late = await planned()
    town.pass(soon)
    let acts = 0
    const slow: Workplace = {
      ...town.house.workplace,
      withCompany: async (actor, act) => {
        if (++acts === 2) await town.rows("update schedules set due_at = due_at + interval '1 day'")
        return town.house.workplace.withCompany(actor, act)
      },
    }

    await look(slow)

    expect(await sentTo(late.contactId)).toEqual([])
    expect(await get(late.id)).toMatchObject({ status: 'PENDENTE' })
  })
})

describe('trouble', () => {
  it('SCHED-03 SCHED-12 a company without a connection reads ERRO with the reason', async () => {
    const company = await town.company()
    const over = await company.connection('Loja')
    const contactId = await contactOf(await company.hears({ over, from: '5551944440001' }))
    const body = { body: 'Seu pedido chegou!', contactId, sendAt: comesSoon() }
    const { id } = await company.admin.does(calls.createSchedule, { body })
    await town.rows('update connections set is_default = false where company_id = $1', [company.id])

    town.pass(soon)
    await look()
    await look()

    expect(await company.admin.does(calls.getSchedule, { params: { scheduleId: id } })).toMatchObject({
      status: 'ERRO',
      failure: 'ERR_NO_DEF_WAPP_FOUND',
      sentAt: null,
    })
    expect(await sentTo(contactId)).toEqual([])
  })

  it('a contact that was deleted meanwhile gets nothing', async () => {
    const { id, contactId } = await planned()
    await floor.company.admin.does(deleteContact, { params: { contactId } })

    town.pass(soon)
    await look()

    expect(await sentTo(contactId)).toEqual([])
    expect(await get(id)).toMatchObject({ status: 'ERRO', failure: 'ERR_NO_CONTACT_FOUND' })
  })

  it('what may pass is tried five times, with growing pauses, and holds up no other', async () => {
    const { id } = await planned()
    await postForm(town, floor.ana, `/schedules/${id}/media-upload`, [['file', await png(), 'foto.png']])
    await town.rows(
      `update schedules set media = media || '{"key":"1/00000000000000000000000000000000.png"}'`,
    )
    const other = await planned()
    town.pass(soon)

    await look()
    await look()
    const afterFirst = await town.rows('select attempts from schedules where id = $1', [id])
    for (let n = 0; n < 5; n++) {
      await town.rows('update schedules set due_at = send_at where id = $1', [id])
      await look()
    }

    expect(afterFirst).toEqual([{ attempts: 1 }])
    expect(await sentTo(other.contactId)).toHaveLength(1)
    expect(await get(id)).toMatchObject({ status: 'ERRO', failure: 'ERR_SENDING_WAPP_MSG' })
  })

  it('SCHED-12 refused by WhatsApp for good it reads ERRO, and ENVIADA again when the message is tried again', async () => {
    const { id, contactId } = await planned({ live: true })
    town.pass(soon)
    await look()
    const [sent] = await sentTo(contactId)
    if (sent === undefined) throw new Error('it was not sent')
    const [phone] = await town.rows<{ value: string }>(
      "select value from contact_addresses where contact_id = $1 and kind = 'phone'",
      [contactId],
    )

    await floor.company.tells(floor.numbers.sales, {
      kind: 'ack',
      chat: { kind: 'person', phone: phone?.value ?? '', lid: null },
      ids: [sent.whatsapp_id],
      ack: 1,
      refusedWith: 463,
    })
    const refused = await get(id)
    await floor.ana.does(retryMessage, { params: { messageId: sent.id } })

    expect(refused).toMatchObject({ status: 'ERRO', failure: 'ERR_WAPP_MSG_RESTRICTED', sentAt: null })
    expect(await get(id)).toMatchObject({ status: 'ENVIADA', failure: null })
    expect(await sentTo(contactId)).toHaveLength(1)
  })

  it('of a company that is disabled, or has lost the module, it waits on', async () => {
    const { contactId } = await planned()
    town.pass(soon)
    const { id } = floor.company

    await town.rows('update companies set is_active = false where id = $1', [id])
    await look()
    await town.rows('update companies set is_active = true where id = $1', [id])
    const flag = (on: boolean) =>
      town.rows(
        'update plans set use_schedules = $2 where id = (select plan_id from companies where id = $1)',
        [id, on],
      )
    await flag(false)
    await look()
    const meanwhile = await sentTo(contactId)
    await flag(true)
    await look()

    expect(meanwhile).toEqual([])
    expect(await sentTo(contactId)).toHaveLength(1)
  })

  it('SCHED-12 of a company whose subscription is over it waits, and leaves after payment', async () => {
    const { contactId } = await planned()
    town.pass(soon)
    const { id } = floor.company
    const [paid] = await town.rows<{ due_date: string }>('select due_date from companies where id = $1', [id])
    const until = (day: string | undefined) =>
      town.rows('update companies set due_date = $2 where id = $1', [id, day])

    await until('2020-01-01')
    await look()
    const meanwhile = await sentTo(contactId)
    await until(paid?.due_date)
    await look()

    expect(meanwhile).toEqual([])
    expect(await sentTo(contactId)).toHaveLength(1)
  })

  it('SCHED-12 the company that runs the installation goes on after its due date (decision 0036)', async () => {
    const { contactId } = await planned()
    town.pass(soon)
    const { id, admin } = floor.company
    const [paid] = await town.rows<{ due_date: string }>('select due_date from companies where id = $1', [id])
    const companyIs = async (isSuper: boolean, dueDate: string | undefined) => {
      await town.rows('update users set is_super = $2 where id = $1', [admin.id, isSuper])
      await town.rows('update companies set due_date = $2 where id = $1', [id, dueDate])
    }

    await companyIs(true, '2020-01-01')
    await look()
    await companyIs(false, paid?.due_date)

    expect(await sentTo(contactId)).toHaveLength(1)
  })
})

it('merging contacts takes what was planned along: the one that is kept gets it', async () => {
  const company = await town.company()
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
    sentAt: town.now(),
    content: { kind: 'text', text: 'Oi' },
    quotedId: null,
  })
  const [byLid] = await town.rows<{ id: ContactId }>(
    'select id from contacts where company_id = $1 and id <> $2',
    [company.id, byPhone],
  )
  const plan = (contactId: ContactId) =>
    company.admin.does(calls.createSchedule, {
      body: { body: 'Seu pedido chegou!', contactId, sendAt: comesSoon() },
    })
  const plans = [await plan(byPhone), await plan(byLid?.id as ContactId)]

  await company.tells(over, { kind: 'identity', person: { ...lid, phone } })
  const kept = await Promise.all(
    plans.map(({ id }) => company.admin.does(calls.getSchedule, { params: { scheduleId: id } })),
  )
  town.pass(soon)
  await look()

  const [one, other] = kept
  expect(one?.contactId).toBe(other?.contactId)
  expect(await sentTo(one?.contactId as ContactId)).toHaveLength(2)
})

it('a sent schedule stays when its conversation is deleted', async () => {
  const { id, ticketId } = await planned({ live: true })
  town.pass(soon)
  await look()

  await floor.company.admin.does(deleteTicket, { params: { ticketId } })

  expect(await get(id)).toMatchObject({ status: 'ENVIADA' })
})
