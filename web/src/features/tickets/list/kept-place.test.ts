import { expect, it } from 'vitest'
import { endSessionLocally } from '../../../lib/session'
import { listScrollStore } from './ticket-list'

it('restores the scroll position of the list that was left last, until sign-out', () => {
  listScrollStore('open').onPlace(300)
  expect([listScrollStore('open').place(), listScrollStore('pending').place()]).toEqual([300, 0])

  endSessionLocally()

  expect(listScrollStore('open').place()).toBe(0)
})
