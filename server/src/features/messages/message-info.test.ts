import { messageInfo, sendMessage } from '@balcao/contract/messages'
import { updateSetting } from '@balcao/contract/people'
import { updateTicket } from '@balcao/contract/tickets'
import type { MessageId, TicketId, WhatsappMessageId } from '@balcao/domain/ids'
import type { ChatAddress, HeardAck } from '@balcao/whatsapp/gateway'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTown, type Person, type Town } from '../../testing/town'
import { aShopFloor, type ShopFloor } from '../tickets/testing/shop-floor'

let town: Town
let floor: ShopFloor
beforeAll(async () => {
  town = await openTown()
  floor = await aShopFloor(town)
}, 60_000)
afterAll(() => town.close())

const info = (person: Person, messageId: MessageId) => person.call(messageInfo, { params: { messageId } })

/** Ana has written to a new customer, or into a new group. */
async function written({ group }: { group?: string } = {}) {
  const from = floor.newNumber()
  const ticketId = await floor.company.hears({
    over: floor.numbers.sales,
    from,
    ...(group && { group }),
  })
  await floor.ana.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
  await floor.ana.does(sendMessage, { params: { ticketId }, body: { body: 'Olá!' } })
  const [row] = await town.rows<{ id: MessageId; whatsapp_id: WhatsappMessageId }>(
    'select id, whatsapp_id from messages where ticket_id = $1 and from_me',
    [ticketId],
  )
  if (row === undefined) throw new Error('nothing was written')
  const chat: ChatAddress =
    group === undefined ? { kind: 'person', phone: from, lid: null } : { kind: 'group', group }
  const ticks = (ack: HeardAck['ack']) =>
    floor.company.tells(floor.numbers.sales, {
      kind: 'ack',
      chat,
      ids: [row.whatsapp_id],
      ack,
      refusedWith: null,
    })
  return { ticketId, id: row.id, ticks }
}

/** A second later than the last; as the wire writes it. */
function later(): string {
  town.pass(1)
  return town.now().toISOString()
}

it('each tick has its moment, whoever asks among those who may read the ticket', async () => {
  const createdAt = town.now().toISOString()
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

  const { body } = await info(floor.rui, id)

  expect(body).toEqual({
    messageId: id,
    createdAt,
    sentAt,
    deliveredAt,
    readAt,
    playedAt,
    sentBy: { id: floor.ana.id, name: 'Ana' },
    isGroup: false,
  })
})

it('a step that was never told has the moment of the next; a late one changes nothing', async () => {
  const { id, ticks } = await written()
  const before = (await info(floor.ana, id)).body
  const at = later()
  await ticks(3)
  later()
  await ticks(2)

  expect(before).toMatchObject({ sentAt: null, deliveredAt: null, readAt: null, playedAt: null })
  expect((await info(floor.ana, id)).body).toMatchObject({
    sentAt: at,
    deliveredAt: at,
    readAt: at,
    playedAt: null,
  })
})

it('in a group it is the first of its members who counts, and the answer says that it is one', async () => {
  await floor.company.admin.does(updateSetting, {
    params: { key: 'CheckMsgIsGroup' },
    body: { value: 'disabled' },
  })
  const { id, ticks } = await written({ group: '120363000000000001' })
  const first = later()
  await ticks(3)
  later()
  await ticks(3)

  expect((await info(floor.ana, id)).body).toMatchObject({ readAt: first, isGroup: true })
})

it('what came in was written by none of us', async () => {
  const ticketId: TicketId = await floor.open(floor.ana)
  const [row] = await town.rows<{ id: MessageId }>(
    'select id from messages where ticket_id = $1 and not from_me',
    [ticketId],
  )

  expect((await info(floor.ana, row?.id as MessageId)).body).toMatchObject({ sentBy: null, readAt: null })
})

it('of another queue it is refused, of another company or made up it is not found', async () => {
  const { id } = await written()

  const answers = [
    await info(floor.bia, id),
    await info(floor.stranger, id),
    await info(floor.ana, 2_000_000_000 as MessageId),
  ]

  expect(answers.map(({ status, error }) => [status, error])).toEqual([
    [403, 'ERR_NO_PERMISSION'],
    [404, 'ERR_NO_MESSAGE_FOUND'],
    [404, 'ERR_NO_MESSAGE_FOUND'],
  ])
})
