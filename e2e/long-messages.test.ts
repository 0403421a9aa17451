import { listTickets, updateTicket } from '@balcao/contract/tickets'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { signIn, visit } from './src/browser'
import { type Calls, signInForCalls } from './src/calls'
import { type Environment, openEnvironment } from './src/environment'
import { linkNumber } from './src/link-number'
import { admin } from './src/product'

const shop = '555130254455'
let environment: Environment
let calls: Calls

beforeAll(async () => {
  environment = await openEnvironment()
  calls = await signInForCalls(environment.product.url, admin.email, admin.password)
  await linkNumber(calls, environment.simulator.createPhone({ phone: shop, name: 'Loja' }), 'Loja', [])
})
afterAll(() => environment?.close())

test('twenty longest messages open with their beginnings, and one is loaded in full on request', async () => {
  const customer = environment.simulator.createContact({ phone: '5551999880000', name: 'Prolixo' })
  const texts = [
    '*a '.repeat(21_845),
    '*a* '.repeat(16_383),
    `http://a${'.'.repeat(65_516)}a`,
    '`a\n'.repeat(21_845),
  ]
  for (let nth = 0; nth < 20; nth++) await customer.sendText(shop, texts[nth % texts.length] ?? '')
  const pending = async () => (await calls(listTickets, { query: { status: 'pending' } })).tickets[0]
  await vi.waitUntil(async () => (await pending())?.unreadMessages === 20, { timeout: 60_000, interval: 200 })
  const ticket = await pending()
  if (ticket === undefined) throw new Error('no ticket')
  await calls(updateTicket, { params: { ticketId: ticket.id }, body: { status: 'open' } })
  const visitor = await visit(environment.browser)
  await signIn(visitor, environment.product.url, admin.email, admin.password)

  await visitor.page.goto(`${environment.product.url}/tickets/${ticket.uuid}`)
  const log = visitor.page.getByRole('region', { name: /^Mensagens com/ })
  const more = log.getByRole('button', { name: 'Ver mais' })
  await more.last().waitFor()
  const shown = (await log.textContent()) ?? ''
  expect(shown.length).toBeLessThan(20 * 2_200)
  const bubbles = await more.count()

  await more.last().click()
  await vi.waitUntil(async () => (await more.count()) < bubbles)

  expect(((await log.textContent()) ?? '').length).toBeGreaterThan(65_000)
})
