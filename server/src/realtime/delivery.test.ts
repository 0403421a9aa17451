import type { LiveTicket } from '@balcao/contract/live'
import type { CompanyId, TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptTicket } from '../features/tickets/accept-ticket'
import { aShopFloor, type ShopFloor } from '../features/tickets/testing/shop-floor'
import { openPools, type Pools } from '../platform/database/pools'
import { createSignals } from '../platform/signals'
import { createWorkplace, type Workplace } from '../platform/work'
import { openTown, type Town } from '../testing/town'

let town: Town
let floor: ShopFloor
let pools: Pools
/** A process that commits its acts and is killed before it delivers their events. */
let dying: Workplace

beforeAll(async () => {
  town = await openTown()
  floor = await aShopFloor(town)
  const { appUrl, platformUrl } = town.database
  pools = openPools({ app: appUrl, platform: platformUrl, size: 1, onError: () => undefined })
  dying = createWorkplace({
    pools,
    clock: { now: () => town.now(), after: () => () => undefined },
    signals: createSignals(),
    livePost: { deliver: () => undefined },
    reactions: [],
  })
})
afterAll(async () => {
  await pools.close()
  await town.close()
})

async function anAcceptNobodyWasToldOf(): Promise<TicketId> {
  const ticketId = await floor.pending('sales')
  floor.ana.shows({ statuses: ['pending', 'open'] })
  await floor.ana.heard()
  await dying.withCompany(floor.ana.seat.viewer, (work) => acceptTicket(work, ticketId))
  return ticketId
}
const left = (companyId: CompanyId) =>
  town.rows('select id from live_events where company_id = $1', [companyId])
const told = async () => (await floor.ana.heard()).map(({ payload }) => payload as LiveTicket) // of tickets alone

describe('HOUSE 8 the sweep', () => {
  it('delivers what a dead process left behind, once, in its order', async () => {
    const ticketId = await anAcceptNobodyWasToldOf()
    expect(await told()).toEqual([])

    town.pass(6)
    await town.house.delivery.sweep()

    expect(await told()).toMatchObject([
      { action: 'update', ticketId, ticket: { status: 'open', userId: floor.ana.id } },
      { action: 'updateUnread', ticketId },
    ])
    await town.house.delivery.sweep()
    expect(await told()).toEqual([])
    expect(await left(floor.company.id)).toEqual([])
  })

  it('leaves a young event to the process that has just committed it', async () => {
    await anAcceptNobodyWasToldOf()

    await town.house.delivery.sweep()

    expect(await told()).toEqual([])
    expect((await left(floor.company.id)).length).toBeGreaterThan(0)
    town.pass(6)
    await town.house.delivery.sweep()
  })

  it('tells nobody who may not know', async () => {
    floor.bia.shows({ statuses: ['pending', 'open'], notification: true })
    floor.stranger.shows({ statuses: ['pending', 'open'], notification: true })
    await anAcceptNobodyWasToldOf()
    await Promise.all([floor.bia.heard(), floor.stranger.heard()])

    town.pass(6)
    await town.house.delivery.sweep()

    expect([await floor.bia.heard(), await floor.stranger.heard()]).toEqual([[], []])
  })

  it('what was delivered in the ordinary way is not left', async () => {
    await floor.pending('sales')
    await town.house.delivery.settled()

    expect(await left(floor.company.id)).toEqual([])
  })
})
