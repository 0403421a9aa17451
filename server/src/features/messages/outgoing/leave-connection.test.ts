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
async function standing(ticketId: TicketId) {
  const message = await testApp.table('messages').get({ ticket_id: ticketId, from_me: true })
  const items = await testApp.table('outbox').find({ message_id: message.id }, ['connection_id', 'state'])
  return { failure: message.failure, connection_id: message.connection_id, items }
}

it('CONN-23 unsent messages move to the default connection, which also gets their acks', async () => {
  const company = await testApp.company()
  const [usual, leaving] = [await company.connection('Loja'), await company.connection('Feira')]
  const { ticketId } = await waitingMessage(company, leaving)

  await company.admin.does(deleteConnection, { params: { connectionId: leaving } })

  expect(await standing(ticketId)).toEqual({
    failure: null,
    connection_id: usual,
    items: [{ connection_id: usual, state: 'waiting' }],
  })
})

it('CONN-23 a message that may have been sent fails, although it waits, and no other connection sends it', async () => {
  const company = await testApp.company()
  await company.connection('Loja')
  const leaving = await company.connection('Feira')
  const { ticketId, messageId } = await waitingMessage(company, leaving)
  await testApp.table('outbox').update({ message_id: messageId }, { begun_at: testApp.now() })

  await company.admin.does(deleteConnection, { params: { connectionId: leaving } })

  expect(await standing(ticketId)).toMatchObject({ failure: 'ERR_SENDING_WAPP_MSG', items: [] })
})

it('CONN-23 MESSAGE-07 without another connection the message fails; a later one may send it', async () => {
  const company = await testApp.company()
  const { ticketId, messageId } = await waitingMessage(company, await company.connection('Única'))
  const only = await testApp
    .table('tickets')
    .get<{ connection_id: ConnectionId }>({ id: ticketId }, ['connection_id'])
  await company.admin.does(deleteConnection, { params: { connectionId: only.connection_id } })
  const failed = await standing(ticketId)
  const later = await company.connection('Nova')

  await company.admin.does(retryMessage, { params: { messageId } })

  expect(failed).toMatchObject({ failure: 'ERR_SENDING_WAPP_MSG', items: [] })
  expect(await standing(ticketId)).toEqual({
    failure: null,
    connection_id: later,
    items: [{ connection_id: later, state: 'waiting' }],
  })
})
