import type { BinaryNode } from 'baileys'
import { expect, test } from 'vitest'
import { stanzaOrder } from './stanza-order'

const message = (...content: BinaryNode[]): BinaryNode => ({
  tag: 'message',
  attrs: { id: 'A', from: '5551988880001@s.whatsapp.net' },
  content,
})
const part = (tag: string, attrs: BinaryNode['attrs'] = {}): BinaryNode => ({
  tag,
  attrs,
  content: Buffer.from('oi'),
})

/** What Baileys finds to decrypt in a stanza, and what is known of it. */
function seen(stanza: BinaryNode) {
  const stanzas = stanzaOrder()
  stanzas.arrived(stanza)
  const parts = Array.isArray(stanza.content) ? stanza.content : []
  const enc = parts.find(({ tag }) => tag === 'enc')?.content
  const withheld = enc instanceof Uint8Array ? stanzas.stanzaOf(enc)?.withheld : undefined
  return { tags: parts.map(({ tag }) => tag), withheld }
}

test.each([
  ['a ciphertext', message(part('enc', { type: 'msg' })), { tags: ['enc'], withheld: null }],
  [
    'a ciphertext of a kind that nobody here knows',
    message(part('enc', { type: 'frskmsg' })),
    { tags: ['enc'], withheld: 'unavailable' },
  ],
  [
    'an empty ciphertext',
    message({ tag: 'enc', attrs: { type: 'msg' } }),
    { tags: ['enc'], withheld: 'unavailable' },
  ],
  ['nothing', message(), { tags: ['enc'], withheld: 'unavailable' }],
  [
    'a word that it is elsewhere',
    message(part('unavailable')),
    { tags: ['unavailable', 'enc'], withheld: 'unavailable' },
  ],
  [
    'something to be seen once',
    message(part('unavailable', { type: 'view_once' })),
    { tags: ['unavailable', 'enc'], withheld: 'view-once' },
  ],
  [
    'plain text, which nobody but the server could have written',
    message(part('plaintext')),
    { tags: ['enc'], withheld: 'unavailable' },
  ],
])('a stanza with %s', (_, stanza, expected) => {
  expect(seen(stanza)).toEqual(expected)
})

test('every stanza waits in the line of those that waited for us, and is still known for what it was', () => {
  const stanza = message(part('enc', { type: 'msg' }))

  const stanzas = stanzaOrder()
  stanzas.arrived(stanza)

  const [enc] = Array.isArray(stanza.content) ? stanza.content : []
  expect(stanza.attrs.offline).toBe('1')
  expect(enc?.content instanceof Uint8Array && stanzas.stanzaOf(enc.content)).toMatchObject({
    waited: false,
    attrs: { id: 'A' },
  })
})
