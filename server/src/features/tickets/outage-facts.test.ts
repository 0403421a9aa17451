import { outageFacts, updateTicket } from '@balcao/contract/tickets'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTown, type Town } from '../../testing/town'
import { aShopFloor, type ShopFloor } from './testing/shop-floor'

let town: Town
let floor: ShopFloor
beforeAll(async () => {
  town = await openTown()
  floor = await aShopFloor(town)
})
afterAll(() => town.close())

it('names the connections of the caller’s own open tickets, and the admins of the company alone', async () => {
  const ticketId = await floor.open(floor.ana)
  await floor.open(floor.rui)
  const admin = { id: floor.company.admin.id, name: 'Admin' }

  expect(await floor.ana.does(outageFacts, {})).toEqual({
    connectionIds: [floor.numbers.sales],
    admins: [admin],
  })
  expect(await floor.bia.does(outageFacts, {})).toEqual({ connectionIds: [], admins: [admin] })
  await floor.ana.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })
  expect((await floor.ana.does(outageFacts, {})).connectionIds).toEqual([])
})
