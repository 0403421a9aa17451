import type { LiveMessagePayload } from '@balcao/contract/live'
import { editMessage, listMessages, type MessageView } from '@balcao/contract/messages'
import { updateTicket } from '@balcao/contract/tickets'
import type { ConnectionId, TicketId, WhatsappMessageId } from '@balcao/domain/ids'
import type { LinkPreview } from '@balcao/domain/link-preview'
import { jpegHeader } from '@balcao/domain/testing/jpegs'
import type { InboundContent, InboundEdit, InboundMessage } from '@balcao/whatsapp/gateway'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { mediaAt } from '../../../testing/played-gateway'
import { openTestApp, type TestApp, type TestCompany } from '../../../testing/test-app'

/** Link previews with the sender's picture, and page counts of documents. */
let testApp: TestApp
let company: TestCompany
let connectionId: ConnectionId
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  company = await testApp.company()
  connectionId = await company.connection('Loja')
})

const chat = { kind: 'person', phone: '5511911112222', lid: null } as const
const id = 'LINK' as WhatsappMessageId // an id of WhatsApp's
const picture = Buffer.from(jpegHeader(100, 56)).toString('base64')
const sofa = { url: 'https://loja.com.br/sofa', title: 'Sofá Serra', description: 'Três lugares', picture }
const table = { url: 'https://loja.com.br/mesa', title: 'Mesa Araucária', description: '' }
const linked: InboundContent = { kind: 'text', text: 'Este? loja.com.br/sofa', preview: sofa }

function said(content: InboundContent, change: Partial<InboundMessage> = {}): InboundMessage {
  const writer = { chat, fromMe: false, author: null, pushName: 'Bia' }
  return { kind: 'message', id, ...writer, sentAt: testApp.now(), content, quotedId: null, ...change }
}

async function hears(content: InboundContent, change?: Partial<InboundMessage>): Promise<TicketId> {
  await company.tells(connectionId, said(content, change))
  const ticket = await testApp.table('tickets').get<{ id: TicketId }>({ company_id: company.id }, ['id'])
  return ticket.id
}

function corrects(text: string, seconds: number, preview?: LinkPreview): Promise<void> {
  const editedAt = new Date(testApp.now().getTime() + seconds * 1_000)
  const edit: InboundEdit = { kind: 'edit', chat, id, fromMe: false, author: null, text, editedAt }
  return company.tells(connectionId, preview ? { ...edit, preview } : edit)
}

async function shown(ticketId: TicketId): Promise<MessageView> {
  const { messages } = await company.admin.does(listMessages, { params: { ticketId } })
  const [message] = messages
  if (message === undefined) throw new Error('no message')
  return message
}

it('a preview is part of the message, in answers and events', async () => {
  company.admin.shows({ statuses: ['pending'], notification: true })

  const ticketId = await hears(linked)

  expect(await shown(ticketId)).toMatchObject({ body: 'Este? loja.com.br/sofa', linkPreview: sofa })
  const told = (await company.admin.received()).filter(({ channel }) => channel.endsWith('-appMessage'))
  expect(told.map(({ payload }) => (payload as LiveMessagePayload).message.linkPreview)).toEqual([sofa])
})

it('a corrected text has the preview of its correction, or none', async () => {
  const ticketId = await hears(linked)

  await corrects('Esta? loja.com.br/mesa', 1, table)
  const replaced = await shown(ticketId)
  await corrects('Nenhum', 2)

  expect(replaced).toMatchObject({ body: 'Esta? loja.com.br/mesa', isEdited: true, linkPreview: table })
  expect(await shown(ticketId)).toMatchObject({ body: 'Nenhum', isEdited: true, linkPreview: null })
})

it('a correction received before its message brings its preview', async () => {
  await corrects('Esta? loja.com.br/mesa', 1, table)

  const ticketId = await hears(linked)

  expect(await shown(ticketId)).toMatchObject({ body: 'Esta? loja.com.br/mesa', linkPreview: table })
})

it('a message typed on the handset has its preview, until it is corrected here', async () => {
  const ticketId = await hears(linked, { fromMe: true })
  await company.admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
  const before = await shown(ticketId)

  const { id: messageId } = before
  await company.admin.does(editMessage, { params: { messageId }, body: { body: 'loja.com.br/sofa, sim' } })

  expect(before).toMatchObject({ fromMe: true, linkPreview: sofa })
  expect(await shown(ticketId)).toMatchObject({ body: 'loja.com.br/sofa, sim', linkPreview: null })

  const items = testApp.table('outbox')
  await items.update({ message_id: messageId }, { state: 'sending', begun_at: testApp.now() })
  const order = await items.get<{ change_id: WhatsappMessageId }>({ message_id: messageId }, ['change_id'])
  await company.tells(connectionId, { kind: 'ack', chat, ids: [order.change_id], ack: 1, refusedWith: 479 })
  expect(await shown(ticketId)).toMatchObject({ body: 'Este? loja.com.br/sofa', linkPreview: sofa })
})

it('MESSAGE-09 with a merge of two addresses the later correction counts, with its preview', async () => {
  const lid = { kind: 'person', phone: null, lid: '99000000000001' } as const
  const ticketId = await hears(linked)
  await company.tells(connectionId, said(linked, { chat: lid }))
  const edit = { kind: 'edit', id, fromMe: false, author: null, editedAt: testApp.now() } as const
  await company.tells(connectionId, { ...edit, chat: lid, text: 'Esta? loja.com.br/mesa', preview: table })

  await company.tells(connectionId, { kind: 'identity', person: { ...chat, lid: lid.lid } })

  expect(await testApp.table('messages').find({ company_id: company.id })).toHaveLength(1)
  expect(await shown(ticketId)).toMatchObject({ body: 'Esta? loja.com.br/mesa', linkPreview: table })
})

it('a deleted message shows no preview', async () => {
  const ticketId = await hears(linked)

  await company.tells(connectionId, { kind: 'deletion', chat, id, fromMe: false, author: null })

  expect(await shown(ticketId)).toMatchObject({ isDeleted: true, body: '', linkPreview: null })
})

it('the late content of an unreadable message brings its preview', async () => {
  const ticketId = await hears({ kind: 'unsupported', what: 'undecryptable' })

  await company.tells(connectionId, said(linked))

  expect(await shown(ticketId)).toMatchObject({ body: 'Este? loja.com.br/sofa', linkPreview: sofa })
})

it("messages of the phone's history have previews and page counts", async () => {
  const old = (minutes: number, content: InboundContent) =>
    said(content, {
      id: `OLD${minutes}` as WhatsappMessageId, // an id of WhatsApp's
      sentAt: new Date(testApp.now().getTime() - minutes * 60_000),
    })
  const document = mediaAt('nota', { media: 'document', fileName: 'nota.pdf', pages: 3 })

  await company.tells(connectionId, {
    kind: 'history',
    chat,
    name: 'Bia',
    messages: [old(3, linked), old(2, document), old(1, { kind: 'text', text: 'oi' })],
  })

  const rows = await testApp
    .table('messages')
    .find<{ link_preview: unknown; media: { pages: number } | null }>({ company_id: company.id })
  expect(rows.map(({ link_preview, media }) => [link_preview, media?.pages])).toEqual([
    [sofa, undefined],
    [null, 3],
    [null, undefined],
  ])
})

it('a document has its page count, and none if the phone sent none', async () => {
  const ticketId = await hears(mediaAt('nota', { media: 'document', fileName: 'nota.pdf', pages: 3 }))

  const counted = await shown(ticketId)
  await company.tells(
    connectionId,
    said(mediaAt('outra', { media: 'document' }), { id: 'OTHER' as WhatsappMessageId }), // an id of WhatsApp's
  )

  const { messages } = await company.admin.does(listMessages, { params: { ticketId } })
  expect(counted.media).toMatchObject({ pages: 3 })
  expect(messages.map(({ media }) => media?.pages)).toEqual([3, null])
})
