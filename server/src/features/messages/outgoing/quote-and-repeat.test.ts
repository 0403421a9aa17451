import { sendMessage } from '@balcao/contract/messages'
import { updateTicket } from '@balcao/contract/tickets'
import type { MessageId, TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../../tickets/testing/ticket-fixture'

let testApp: TestApp
let fixture: TicketFixture
/** Bia of support served the customer before; now Ana of sales does. */
let supports: TicketId
let anas: TicketId
const clientId = '11111111-2222-4333-8444-555555555555'
const text = (body: string) => ({ body, clientId: undefined })

beforeAll(async () => {
  testApp = await openTestApp()
  fixture = await openTicketFixture(testApp)
  const customer = fixture.newNumber()
  supports = await fixture.company.hears({
    over: fixture.numbers.support,
    from: customer,
    text: 'a senha do cofre',
  })
  await fixture.bia.does(updateTicket, { params: { ticketId: supports }, body: { status: 'open' } })
  await fixture.bia.does(sendMessage, { params: { ticketId: supports }, body: { body: 'anotado', clientId } })
  await fixture.bia.does(updateTicket, { params: { ticketId: supports }, body: { status: 'closed' } })
  anas = await fixture.company.hears({ over: fixture.numbers.sales, from: customer, text: 'quero comprar' })
  await fixture.ana.does(updateTicket, { params: { ticketId: anas }, body: { status: 'open' } })
})
afterAll(() => testApp.close())

async function messageOf(ticketId: TicketId): Promise<MessageId> {
  const [first] = await testApp.table('messages').find<{ id: MessageId }>({ ticket_id: ticketId }, ['id'])
  if (first === undefined) throw new Error('a ticket has a message')
  return first.id
}

describe('T4 a text of another queue', () => {
  it('is not shown by quoting it in the same conversation', async () => {
    const quotedMsg = { id: await messageOf(supports) }

    const refused = await fixture.ana.call(sendMessage, {
      params: { ticketId: anas },
      body: { ...text('?'), quotedMsg },
    })

    expect([refused.status, refused.error]).toEqual([404, 'ERR_NO_MESSAGE_FOUND'])
  })

  it('a readable message may be quoted', async () => {
    const quotedMsg = { id: await messageOf(anas) }

    const sent = await fixture.ana.does(sendMessage, {
      params: { ticketId: anas },
      body: { ...text('claro'), quotedMsg },
    })

    expect(sent).toMatchObject({ quotedMsg: { body: 'quero comprar' } })
  })

  it('is not shown by repeating its client id', async () => {
    const refused = await fixture.ana.call(sendMessage, {
      params: { ticketId: anas },
      body: { body: 'oi', clientId },
    })

    expect([refused.status, refused.error]).toEqual([400, 'ERR_CREATING_MESSAGE'])
  })
})
