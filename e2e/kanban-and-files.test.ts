import { createTag } from '@balcao/contract/tags'
import { listTickets } from '@balcao/contract/tickets'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { seriousTroubles, signIn, type Visitor, visit } from './src/browser'
import { type Calls, signInForCalls } from './src/calls'
import { ana, type Environment, openEnvironment, openShop, type Shop } from './src/environment'
import { admin } from './src/product'

let environment: Environment
let shop: Shop
let boss: Visitor
let asAna: Calls
beforeAll(async () => {
  environment = await openEnvironment()
  shop = await openShop(environment)
  asAna = await signInForCalls(environment.product.url, ana.email, ana.password)
  boss = await visit(environment.browser)
})
afterAll(() => environment?.close())

test('KANBAN-01 KANBAN-02 KANBAN-04 KANBAN-09 a card is dragged with the mouse and with the keyboard, a colleague sees it at once, and it stays', async () => {
  for (const [name, color] of [
    ['Proposta', '#3D7DD8'],
    ['Fechado', '#2E9E6B'],
  ] as const)
    await shop.calls(createTag, { body: { name, color, kanban: 1 } })
  const marina = environment.simulator.createContact({ phone: '5551999887766', name: 'Marina Duarte' })
  await marina.sendText(shop.phone.phone, 'Esse sofá tem em linho cinza-claro?')
  const rui = environment.simulator.createContact({ phone: '5551988776655', name: 'Rui Farias' })
  await rui.sendText(shop.phone.phone, 'Vocês entregam em Canoas?')
  await ticketOf('Rui Farias')
  await ticketOf('Marina Duarte')
  await signIn(boss, environment.product.url, admin.email, admin.password, '/kanban')
  const other = await visit(environment.browser)
  await signIn(other, environment.product.url, ana.email, ana.password, '/kanban')
  const { page } = boss
  const cardIn = (on: Page, lane: string, name: string) =>
    on.getByRole('region', { name: lane }).getByRole('listitem').filter({ hasText: name })
  await cardIn(page, 'Em aberto', 'Marina Duarte').waitFor()
  await cardIn(other.page, 'Em aberto', 'Marina Duarte').waitFor()
  await take(page, 'kanban-1366')

  await drag(page, cardIn(page, 'Em aberto', 'Marina Duarte'), page.getByRole('region', { name: 'Proposta' }))
  await page.getByText('Ticket Tag Adicionado com Sucesso!').waitFor()
  await cardIn(other.page, 'Proposta', 'Marina Duarte').waitFor()

  await page.getByRole('button', { name: 'Arrastar Marina Duarte' }).focus()
  await page.keyboard.press('Space')
  await page.getByText('Marina Duarte sobre a coluna Proposta.').waitFor({ state: 'attached' })
  await page.keyboard.press('ArrowRight')
  await page.getByText('Marina Duarte sobre a coluna Fechado.').waitFor({ state: 'attached' })
  await page.keyboard.press('Space')
  await page.getByText('Ticket Tag Removido!').waitFor()
  await cardIn(other.page, 'Fechado', 'Marina Duarte').waitFor()
  expect(await seriousTroubles(boss)).toEqual([])

  await page.reload()
  await cardIn(page, 'Fechado', 'Marina Duarte').waitFor()
  await cardIn(page, 'Fechado', 'Marina Duarte').getByRole('link').click()
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/)
  expect([...boss.complaints, ...other.complaints]).toEqual([])
  await other.page.context().close()
})

test('KANBAN-01 only the lanes scroll sideways, never the page', async () => {
  const { page } = boss
  await page.goto(`${environment.product.url}/kanban`)
  await page.getByRole('region', { name: 'Fechado' }).waitFor()
  for (const width of [600, 768, 1024, 1155]) {
    await page.setViewportSize({ width, height: 700 })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: `${width} px` })
      .toBe(width)
    const main = page.getByRole('main')
    expect(await main.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
  }
  await take(page, 'kanban-1155')
})

test('KANBAN-02 on a phone one lane shows, the others are chips, and a card moves by its menu', async () => {
  const { page } = boss
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${environment.product.url}/kanban`)

  await page.getByRole('button', { name: 'Mover Rui Farias para' }).click()
  await page.getByRole('menuitem', { name: 'Proposta' }).click()
  await page.getByText('Ticket Tag Adicionado com Sucesso!').waitFor()
  await page.getByRole('button', { name: /^Proposta/ }).click()
  await page.getByRole('link', { name: 'Rui Farias' }).waitFor()
  await take(page, 'kanban-390')
  expect(await seriousTroubles(boss)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.setViewportSize({ width: 1366, height: 860 })
})

test('KANBAN-04 on a tablet a card is dragged to another lane by touch', async () => {
  const tablet = await visit(environment.browser, { viewport: { width: 1024, height: 768 }, hasTouch: true })
  const { page } = tablet
  await signIn(tablet, environment.product.url, ana.email, ana.password, '/kanban')
  const from = page.getByRole('region', { name: 'Proposta' })
  const card = from.getByRole('listitem').filter({ hasText: 'Rui Farias' })
  await card.waitFor()
  const [at, to] = [await middleOf(card), await middleOf(page.getByRole('region', { name: 'Em aberto' }))]
  const hand = await page.context().newCDPSession(page)
  const touch = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    points: readonly (readonly [number, number])[],
  ) => hand.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) })

  await touch('touchStart', [at])
  await page.getByText('Rui Farias sobre a coluna Proposta.').waitFor({ state: 'attached' })
  await touch('touchMove', [[(at[0] + to[0]) / 2, at[1]]])
  await touch('touchMove', [to])
  await page.getByText('Rui Farias sobre a coluna Em aberto.').waitFor({ state: 'attached' })
  await touch('touchEnd', [])

  await page.getByText('Ticket Tag Removido!').waitFor()
  await boss.page.goto(`${environment.product.url}/kanban`)
  await boss.page
    .getByRole('region', { name: 'Em aberto' })
    .getByRole('listitem')
    .filter({ hasText: 'Rui Farias' })
    .waitFor()
  expect(tablet.complaints).toEqual([])
  await page.context().close()
})

test('J17 FILE-02 FILE-03 FILE-04 FILE-07 a list with two files is created, opened again, and deleted (step 1)', async () => {
  const { page } = boss
  await page.goto(`${environment.product.url}/files`)
  await page.getByRole('button', { name: 'Nova lista' }).click()
  const dialog = page.getByRole('dialog').first()
  await dialog.getByLabel('Nome', { exact: true }).fill('ab')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.getByText('nome muito curto').waitFor()
  await dialog.getByLabel('Nome', { exact: true }).fill('Tabelas de verão')
  await dialog.getByLabel('Mensagem').fill('Seguem as nossas tabelas.')
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`tabela ${name}`) })
  await dialog.locator('input[type=file]').setInputFiles([file('precos.txt'), file('cores.txt')])
  await dialog.getByText('cores.txt').waitFor()
  await take(page, 'arquivos-formulario-1366')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Lista de arquivos salva com sucesso!').waitFor()

  await page.getByRole('row', { name: /Tabelas de verão.*2/ }).waitFor()
  await take(page, 'arquivos-1366')
  expect(await seriousTroubles(boss)).toEqual([])
  await page.getByRole('button', { name: 'Editar Tabelas de verão' }).click()
  const link = page.getByRole('dialog').getByRole('link', { name: /precos\.txt/ })
  const address = new URL((await link.getAttribute('href')) ?? '', environment.product.url)
  expect((await page.request.get(address.href)).status()).toBe(200)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Excluir Tabelas de verão' }).click()
  await page.getByRole('button', { name: 'Excluir lista' }).click()
  await page.getByText('Lista de arquivos excluída com sucesso!').waitFor()
  await page.getByText('Nenhuma lista de arquivos ainda').waitFor()
  expect(boss.complaints).toEqual([])
})

/** Waits for the customer's ticket. */
async function ticketOf(name: string): Promise<void> {
  await vi.waitUntil(
    async () => {
      const { tickets } = await asAna(listTickets, { query: { status: 'pending' } })
      return tickets.some(({ contact }) => contact.name === name)
    },
    { timeout: 60_000, interval: 100 },
  )
}

async function middleOf(place: Locator): Promise<[x: number, y: number]> {
  const box = await place.boundingBox()
  if (box === null) throw new Error('it is not there')
  return [box.x + box.width / 2, box.y + Math.min(box.height / 2, 160)]
}

async function drag(page: Page, card: Locator, lane: Locator): Promise<void> {
  const [from, to] = [await card.boundingBox(), await lane.boundingBox()]
  if (from === null || to === null) throw new Error('the card or the lane is not there')
  await page.mouse.move(from.x + 40, from.y + 60)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y + 160, { steps: 8 })
  await page.mouse.up()
}

/** A screenshot for review, on request: `SCREENS=/tmp/screens`. */
async function take(page: Page, name: string): Promise<void> {
  if (process.env.SCREENS !== undefined) await page.screenshot({ path: `${process.env.SCREENS}/${name}.png` })
}
