import { expect, test } from 'vitest'
import { isOlderVersion } from './version'

test.each([
  ['0.1.0', '0.2.0', true],
  ['0.2.0', '0.1.0', false],
  ['0.9.1', '0.10.0', true],
  ['1.0.0', '0.10.3', false],
  ['1.2.3', '1.2.4', true],
  ['1.2.3', '1.2.3', false],
])('%s is older than %s: %s', (one, other, expected) => {
  expect(isOlderVersion(one, other)).toBe(expected)
})

test('anything but three numbers is refused as a version', () => {
  expect(() => isOlderVersion('0.2', '0.1.0')).toThrow('0.2 is no version of the product')
})
