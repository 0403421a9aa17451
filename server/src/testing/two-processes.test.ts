import { recordAuditExport } from '@balcao/contract/audit'
import { importExportRateLimit } from '@balcao/contract/endpoint'
import { sendMessage } from '@balcao/contract/messages'
import { deleteUser, listUsers, updateUser } from '@balcao/contract/people'
import { getTicket, updateTicket } from '@balcao/contract/tickets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '../processes/app'
import { type AppBeside, goodPassword, openOwnTestApp, type TestApp } from './test-app'

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

// Nothing that a process remembers expires: the clock of this app does not advance.

test('a user dismissed in one process is refused in another, and their pages there close', async () => {
  const company = await testApp.company()
  const zoe = await beside.opens(await company.person('Zoe'))
  await zoe.does(listUsers)

  await company.admin.does(deleteUser, { params: { userId: zoe.id } })
  await testApp.settled()

  expect((await zoe.call(listUsers)).status).toBe(401)
  expect(beside.app.subscribers.isHere(zoe.id)).toBe(false)
})

test('a queue that a user gets in one process counts in the calls and pages of another', async () => {
  const company = await testApp.company()
  const queueId = await company.queue('Vendas')
  const over = await company.connection('Loja', [queueId])
  const ticketId = await company.hears({ over, from: '5511933334444' })
  const zoe = await beside.opens(await company.person('Zoe'))
  expect((await zoe.call(getTicket, { params: { ticketId } })).status).not.toBe(200)

  await company.admin.does(updateUser, { params: { userId: zoe.id }, body: { queueIds: [queueId] } })
  await testApp.settled()

  expect((await zoe.call(getTicket, { params: { ticketId } })).status).toBe(200)
  expect(zoe.subscriber.viewer.queueIds).toEqual([queueId])
})

test('failed log-ins of one process count in another', async () => {
  const { admin } = await testApp.company()
  const logIn = async ({ http }: App, password: string) =>
    (await http.inject({ method: 'POST', url: '/auth/login', payload: { email: admin.email, password } }))
      .statusCode
  for (let failure = 0; failure < 10; failure++) await logIn(testApp.app, 'outra senha')

  expect(await logIn(beside.app, goodPassword)).toBe(429)
})

test('O3 calls with a pace count in both processes', async () => {
  const company = await testApp.company()
  const there = await beside.opens(company.admin)
  const statuses: number[] = []
  for (let times = 0; times <= importExportRateLimit.calls; times++) {
    const page = times % 2 === 0 ? company.admin : there
    statuses.push((await page.call(recordAuditExport, { body: {} })).status)
    await testApp.settled()
  }
  const [last] = statuses.splice(-1)

  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(last).toBe(429)
})
