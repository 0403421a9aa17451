import { sendMessage } from '@balcao/contract/messages'
import type { TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pdf, png, webp } from '../../../platform/files/sample-files.fixture'
import { makeOfficial } from '../../../testing/played-meta'
import { type FormPart, postForm } from '../../../testing/post-form'
import { openReplyWindow } from '../../../testing/reply-window'
import { openOwnTestApp, type TestApp } from '../../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../../tickets/testing/ticket-fixture'

let testApp: TestApp
let fixture: TicketFixture
beforeAll(async () => {
  testApp = await openOwnTestApp() // makes a connection official
  fixture = await openTicketFixture(testApp)
  await makeOfficial(testApp, fixture.company, fixture.numbers.sales)
}, 60_000)
afterAll(() => testApp.close())

/** Ana's open ticket over the official number, with an open reply window. */
async function officialTicket(): Promise<TicketId> {
  const ticketId = await fixture.open(fixture.ana)
  await openReplyWindow(testApp, ticketId, new Date(testApp.now().getTime() + 3_600_000))
  return ticketId
}
const stored = (ticketId: TicketId) => testApp.table('messages').count({ ticket_id: ticketId, from_me: true })
const texts = (body: string) => ({ body })

describe('over an official number', () => {
  it('a text that Meta would refuse is refused before anything is stored', async () => {
    const ticketId = await officialTicket()
    const before = await stored(ticketId)
    const params = { ticketId }

    const answer = await fixture.ana.call(sendMessage, { params, body: texts('x'.repeat(4_097)) })

    expect(answer).toMatchObject({
      ...{ status: 400, error: 'ERR_WAPP_MSG_CONTENT' },
      body: { data: { what: 'text-long', most: 4_096 } },
    })
    expect(await stored(ticketId)).toBe(before)
    await fixture.ana.does(sendMessage, { params, body: texts('x'.repeat(4_096)) })
    expect(await stored(ticketId)).toBe(before + 1)
  })

  it.each<[string, () => Promise<FormPart[]>, object]>([
    ['a WebP', async () => [['medias', await webp(), 'a.webp']], { what: 'file-kind' }],
    [
      'a long caption',
      async () => [
        ['body', 'x'.repeat(1_025)],
        ['medias', await png(), 'a.png'],
      ],
      { what: 'caption-long', most: 1_024 },
    ],
    [
      'a large picture',
      async () => [['medias', Buffer.concat([await png(), Buffer.alloc(5_000_000)]), 'a.png']],
      { what: 'file-large', most: 5 },
    ],
  ])('%s is refused and its upload removed', async (_, parts, data) => {
    const ticketId = await officialTicket()
    const before = await stored(ticketId)

    const answer = await postForm(testApp, fixture.ana, `/messages/${ticketId}`, await parts())

    expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_WAPP_MSG_CONTENT', data } })
    expect(await stored(ticketId)).toBe(before)
  })

  it('a document of any type is taken', async () => {
    const ticketId = await officialTicket()

    const answer = await postForm(testApp, fixture.ana, `/messages/${ticketId}`, [['medias', pdf, 'a.pdf']])

    expect(answer.status).toBe(200)
  })
})

it('a linked device takes a longer text', async () => {
  const other = await openTicketFixture(testApp)
  const ticketId = await other.open(other.ana)

  await other.ana.does(sendMessage, { params: { ticketId }, body: texts('x'.repeat(4_097)) })

  expect(await stored(ticketId)).toBe(1)
})
