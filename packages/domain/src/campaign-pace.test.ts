import { describe, expect, it, test } from 'vitest'
import {
  type CampaignPaceState,
  campaignPaceStateAfterSend,
  contactsUntilCampaignEnd,
  estimatedCampaignSeconds,
} from './campaign-pace'
import type { CampaignPace } from './campaign-settings'

const usual: CampaignPace = { messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60 }

/** The seconds at which the contacts are written to when `chance` always returns this value. */
function schedule(pace: CampaignPace, contacts: number, chance: (nth: number) => number): number[] {
  let state: CampaignPaceState = { longPauseEndedAt: 0, pacedUntil: 0 }
  return Array.from({ length: contacts }, (_, nth) => {
    const at = state.pacedUntil
    state = campaignPaceStateAfterSend(pace, state, at, chance(nth))
    return at / 1000
  })
}

describe('CAMP-28 the pace', () => {
  test('waits 1 to 20 seconds, and 60 once 20 have passed since the start or the last long pause', () => {
    expect(schedule(usual, 9, () => 0.45)).toEqual([0, 10, 20, 80, 90, 100, 160, 170, 180])
  })

  test.each([
    [0, 1],
    [0.049, 1],
    [0.05, 2],
    [0.5, 11],
    [0.999, 20],
  ])('chance %s makes %s seconds of twenty', (chance, seconds) => {
    expect(schedule({ ...usual, longerIntervalAfter: 0 }, 2, () => chance)).toEqual([0, seconds])
  })

  test('has no long pause where either of its two lengths is 0', () => {
    const expected = [0, 20, 40, 60]
    expect(schedule({ ...usual, longerIntervalAfter: 0 }, 4, () => 0.99)).toEqual(expected)
    expect(schedule({ ...usual, greaterInterval: 0 }, 4, () => 0.99)).toEqual(expected)
  })

  test('has only long pauses without an interval', () => {
    expect(schedule({ ...usual, messageInterval: 0 }, 3, () => 0.5)).toEqual([0, 0, 0])
  })
})

describe('CAMP-05 the estimate', () => {
  it.each([0, 1])('of %s contacts is 0', (contacts) => {
    expect(estimatedCampaignSeconds(usual, contacts)).toBe(0)
  })

  it('of a thousand contacts is within a tenth of the simulated pace', () => {
    let seed = 7
    const chance = () => {
      seed = (seed * 16_807) % 2_147_483_647
      return seed / 2_147_483_647
    }
    for (const pace of [usual, { ...usual, greaterInterval: 0 }, { ...usual, longerIntervalAfter: 120 }]) {
      const real = (schedule(pace, 1_000, chance).at(-1) ?? 0) + 1_000
      expect(Math.abs(estimatedCampaignSeconds(pace, 1_000) - real) / real).toBeLessThan(0.1)
    }
  })

  it('counts the contacts of other campaigns on the connection that come before its end', () => {
    expect(contactsUntilCampaignEnd(100, [])).toBe(100)
    expect(contactsUntilCampaignEnd(100, [30, 5_000])).toBe(230)
  })
})
