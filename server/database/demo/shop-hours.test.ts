import { expect, test } from 'vitest'
import { openShopHours } from './shop-hours'

const zone = 'America/Sao_Paulo'
const minute = 60_000
const at = (written: string) => new Date(`${written}-03:00`)

test.each([
  ['on a working day', '2026-11-25T10:20', '2026-11-25T10:20'],
  ['before the shop opens', '2026-11-25T06:06', '2026-11-24T18:00'],
  ['after it closed', '2026-11-25T23:30', '2026-11-25T18:00'],
  ['on a Sunday', '2026-11-22T12:00', '2026-11-20T18:00'],
  ['on a Monday before nine', '2026-11-23T08:59', '2026-11-20T18:00'],
])('%s the latest moment of the shop is %s → %s', (_, now, expected) => {
  expect(openShopHours(at(now), zone).now).toEqual(at(expected))
})

test('going back counts working time only: nights and weekends are skipped', () => {
  const shop = openShopHours(at('2026-11-23T09:30'), zone) // a Monday

  expect(shop.before(shop.now, 20 * minute)).toEqual(at('2026-11-23T09:10'))
  expect(shop.before(shop.now, 40 * minute)).toEqual(at('2026-11-20T17:50'))
  expect(shop.before(shop.now, (30 + 9 * 60 + 1) * minute)).toEqual(at('2026-11-19T17:59'))
})

test('a non-working day is replaced by the last working day before or the next one after it', () => {
  const shop = openShopHours(at('2026-11-25T10:20'), zone) // a Wednesday

  expect(shop.daysAgo(3, '15:00')).toEqual(at('2026-11-20T15:00'))
  expect(shop.daysAgo(0, '15:00')).toEqual(at('2026-11-25T10:20')) // never in the future
  expect(shop.daysAhead(3, '10:00')).toEqual(at('2026-11-30T10:00'))
})
