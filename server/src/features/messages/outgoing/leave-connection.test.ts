import { deleteConnection } from '@balcao/contract/connections'
import { type MessageView, retryMessage, sendMessage } from '@balcao/contract/messages'
import { updateTicket } from '@balcao/contract/tickets'
import type { ConnectionId, TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestCompany } from '../../../testing/test-app'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

/** An open ticket over this connection with one message that waits for sending. */
async function waitingMessage(company: TestCompany, over: ConnectionId) {
  const ticketId = await company.hears({ over, from: '5551988880001' })
  await company.admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
  const sent = await company.admin.does(sendMessage, { params: { ticketId }, body: { body: 'Já vai!' } })
  return { ticketId, messageId: (sent as MessageView).id } // one text makes one message
}
const standing = (ticketId: TicketId) =>
  testApp.rows(
    `select m.failure, m.connection_id, o.connection_id as order_over, o.state
     from messages m left join outbox o on o.message_id = m.id where m.ticket_id = $1 and m.from_me`,
    [ticketId],
  )

it('CONN-23 unsent messages move to the default connection, which also gets their acks', async () => {
  const company = await testApp.company()
  const [usual, leaving] = [await company.connection('Loja'), await company.connection('Feira')]
  const { ticketId } = await waitingMessage(company, leaving)

  await company.admin.does(deleteConnection, { params: { connectionId: leaving } })

  expect(await standing(ticketId)).toEqual([
    { failure: null, connection_id: usual, order_over: usual, state: 'waiting' },
  ])
})

it('CONN-23 a message that may have been sent fails, although it waits, and no other connection sends it', async () => {
  const company = await testApp.company()
  await company.connection('Loja')
  const leaving = await company.connection('Feira')
  const { ticketId, messageId } = await waitingMessage(company, leaving)
  await testApp.rows('update outbox set begun_at = now() where message_id = $1', [messageId])

  await company.admin.does(deleteConnection, { params: { connectionId: leaving } })

  expect(await standing(ticketId)).toMatchObject([{ failure: 'ERR_SENDING_WAPP_MSG', order_over: null }])
})

it('CONN-23 MESSAGE-07 without another connection the message fails; a later one may send it', async () => {
  const company = await testApp.company()
  const { ticketId, messageId } = await waitingMessage(company, await company.connection('Única'))
  const [only] = await testApp.rows<{ connection_id: ConnectionId }>(
    'select connection_id from tickets where id = $1',
    [ticketId],
  )
  await company.admin.does(deleteConnection, {
    params: { connectionId: only?.connection_id as ConnectionId },
  })
  const failed = await standing(ticketId)
  const later = await company.connection('Nova')

  await company.admin.does(retryMessage, { params: { messageId } })

  expect(failed).toMatchObject([{ failure: 'ERR_SENDING_WAPP_MSG', order_over: null }])
  expect(await standing(ticketId)).toEqual([
    { failure: null, connection_id: later, order_over: later, state: 'waiting' },
  ])
})
