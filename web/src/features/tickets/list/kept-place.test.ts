import { expect, it } from 'vitest'
import { endSessionLocally } from '../../../lib/session'
import { createListScrollStore } from './ticket-list'

it('restores the scroll position of the list that was left last, until sign-out', () => {
  createListScrollStore('open').onPlace(300)
  expect([createListScrollStore('open').place(), createListScrollStore('pending').place()]).toEqual([300, 0])

  endSessionLocally()

  expect(createListScrollStore('open').place()).toBe(0)
})
