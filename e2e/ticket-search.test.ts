import { listTickets, updateTicket } from '@balcao/contract/tickets'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { seriousTroubles, signIn, visit } from './src/browser'
import { type Calls, signInForCalls } from './src/calls'
import { ana, type Environment, openEnvironment, openShop } from './src/environment'
import { admin } from './src/product'
import { storeMessages } from './src/product-rows'

let environment: Environment
let asAna: Calls
const shop = () => environment.simulator.phone('555130254455')

beforeAll(async () => {
  environment = await openEnvironment()
  await openShop(environment)
  asAna = await signInForCalls(environment.product.url, ana.email, ana.password)
})
afterAll(() => environment?.close())

test('TICKET-08 an old message is found without accents, and a click opens it, marked', async () => {
  const marina = environment.simulator.createContact({ phone: '5551999887766', name: 'Marina Duarte' })
  await marina.sendText(shop().phone, 'A promoção do colchão vale até quando?')
  const ticketId = await ticketOf('Marina Duarte')
  await asAna(updateTicket, { params: { ticketId }, body: { status: 'open' } })
  await longAgo(ticketId)
  const visitor = await visit(environment.browser)
  const { page } = visitor
  await signIn(visitor, environment.product.url, ana.email, ana.password)

  await page.getByRole('tab', { name: 'Busca' }).click()
  await page.getByRole('searchbox').fill('promocao do colchao')
  const row = page.getByRole('article').filter({ hasText: 'Marina Duarte' })
  await row.locator('mark', { hasText: 'promoção do colchão' }).waitFor()
  expect(await seriousTroubles(visitor)).toEqual([])
  await take(page, 'busca-1366')
  await row.getByRole('link').click()

  const log = page.getByRole('region', { name: /Marina Duarte/ }).last()
  await log.getByText('A promoção do colchão vale até quando?').waitFor()
  expect(await log.getByText('Linha 149', { exact: true }).count()).toBe(0)
  await take(page, 'busca-mensagem-1366')
  expect(await seriousTroubles(visitor)).toEqual([])

  await page.getByRole('button', { name: /^Ir para (a|as) / }).click()
  await log.getByText('Linha 149', { exact: true }).waitFor()
  await page.reload()
  await log.getByText('A promoção do colchão vale até quando?').waitFor()

  await page.getByRole('searchbox').fill('ninguém escreveu isto')
  await page.getByText('ninguém escreveu isto').last().waitFor()
  expect(await seriousTroubles(visitor)).toEqual([])
  expect(visitor.complaints).toEqual([])
  await page.context().close()
})

test('TICKET-12 an admin spies on a conversation without a trace for customer or list', async () => {
  const rui = environment.simulator.createContact({ phone: '5551988776655', name: 'Rui Farias' })
  // Her browser of the previous test has taken over her session.
  asAna = await signInForCalls(environment.product.url, ana.email, ana.password)
  await rui.sendText(shop().phone, 'Alguém pode me atender?')
  await ticketOf('Rui Farias')
  const boss = await visit(environment.browser)
  await signIn(boss, environment.product.url, admin.email, admin.password, '/tickets?sub=pending')

  const row = boss.page.getByRole('article').filter({ hasText: 'Rui Farias' })
  await row.hover()
  await row.getByRole('button', { name: 'Espiar' }).click()
  const dialog = boss.page.getByRole('dialog', { name: 'Espiando Rui Farias' })
  await dialog.getByText('Alguém pode me atender?').waitFor()
  expect(await dialog.getByRole('textbox').count()).toBe(0)
  expect(await seriousTroubles(boss)).toEqual([])
  await take(boss.page, 'espiar-1366')
  await boss.page.keyboard.press('Escape')

  // A later message takes the same path as a receipt, so no receipt was sent before it.
  await rui.sendText(shop().phone, 'Oi?')
  await row.getByText('Oi?').waitFor()
  await row.getByText('2 mensagens não lidas').or(row.getByText('mensagens não lidas')).first().waitFor()
  await environment.simulator.until('the second message is delivered', () => ticks(rui)[1] === 'delivered')
  expect(ticks(rui)).toEqual(['delivered', 'delivered'])
  expect(await row.getAttribute('data-status')).toBe('pending')
  await boss.page.context().close()

  function ticks(contact: typeof rui): (string | undefined)[] {
    return contact
      .chat(shop().phone)
      .filter(({ from }) => from === 'contact')
      .map(({ tick }) => tick)
  }
})

test('TICKET-03 TICKET-06 on a phone the search fills the screen, and nothing scrolls sideways', async () => {
  const visitor = await visit(environment.browser, {
    viewport: { width: 390, height: 800 },
    colorScheme: 'dark',
  })
  const { page } = visitor
  await signIn(visitor, environment.product.url, ana.email, ana.password, '/tickets?tab=search&q=promocao')
  await page.locator('mark').first().waitFor()

  const { width, inner } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    inner: innerWidth,
  }))
  expect(width).toBe(inner)
  expect(await seriousTroubles(visitor)).toEqual([])
  await take(page, 'busca-390-dark')
  await page.context().close()
})

async function ticketOf(name: string) {
  const found = await vi.waitUntil(
    async () => {
      const { tickets } = await asAna(listTickets, { query: { status: 'pending' } })
      return tickets.find(({ contact }) => contact.name === name)
    },
    { timeout: 60_000, interval: 100 },
  )
  return found.id
}

/** Inserts a hundred and fifty later messages. */
function longAgo(ticketId: number): Promise<void> {
  const texts = Array.from({ length: 150 }, (_, n) => `Linha ${n + 1}`)
  return storeMessages(environment.product, ticketId, texts)
}

/** A screenshot for review, on request: `SCREENS=/tmp/screens`. */
async function take(page: Page, name: string): Promise<void> {
  if (process.env.SCREENS !== undefined) await page.screenshot({ path: `${process.env.SCREENS}/${name}.png` })
}
