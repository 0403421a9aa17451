import { expect, it } from 'vitest'
import { splitSignature } from './outgoing'

it.each([
  ['*Ana Lima:*\nBom dia', 'Ana Lima', ['*Ana Lima:*\n', 'Bom dia']],
  ['*Ana Lima:*\nBom dia', 'Bia', ['', '*Ana Lima:*\nBom dia']],
  ['Bom dia', 'Ana Lima', ['', 'Bom dia']],
  ['Bom dia', undefined, ['', 'Bom dia']],
])('the correction of %j by %s has no signature', (body, writer, expected) => {
  expect(splitSignature(body, writer)).toEqual(expected)
})
