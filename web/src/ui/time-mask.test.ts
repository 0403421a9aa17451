import { expect, it } from 'vitest'
import { completeTypedTime, isTimeText, maskTypedTime } from './time-mask'

it.each([
  ['0', '0'],
  ['09', '09'],
  ['093', '09:3'],
  ['0930', '09:30'],
  ['09:30', '09:30'],
  ['09305', '09:30'],
  ['09h', '09'],
  ['', ''],
])('QUEUE-02 %s shows %s', (typed, shown) => {
  expect(maskTypedTime(typed)).toBe(shown)
})

it.each([
  ['9', '09:00'],
  ['18', '18:00'],
  ['93:0', '09:30'],
  ['18:30', '18:30'],
  ['', ''],
])('QUEUE-02 %s, on leaving the field, is %s', (typed, meant) => {
  expect(completeTypedTime(typed)).toBe(meant)
})

it.each([
  ['00:00', true],
  ['23:59', true],
  ['24:00', false],
  ['12:60', false],
  ['', false],
])('%s is a time: %s', (text, is) => {
  expect(isTimeText(text)).toBe(is)
})
