import { listTickets, updateTicket } from '@balcao/contract/tickets'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { seriousTroubles, signIn, type Visitor, visit } from './src/browser'
import { type Calls, signInForCalls } from './src/calls'
import { type Environment, openEnvironment, openShop } from './src/environment'
import { admin } from './src/product'
import { cellsOf } from './src/spreadsheet'

/** In a spreadsheet her name would be a formula. */
const ana = { name: '=Ana Lima', email: 'ana@example.com', password: 'senha da equipe' }
let environment: Environment
let asAna: Calls
const shop = () => environment.simulator.phone('555130254455')

beforeAll(async () => {
  environment = await openEnvironment()
  await openShop(environment, ana)
  asAna = await signInForCalls(environment.product.url, ana.email, ana.password)
})
afterAll(() => environment?.close())

test("DASH-01 to DASH-11: an admin sees the customers' activity live; filters; saves the table", async () => {
  const boss = await visit(environment.browser)
  const { page } = boss
  await signIn(boss, environment.product.url, admin.email, admin.password)

  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  await page.getByText('Nenhum atendimento começou hoje até agora.').waitFor()
  await counterIs(page, 'Aguardando', '0')
  await counterIs(page, 'Tempo médio', '—')

  await writesFirst('5551999887766', 'Marina Duarte', 'Oi! Vi o sofá na vitrine')
  await writesFirst('5551988776655', 'João Prado', 'Bom dia')
  await counterIs(page, 'Leads', '2')
  await counterIs(page, 'Aguardando', '2')
  await page.getByText('2 até agora').waitFor()

  const marina = (await waiting()).find(({ contact }) => contact.name === 'Marina Duarte')
  if (marina === undefined) throw new Error('Marina does not wait')
  const params = { ticketId: marina.id }
  await asAna(updateTicket, { params, body: { status: 'open' } })
  await counterIs(page, 'Atendendo', '1')
  await asAna(updateTicket, { params, body: { status: 'closed' } })
  await counterIs(page, 'Finalizados', '1')
  await counterIs(page, 'Aguardando', '1')
  await counterIs(page, 'Atendendo', '0')

  await filterByPeriod(page, 'Nenhum')
  await page.getByText('Parametrize o filtro').waitFor()
  await filterByPeriod(page, 'Últimos 7 dias')
  await page.waitForURL(/\?days=7$/)
  await counterIs(page, 'Finalizados', '1')

  await page.getByRole('radio', { name: 'Datas' }).check()
  await page.getByLabel('De', { exact: true }).fill('01/01/2020')
  await page.getByLabel('Até', { exact: true }).fill('31/01/2020')
  await page.getByRole('button', { name: 'Filtrar' }).click()
  await page
    .getByText('01/01/2020 a 31/01/2020: nenhum atendimento finalizado e nenhum contato novo.')
    .waitFor()
  await counterIs(page, 'Finalizados', '0')
  await page.reload()
  await page.getByText('01/01/2020 a 31/01/2020', { exact: false }).waitFor()
  await page.goBack()
  await counterIs(page, 'Finalizados', '1')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar planilha' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^atendentes_7d_\d{4}-\d{2}-\d{2}\.xlsx$/)
  const [head, ...rows] = await cellsOf(await download.path())
  expect(head).toEqual(['Atendente', 'Avaliação (1 a 3)', 'Finalizados', 'Tempo médio (min)', 'Agora'])
  expect(rows).toHaveLength(2)
  expect(rows).toContainEqual(["'=Ana Lima", '', '1', '0', 'Fora'])

  expect(boss.complaints).toEqual([])
  await page.context().close()
})

test('SHELL-02 DASH-10 an attendant opens the tickets; meanwhile the admin sees her presence change', async () => {
  const boss = await visit(environment.browser)
  await signIn(boss, environment.product.url, admin.email, admin.password)
  const anasRow = boss.page.getByRole('row').filter({ hasText: 'Ana Lima' })
  await anasRow.getByText('Fora').waitFor()

  const visitor = await visit(environment.browser)
  await signIn(visitor, environment.product.url, ana.email, ana.password)
  await visitor.page.waitForURL(/\/tickets$/)
  await visitor.page.goto(`${environment.product.url}/`)
  await visitor.page.waitForURL(/\/tickets$/)

  expect(await visitor.page.getByRole('link', { name: 'Dashboard' }).count()).toBe(0)
  await anasRow.getByText('On-line').waitFor()
  await visitor.page.context().close()
  await anasRow.getByText('Fora').waitFor()
  expect([...boss.complaints, ...visitor.complaints]).toEqual([])
  await boss.page.context().close()
})

test('TODO-01 TODO-02 TODO-03 TODO-04 tasks by keyboard alone, over a reload, in two tabs, without a call', async () => {
  const visitor = await visit(environment.browser)
  const { page } = visitor
  await signIn(visitor, environment.product.url, admin.email, admin.password)
  await page.getByRole('link', { name: 'Tarefas' }).click()
  const field = page.getByRole('textbox', { name: 'Nova tarefa' })
  await field.waitFor()
  await page.waitForLoadState('networkidle') // the shell's own requests
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() !== 'script') asked.push(request.url()) // a chunk of the application, not a call
  })

  await field.focus()
  await page.keyboard.type('Ligar para Marina')
  await page.keyboard.press('Enter')
  await page.keyboard.type('   ')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Conferir estoque')
  await page.keyboard.press('Enter')
  await page.getByText('2 tarefas').waitFor()
  await page.getByRole('button', { name: 'Editar tarefa: Ligar para Marina' }).press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.type(' às 15h')
  await page.keyboard.press('Enter')
  await page.getByText('Ligar para Marina às 15h', { exact: true }).waitFor()
  expect(asked).toEqual([])

  const second = await page.context().newPage()
  await second.goto(`${environment.product.url}/todolist`)
  await second.getByRole('button', { name: 'Excluir tarefa: Conferir estoque' }).click()
  await second.getByRole('button', { name: 'Excluir tarefa', exact: true }).click()
  await page.getByText('1 tarefa', { exact: true }).waitFor()

  await page.reload()
  await page.getByText('Ligar para Marina às 15h', { exact: true }).waitFor()
  expect(await page.getByText('Conferir estoque').count()).toBe(0)
  expect(visitor.complaints).toEqual([])
  await page.context().close()
})

// look.test.ts checks the pages themselves in all four variants; this one has the help open.
test.each([
  ['desk', 'light'],
  ['phone', 'dark'],
] as const)(
  'UX both pages on a %s in the %s theme: no serious trouble, no sideways scroll',
  async (size, colorScheme) => {
    const viewport = size === 'desk' ? { width: 1366, height: 860 } : { width: 390, height: 844 }
    const visitor = await visit(environment.browser, { viewport, colorScheme })
    const { page } = visitor
    await signIn(visitor, environment.product.url, admin.email, admin.password)
    await page.evaluate(() => localStorage.setItem('tasks', '[{"id":1,"text":"Ligar para Marina"}]'))

    const troubles: string[] = []
    const look = async (name: string) => {
      await page.evaluate(() => document.fonts.ready)
      await keepPicture(visitor, `${name}-${size}-${colorScheme}`)
      troubles.push(...(await seriousTroubles(visitor)), ...(await sidewaysScroll(page)))
    }
    await page.getByText('Ana Lima').first().waitFor()
    await page.getByText('até agora').waitFor()
    await look('dashboard')
    await page.getByRole('button', { name: 'O que é: Atendentes' }).click()
    await isFadedIn(page)
    await look('dashboard-help')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Ver em tabela' }).click()
    await look('dashboard-table')
    await page.goto(`${environment.product.url}/todolist`)
    await page.getByText('Ligar para Marina').waitFor()
    await look('todolist')

    expect(troubles).toEqual([])
    expect(visitor.complaints).toEqual([])
    await page.context().close()
  },
)

async function writesFirst(phone: string, name: string, words: string): Promise<void> {
  await environment.simulator.createContact({ phone, name }).sendText(shop().phone, words)
}

async function waiting() {
  const { tickets } = await asAna(listTickets, { query: { status: 'pending' } })
  return tickets
}

/** Figures update live, at most ten seconds late. */
async function counterIs(page: Page, name: string, figure: string): Promise<void> {
  const card = page.getByRole('list', { name: 'Números' }).getByRole('listitem').filter({ hasText: name })
  await vi.waitFor(
    async () =>
      expect(await card.innerText({ timeout: 10_000 })).toMatch(new RegExp(`^${name}\\s+${figure}\\s`)),
    { timeout: 60_000, interval: 200 },
  )
}

async function filterByPeriod(page: Page, period: string): Promise<void> {
  await page.getByRole('radio', { name: 'Período' }).check()
  await page.getByRole('combobox', { name: 'Período' }).click()
  await page.getByRole('option', { name: period }).click()
  await page.getByRole('button', { name: 'Filtrar' }).click()
}

/** Waits for the fade: text below a half transparent dialog would lower its contrast. */
async function isFadedIn(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
}

async function sidewaysScroll(page: Page): Promise<string[]> {
  const { wide, room } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    room: document.documentElement.clientWidth,
  }))
  return wide > room ? [`${wide} px in a room of ${room} px`] : []
}

/** A screenshot for review, on request: `PICTURES=/some/folder`. */
async function keepPicture({ page }: Visitor, name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}
