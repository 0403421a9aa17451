import type { UserId } from '@balcao/domain/ids'
import type { PersonActor } from '@balcao/domain/people'
import { beforeEach, describe, expect, it } from 'vitest'
import { manualTimers } from '../testing/manual-timers'
import { watchPresence } from './presence'

const zoe = { userId: 7 as UserId } as PersonActor // the test uses only this field
let subscribers: number
let announced: boolean[]
let timers: ReturnType<typeof manualTimers>
let change: (actor: PersonActor) => void

beforeEach(() => {
  subscribers = 0
  announced = []
  timers = manualTimers(() => new Date())
  change = watchPresence({
    clock: timers,
    isOnline: () => subscribers > 0,
    announce: () => announced.push(subscribers > 0),
  })
})

function takes(): void {
  subscribers += 1
  change(zoe)
}

function leaves(): void {
  subscribers -= 1
  change(zoe)
}

describe('USER-15 presence is announced to colleagues', () => {
  it('once, regardless of the number of pages', () => {
    takes()
    takes()
    leaves()

    expect(announced).toEqual([true])
  })

  it('absence after the grace period, and the return at once', () => {
    takes()
    leaves()
    expect(announced).toEqual([true])

    timers.fire()
    takes()

    expect(announced).toEqual([true, false, true])
  })

  it('a short absence is not announced, but a reader of that moment gets the return', () => {
    takes()
    leaves()
    takes()
    timers.fire()

    expect(announced).toEqual([true, true])
    expect(timers.waiting()).toBe(0)
  })
})
