import type { UserId } from '@balcao/domain/ids'
import type { PersonActor } from '@balcao/domain/people'
import { beforeEach, describe, expect, it } from 'vitest'
import { manualTimers } from '../testing/manual-timers'
import { watchPresence } from './presence'

const zoe = { userId: 7 as UserId } as PersonActor // nobody looks at the rest
let subscribers: number
let told: boolean[]
let timers: ReturnType<typeof manualTimers>
let change: (actor: PersonActor) => void

beforeEach(() => {
  subscribers = 0
  told = []
  timers = manualTimers(() => new Date())
  change = watchPresence({
    clock: timers,
    isOnline: () => subscribers > 0,
    announce: () => told.push(subscribers > 0),
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

describe('USER-15 who comes and goes is told to colleagues', () => {
  it('once, however many pages are open', () => {
    takes()
    takes()
    leaves()

    expect(told).toEqual([true])
  })

  it('going when it has lasted, and coming again', () => {
    takes()
    leaves()
    expect(told).toEqual([true])

    timers.fire()
    takes()

    expect(told).toEqual([true, false, true])
  })

  it('back after a moment: nobody is told of going, and who asked in that moment learns better', () => {
    takes()
    leaves()
    takes()
    timers.fire()

    expect(told).toEqual([true, true])
    expect(timers.waiting()).toBe(0)
  })
})
