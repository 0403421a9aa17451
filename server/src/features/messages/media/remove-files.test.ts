import { randomUUID } from 'node:crypto'
import { deleteMessage, type MessageView } from '@balcao/contract/messages'
import { deleteTicket } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDiskFileStore } from '../../../platform/files/disk-file-store'
import type { FileStore } from '../../../platform/files/file-store'
import { jpeg } from '../../../platform/files/sample-files.fixture'
import { mediaAt, playedGateway } from '../../../testing/played-gateway'
import { type FormPart, postForm } from '../../../testing/post-form'
import { openOwnTestApp, runningClock, type TestApp } from '../../../testing/test-app'
import { until } from '../../../testing/until'
import { openTicketFixture, type TicketFixture } from '../../tickets/testing/ticket-fixture'

const gateway = playedGateway()
let testApp: TestApp
let fixture: TicketFixture
/** Every stored file, in order. */
const stored: string[] = []
beforeAll(async () => {
  testApp = await openOwnTestApp({ gateway, clock: runningClock, openStore })
  fixture = await openTicketFixture(testApp)
  await testApp.app.startRoles()
})
afterAll(() => testApp.close())

async function openStore(folder: string): Promise<FileStore> {
  const store = await openDiskFileStore({ folder })
  return {
    ...store,
    async put(...asked) {
      const file = await store.put(...asked)
      stored.push(file.key)
      return file
    },
  }
}

async function upload(ticketId: TicketId, ...more: FormPart[]): Promise<MessageView> {
  const { status, body } = await postForm(testApp, fixture.ana, `/messages/${ticketId}`, [
    ['medias', await jpeg(), 'sofa.jpg'],
    ...more,
  ])
  expect(status).toBe(200)
  return body
}

const isThere = async (key: string | undefined) =>
  key !== undefined && (await testApp.store.open(key)) !== null
const isGone = (key: string | undefined) => until('the file is gone', async () => !(await isThere(key)))

it('MESSAGE-06 a draft sent twice is one message with one file: the second upload is deleted', async () => {
  const ticketId = await fixture.open(fixture.ana)
  const draft: FormPart = ['clientId', randomUUID()]

  const first = await upload(ticketId, draft)
  const second = await upload(ticketId, draft)

  expect(second.id).toBe(first.id)
  const [kept, again] = stored.slice(-2)
  await isGone(again)
  expect(await isThere(kept)).toBe(true)
})

it('a refused call leaves no file', async () => {
  const ticketId = await fixture.pending('sales')

  const { status } = await postForm(testApp, fixture.bia, `/messages/${ticketId}`, [
    ['medias', await jpeg(), 'a.jpg'],
  ])

  expect(status).toBe(403)
  await isGone(stored.at(-1))
})

it('MESSAGE-08 deleting a message deletes its file', async () => {
  const ticketId = await fixture.open(fixture.ana)
  const { id } = await upload(ticketId)

  await fixture.ana.does(deleteMessage, { params: { messageId: id } })

  await isGone(stored.at(-1))
})

it('a message that the customer deletes loses its file and its thumbnail', async () => {
  gateway.hold('taken back', await jpeg())
  const from = fixture.newNumber()
  await fixture.company.hears({
    over: fixture.numbers.sales,
    from,
    id: 'TAKEN',
    content: mediaAt('taken back'),
  })
  const before = stored.length
  await until('picture and thumbnail', () => stored.length >= before + 2)
  await until('both are noted', async () => (await mediaOf('TAKEN'))?.thumbnailKey !== undefined)

  const chat = { kind: 'person', phone: from, lid: null } as const
  const deletion = { kind: 'deletion', chat, id: 'TAKEN' as never, fromMe: false, author: null } as const
  await fixture.company.tells(fixture.numbers.sales, deletion)

  for (const key of stored.slice(-2)) await isGone(key)
})

it('TICKET-28 deleting a ticket deletes the files of its messages', async () => {
  const ticketId = await fixture.open(fixture.ana)
  await upload(ticketId)
  await upload(ticketId)

  await fixture.company.admin.does(deleteTicket, { params: { ticketId } })

  for (const key of stored.slice(-2)) await isGone(key)
})

async function mediaOf(whatsappId: string) {
  const row = await testApp
    .table('messages')
    .get<{ media: { thumbnailKey?: string } }>({ whatsapp_id: whatsappId }, ['media'])
  return row.media
}
