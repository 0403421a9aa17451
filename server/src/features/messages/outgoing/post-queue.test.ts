import { randomUUID } from 'node:crypto'
import { listMessages, sendMessage } from '@balcao/contract/messages'
import { updateTicket } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openOwnTestApp, type Person, type TestApp } from '../../../testing/test-app'
import { logTransactions } from '../../../testing/transaction-log'
import { openTicketFixture, type TicketFixture } from '../../tickets/testing/ticket-fixture'

const transactions = logTransactions()
let testApp: TestApp
let fixture: TicketFixture
beforeAll(async () => {
  testApp = await openOwnTestApp() // counts transactions
  fixture = await openTicketFixture(testApp)
})
afterAll(async () => {
  transactions.stop()
  await testApp.close()
})

async function openTicketOf(person: Person): Promise<TicketId> {
  const ticketId = await fixture.company.hears({
    over: fixture.numbers.sales,
    from: fixture.newNumber(),
    text: 'Oi',
  })
  await person.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
  return ticketId
}
const posts = (person: Person, ticketId: TicketId, body: string, clientId = randomUUID()) =>
  person.call(sendMessage, { params: { ticketId }, body: { body, clientId } })
const bodiesOf = async (ticketId: TicketId) =>
  (await fixture.company.admin.does(listMessages, { params: { ticketId } })).messages.map(
    ({ body, user }) => [body, user?.name ?? null],
  )
const actsWithMessages = () =>
  transactions.taken().filter((act) => act.some(({ name }) => name === 'messages.insert')).length

describe('posts at the same time', () => {
  it('MESSAGE-05 share acts, and each is its own person’s message', async () => {
    const { admin } = fixture.company
    const people = Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? fixture.ana : admin))
    const tickets: TicketId[] = []
    for (const person of people) tickets.push(await openTicketOf(person))
    transactions.taken()

    const answers = await Promise.all(
      people.map((person, n) => posts(person, tickets[n] as TicketId, `resposta ${n}`)),
    )

    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200))
    expect(actsWithMessages()).toBeLessThan(people.length / 2)
    for (const [n, ticketId] of tickets.entries())
      expect((await bodiesOf(ticketId)).at(-1)).toEqual([`resposta ${n}`, people[n]?.user.name])
    const items = testApp.table('outbox').find({ company_id: fixture.company.id, kind: 'message' })
    expect(await items).not.toHaveLength(0)
  })

  it('MESSAGE-05 refuse the one whose ticket is closed, of others or unknown, and send the rest', async () => {
    const mine = await openTicketOf(fixture.ana)
    const closed = await openTicketOf(fixture.ana)
    await fixture.ana.does(updateTicket, { params: { ticketId: closed }, body: { status: 'closed' } })
    const stranger = await testApp.company()
    const over = await stranger.connection('Outra')
    const theirs = await stranger.hears({ over, from: fixture.newNumber(), text: 'Oi' })

    const answers = await Promise.all([
      posts(fixture.ana, mine, 'um'),
      posts(fixture.ana, closed, 'dois'),
      posts(fixture.ana, theirs, 'três'),
      posts(fixture.ana, 999_999_999 as TicketId, 'quatro'),
      posts(fixture.ana, mine, ' '),
    ])

    expect(answers.map(({ status, error }) => [status, error ?? null])).toEqual([
      [200, null],
      [409, 'ERR_TICKET_STATE'],
      [404, 'ERR_NO_TICKET_FOUND'],
      [404, 'ERR_NO_TICKET_FOUND'],
      [400, 'ERR_VALIDATION'],
    ])
    expect((await bodiesOf(mine)).at(-1)?.[0]).toBe('um')
  })

  it('MESSAGE-07 of one ticket keep their number, and a draft that comes twice is one message', async () => {
    const ticketId = await openTicketOf(fixture.ana)
    const clientId = randomUUID()

    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, n) => posts(fixture.ana, ticketId, `parte ${n}`)),
      posts(fixture.ana, ticketId, 'repetida', clientId),
      posts(fixture.ana, ticketId, 'repetida', clientId),
    ])

    expect(answers.every(({ status }) => status === 200)).toBe(true)
    const sent = (await bodiesOf(ticketId)).map(([body]) => body)
    expect(sent.filter((body) => body?.startsWith('parte'))).toHaveLength(8)
    expect(sent.filter((body) => body === 'repetida')).toHaveLength(1)
  })
})
