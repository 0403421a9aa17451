import { createConnection, listConnections } from '@balcao/contract/connections'
import { readDashboard } from '@balcao/contract/dashboard'
import { createUser, updateSetting } from '@balcao/contract/people'
import { createQueueOption } from '@balcao/contract/queue-options'
import { createQueue } from '@balcao/contract/queues'
import { listTickets } from '@balcao/contract/tickets'
import type { SimulatedContact } from '@balcao/whatsapp-simulator/contact'
import type { SimulatedPhone } from '@balcao/whatsapp-simulator/phone'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { seriousTroubles, sidewaysTroubles, signIn, visit } from './src/browser'
import { type Calls, signInForCalls } from './src/calls'
import { ana, type Environment, openEnvironment } from './src/environment'
import { admin } from './src/product'

/** The label of an automatic message. */
const byItself = /^(Robô|Automática)$/

let environment: Environment
let calls: Calls
let shop: SimulatedPhone
let marina: SimulatedContact

beforeAll(async () => {
  environment = await openEnvironment()
  calls = await signInForCalls(environment.product.url, admin.email, admin.password)
  const sales = await calls(createQueue, {
    body: { name: 'Vendas', color: '#2E9E6B', greetingMessage: 'Você está em *Vendas*, {{firstName}}.' },
  })
  const support = await calls(createQueue, { body: { name: 'Suporte', color: '#E0862B' } })
  for (const [title, message] of [
    ['Orçamento', 'Conte o que procura; em instantes alguém responde.'],
    ['Horário de funcionamento', 'De segunda a sexta, das 8h às 18h.'],
  ] as const) {
    await calls(createQueueOption, { body: { queueId: sales.id, title, message } })
  }
  await calls(updateSetting, { params: { key: 'userRating' }, body: { value: 'enabled' } })
  await calls(createUser, { body: { ...ana, queueIds: [sales.id] } })
  shop = environment.simulator.createPhone({ phone: '555130254455', name: 'Casa Ipê Móveis' })
  marina = environment.simulator.createContact({ phone: '5551999887766', name: 'Marina Duarte' })
  await calls(createConnection, {
    body: {
      name: 'Loja Centro',
      queueIds: [sales.id, support.id],
      greetingMessage: '{{ms}}, {{firstName}}! Aqui é a Casa Ipê. Com quem quer falar?',
    },
  })
  await vi.waitUntil(async () => (await calls(listConnections))[0]?.qrcode || false, { timeout: 60_000 })
  await shop.scanQr((await calls(listConnections))[0]?.qrcode ?? '')
  await vi.waitUntil(async () => (await calls(listConnections))[0]?.status === 'CONNECTED', {
    timeout: 60_000,
  })
})
afterAll(() => environment?.close())

test('J05 BOT-02 BOT-03 BOT-04 BOT-09 a customer uses the menu; Ana reads the marked messages, accepts, and the bot is silent; in the end Ana is rated', async () => {
  const [boss, visitor] = [await visit(environment.browser), await visit(environment.browser)]
  await signIn(visitor, environment.product.url, ana.email, ana.password, '/tickets')
  await visitor.page.getByRole('tab', { name: /Aguardando/ }).click()

  await says('Oi, bom dia')
  const first = await answer(1)
  expect(first).toMatch(/^(Bom dia|Boa tarde|Boa noite|Boa madrugada), Marina! Aqui é a Casa Ipê/)
  expect(first).toContain('*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte')
  await says('9')
  expect(await answer(2)).toContain('*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte')

  await signIn(boss, environment.product.url, admin.email, admin.password, '/tickets?sub=pending')
  await boss.page.getByText('1 atendimento aguarda sem fila').waitFor()
  await keepPicture(boss.page, 'waits-without-queue')

  await says('um')
  expect(await answer(3)).toBe(
    'Você está em *Vendas*, Marina.\n\n*[ 1 ]* - Orçamento\n*[ 2 ]* - Horário de funcionamento\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial',
  )
  await boss.page.getByText('1 atendimento aguarda sem fila').waitFor({ state: 'detached' })
  await says('1️⃣')
  expect(await answer(4)).toBe('Conte o que procura; em instantes alguém responde.')

  const { page } = visitor
  const row = page.getByRole('article').filter({ hasText: 'Marina Duarte' })
  await row.hover()
  await row.getByRole('button', { name: 'Aceitar' }).click()
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/)
  const conversation = page.getByLabel('Mensagens com Marina Duarte')
  const bubble = conversation.getByRole('article').filter({ hasText: 'Aqui é a Casa Ipê' })
  await bubble.waitFor()
  expect(await bubble.getByRole('img', { name: byItself }).count()).toBe(1)
  await expect.poll(() => conversation.getByRole('img', { name: byItself }).count()).toBe(4)
  await look(page, 'bot-conversation')

  await says('#')
  await conversation.getByText('#', { exact: true }).waitFor()
  await page.getByPlaceholder('Escreva uma mensagem').fill('Oi, Marina! Sou a Ana.')
  await page.keyboard.press('Enter')
  expect(await answer(5)).toContain('Sou a Ana')

  await page.setViewportSize({ width: 390, height: 844 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await conversation.getByText('Conte o que procura').waitFor()
    await look(page, `bot-conversation-phone-${colorScheme}`)
    expect(await seriousTroubles(visitor)).toEqual([])
  }

  await page.setViewportSize({ width: 1366, height: 860 })
  await page.locator('header').getByRole('button', { name: 'Finalizar' }).last().click()
  expect(await answer(6)).toContain(
    '*[ 1 ]* - insatisfeito\n*[ 2 ]* - satisfeito\n*[ 3 ]* - muito satisfeito',
  )
  await says('3️⃣')
  await page.getByText('Tudo pronto para atender').waitFor()

  const later = await signInForCalls(environment.product.url, admin.email, admin.password)
  const stars = async () => {
    const { attendants } = await later(readDashboard, { query: { days: 1 } })
    return attendants.find(({ name }) => name === ana.name)?.rating
  }
  await expect.poll(stars).toBe(3)
  const { tickets } = await later(listTickets, { query: { showAll: 'true' } })
  expect(tickets).toMatchObject([{ status: 'closed', chatbot: false, queue: { name: 'Vendas' } }])
  expect(environment.simulator.stats).toMatchObject({ unknown: [], errors: [] })
  expect([...boss.complaints, ...visitor.complaints]).toEqual([])
})

async function says(words: string): Promise<void> {
  await marina.sendText(shop.phone, words)
}

/** The n-th message from the server on her phone, once it is there; there must be no further one. */
async function answer(nth: number): Promise<string> {
  const shown = () => marina.chat(shop.phone).filter(({ from }) => from === 'shop')
  await environment.simulator.until(`answer ${nth} is on the phone`, () => shown().length >= nth)
  expect(shown()).toHaveLength(nth)
  return shown().at(-1)?.text ?? ''
}

async function look(page: Page, name: string): Promise<void> {
  expect(await sidewaysTroubles(page)).toEqual([])
  await keepPicture(page, name)
}

/** A screenshot for review, on request: `PICTURES=/some/folder`. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}
