import { listTickets, updateTicket } from '@balcao/contract/tickets'
import type { SimulatedContact } from '@balcao/whatsapp-simulator/contact'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ageRows } from '../server/src/testing/age-rows'
import { signIn, type Visitor, visit } from './src/browser'
import { type Calls, signInForCalls } from './src/calls'
import { dayFromNow } from './src/days'
import { type Environment, openEnvironment, openShop } from './src/environment'
import { admin } from './src/product'
import { tableAt } from './src/product-rows'

// Journey J19 of the acceptance journeys, step by step: A is the admin at the dashboard, Ugo (U) has tasks and a system
// in dark mode.
const ugo = { name: 'Ugo Prado', email: 'ugo@example.com', password: 'senha da equipe' }
let environment: Environment
let asUgo: Calls
let marina: SimulatedContact
let rui: SimulatedContact
let a: Visitor
let u: Visitor

beforeAll(async () => {
  environment = await openEnvironment()
  await openShop(environment, ugo)
  asUgo = await signInForCalls(environment.product.url, ugo.email, ugo.password)
  marina = environment.simulator.createContact({ phone: '5551999887766', name: 'Marina Duarte' })
  rui = environment.simulator.createContact({ phone: '5551988776655', name: 'Rui Farias' })
  const marinas = await opened('Oi, ainda tem o sofá?')
  await ageRows(tableAt(environment.product, 'ticket_events'), {}, 'at', 75 * 60)
  await asUgo(updateTicket, { params: { ticketId: marinas }, body: { status: 'closed' } })
  ;[a, u] = [await visit(environment.browser), await visit(environment.browser, { colorScheme: 'dark' })]
  await signIn(a, environment.product.url, admin.email, admin.password)
})
afterAll(() => environment?.close())

test('J19 DASH-01 DASH-02 DASH-07 DASH-08 DASH-10 the dashboard: due date, 24 hours, this month, six cards, attendants (step 1)', async () => {
  const { page } = a
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await page.getByRole('region', { name: 'Licença' }).waitFor()
  await page.getByRole('radio', { name: 'Datas' }).check()
  const today = dayFromNow(0)
  const [year, month, day] = today.split('-')
  expect(await page.getByLabel('De', { exact: true }).inputValue()).toBe(`01/${month}/${year}`)
  expect(await page.getByLabel('Até', { exact: true }).inputValue()).toBe(`${day}/${month}/${year}`)
  await expect.poll(() => page.getByRole('list', { name: 'Números' }).getByRole('listitem').count()).toBe(6)
  await page.getByRole('row').filter({ hasText: 'Ugo Prado' }).waitFor()
  await page.getByRole('button', { name: 'Ver em tabela' }).click()
  const hours = page.getByRole('table', { name: 'Atendimentos de hoje por hora' })
  await hours.waitFor()
  await expect.poll(() => hours.locator('tbody tr').count()).toBe(24)
  await page.getByRole('button', { name: 'Ver em gráfico' }).click()
})

test('J19 DASH-11 DASH-04 DASH-05 DASH-12 the filter: no range, last days, two dates (steps 2 and 3)', async () => {
  const { page } = a
  const asked: URLSearchParams[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    const isFiltered = url.searchParams.size > 0 // the page fetches its range again on live updates
    if (url.pathname === '/dashboard' && isFiltered) asked.push(url.searchParams)
  })
  await period(page, 'Nenhum')
  await page.getByText('Parametrize o filtro').waitFor()
  expect(asked).toEqual([])

  await period(page, 'Últimos 7 dias')
  await vi.waitUntil(() => asked.some((query) => query.get('days') === '7'))
  await page.getByRole('radio', { name: 'Datas' }).check()
  await page.getByLabel('De', { exact: true }).fill('01/01/2020')
  await page.getByLabel('Até', { exact: true }).fill('31/01/2020')
  await page.getByRole('button', { name: 'Filtrar' }).click()
  await cardShows(page, 'Leads', '0')
  const last = asked.at(-1)
  expect([last?.get('date_from'), last?.get('date_to')]).toEqual(['2020-01-01', '2020-01-31'])
  await period(page, 'Últimos 7 dias')
  await cardShows(page, 'Leads', '1')
})

test('J19 DASH-10 DASH-09 U is shown as online in the table; 75 minutes are 1h 15m (step 4)', async () => {
  const row = a.page.getByRole('row').filter({ hasText: 'Ugo Prado' })
  await row.getByText('Fora').waitFor()
  await signIn(u, environment.product.url, ugo.email, ugo.password)
  await row.getByText('On-line').waitFor()
  await cardShows(a.page, 'Tempo médio', '1h 15m')
  await row.getByText('1h 15m').waitFor()
})

test("J19 TODO-01 TODO-02 TODO-03 U's tasks are stored in this browser, and in no other (step 5)", async () => {
  const { page } = u
  await page.goto(`${environment.product.url}/todolist`)
  const field = page.getByRole('textbox', { name: 'Nova tarefa' })
  await field.fill('   ')
  await field.press('Enter')
  for (const task of ['Ligar para Marina', 'Conferir estoque']) {
    await field.fill(task)
    await field.press('Enter')
    await page.getByText(task, { exact: true }).waitFor()
  }
  await page.getByRole('button', { name: 'Editar tarefa: Ligar para Marina' }).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' às 15h')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Excluir tarefa: Conferir estoque' }).click()
  await page.getByRole('button', { name: 'Excluir tarefa', exact: true }).click()
  await page.reload()
  await page.getByText('Ligar para Marina às 15h', { exact: true }).waitFor()
  await page.getByText('1 tarefa', { exact: true }).waitFor()

  await a.page.goto(`${environment.product.url}/todolist`)
  await a.page.getByRole('textbox', { name: 'Nova tarefa' }).waitFor()
  expect(await a.page.getByText('Ligar para Marina').count()).toBe(0)
})

test('J19 THEME-01 THEME-02 THEME-03 dark like the system, light once chosen, and a light blue (step 6)', async () => {
  const { page } = u
  const html = page.locator('html')
  const blue = () => html.evaluate((it) => getComputedStyle(it).getPropertyValue('--primary').trim())
  expect(await page.evaluate(() => localStorage.getItem('preferredTheme'))).toBeNull()
  expect([await html.getAttribute('data-theme'), await blue()]).toEqual(['dark', '#4fc3f7'])
  await page.getByRole('button', { name: 'Usar tema claro' }).click()
  await page.reload()
  await page.getByRole('textbox', { name: 'Nova tarefa' }).waitFor()
  expect([await html.getAttribute('data-theme'), await blue()]).toEqual(['light', '#03a9f4'])
  expect(await page.evaluate(() => localStorage.getItem('preferredTheme'))).toBe('light')
})

test('J19 SHELL-39 SHELL-46 the volume falls by tenths, and at 0 the next message is silent (step 7)', async () => {
  const { page } = u
  await page.addInitScript(() => {
    const received = window as unknown as { tones: number } // counted for this test
    received.tones = 0
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...when) {
      received.tones += 1
      start.apply(this, when)
    }
  })
  await page.goto(`${environment.product.url}/todolist`)
  await page.getByRole('textbox', { name: 'Nova tarefa' }).click()
  const tones = () => page.evaluate(() => (window as unknown as { tones: number }).tones) // as above
  await marina.sendText(shop(), 'Bom dia! E o tapete?') // her ticket is pending again
  await expect.poll(tones).toBeGreaterThan(0)

  await page.getByRole('button', { name: 'Volume das notificações' }).click()
  const slider = page.getByRole('slider')
  await slider.focus()
  const volume = () => page.evaluate(() => localStorage.getItem('volume'))
  await page.keyboard.press('ArrowLeft')
  await expect.poll(volume).toBe('0.9')
  for (let tenths = 9; tenths > 0; tenths--) await page.keyboard.press('ArrowLeft')
  await expect.poll(volume).toBe('0')
  await page.keyboard.press('Escape')
  const before = await tones()
  await rui.sendText(shop(), 'Sem som')
  await vi.waitUntil(() => u.received.some((frame) => frame.includes('Sem som')), {
    timeout: 60_000,
    interval: 50,
  })
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(await tones()).toBe(before)
})

test('J19 I18N-01 I18N-04 in English and Spanish every menu label differs, and none is a bare key (step 8)', async () => {
  const { page } = a
  await page.goto(`${environment.product.url}/`)
  /** The labels alone: a count is a line of its own and may arrive later. */
  const words = async () =>
    (await page.getByRole('navigation').getByRole('link').allInnerTexts()).map((text) => text.split('\n')[0])
  await page.getByRole('link', { name: 'Atendimentos' }).waitFor()
  const portuguese = await words()
  const spoken: (string | undefined)[][] = []
  for (const [language, sign] of [
    ['English', 'Sign out'],
    ['Español', 'Salir'],
    ['Português', 'Sair'],
  ] as const) {
    await page.getByRole('button', { name: /^(Idioma|Language)$/ }).click()
    await page.getByRole('menuitem', { name: language }).click()
    await page.getByText(sign, { exact: true }).waitFor()
    spoken.push(await words())
  }
  const [english = [], spanish = [], again] = spoken
  expect(again).toEqual(portuguese)
  expect(
    [...portuguese, ...english, ...spanish].filter((word = '') => /^$|^[a-z]|[a-z]\.[a-z]|:/.test(word)),
  ).toEqual([])
  const sameEverywhere = portuguese.filter((word, at) => word === english[at] && word === spanish[at])
  expect(sameEverywhere).toEqual(['Kanban', 'Open.Ai', 'API']) // names that are not translated
})

test('J19 SHELL-34 SHELL-40 below 600 px the drawer covers the page, 240 wide; wider it folds; a reload preserves the session (steps 9 and 10)', async () => {
  const { page } = a
  await page.setViewportSize({ width: 599, height: 800 })
  await expect.poll(() => page.getByRole('navigation').count()).toBe(0)
  await page.getByRole('button', { name: 'Abrir menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Menu principal' })
  await menu.waitFor()
  await expect
    .poll(async () => (await page.locator('.MuiDrawer-paper').boundingBox()) ?? {})
    .toMatchObject({ x: 0, width: 240 })
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })

  await page.setViewportSize({ width: 1366, height: 860 })
  const wide = await menu.boundingBox()
  await page.getByRole('button', { name: 'Recolher menu' }).click()
  await expect.poll(async () => (await menu.boundingBox())?.width ?? 999).toBeLessThan((wide?.width ?? 0) / 2)
  await page.getByRole('button', { name: 'Expandir menu' }).click()
  const isLoadedAgain = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Recarregar' }).click()
  await isLoadedAgain
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  expect([...a.complaints, ...u.complaints]).toEqual([])
})

const shop = () => '555130254455'

/** Marina writes, and Ugo accepts her ticket. */
async function opened(words: string) {
  await marina.sendText(shop(), words)
  const ticket = await vi.waitUntil(
    async () => (await asUgo(listTickets, { query: { status: 'pending' } })).tickets[0] ?? false,
    { timeout: 60_000, interval: 100 },
  )
  await asUgo(updateTicket, { params: { ticketId: ticket.id }, body: { status: 'open' } })
  return ticket.id
}

async function period(page: Page, name: string): Promise<void> {
  await page.getByRole('radio', { name: 'Período' }).check()
  await page.getByRole('combobox', { name: 'Período' }).click()
  await page.getByRole('option', { name }).click()
  await page.getByRole('button', { name: 'Filtrar' }).click()
}

/** Figures update live, at most ten seconds late. */
async function cardShows(page: Page, name: string, figure: string): Promise<void> {
  const card = page.getByRole('list', { name: 'Números' }).getByRole('listitem').filter({ hasText: name })
  await card.getByText(figure, { exact: true }).waitFor()
}
