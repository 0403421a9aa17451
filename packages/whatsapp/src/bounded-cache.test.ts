import { expect, test } from 'vitest'
import { boundedCache } from './bounded-cache'

test('what was used longest ago is forgotten first', () => {
  const cache = boundedCache<string>(2)
  cache.set('a', '1')
  cache.set('b', '2')
  cache.get('a')

  cache.set('c', '3')

  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['1', undefined, '3'])
})

test('too much text is forgotten, however few the entries', () => {
  const cache = boundedCache<string>(100, 10, (text) => text.length)
  cache.set('a', '12345')
  cache.set('b', '12345')

  cache.set('c', '123456')
  cache.set('c', '1')

  expect(cache.size).toBe(1)
})
