import { expect, it } from 'vitest'
import { endSessionLocally } from '../../../lib/session'
import { keptPlace } from './ticket-list'

it('restores the scroll position of the list that was left last, until sign-out', () => {
  keptPlace('open').onPlace(300)
  expect([keptPlace('open').place(), keptPlace('pending').place()]).toEqual([300, 0])

  endSessionLocally()

  expect(keptPlace('open').place()).toBe(0)
})
