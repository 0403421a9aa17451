import { sendMessage } from '@balcao/contract/messages'
import { updateTicket } from '@balcao/contract/tickets'
import type { MessageId, TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTown, type Town } from '../../testing/town'
import { aShopFloor, type ShopFloor } from '../tickets/testing/shop-floor'

let town: Town
let floor: ShopFloor
/** Bia of support has served the customer; now Ana of sales does. */
let supports: TicketId
let anas: TicketId
const clientId = '11111111-2222-4333-8444-555555555555'
const text = (body: string) => ({ body, clientId: undefined })

beforeAll(async () => {
  town = await openTown()
  floor = await aShopFloor(town)
  const customer = floor.newNumber()
  supports = await floor.company.hears({
    over: floor.numbers.support,
    from: customer,
    text: 'a senha do cofre',
  })
  await floor.bia.does(updateTicket, { params: { ticketId: supports }, body: { status: 'open' } })
  await floor.bia.does(sendMessage, { params: { ticketId: supports }, body: { body: 'anotado', clientId } })
  await floor.bia.does(updateTicket, { params: { ticketId: supports }, body: { status: 'closed' } })
  anas = await floor.company.hears({ over: floor.numbers.sales, from: customer, text: 'quero comprar' })
  await floor.ana.does(updateTicket, { params: { ticketId: anas }, body: { status: 'open' } })
})
afterAll(() => town.close())

async function messageOf(ticketId: TicketId): Promise<MessageId> {
  const [row] = await town.rows<{ id: MessageId }>(
    'select min(id) as id from messages where ticket_id = $1',
    [ticketId],
  )
  return row?.id as MessageId // the scene has just stored it
}

describe('T4 the words of another queue', () => {
  it('are not shown by quoting them in the same conversation', async () => {
    const quotedMsg = { id: await messageOf(supports) }

    const refused = await floor.ana.call(sendMessage, {
      params: { ticketId: anas },
      body: { ...text('?'), quotedMsg },
    })

    expect([refused.status, refused.error]).toEqual([404, 'ERR_NO_MESSAGE_FOUND'])
  })

  it('what may be read may be quoted', async () => {
    const quotedMsg = { id: await messageOf(anas) }

    const sent = await floor.ana.does(sendMessage, {
      params: { ticketId: anas },
      body: { ...text('claro'), quotedMsg },
    })

    expect(sent).toMatchObject({ quotedMsg: { body: 'quero comprar' } })
  })

  it('are not shown by repeating the name that somebody gave them', async () => {
    const refused = await floor.ana.call(sendMessage, {
      params: { ticketId: anas },
      body: { body: 'oi', clientId },
    })

    expect([refused.status, refused.error]).toEqual([400, 'ERR_CREATING_MESSAGE'])
  })
})
