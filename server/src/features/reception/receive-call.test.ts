import { updateSetting } from '@balcao/contract/people'
import { snoozeTicket, updateTicket } from '@balcao/contract/tickets'
import type { ConnectionId, TicketId } from '@balcao/domain/ids'
import type { InboundCall } from '@balcao/whatsapp/gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestCompany } from '../../testing/test-app'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const from = '5511911112222'

interface Fixture {
  readonly company: TestCompany
  readonly connectionId: ConnectionId
  rings(call?: Partial<InboundCall>): Promise<void>
  calls(): Promise<{ ticket_id: TicketId; body: string; is_read: boolean; media_type: string }[]>
  tickets(): Promise<{ id: TicketId; status: string; unread: number; last_message: string }[]>
}

/** A company that takes calls on the handset, or refuses them. */
async function fixture(takesCalls: 'enabled' | 'disabled'): Promise<Fixture> {
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  await company.admin.does(updateSetting, { params: { key: 'call' }, body: { value: takesCalls } })
  return {
    company,
    connectionId,
    rings: (call = {}) =>
      company.tells(connectionId, {
        kind: 'call',
        id: 'CALL1',
        chat: { kind: 'person', phone: from, lid: null },
        video: false,
        outcome: 'missed',
        at: testApp.now(),
        ...call,
      }),
    calls: () =>
      testApp
        .table('messages')
        .find({ company_id: company.id, media_type: 'call_log' }, [
          'ticket_id',
          'body',
          'is_read',
          'media_type',
        ]),
    tickets: () =>
      testApp.table('tickets').find({ company_id: company.id }, ['id', 'status', 'unread', 'last_message']),
  }
}

test('BOT-10 a missed call to a company that refuses calls opens one pending ticket, unread', async () => {
  const place = await fixture('disabled')

  await place.rings({ video: true, at: new Date('2026-03-05T17:05:00Z') })

  const [ticket] = await place.tickets()
  expect(ticket).toMatchObject({ status: 'pending', unread: 1 })
  expect(await place.calls()).toEqual([
    {
      ticket_id: ticket?.id,
      body: 'Chamada de vídeo perdida às 14:05', // the company's time zone, three hours behind
      is_read: false,
      media_type: 'call_log',
    },
  ])
})

test('BOT-10 a refused call does so too, even if the company takes calls by now', async () => {
  const place = await fixture('enabled')

  await place.rings({ outcome: 'refused', at: new Date('2026-03-05T17:05:00Z') })

  expect(await place.tickets()).toMatchObject([{ status: 'pending', unread: 1 }])
  expect(await place.calls()).toMatchObject([
    { body: 'Chamada de voz recusada automaticamente às 14:05', is_read: false },
  ])
})

test("SETTING-05 a stranger's call to a company that takes calls creates no ticket or contact", async () => {
  const place = await fixture('enabled')

  await place.rings()

  expect(await place.tickets()).toEqual([])
  expect(await testApp.table('contacts').find({ company_id: place.company.id })).toEqual([])
})

test('SETTING-05 it is stored in an existing conversation, without reopening it', async () => {
  const place = await fixture('enabled')
  const ticketId = await place.company.hears({ over: place.connectionId, from })
  const { admin } = place.company
  for (const status of ['open', 'closed'] as const)
    await admin.does(updateTicket, { params: { ticketId }, body: { status } })

  await place.rings()

  expect(await place.calls()).toMatchObject([{ ticket_id: ticketId }])
  expect(await place.tickets()).toMatchObject([{ id: ticketId, status: 'closed' }])
})

test('a missed call wakes a snoozed ticket, unread; one that was answered does not', async () => {
  const place = await fixture('enabled')
  const ticketId = await place.company.hears({ over: place.connectionId, from })
  const { admin } = place.company
  await admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
  await admin.does(snoozeTicket, { params: { ticketId }, body: { until: null } })

  await place.rings({ id: 'CALL1', outcome: 'answered' })
  expect(await place.tickets()).toMatchObject([{ status: 'snoozed' }])
  await place.rings({ id: 'CALL2' })

  expect(await place.tickets()).toMatchObject([{ status: 'open', unread: 1 }])
})

test('MESSAGE-09 a repeated call is stored once and opens nothing again', async () => {
  const place = await fixture('disabled')
  await place.rings()
  const [ticket] = await place.tickets()
  const params = { ticketId: ticket?.id ?? (0 as TicketId) }
  for (const status of ['open', 'closed'] as const)
    await place.company.admin.does(updateTicket, { params, body: { status } })

  await place.rings()

  expect(await place.calls()).toHaveLength(1)
  expect(await place.tickets()).toMatchObject([{ status: 'closed' }])
})

test.each(['answered', 'declined'] as const)(
  'a call that was %s on the handset opens nothing',
  async (outcome) => {
    const place = await fixture('disabled')

    await place.rings({ outcome })

    expect(await place.tickets()).toEqual([])
  },
)

test('a call answered on the handset is stored in the live conversation and is not unread', async () => {
  const place = await fixture('disabled')
  await place.company.hears({ over: place.connectionId, from })

  await place.rings({ outcome: 'answered' })

  expect(await place.calls()).toMatchObject([{ is_read: true }])
  expect(await place.tickets()).toMatchObject([
    { unread: 1, last_message: expect.stringContaining('atendida') },
  ])
})

test('a call in an ignored group is ignored too', async () => {
  const place = await fixture('disabled')

  await place.rings({ chat: { kind: 'group', group: '120363000000000001' } })

  expect(await place.tickets()).toEqual([])
})

test('T2 another company does not see the call', async () => {
  const place = await fixture('disabled')
  const other = await fixture('disabled')

  await place.rings()

  expect(await other.calls()).toEqual([])
})
