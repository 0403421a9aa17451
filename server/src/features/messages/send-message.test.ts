import { sendMessage } from '@balcao/contract/messages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTown, type Town } from '../../testing/town'
import { aShopFloor } from '../tickets/testing/shop-floor'

let town: Town
beforeAll(async () => {
  town = await openTown()
})
afterAll(() => town.close())

test('the name of a draft that was sent in another ticket answers nothing of it', async () => {
  const floor = await aShopFloor(town)
  const hers = await floor.open(floor.ana)
  const his = await floor.open(floor.bia, 'support')
  const draft = { body: 'O portão abre com 4711', clientId: crypto.randomUUID() }
  await floor.ana.call(sendMessage, { params: { ticketId: hers }, body: draft })

  const answer = await floor.bia.call(sendMessage, {
    params: { ticketId: his },
    body: { ...draft, body: 'Oi' },
  })

  expect(answer).toMatchObject({ status: 400, error: 'ERR_CREATING_MESSAGE' })
})
