import { startCampaign } from '@balcao/contract/campaigns'
import { listTickets } from '@balcao/contract/tickets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaignDesk } from '../../features/campaigns/testing/campaign-desk'
import { openTestApp, type TestApp } from '../../testing/test-app'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
}, 60_000)
afterAll(() => testApp.close())

/**
 * Measured with 100,000 contacts by CAMPAIGN_CONTACTS=100000 (docs/features/campaigns.md); this test checks only that
 * no list waits for the whole preparation.
 */
test('lists load while a large campaign is prepared', async () => {
  const contacts = Number(process.env.CAMPAIGN_CONTACTS ?? 5_000)
  const desk = await aCampaignDesk(testApp)
  for (let ticket = 0; ticket < 40; ticket++)
    await desk.company.hears({ over: desk.shop, from: desk.newNumber() })
  const list = await desk.list(contacts)
  const campaignId = await desk.campaign({ list })
  const load = async () => {
    const begun = performance.now()
    await desk.admin.does(listTickets, { query: { status: 'pending' } })
    return performance.now() - begun
  }
  for (let warm = 0; warm < 50; warm++) await load()
  const idle: number[] = []
  for (let turn = 0; turn < 200; turn++) idle.push(await load())

  let isPrepared = false
  const starting = desk.admin.does(startCampaign, { params: { campaignId } }).then(() => {
    isPrepared = true
  })
  const meanwhile: number[] = []
  while (!isPrepared) meanwhile.push(await load())
  await starting

  if (process.env.CAMPAIGN_CONTACTS !== undefined) {
    process.stdout.write(`p95 ${p95(idle)} ms, meanwhile ${p95(meanwhile)} ms of ${meanwhile.length}\n`)
  }
  expect(meanwhile.length).toBeGreaterThan(1)
}, 60_000)

function p95(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? 0
}
