import { createUser } from '@balcao/contract/people'
import { createQueue, type QueueView } from '@balcao/contract/queues'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, visit } from './src/browser'
import { type Calls, signInForCalls } from './src/calls'
import { ana, type Environment, openEnvironment } from './src/environment'
import { linkNumber } from './src/link-number'
import { admin } from './src/product'

const bia = { name: 'Bia Souza', email: 'bia@example.com', password: 'senha da equipe' }
let environment: Environment
let calls: Calls
let sales: QueueView
let support: QueueView
beforeAll(async () => {
  environment = await openEnvironment()
  calls = await signInForCalls(environment.product.url, admin.email, admin.password)
  sales = await calls(createQueue, { body: { name: 'Vendas', color: '#2E9E6B' } })
  support = await calls(createQueue, { body: { name: 'Suporte', color: '#E0862B' } })
  await calls(createUser, { body: { ...ana, queueIds: [sales.id] } })
  await calls(createUser, { body: { ...bia, queueIds: [support.id] } })
})
afterAll(() => environment?.close())

test('GEN-02 two numbers are linked by QR codes; the bot asks one customer for the queue, and each ticket waits in its own queue', async () => {
  const centre = environment.simulator.createPhone({ phone: '555130254455', name: 'Casa Ipê Centro' })
  const north = environment.simulator.createPhone({ phone: '555130254466', name: 'Casa Ipê Norte' })
  const marina = environment.simulator.createContact({ phone: '5551999887766', name: 'Marina Duarte' })
  const rui = environment.simulator.createContact({ phone: '5551988776655', name: 'Rui Farias' })
  await linkNumber(calls, centre, 'Loja Centro', [sales.id, support.id], 'Olá! Com quem quer falar?')
  await linkNumber(calls, north, 'Loja Norte', [support.id])
  const [inSales, inSupport] = [await visit(environment.browser), await visit(environment.browser)]
  const pending = '/tickets?sub=pending'
  await signIn(inSales, environment.product.url, ana.email, ana.password, pending)
  await signIn(inSupport, environment.product.url, bia.email, bia.password, pending)
  const waiting = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })
  const received = (words: string) =>
    environment.simulator.until(words, () =>
      marina.chat(centre.phone).some(({ from, text }) => from === 'shop' && text.includes(words)),
    )

  await marina.sendText(centre.phone, 'Oi')
  await received('*[ 1 ]* - Vendas')
  await marina.sendText(centre.phone, '1')
  await rui.sendText(north.phone, 'A gaveta emperrou')

  await waiting(inSales.page, 'Marina Duarte').waitFor()
  await waiting(inSupport.page, 'Rui Farias').waitFor()
  expect(await waiting(inSales.page, 'Rui Farias').count()).toBe(0)
  expect(await waiting(inSupport.page, 'Marina Duarte').count()).toBe(0)
  await waiting(inSales.page, 'Marina Duarte').hover()
  await waiting(inSales.page, 'Marina Duarte').getByRole('button', { name: 'Aceitar' }).click()
  await inSales.page.waitForURL(/\/tickets\/[0-9a-f-]{36}/)
  const field = inSales.page.getByPlaceholder('Escreva uma mensagem')
  await field.fill('Bom dia, Marina! Como posso ajudar?')
  await field.press('Enter')
  await received('Como posso ajudar?')
  await Promise.all([inSales, inSupport].map(({ page }) => page.context().close()))
})

/** In the order of SHELL-35: the name of a module in the drawer, and an element that proves that its page is open. */
const modules = [
  ['Atendimentos', 'tab', 'Atendendo'],
  ['Respostas Rápidas', 'button', /^(Adicionar|Nova)/],
  ['Kanban', 'region', 'Em aberto'],
  ['Tarefas', 'textbox', /.*/],
  ['Contatos', 'button', 'Importar'],
  ['Agendamentos', 'button', /agendamento/i],
  ['Tags', 'button', /tag/i],
  ['Chat Interno', 'button', /conversa/i],
  ['Dashboard', 'button', 'Exportar'],
  ['Listas de contatos', 'button', 'Adicionar lista'],
  ['Campanhas', 'button', 'Nova campanha'],
  ['Informativos', 'button', /informativo/i],
  ['Open.Ai', 'button', /prompt/i],
  ['Integrações', 'button', /integração/i],
  ['Lista de arquivos', 'button', 'Nova lista'],
  ['API', 'button', /.*/],
] as const

test("GEN-03 every module is offered: each has a line in the owner's drawer and opens its page; the theme can be changed", async () => {
  const owner = await visit(environment.browser)
  const { page } = owner
  await signIn(owner, environment.product.url, admin.email, admin.password)
  const drawer = page.getByRole('navigation', { name: 'Menu principal' })

  await drawer.getByRole('button', { name: 'Campanhas' }).click()
  for (const [name, role, shows] of modules) {
    // The name of the link ends with the count, once it is loaded.
    await drawer.getByRole('link', { name: new RegExp(`^${name}\\b`) }).click()
    await page.getByRole('main').getByRole(role, { name: shows }).first().waitFor()
  }

  await page.getByRole('button', { name: 'Usar tema escuro' }).click()
  await page.getByRole('button', { name: 'Usar tema claro' }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('preferredTheme'))).toBe('dark')
  expect(owner.complaints).toEqual([])
  await page.context().close()
})

test('SHELL-27 companies, plans and helps are tabs of the settings: addresses of their own lead to the start', async () => {
  const owner = await visit(environment.browser)
  const { page } = owner
  await signIn(owner, environment.product.url, admin.email, admin.password)

  for (const address of ['/companies', '/plans', '/helps/admin']) {
    await page.goto(environment.product.url + address)
    await page.waitForURL(`${environment.product.url}/`)
  }
  await page.goto(`${environment.product.url}/settings`)
  for (const [tab, adds] of [
    ['Empresas', 'Nova empresa'],
    ['Planos', 'Novo plano'],
    ['Ajuda', 'Novo vídeo'],
  ] as const) {
    await page.getByRole('main').getByRole('tab', { name: tab, exact: true }).click()
    await page.getByRole('button', { name: adds }).first().waitFor()
  }
  await page.context().close()
})
