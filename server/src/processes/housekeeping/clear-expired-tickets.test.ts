import { listMessages } from '@balcao/contract/messages'
import { updateSetting } from '@balcao/contract/people'
import { updateTicket } from '@balcao/contract/tickets'
import type { MessageRetention } from '@balcao/domain/message-retention'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTicketFixture, type TicketFixture } from '../../features/tickets/testing/ticket-fixture'
import { pdf } from '../../platform/files/sample-files.fixture'
import { not } from '../../platform/testing/table-rows'
import { postForm } from '../../testing/post-form'
import { queuedRemovalsOf } from '../../testing/queued-jobs'
import { openOwnTestApp, type TestApp } from '../../testing/test-app'
import { clearExpiredTickets } from './clear-expired-tickets'

let testApp: TestApp
let fixture: TicketFixture
beforeAll(async () => {
  testApp = await openOwnTestApp() // sweeps
  fixture = await openTicketFixture(testApp)
})
afterAll(() => testApp.close())

const setsRetention = (value: MessageRetention) =>
  fixture.company.admin.does(updateSetting, { params: { key: 'messageRetention' }, body: { value } })
const clear = () => clearExpiredTickets(testApp.app.workplace)

/** A conversation with a text and a file of ours, whose last message is that many months old. */
async function conversation(of: TicketFixture, monthsAgo: number, status: 'open' | 'closed') {
  const ticketId = await of.open(of.ana)
  await postForm(testApp, of.ana, `/messages/${ticketId}`, [['medias', pdf, 'contrato.pdf']])
  if (status === 'closed') await of.ana.does(updateTicket, { params: { ticketId }, body: { status } })
  const lastAt = testApp.now()
  lastAt.setUTCMonth(lastAt.getUTCMonth() - monthsAgo)
  await testApp.table('tickets').update({ id: ticketId }, { last_at: lastAt })
  return ticketId
}

async function stateOf(ticketId: number) {
  const rows = await testApp.table('messages').find({ ticket_id: ticketId }, ['body', 'media'])
  return { messages: rows.length, hasWords: rows.some(({ body, media }) => body !== '' || media !== null) }
}

it('O5 texts and files of old closed tickets are deleted, and their messages still count', async () => {
  await setsRetention('6')
  const old = await conversation(fixture, 7, 'closed')
  const recent = await conversation(fixture, 5, 'closed')
  const open = await conversation(fixture, 7, 'open')
  const others = await openTicketFixture(testApp)
  const theirs = await conversation(others, 70, 'closed')
  const before = await stateOf(old)
  const { media } = await testApp
    .table('messages')
    .get<{ media: { key: string } }>({ ticket_id: old, media: not(null) }, ['media'])

  await clear()
  await clear()

  expect(await stateOf(old)).toEqual({ messages: before.messages, hasWords: false })
  const shown = await fixture.ana.does(listMessages, { params: { ticketId: old }, query: {} })
  expect(shown.messages.every(({ isDeleted }) => isDeleted)).toBe(true)
  expect(await testApp.table('tickets').get({ id: old }, ['last_message'])).toEqual({ last_message: '' })
  for (const kept of [recent, open, theirs]) expect((await stateOf(kept)).hasWords).toBe(true)
  expect(await queuedRemovalsOf(testApp, media.key)).toBeGreaterThan(0)
})

it('O5 a ticket that continued after the deletion is deleted again in its time', async () => {
  await setsRetention('12')
  const ticketId = await conversation(fixture, 13, 'closed')
  await clear()
  await testApp.table('messages').update({ ticket_id: ticketId }, { body: 'voltei', is_deleted: false })

  await clear()
  expect((await stateOf(ticketId)).hasWords).toBe(true)
  const { last_at } = await testApp.table('tickets').get<{ last_at: Date }>({ id: ticketId }, ['last_at'])
  const dayBefore = new Date(last_at.getTime() - 86_400_000)
  await testApp.table('tickets').update({ id: ticketId }, { words_forgotten_at: dayBefore })
  await clear()

  expect((await stateOf(ticketId)).hasWords).toBe(false)
})

it('O5 without a retention setting no content is deleted', async () => {
  await setsRetention('forever')
  const ticketId = await conversation(fixture, 100, 'closed')

  await clear()

  expect((await stateOf(ticketId)).hasWords).toBe(true)
})
