import { sendMessage } from '@balcao/contract/messages'
import { updateTicket } from '@balcao/contract/tickets'
import type { ConnectionId, TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTown, type Town } from '../../testing/town'
import { aBotCounter, type BotCounter, type Customer } from './testing/bot-counter'

let town: Town
let counter: BotCounter
let greets: ConnectionId
let carla: Customer
beforeAll(async () => {
  town = await openTown()
})
beforeEach(async () => {
  counter = await aBotCounter(town)
  greets = await counter.connectionOf(counter.support)
  carla = counter.customer()
})
afterAll(() => town.close())

const waits = async (ticketId: TicketId) =>
  (
    await town.rows<{ waiting_since: Date | null }>('select waiting_since from tickets where id = $1', [
      ticketId,
    ])
  )[0]?.waiting_since != null

describe('LOOK who waits for a person, since when', () => {
  it('goes on waiting when the house greets by itself, until a person answers', async () => {
    const ticketId = await carla.says('Oi, tudo bem?', { over: greets })
    expect(await carla.reads()).toEqual(['Suporte: já vamos.'])
    expect(await waits(ticketId)).toBe(true)

    await counter.setting('sendGreetingAccepted', 'enabled')
    await counter.ana.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    expect(await waits(ticketId)).toBe(true)

    await counter.ana.does(sendMessage, { params: { ticketId }, body: { body: 'Pois não?' } })
    expect(await waits(ticketId)).toBe(false)
  })

  it('waits for nobody while the menu talks, and for a person from its end on', async () => {
    const ticketId = await carla.says('Oi')
    expect((await carla.ticket()).chatbot).toBe(true)
    expect(await waits(ticketId)).toBe(false)

    await carla.says('2')

    expect((await carla.ticket()).chatbot).toBe(false)
    expect(await waits(ticketId)).toBe(true)
  })
})
