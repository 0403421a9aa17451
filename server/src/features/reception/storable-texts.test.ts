import { expect, test } from 'vitest'
import { makeTextsStorable } from './storable-texts'

test('NUL and halves of characters are removed at any depth, everything else stays', () => {
  const sentAt = new Date(0)
  const bytes = Uint8Array.of(0, 1)

  const cleaned = makeTextsStorable({
    a: 'x\u0000y',
    b: { c: 'Olá 👋 \ud83d' },
    d: null,
    list: ['\u0000'],
    sentAt,
    bytes,
  })

  expect(cleaned).toEqual({ a: 'xy', b: { c: 'Olá 👋 \ufffd' }, d: null, list: [''], sentAt, bytes })
})
