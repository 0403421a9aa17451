import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousTroubles, sidewaysTroubles, signIn, type Visitor, visit } from './src/browser'
import { admin } from './src/product'
import { openShop, openStage, type Stage } from './src/stage'

let stage: Stage
let boss: Visitor
let page: Page

beforeAll(async () => {
  stage = await openStage()
  await openShop(stage)
  boss = await visit(stage.browser)
  page = boss.page
  await signIn(boss, stage.product.url, admin.email, admin.password)
})
afterAll(() => stage?.close())

test('SETTING-02 SETTING-06 SETTING-13 COMPANY-11 hours of the company and holidays', async () => {
  await page.goto(`${stage.product.url}/settings`)
  expect(await tabs()).not.toContain('Horários')
  await chooseMode('Por empresa')

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
  await chooseMode('Por fila')
  await expect.poll(tabs).not.toContain('Horários')
})

test('QUEUE-02 QUEUE-05 QUEUE-06 QUEUE-12 QUEUE-13 a queue is made, greets by name, and has hours', async () => {
  await page.goto(`${stage.product.url}/queues`)
  await page.getByRole('button', { name: 'Nova fila' }).click()
  await page.getByLabel('Nome', { exact: true }).fill('Suporte')
  await page.getByRole('group', { name: 'Paleta de cores' }).getByRole('button').nth(20).click()
  await page.getByLabel('Mensagem de saudação').fill('Olá, ')
  await page.getByRole('button', { name: 'Primeiro nome' }).click()
  await page.getByRole('tab', { name: 'Horários' }).click()
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
  const monday = page.getByRole('group', { name: 'Segunda-feira' }).getByRole('textbox')
  await expect
    .poll(() => monday.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value)))
    .toEqual(['08:00', '12:00', '13:00', '18:00'])
  await page.getByRole('button', { name: 'Cancelar' }).click()
})

test('QUEUE-07 QUEUE-13 QUEUE-19 QUEUE-20 QUEUE-23 a tree of options by keys, tried in the simulator, then by a customer', async () => {
  await page.getByRole('button', { name: 'Editar Vendas' }).click()
  await page.getByLabel('Mensagem de saudação').fill('Olá, {{firstName}}!')
  await page.getByRole('tab', { name: 'Menu do robô' }).click()
  const told = page.getByText('Clique em salvar para registar as alterações')
  await told.waitFor({ state: 'detached' }) // what was said about the hours
  await Promise.all([
    told.waitFor(), // it goes after two seconds: too late to look for it then
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

  const heard = await answersTo('5551999887766', ['Oi', 'dois', '1'])
  expect(heard.map(asRead)).toEqual(simulated.map(asRead))

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
/** WhatsApp's marks are shown as what they mean; who speaks is said to screen readers. */
const asRead = (text: string) => text.replace('Robô:', '').replaceAll('*', '').trim()

async function chooseMode(mode: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Gerenciamento de Expediente' }).click()
  await page.getByRole('option', { name: mode }).click()
  await page.getByText('Operação atualizada com sucesso.').first().waitFor()
}

async function addOption(button: Locator, title: string, message: string): Promise<void> {
  await button.click()
  await page.getByLabel('Título').fill(title)
  await page.getByLabel('Resposta do robô').fill(message)
  await page.getByLabel('Título').press('Enter')
  await page.getByRole('treeitem', { name: title }).waitFor()
}

/** What the shop's bot says to a customer who writes these words, each after the answer to the one before. */
async function answersTo(phone: string, words: readonly string[]): Promise<string[]> {
  const shop = stage.simulator.phone('555130254455').phone
  const customer = stage.simulator.createContact({ phone, name: 'Maria Souza' })
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

/** On the narrowest screen nothing sticks out; what axe finds on desks and phones, look.test.ts sees. */
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
