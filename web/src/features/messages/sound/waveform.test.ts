import { expect, it } from 'vitest'
import { waveformBarsOf } from './audio-player'
import { playbackTimeText, recorderDurationText } from './clock-words'

it('a waveform becomes the wanted number of bars, each the loudest of its part', () => {
  expect(waveformBarsOf([0, 10, 80, 20], 2)).toEqual([10, 80])
  expect(waveformBarsOf([5, 90], 4)).toEqual([5, 5, 90, 90])
  expect(waveformBarsOf(null, 3)).toEqual([12, 12, 12])
})

it.each([
  [0, '0:00', '00:00'],
  [7.9, '0:07', '00:07'],
  [75, '1:15', '01:15'],
  [3_600, '60:00', '60:00'],
])('CONVO-13 %d seconds show as %s, and in the recorder as %s', (seconds, words, clock) => {
  expect([playbackTimeText(seconds), recorderDurationText(seconds)]).toEqual([words, clock])
})
