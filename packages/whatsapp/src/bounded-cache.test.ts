import { expect, test } from 'vitest'
import { boundedCache } from './bounded-cache'

test('the least recently used entry is evicted first', () => {
  const cache = boundedCache<string>(2)
  cache.set('a', '1')
  cache.set('b', '2')
  cache.get('a')

  cache.set('c', '3')

  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['1', undefined, '3'])
})

test('too much text evicts entries, however few they are', () => {
  const cache = boundedCache<string>(100, 10, (text) => text.length)
  cache.set('a', '12345')
  cache.set('b', '12345')

  cache.set('c', '123456')
  cache.set('c', '1')

  expect(cache.size).toBe(1)
})
