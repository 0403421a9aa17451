import { listTickets, updateTicket } from '@balcao/contract/tickets'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { seriousTroubles, sidewaysTroubles, signIn, visit } from './src/browser'
import { signInForCalls } from './src/calls'
import { drawnPicture } from './src/drawn-picture'
import { ana, type Environment, openEnvironment, openShop } from './src/environment'
import { storeMessages } from './src/product-rows'

// Marina's conversation is long; Ana searches it for the sofa, on a desk and on a phone.
let environment: Environment
let uuid: string
const shop = () => environment.simulator.phone('555130254455')

beforeAll(async () => {
  environment = await openEnvironment()
  await openShop(environment)
  const calls = await signInForCalls(environment.product.url, ana.email, ana.password)
  const marina = environment.simulator.createContact({ phone: '5551999887766', name: 'Marina Duarte' })
  await marina.sendText(shop().phone, 'Vocês têm aquele sofá cinza?')
  const ticket = await vi.waitUntil(
    async () => (await calls(listTickets, { query: { status: 'pending' } })).tickets[0],
    { timeout: 60_000, interval: 100 },
  )
  uuid = ticket.uuid
  await calls(updateTicket, { params: { ticketId: ticket.id }, body: { status: 'open' } })
  const matches = new Map([
    [20, 'O *sofa* chega sexta'],
    [148, 'SOFÁ entregue'],
  ])
  const texts = Array.from({ length: 150 }, (_, n) => matches.get(n + 1) ?? `Linha ${n + 1}`)
  await storeMessages(environment.product, ticket.id, texts)
  await marina.sendPicture(shop().phone, drawnPicture(640, 480, [90, 130, 160]), { caption: 'Ficou assim' })
})
afterAll(() => environment?.close())

test('matches in a conversation are found, marked and opened, even unloaded ones', async () => {
  const visitor = await visit(environment.browser, {
    viewport: { width: 1366, height: 768 },
    colorScheme: 'light',
  })
  const { page } = visitor
  await signIn(visitor, environment.product.url, ana.email, ana.password, `/tickets/${uuid}`)
  const log = page.getByRole('region', { name: 'Mensagens com Marina Duarte' })
  await log.getByText('SOFÁ entregue').waitFor()
  await page.getByPlaceholder('Escreva uma mensagem').fill('Um instante')

  await page.keyboard.press('Alt+l')
  await page.getByRole('searchbox', { name: 'Buscar nesta conversa' }).fill('sofa')
  await page.getByText('1 de 3').waitFor()
  expect(await log.locator('[data-found="true"] mark').textContent()).toBe('SOFÁ')
  expect(await seriousTroubles(visitor)).toEqual([])
  await take(page, 'conversation-search-1366')

  await page.keyboard.press('Enter')
  await log.locator('[data-found="true"] mark', { hasText: 'sofa' }).waitFor()
  expect(await log.getByText('Linha 149', { exact: true }).count()).toBe(0)
  await page.keyboard.press('Enter')
  await log.locator('[data-found="true"]', { hasText: 'aquele sofá cinza' }).waitFor()
  await page.getByText('3 de 3').waitFor()
  await page.keyboard.press('Shift+Enter')
  await log.locator('[data-found="true"] mark', { hasText: 'sofa' }).waitFor()

  await page.emulateMedia({ colorScheme: 'dark' })
  await take(page, 'conversation-search-1366-dark')
  expect(await seriousTroubles(visitor)).toEqual([])
  await page.getByRole('searchbox', { name: 'Buscar nesta conversa' }).fill('violoncelo')
  await page.getByText('Nenhuma mensagem encontrada').waitFor()
  await page.keyboard.press('Escape')
  expect(await log.locator('mark').count()).toBe(0)
  expect(await page.getByPlaceholder('Escreva uma mensagem').inputValue()).toBe('Um instante')
  expect(visitor.complaints).toEqual([])
  await page.context().close()
})

test('on a phone *back* closes search, contact, menu and picture, then the conversation', async () => {
  const visitor = await visit(environment.browser, {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    hasTouch: true,
  })
  const { page } = visitor
  await signIn(visitor, environment.product.url, ana.email, ana.password, '/tickets')
  await page.getByRole('article').filter({ hasText: 'Marina' }).getByRole('link').click()
  await page.waitForURL(`**/tickets/${uuid}`)
  const log = page.getByRole('region', { name: 'Mensagens com Marina Duarte' })
  await log.getByText('Ficou assim').waitFor()

  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Buscar nesta conversa' }).click()
  const field = page.getByRole('searchbox', { name: 'Buscar nesta conversa' })
  await field.fill('sofa')
  await page.getByText('1 de 3').waitFor()
  await take(page, 'conversation-search-390-dark')
  expect([...(await seriousTroubles(visitor)), ...(await sidewaysTroubles(page))]).toEqual([])
  await back(page, field)

  await page.getByTitle('Ver o contato').click()
  await back(page, page.getByRole('heading', { name: 'Contato' }))

  await log.getByRole('button', { name: 'Opções da mensagem' }).last().click()
  await back(page, page.getByRole('menu'))

  await log.getByRole('button', { name: 'Abrir a foto' }).click()
  await back(page, page.getByRole('dialog', { name: 'Foto' }))

  await page.getByTitle('Ver o contato').click()
  await page.getByRole('heading', { name: 'Contato' }).waitFor()
  await page.getByRole('button', { name: 'Fechar' }).first().click()
  await page.getByRole('heading', { name: 'Contato' }).waitFor({ state: 'detached' })
  await page.goBack()
  await page.waitForURL('**/tickets')
  expect(visitor.complaints).toEqual([])
  await page.context().close()
})

/** The system's *back*: it closes the open panel, and the conversation stays. */
async function back(page: Page, open: ReturnType<Page['getByRole']>): Promise<void> {
  await open.waitFor()
  await page.goBack()
  await open.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(`/tickets/${uuid}`)
}

/** A screenshot for review, on request: `SCREENS=/tmp/screens`. */
async function take(page: Page, name: string): Promise<void> {
  if (process.env.SCREENS !== undefined) await page.screenshot({ path: `${process.env.SCREENS}/${name}.png` })
}
