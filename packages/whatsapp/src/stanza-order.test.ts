import type { BinaryNode } from 'baileys'
import { expect, test } from 'vitest'
import { stanzaSequencer } from './stanza-order'

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

/** The ciphertexts that Baileys finds in a stanza, with the recorded facts of each. */
function seen(stanza: BinaryNode) {
  const stanzas = stanzaSequencer({ arrived: () => () => {} })
  stanzas.arrived(stanza)
  const parts = Array.isArray(stanza.content) ? stanza.content : []
  const enc = parts.find(({ tag }) => tag === 'enc')?.content
  const withheld = enc instanceof Uint8Array ? stanzas.stanzaOf(enc)?.withheld : undefined
  return { tags: parts.map(({ tag }) => tag), withheld }
}

test.each([
  ['a ciphertext', message(part('enc', { type: 'msg' })), { tags: ['enc'], withheld: null }],
  [
    'a ciphertext of an unknown kind',
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
    'a mark that only the phone has it',
    message(part('unavailable')),
    { tags: ['unavailable', 'enc'], withheld: 'unavailable' },
  ],
  [
    'a view-once mark',
    message(part('unavailable', { type: 'view_once' })),
    { tags: ['unavailable', 'enc'], withheld: 'view-once' },
  ],
  [
    'plain text, which only the server could have written',
    message(part('plaintext')),
    { tags: ['enc'], withheld: 'unavailable' },
  ],
])('a stanza with %s', (_, stanza, expected) => {
  expect(seen(stanza)).toEqual(expected)
})

test('every stanza is queued as offline, and its original mark is still known', () => {
  const stanza = message(part('enc', { type: 'msg' }))

  const stanzas = stanzaSequencer({ arrived: () => () => {} })
  stanzas.arrived(stanza)

  const [enc] = Array.isArray(stanza.content) ? stanza.content : []
  expect(stanza.attrs.offline).toBe('1')
  expect(enc?.content instanceof Uint8Array && stanzas.stanzaOf(enc.content)).toMatchObject({
    waited: false,
    attrs: { id: 'A' },
  })
})

test('a decrypted stanza leaves the backlog, and so do earlier ones that were not decrypted', () => {
  const left: number[] = []
  let arrived = 0
  const stanzas = stanzaSequencer({
    arrived(bytes) {
      const number = arrived++
      expect(bytes).toBe(2)
      return () => left.push(number)
    },
  })
  const all = Array.from({ length: 3 }, () => message(part('enc', { type: 'msg' })))
  for (const stanza of all) stanzas.arrived(stanza)
  const [enc] = (all[1]?.content ?? []) as BinaryNode[]

  for (const _ of [1, 2]) stanzas.stanzaOf(enc?.content as Uint8Array)

  expect(left).toEqual([0, 1])
})

test('a status or a channel message does not enter the backlog: nothing would remove it', () => {
  const arrived: number[] = []
  const stanzas = stanzaSequencer({
    arrived(bytes) {
      arrived.push(bytes)
      return () => {}
    },
  })

  for (const from of ['status@broadcast', '120363000000000001@newsletter', '5551988880001@s.whatsapp.net']) {
    const stanza = message(part('enc', { type: 'msg' }))
    stanzas.arrived({ ...stanza, attrs: { ...stanza.attrs, from } })
  }

  expect(arrived).toEqual([2])
})
