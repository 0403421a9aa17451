import { expect, it } from 'vitest'
import { barsOf } from './audio-player'
import { clockWords, recorderClock } from './clock-words'

it('a waveform becomes the wanted number of bars, each the loudest of its part', () => {
  expect(barsOf([0, 10, 80, 20], 2)).toEqual([10, 80])
  expect(barsOf([5, 90], 4)).toEqual([5, 5, 90, 90])
  expect(barsOf(null, 3)).toEqual([12, 12, 12])
})

it.each([
  [0, '0:00', '00:00'],
  [7.9, '0:07', '00:07'],
  [75, '1:15', '01:15'],
  [3_600, '60:00', '60:00'],
])('CONVO-13 %d seconds show as %s, and in the recorder as %s', (seconds, words, clock) => {
  expect([clockWords(seconds), recorderClock(seconds)]).toEqual([words, clock])
})
