import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTown, type Town } from '../testing/town'

let town: Town
beforeAll(async () => {
  town = await openTown()
})
afterAll(() => town.close())

it('an event that breaks is told to nobody, once, and those behind it are told', async () => {
  const company = await town.company()
  await company.admin.heard()
  await town.rows(
    `insert into live_events (company_id, name, payload, recorded_at)
     values ($1, 'queue.changed', 'null', '2026-01-01')`,
    [company.id],
  )

  await town.house.delivery.sweep()
  await company.queue('Depois')

  const heard = await company.admin.heard()
  expect(heard.map(({ payload }) => payload)).toMatchObject([{ queue: { name: 'Depois' } }])
  expect(await town.rows('select id from live_events where company_id = $1', [company.id])).toEqual([])
})
