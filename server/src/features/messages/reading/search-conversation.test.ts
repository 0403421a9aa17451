import { listMessages, searchMessages } from '@balcao/contract/messages'
import type { TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contactOf } from '../../../testing/contact-of'
import { storeMessages } from '../../../testing/stored-conversations'
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../../tickets/testing/ticket-fixture'

/** Search inside the conversation with one contact (decision 0026). */
let testApp: TestApp
let fixture: TicketFixture
let ticketId: TicketId

beforeAll(async () => {
  testApp = await openTestApp()
  fixture = await openTicketFixture(testApp)
  ticketId = await fixture.open(fixture.ana)
})
afterAll(() => testApp.close())

/** Stores these messages in the ticket, oldest first. */
const say = (texts: readonly string[], ticket = ticketId) => storeMessages(testApp, ticket, texts)
const search = (searchParam: string, query: object = {}, person: Person = fixture.ana, ticket = ticketId) =>
  person.does(searchMessages, { params: { ticketId: ticket }, query: { searchParam, ...query } })

it('finds text without case and accents, newest first, and takes wildcards literally', async () => {
  const [sofa, plain, percent] = await say(['Um SOFÁ cinza', 'o sofa chegou', 'desconto de 100%'])

  expect(await search('sofá')).toEqual({ found: [plain, sofa], next: null })
  expect(await search('0%')).toEqual({ found: [percent], next: null })
  expect(await search('o_a')).toEqual({ found: [], next: null })
})

it('does not find deleted messages', async () => {
  const [gone] = await say(['girassol'])
  await testApp.table('messages').update({ id: gone }, { is_deleted: true })

  expect(await search('girassol')).toEqual({ found: [], next: null })
})

it('returns at most a page of hits, and the next page begins behind it', async () => {
  const { found: most } = limits.conversationSearch
  const ids = (await say(Array.from({ length: most + 3 }, (_, at) => `romã ${at}`))).toReversed()

  const first = await search('roma')
  const second = await search('roma', { before: first.next })

  expect(first).toEqual({ found: ids.slice(0, most), next: ids[most - 1] })
  expect(second).toEqual({ found: ids.slice(most), next: null })
})

it('reads at most a bounded number of messages a call, and the next call continues', async () => {
  const { reads } = limits.conversationSearch
  const long = await fixture.open(fixture.ana)
  const [first] = await say(['jabuticaba', ...Array.from({ length: reads }, () => 'nada')], long)

  const empty = await search('jabuticaba', {}, fixture.ana, long)
  const rest = await search('jabuticaba', { before: empty.next }, fixture.ana, long)

  expect(empty).toEqual({ found: [], next: Number(first) + 1 })
  expect(rest).toEqual({ found: [first], next: null })
})

it('reads at most a bounded number of bytes a call, and the next call continues', async () => {
  const { bytes } = limits.conversationSearch
  const { max } = limits.messageText
  const long = await fixture.open(fixture.ana)
  const fill = Math.ceil(bytes / max)
  const [first] = await say(['acerola', ...Array.from({ length: fill }, () => 'a'.repeat(max))], long)
  const words = 'a'.repeat(199)

  const empty = await search(`${words}b`, {}, fixture.ana, long)
  const rest = await search('acerola', { before: empty.next }, fixture.ana, long)

  expect(empty).toEqual({ found: [], next: Number(first) + 1 })
  expect(rest).toEqual({ found: [first], next: null })
})

it("finds messages of the contact's other tickets only if the user may read them", async () => {
  const own = await fixture.open(fixture.ana)
  const [seen] = await say(['pitanga aqui'], own)
  const other = await fixture.pending('support')
  const { id: contactId } = await contactOf(testApp, own)
  await testApp.table('tickets').update({ id: other }, { status: 'closed', contact_id: contactId })
  const [hidden] = await say(['pitanga lá'], other)

  expect((await search('pitanga', {}, fixture.ana, own)).found).toEqual([seen])
  expect((await search('pitanga', {}, fixture.company.admin, own)).found).toEqual([hidden, seen])
})

it('is refused without read access to the ticket, exactly like reading', async () => {
  for (const person of [fixture.bia, fixture.stranger]) {
    const read = await person.call(listMessages, { params: { ticketId } })
    const answer = await person.call(searchMessages, { params: { ticketId }, query: { searchParam: 'sofá' } })

    expect(answer.status).toBe(read.status)
    expect(answer.body).toEqual(read.body)
    expect(answer.status).toBeGreaterThanOrEqual(403)
  }
})

it.each(['', 'a', ' a ', 'x'.repeat(201)])('refuses %j as a search text', async (searchParam) => {
  const answer = await fixture.ana.call(searchMessages, { params: { ticketId }, query: { searchParam } })

  expect(answer.status).toBe(400)
})
