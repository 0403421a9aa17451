import { describe, expect, it } from 'vitest'
import {
  type DeliveryFailure,
  deliveryRetryDelayMs,
  webhookCooldownMs,
  webhookFailureStateAfter,
  webhookFailuresUntilOff,
} from './webhooks'

const minute = 60_000

describe('E2 retries with back-off', () => {
  it.each([
    [1, 0.5],
    [2, 2],
    [3, 10],
    [4, 30],
    [5, 120],
    [6, 360],
  ])('after try %i a delivery waits %d minutes', (attempts, minutes) => {
    expect(deliveryRetryDelayMs(attempts)).toBe(minutes * minute)
  })

  it('after the seventh attempt it is given up', () => {
    expect(deliveryRetryDelayMs(7)).toBeNull()
  })

  it.each([
    [0, 0],
    [2, 0],
    [3, 0.5],
    [4, 1],
    [7, 8],
    [8, 10],
    [19, 10],
  ])('after %i failures in a row an address rests for %d minutes', (failures, minutes) => {
    expect(webhookCooldownMs(failures)).toBe(minutes * minute)
  })

  it('a server that is down is switched off after two hours at the earliest', () => {
    const rests = Array.from({ length: webhookFailuresUntilOff - 1 }, (_, at) => webhookCooldownMs(at + 1))

    expect(rests.reduce((sum, rest) => sum + rest, 0)).toBeGreaterThan(120 * minute)
  })
})

describe('E2 consequences of answers for a webhook', () => {
  const down: DeliveryFailure = 'unreachable'
  it.each([
    ['failures add up', 3, [down, 'refused', 'timed-out'], { failures: 6, off: null }],
    ['an answer ends the row', 18, [down, null], { failures: 0, off: null }],
    ['what comes after it begins anew', 18, [null, down], { failures: 1, off: null }],
    ['the twentieth in a row switches it off', 19, [down], { failures: 20, off: 'failures' }],
    ['410 switches it off at once', 0, [null, 'gone', null], { failures: 1, off: 'gone' }],
    ['a deleted object of the event is no failure', 19, ['nothing-left'], { failures: 19, off: null }],
  ] as const)('%s', (_, before, outcomes, standing) => {
    expect(webhookFailureStateAfter(before, outcomes)).toEqual(standing)
  })
})
