import { getMessageInfo, sendMessage } from '@balcao/contract/messages'
import { updateSetting } from '@balcao/contract/people'
import { updateTicket } from '@balcao/contract/tickets'
import type { MessageId, TicketId, WhatsappMessageId } from '@balcao/domain/ids'
import type { ChatAddress, InboundReceipt } from '@balcao/whatsapp/gateway'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../../tickets/testing/ticket-fixture'

let testApp: TestApp
let fixture: TicketFixture
beforeAll(async () => {
  testApp = await openTestApp()
  fixture = await openTicketFixture(testApp)
}, 60_000)
afterAll(() => testApp.close())

const info = (person: Person, messageId: MessageId) => person.call(getMessageInfo, { params: { messageId } })

/** Ana writes to a new customer, or into a new group. */
async function written({ group }: { group?: string } = {}) {
  const from = fixture.newNumber()
  const ticketId = await fixture.company.hears({
    over: fixture.numbers.sales,
    from,
    ...(group && { group }),
  })
  await fixture.ana.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
  await fixture.ana.does(sendMessage, { params: { ticketId }, body: { body: 'Olá!' } })
  const row = await testApp
    .table('messages')
    .get<{ id: MessageId; whatsapp_id: WhatsappMessageId }>({ ticket_id: ticketId, from_me: true }, [
      'id',
      'whatsapp_id',
    ])
  const chat: ChatAddress =
    group === undefined ? { kind: 'person', phone: from, lid: null } : { kind: 'group', group }
  const ticks = (ack: InboundReceipt['ack']) =>
    fixture.company.tells(fixture.numbers.sales, {
      kind: 'ack',
      chat,
      ids: [row.whatsapp_id],
      ack,
      refusedWith: null,
    })
  return { ticketId, id: row.id, ticks }
}

/** One second later than the last time, in wire format. */
function later(): string {
  testApp.pass(1)
  return testApp.now().toISOString()
}

it('each ack has its time, for every user who may read the ticket', async () => {
  const createdAt = testApp.now().toISOString()
  const { id, ticks } = await written()
  const sentAt = later()
  await ticks(1)
  const deliveredAt = later()
  await ticks(2)
  const readAt = later()
  await ticks(3)
  const playedAt = later()
  await ticks(4)
  later()
  await ticks(4)

  const { body } = await info(fixture.rui, id)

  expect(body).toEqual({
    messageId: id,
    createdAt,
    sentAt,
    deliveredAt,
    readAt,
    playedAt,
    sentBy: { id: fixture.ana.id, name: 'Ana' },
    isGroup: false,
  })
})

it('a skipped step gets the time of the next one; a late ack changes nothing', async () => {
  const { id, ticks } = await written()
  const before = (await info(fixture.ana, id)).body
  const at = later()
  await ticks(3)
  later()
  await ticks(2)

  expect(before).toMatchObject({ sentAt: null, deliveredAt: null, readAt: null, playedAt: null })
  expect((await info(fixture.ana, id)).body).toMatchObject({
    sentAt: at,
    deliveredAt: at,
    readAt: at,
    playedAt: null,
  })
})

it("in a group the first member's ack counts, and the answer marks it as a group", async () => {
  await fixture.company.admin.does(updateSetting, {
    params: { key: 'CheckMsgIsGroup' },
    body: { value: 'disabled' },
  })
  const { id, ticks } = await written({ group: '120363000000000001' })
  const first = later()
  await ticks(3)
  later()
  await ticks(3)

  expect((await info(fixture.ana, id)).body).toMatchObject({ readAt: first, isGroup: true })
})

it('an incoming message has no sending user and no times', async () => {
  const ticketId: TicketId = await fixture.open(fixture.ana)
  const row = await testApp
    .table('messages')
    .get<{ id: MessageId }>({ ticket_id: ticketId, from_me: false }, ['id'])

  expect((await info(fixture.ana, row.id as MessageId)).body).toMatchObject({ sentBy: null, readAt: null })
})

it('in another queue it is refused; of another company or unknown it is not found', async () => {
  const { id } = await written()

  const answers = [
    await info(fixture.bia, id),
    await info(fixture.stranger, id),
    await info(fixture.ana, 2_000_000_000 as MessageId),
  ]

  expect(answers.map(({ status, error }) => [status, error])).toEqual([
    [403, 'ERR_NO_PERMISSION'],
    [404, 'ERR_NO_MESSAGE_FOUND'],
    [404, 'ERR_NO_MESSAGE_FOUND'],
  ])
})
