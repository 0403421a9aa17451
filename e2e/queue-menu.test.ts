import { createIntegration } from '@balcao/contract/integrations'
import { createUser } from '@balcao/contract/people'
import { createPrompt } from '@balcao/contract/prompts'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousTroubles, sidewaysTroubles, signIn, type Visitor, visit } from './src/browser'
import { type Environment, openEnvironment, openShop, type Shop } from './src/environment'

/** An admin of the shop, who does not own the platform. */
const gil = { name: 'Gil Prado', email: 'gil@example.com', password: 'senha do gil' }
let environment: Environment
let shop: Shop
let boss: Visitor
let page: Page

beforeAll(async () => {
  environment = await openEnvironment()
  shop = await openShop(environment)
  await shop.calls(createUser, { body: { ...gil, profile: 'admin' } })
  boss = await visit(environment.browser)
  page = boss.page
  await signIn(boss, environment.product.url, gil.email, gil.password, '/settings')
})
afterAll(() => environment?.close())

test('J04 SETTING-01 SETTING-02 SETTING-03 SETTING-04 SETTING-05 SETTING-06 SETTING-12 SETTING-13 COMPANY-11 options, hours of the company and holidays (steps 1 to 4)', async () => {
  await page.getByRole('tab', { name: 'Opções' }).waitFor()
  for (const absent of ['Horários', 'Empresas', 'Planos', 'Ajuda']) expect(await tabs()).not.toContain(absent)
  await choose('Gerenciamento de Expediente', 'Por empresa')

  await page.getByRole('tab', { name: 'Horários' }).click()
  const monday = page.getByLabel('Segunda-feira: abre às')
  await monday.fill('')
  await monday.pressSequentially('0930')
  await expect.poll(() => monday.inputValue()).toBe('09:30')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByText('Horários atualizados com sucesso.').waitFor()
  await page.reload()
  await expect.poll(() => monday.inputValue()).toBe('09:30')
  await lookAt('company-hours')

  await page.getByRole('tab', { name: 'Feriados' }).click()
  await page.getByRole('button', { name: 'Sugerir feriados nacionais' }).click()
  await page.getByLabel('Ano').click()
  await page.getByRole('option').last().click()
  await lookAt('national-holidays')
  expect(await seriousTroubles(boss)).toEqual([])
  await page.getByRole('button', { name: 'Adicionar 10' }).click()
  await page.getByText('10 feriados adicionados.').waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(11)
  await lookAt('holidays')

  await page.getByRole('tab', { name: 'Opções' }).click()
  await choose('Gerenciamento de Expediente', 'Por fila')
  await expect.poll(tabs).not.toContain('Horários')
  await choose('Avaliações', 'Habilitado')
  await choose('Enviar saudação ao aceitar o ticket', 'Habilitado')
  await page.getByRole('tab', { name: 'Feriados' }).click()
  await page.getByRole('tab', { name: 'Opções' }).click()
  const kept = [
    ['Gerenciamento de Expediente', 'Por fila'],
    ['Avaliações', 'Habilitado'],
    ['Enviar saudação ao aceitar o ticket', 'Habilitado'],
  ] as const
  for (const [option, value] of kept)
    await expect.poll(() => page.getByRole('combobox', { name: option }).innerText()).toBe(value)
})

test('J04 QUEUE-02 QUEUE-03 QUEUE-05 QUEUE-06 QUEUE-11 QUEUE-12 QUEUE-13 a queue is created with a colour of its own, greets by name, and has hours (steps 5 to 7)', async () => {
  await page.goto(`${environment.product.url}/queues`)
  await page.getByRole('button', { name: 'Nova fila' }).click()
  await page.getByLabel('Nome', { exact: true }).fill('Suporte')
  const swatches = page.getByRole('group', { name: 'Paleta de cores' }).getByRole('button')
  expect(await swatches.count()).toBe(50)
  await page.getByRole('dialog').getByLabel('Cor', { exact: true }).fill(shop.sales.color) // Vendas has it
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByRole('dialog').getByText('Esta cor já está em uso, escolha outra.').waitFor()
  await swatches.nth(20).click()
  await page.getByLabel('Mensagem de saudação').fill('Olá, ')
  await page.getByRole('button', { name: 'Primeiro nome' }).click()
  await page.getByRole('tab', { name: 'Horários' }).click()
  await expect.poll(() => hoursOf('Segunda-feira')).toEqual(['08:00', '18:00'])
  expect(await hoursOf('Sexta-feira')).toEqual(['08:00', '18:00'])
  expect(await hoursOf('Sábado')).toEqual(['08:00', '12:00'])
  expect(await hoursOf('Domingo')).toEqual(['00:00', '00:00'])
  await page.getByRole('button', { name: 'Mais um período: Segunda-feira' }).click()
  await page.getByLabel('Segunda-feira: fecha às', { exact: true }).fill('1200')
  await page.getByRole('button', { name: 'Salvar horários' }).click()
  await page.getByText('Clique em salvar para registar as alterações').waitFor()
  await lookAt('queue-hours')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByText('Queue saved successfully').waitFor()

  await page.getByRole('button', { name: 'Editar Suporte' }).click()
  const greeting = page.getByLabel('Mensagem de saudação')
  await expect.poll(() => greeting.inputValue()).toBe('Olá, {{firstName}}')
  await lookAt('queue-data')
  await page.getByRole('tab', { name: 'Horários' }).click()
  await expect.poll(() => hoursOf('Segunda-feira')).toEqual(['08:00', '12:00', '13:00', '18:00'])
  await page.getByRole('button', { name: 'Cancelar' }).click()
})

test("J04 QUEUE-08 a queue's prompt and integration are shown when it is opened again (step 9)", async () => {
  await shop.calls(createPrompt, {
    body: { name: 'Consultora', prompt: 'Você vende sofás.', apiKey: 'sk-da-loja', queueId: shop.sales.id },
  })
  await shop.calls(createIntegration, {
    body: { type: 'webhook', name: 'Fluxo da loja', urlN8N: 'https://fluxo.example/' },
  })
  await page.reload()
  await page.getByRole('button', { name: 'Editar Suporte' }).click()
  const dialog = page.getByRole('dialog')
  for (const [field, choice] of assistants) {
    await dialog.getByLabel(field, { exact: true }).click()
    await page.getByRole('option', { name: choice }).click()
  }
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.reload()
  await page.getByRole('button', { name: 'Editar Suporte' }).click()
  for (const [field, choice] of assistants)
    await expect.poll(() => dialog.getByLabel(field, { exact: true }).innerText()).toBe(choice)
  await page.getByRole('button', { name: 'Cancelar' }).click()
})

test('J04 QUEUE-07 QUEUE-13 QUEUE-19 QUEUE-20 QUEUE-23 a tree of options by keys, tried in the simulator, then by a customer (step 8)', async () => {
  await page.getByRole('button', { name: 'Editar Vendas' }).click()
  await page.getByLabel('Mensagem de saudação').fill('Olá, {{firstName}}!')
  await page.getByRole('tab', { name: 'Menu do robô' }).click()
  const notice = page.getByText('Clique em salvar para registar as alterações')
  await notice.waitFor({ state: 'detached' }) // the notice about the hours
  await Promise.all([
    notice.waitFor(), // it disappears after two seconds, so wait for it at once
    addOption(page.getByRole('button', { name: 'Nova opção' }), 'Segunda via', 'Como prefere receber?'),
  ])
  await addOption(
    page.getByRole('button', { name: 'Adicionar abaixo de Segunda via' }),
    'Por e-mail',
    'Enviamos já.',
  )
  await addOption(page.getByRole('button', { name: 'Nova opção' }), 'Entregas', 'Saem às terças.')
  await page.getByRole('treeitem', { name: 'Opção 2: Entregas' }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(menu).toEqual(['Opção 1: Entregas', 'Opção 2: Segunda via', 'Opção 1: Por e-mail'])

  const talk = page.getByRole('log', { name: 'Conversa simulada' })
  const asCustomer = page.getByLabel('Responda como o cliente')
  for (const words of ['dois', '1']) {
    await asCustomer.fill(words)
    await asCustomer.press('Enter')
  }
  await talk.getByText('Enviamos já.').waitFor()
  await talk.getByText('O robô termina aqui. O atendimento espera em Vendas.').waitFor()
  const simulated = await talk.locator('[data-from="bot"]').allInnerTexts()
  await lookAt('queue-menu')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByText('Queue saved successfully').first().waitFor()

  const inbound = await answersTo('5551999887766', ['Oi', 'dois', '1'])
  expect(inbound.map(asRead)).toEqual(simulated.map(asRead))

  await page.reload()
  await page.getByRole('button', { name: 'Editar Vendas' }).click()
  await page.getByRole('tab', { name: 'Menu do robô' }).click()
  await expect.poll(menu).toEqual(['Opção 1: Entregas', 'Opção 2: Segunda via', 'Opção 1: Por e-mail'])
  await page.getByRole('treeitem', { name: 'Opção 2: Segunda via' }).focus()
  await page.keyboard.press('Delete')
  await page.getByText('Com ela vai também 1 opção que está abaixo.').waitFor()
  await page.getByRole('button', { name: 'Excluir opção' }).click()
  await expect.poll(menu).toEqual(['Opção 1: Entregas'])
  expect(boss.complaints).toEqual([])
})

const tabs = () => page.getByRole('tab').allInnerTexts()
const menu = () =>
  page.getByRole('treeitem').evaluateAll((items) => items.map((item) => item.getAttribute('aria-label')))
/** WhatsApp's formatting is rendered; the author's name is only for screen readers. */
const asRead = (text: string) => text.replace('Robô:', '').replaceAll('*', '').trim()

const assistants = [
  ['Integração', 'Fluxo da loja'],
  ['Prompt', 'Consultora'],
] as const

const hoursOf = (day: string) =>
  page
    .getByRole('group', { name: day })
    .getByRole('textbox')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))

/** Each choice shows a notice that it was saved: wait until the previous notice has disappeared. */
async function choose(option: string, value: string): Promise<void> {
  const saved = page.getByText('Operação atualizada com sucesso.')
  await saved.waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: option }).click()
  await Promise.all([saved.waitFor(), page.getByRole('option', { name: value }).click()])
}

async function addOption(button: Locator, title: string, message: string): Promise<void> {
  await button.click()
  await page.getByLabel('Título').fill(title)
  await page.getByLabel('Resposta do robô').fill(message)
  await page.getByLabel('Título').press('Enter')
  await page.getByRole('treeitem', { name: title }).waitFor()
}

/** The bot's answers to a customer who writes these texts, each after the previous answer. */
async function answersTo(phone: string, words: readonly string[]): Promise<string[]> {
  const shop = environment.simulator.phone('555130254455').phone
  const customer = environment.simulator.createContact({ phone, name: 'Maria Souza' })
  const answers = () =>
    customer
      .chat(shop)
      .filter(({ from }) => from === 'shop')
      .map(({ text }) => text)
  for (const [turn, text] of words.entries()) {
    await customer.sendText(shop, text)
    await expect.poll(() => answers().length, { timeout: 60_000 }).toBe(turn + 1)
  }
  return answers()
}

/** On the narrowest screen nothing overflows; look.test.ts runs axe on desks and phones. */
async function lookAt(name: string): Promise<void> {
  await keepPicture(name)
  await page.setViewportSize({ width: 320, height: 640 })
  expect([name, await sidewaysTroubles(page)]).toEqual([name, []])
  await keepPicture(`${name}-narrow`)
  await page.setViewportSize({ width: 1366, height: 860 })
}

async function keepPicture(name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}
