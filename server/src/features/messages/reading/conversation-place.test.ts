import { listMessages } from '@balcao/contract/messages'
import type { MessageId, TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contactOf } from '../../../testing/contact-of'
import { storeMessages, storeTicket } from '../../../testing/stored-conversations'
import { openTestApp, type TestApp } from '../../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../../tickets/testing/ticket-fixture'

/** Pages of a conversation around a chosen message. */
let testApp: TestApp
let fixture: TicketFixture
let ticketId: TicketId
let ids: MessageId[]

beforeAll(async () => {
  testApp = await openTestApp()
  fixture = await openTicketFixture(testApp)
  ticketId = await fixture.open(fixture.ana)
  const { id: first } = await testApp.table('messages').get<{ id: MessageId }>({ ticket_id: ticketId })
  const lines = Array.from({ length: 99 }, (_, at) => `Linha ${at + 1}`)
  ids = [first, ...(await storeMessages(testApp, ticketId, lines))]
})
afterAll(() => testApp.close())

const page = (query: object, person = fixture.ana) =>
  person.does(listMessages, { params: { ticketId }, query })
const idsOf = ({ messages }: { messages: readonly { id: MessageId }[] }) => messages.map(({ id }) => id)

it('MESSAGE-04 a page around a message holds a page before it, the message, and a page after', async () => {
  const answer = await page({ around: ids[50] })

  expect(idsOf(answer)).toEqual(ids.slice(31, 71))
  expect(answer).toMatchObject({ hasMore: true, hasNewer: true })
})

it('MESSAGE-04 a page around the first or the newest message ends there', async () => {
  expect(await page({ around: ids[0] })).toMatchObject({ hasMore: false, hasNewer: true })
  const newest = await page({ around: ids[99] })

  expect(newest).toMatchObject({ hasMore: true, hasNewer: false })
  expect(idsOf(newest)).toEqual(ids.slice(80))
})

it('MESSAGE-04 paging down and up from any message reaches every message once', async () => {
  const middle = await page({ around: ids[30] })
  const seen = idsOf(middle)
  for (let more = middle.hasNewer; more === true; ) {
    const next = await page({ after: seen.at(-1) })
    seen.push(...idsOf(next))
    more = next.hasNewer
  }
  for (let more = middle.hasMore; more; ) {
    const previous = await page({ before: seen[0] })
    seen.unshift(...idsOf(previous))
    more = previous.hasMore
  }

  expect(seen).toEqual(ids)
})

it('MESSAGE-04 paging far back may ask for up to a hundred messages a page', async () => {
  const larger = await page({ before: ids[90], limit: 60 })
  expect(idsOf(larger)).toEqual(ids.slice(30, 90))
  expect(larger).toMatchObject({ hasMore: true })

  expect(idsOf(await page({ limit: 100 }))).toEqual(ids)
  expect(idsOf(await page({ after: ids[0], limit: '30' }))).toEqual(ids.slice(1, 31))
  expect(idsOf(await page({ pageNumber: 2, limit: '' }))).toEqual(ids.slice(60, 80))
})

it.each([0, 101, -1, 'all'])('MESSAGE-04 a page of %s messages is refused', async (limit) => {
  const answer = await fixture.ana.call(listMessages, { params: { ticketId }, query: { limit } })

  expect(answer.status).toBe(400)
})

it('MESSAGE-04 pages by number report a lower bound, and the last page the exact count', async () => {
  expect(await page({ pageNumber: 1 })).toMatchObject({ count: 21, hasMore: true })
  expect(await page({ pageNumber: 5 })).toMatchObject({ count: 100, hasMore: false })
})

it('TICKET-15 a page around a message of an unreadable ticket holds none of its messages', async () => {
  const contact = await contactOf(testApp, ticketId)
  const values = { queue_id: fixture.support, status: 'closed' }
  const other = await storeTicket(testApp, fixture.company.id, contact.id, values)
  const [hidden] = await storeMessages(testApp, other.id, ['De outra fila'])
  const around = { around: hidden }

  expect((await page(around)).messages.map(({ body }) => body)).not.toContain('De outra fila')
  expect((await page(around, fixture.company.admin)).messages.map(({ body }) => body)).toContain(
    'De outra fila',
  )
})
