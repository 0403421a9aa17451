import { expect, it } from 'vitest'
import { endSessionLocally } from '../../../lib/session'
import { keptPlace } from './kept-place'

it('a list is found where it was left, another one at its beginning, and by the next person too', () => {
  keptPlace('open').onPlace(300)
  expect([keptPlace('open').place(), keptPlace('pending').place()]).toEqual([300, 0])

  endSessionLocally()

  expect(keptPlace('open').place()).toBe(0)
})
