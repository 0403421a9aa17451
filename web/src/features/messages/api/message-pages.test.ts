import { expect, it } from 'vitest'
import { aMessage, messageId } from '../../../testing/ticket-makers'
import { nextOlderMessagePageRequest } from './message-pages'

const pageOf = (count: number) => ({
  messages: Array.from({ length: count }, (_, at) => aMessage({ id: messageId(at + 1) })),
  hasMore: true,
})

it.each([
  ['as they came', 20],
  ['with thirty messages that came live', 50],
])('CONVO-03 RT-23 refetched pages have the same sizes, %s', (_, newest) => {
  const pages = [newest, 20, 40, 80].map(pageOf)

  const next = pages.map((page, at) => nextOlderMessagePageRequest(page, pages.slice(0, at + 1))?.limit)

  expect(next).toEqual([20, 40, 80, 100])
})
