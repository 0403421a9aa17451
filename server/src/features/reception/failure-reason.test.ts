import { expect, test } from 'vitest'
import { inboundFailureReason } from './dead-letters'

test.each([
  ['an error', new Error('no such stanza'), 'Error: no such stanza'],
  ['with its code', Object.assign(new Error('too long'), { code: '22001' }), 'Error: too long (22001)'],
  [
    'not what it quotes',
    new SyntaxError(`Unexpected token 'M', "Meu "CPF" é" is not`),
    'SyntaxError: Unexpected token … is not',
  ],
  ['something thrown that is no error', 'Meu CPF é', 'unknown'],
])('O1 the reason of a failure shows %s', (_, cause, reason) => {
  expect(inboundFailureReason(cause)).toBe(reason)
})

test('a long reason is cut, and keeps its code', () => {
  const cause = Object.assign(new Error('x'.repeat(1000)), { code: '22001' })

  expect(inboundFailureReason(cause)).toHaveLength(300)
  expect(inboundFailureReason(cause).endsWith('(22001)')).toBe(true)
})
