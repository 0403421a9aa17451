import { expect, test } from 'vitest'
import { campaignTextForContact } from './campaign-texts'

const five = ['um', 'dois', 'três', 'quatro', 'cinco']
const textsOf = (slots: readonly string[], contacts: number, seed = 3) =>
  Array.from({ length: contacts }, (_, turn) => campaignTextForContact(slots, turn, seed))

test('CAMP-02 five texts alternate: each five contacts get all of them, in a random order', () => {
  const rounds = Array.from({ length: 20 }, (_, round) => textsOf(five, 100).slice(round * 5, round * 5 + 5))

  for (const round of rounds) expect([...round].sort()).toEqual([...five].sort())
  expect(new Set(rounds.map((round) => round.join())).size).toBeGreaterThan(5)
})

test('CAMP-02 empty slots are skipped', () => {
  expect(new Set(textsOf(['um', ' ', 'três', '', ''], 10))).toEqual(new Set(['um', 'três']))
  expect(textsOf(['', 'só este', '', '', ''], 3)).toEqual(['só este', 'só este', 'só este'])
  expect(textsOf(['', '', '', '', ' '], 1)).toEqual([null])
})

test('CAMP-02 another campaign has another order', () => {
  expect(textsOf(five, 25, 1)).not.toEqual(textsOf(five, 25, 2))
})
