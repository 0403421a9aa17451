import { sendMessage } from '@balcao/contract/messages'
import { updateTicket } from '@balcao/contract/tickets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppBeside, openOwnTestApp, type TestApp } from './test-app'

let testApp: TestApp
let beside: AppBeside
beforeAll(async () => {
  testApp = await openOwnTestApp({ isShared: true })
  beside = await testApp.startBeside()
})
afterAll(() => testApp.close())

test('RT-01 a change in one process reaches the pages of another, and of no other company', async () => {
  const [company, stranger] = [await testApp.company(), await testApp.company()]
  const over = await company.connection('Loja')
  const ticketId = await company.hears({ over, from: '5511911112222', text: 'Oi' })
  const here = await company.person('Bia', { profile: 'admin' })
  const there = await beside.signIn((await company.person('Caio', { profile: 'admin' })).email)
  const outsider = await beside.signIn(stranger.admin.email)
  for (const page of [here, there, outsider])
    page.shows({ chatBoxes: [ticketId], statuses: ['pending', 'open'] })
  await here.received()

  const { admin } = company
  await admin.does(updateTicket, { params: { ticketId }, body: { status: 'open', userId: admin.id } })
  await admin.does(sendMessage, { params: { ticketId }, body: { body: 'Bom dia' } })

  const seenHere = await here.received()
  expect(seenHere.length).toBeGreaterThan(0)
  expect(await there.received()).toEqual(seenHere)
  expect(await outsider.received()).toEqual([])
})
