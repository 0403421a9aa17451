import { describe, expect, it } from 'vitest'
import { connectionId, userId } from '../../testing/makers'
import { aTicket, support } from '../../testing/ticket-makers'
import { parseExistingTicketError } from './dialogs/new-ticket-dialog'
import { shouldOpenConversationAfter, ticketActRequestBody, transferRequestBody } from './ticket-acts'

const ana = userId(2)
const ticket = aTicket({ useIntegration: true, promptId: 4, integrationId: 5 })

describe('what each act sends', () => {
  it.each([
    [
      'TICKET-16 accept',
      'accept',
      { status: 'open', userId: 2, useIntegration: true, promptId: 4, integrationId: 5 },
    ],
    [
      'TICKET-19 return',
      'return',
      { status: 'pending', userId: null, useIntegration: true, promptId: 4, integrationId: 5 },
    ],
    [
      'TICKET-20 TICKET-22 resolve',
      'resolve',
      { status: 'closed', userId: 2, useIntegration: false, promptId: false, integrationId: false },
    ],
    [
      'TICKET-21 reopen',
      'reopen',
      { status: 'open', userId: 2, useIntegration: true, promptId: 4, integrationId: 5 },
    ],
  ] as const)('%s', (_, act, expected) => {
    expect(ticketActRequestBody(act, ticket, ana)).toEqual(expected)
  })

  it('TICKET-16 TICKET-19 TICKET-20 TICKET-21 accept and reopen keep the conversation open', () => {
    expect((['accept', 'reopen', 'return', 'resolve'] as const).map(shouldOpenConversationAfter)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('TICKET-23 a transfer to a queue alone makes the ticket pending', () => {
    expect(transferRequestBody({ queueId: support.id, userId: null, connectionId: null, note: '' })).toEqual({
      status: 'pending',
      userId: null,
      queueId: 2,
    })
  })

  it('TICKET-24 a transfer to a user keeps that user', () => {
    expect(
      transferRequestBody({
        queueId: support.id,
        userId: userId(3),
        connectionId: connectionId(7),
        note: 'Sábado',
      }),
    ).toEqual({
      status: 'open',
      userId: 3,
      queueId: 2,
      whatsappId: 7,
      note: 'Sábado',
    })
  })
})

describe('a refused creation', () => {
  const existing = (change: object) =>
    JSON.stringify({
      id: 1,
      uuid: 'u-1',
      status: 'open',
      userId: 3,
      queueId: 2,
      user: { id: 3, name: 'Caio' },
      queue: { id: 2, name: 'Assistência', color: '#fff' },
      ...change,
    })

  it.each([
    [
      'TICKET-32 of another user',
      existing({}),
      { kind: 'someone-elses', userName: 'Caio', queueName: 'Assistência' },
    ],
    [
      'TICKET-33 of one’s own',
      existing({ userId: 2, user: { id: 2, name: 'Ana' } }),
      { kind: 'mine', uuid: 'u-1' },
    ],
    [
      'TICKET-33 without an owner',
      existing({ userId: null, user: { id: null, name: '' } }),
      { kind: 'mine', uuid: 'u-1' },
    ],
    ['TICKET-31 an ordinary code is no ticket', 'ERR_NO_DEF_WAPP_FOUND', undefined],
    ['other JSON is no ticket', '{"a":1}', undefined],
  ])('%s', (_, error, expected) => {
    expect(parseExistingTicketError(error, ana)).toEqual(expected)
  })
})
