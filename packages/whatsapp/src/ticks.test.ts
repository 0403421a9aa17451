import { describe, expect, test } from 'vitest'
import { receiptOfServerAck, receiptOfStanza } from './ticks'

const me = { id: '5551999990000:1@s.whatsapp.net', lid: '99000000000000:1@lid' }
const from = '5551988880001:3@s.whatsapp.net'
const receipt = (attrs: Record<string, string>, ids: readonly string[] = []) => ({
  tag: 'receipt',
  attrs: { id: 'A', from, ...attrs },
  content: [{ tag: 'list', attrs: {}, content: ids.map((id) => ({ tag: 'item', attrs: { id } })) }],
})

describe('MESSAGE-02 receipts', () => {
  test.each([
    ['delivered', {}, 2],
    ['delivered to a phone at rest', { type: 'inactive' }, 2],
    ['read', { type: 'read' }, 3],
    ['played', { type: 'played' }, 4],
  ] as const)('%s', (_, attrs, ack) => {
    expect(receiptOfStanza(receipt(attrs, ['B', 'C']), me)).toEqual({
      kind: 'ack',
      chat: { kind: 'person', phone: '5551988880001', lid: null },
      ids: ['A', 'B', 'C'],
      ack,
      refusedWith: null,
    })
  })

  test.each([
    ['a request to send again', { type: 'retry' }],
    ['our own phone reading a chat', { type: 'read-self', from: me.id }],
    ['our own phone receiving', { from: '5551999990000@s.whatsapp.net', recipient: from }],
    ['our own phone by LID', { from: '99000000000000@lid', type: 'read' }],
    ['our own phone in a group', { from: '1@g.us', participant: me.lid, type: 'read' }],
  ] as const)('%s is no tick', (_, attrs) => {
    expect(receiptOfStanza(receipt(attrs), me)).toBeNull()
  })
})

test('the server accepts a message, or refuses it with a code', () => {
  const ack = (attrs: Record<string, string>) =>
    receiptOfServerAck({ tag: 'ack', attrs: { id: 'A', from, ...attrs } })

  expect(ack({})).toMatchObject({ ack: 1, ids: ['A'], refusedWith: null })
  expect(ack({ error: '463' })).toMatchObject({ ack: 1, ids: ['A'], refusedWith: 463 })
})
