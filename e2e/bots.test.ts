import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SimulatedContact } from '@balcao/whatsapp-simulator/contact'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousTroubles, sidewaysTroubles, signIn, visit } from './src/browser'
import { ana, type Environment, openEnvironment, openShop, type Shop } from './src/environment'
import { setModule } from './src/plan-modules'
import { admin } from './src/product'

/** A server of the shop: its flow, and a model with OpenAI's API. */
let machine: Server
const inbound: { url: string; signature: string; body: string }[] = []
let environment: Environment
let shop: Shop

beforeAll(async () => {
  machine = createServer(async (request, response) => {
    const body = await bodyOf(request)
    inbound.push({ url: String(request.url), signature: String(request.headers['x-balcao-signature']), body })
    const answer = request.url === '/flow' ? flow(JSON.parse(body)) : model(JSON.parse(body))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(machine, 'listening')
  const host = `127.0.0.1:${port()}`
  environment = await openEnvironment({
    environment: { PRIVATE_HOSTS: host, BOT_PRIVATE_HOSTS: host, ASSISTANT_BASE_URL: `http://${host}/v1` },
  })
  shop = await openShop(environment)
})
afterAll(async () => {
  await environment?.close()
  machine.closeAllConnections()
  machine.close()
})

// `address()` is a string only for pipes.
const port = () => (machine.address() as AddressInfo).port

function flow({ message }: { message: { text: string } }) {
  return { replies: [`Você disse "${message.text}". Um momento!`] }
}

function model({ messages }: { messages: { content: string }[] }) {
  const asked = messages.at(-1)?.content ?? ''
  const call = { id: 'c', type: 'function', function: { name: 'transferir_para_equipe', arguments: '{}' } }
  const message = asked.includes('pessoa')
    ? { role: 'assistant', content: 'Já chamei a equipe.', tool_calls: [call] }
    : { role: 'assistant', content: `Sobre "${asked}": temos três modelos.` }
  return { choices: [{ index: 0, message }], usage: { prompt_tokens: 90, completion_tokens: 12 } }
}

test('J17 INTEG-04 INTEG-12 PROMPT-02 QUEUE-08 BOT-11 an admin creates a prompt and an integration, tries it, and customers get answers until a person takes over (step 8)', async () => {
  const boss = await visit(environment.browser)
  const { page } = boss
  await signIn(boss, environment.product.url, admin.email, admin.password, '/prompts')
  await page.getByRole('button', { name: 'Adicionar prompt' }).click()
  await page.getByLabel('Nome').fill('Consultora')
  await page.getByLabel('Prompt', { exact: true }).fill('Você vende os sofás da Casa Ipê.')
  await page.getByLabel('Chave da API').fill('sk-da-loja')
  await choose(page, 'Fila', 'Vendas')
  await look(page, 'prompt-form')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Prompt salvo com sucesso!').waitFor()

  await page.goto(`${environment.product.url}/queue-integration`)
  await page.getByRole('button', { name: 'Adicionar integração' }).click()
  await choose(page, 'Tipo', 'Webhook')
  await page.getByLabel('Nome').fill('Fluxo da loja')
  await page.getByLabel('URL').fill(`http://127.0.0.1:${port()}/flow`)
  await page.getByLabel('Segredo da assinatura').fill('segredo da loja')
  await page.getByRole('button', { name: 'Testar Bot' }).click()
  await page.getByText('Integração testada com sucesso!').waitFor()
  await page.getByText('O bot disse: Você disse "Olá". Um momento!').waitFor()
  await look(page, 'integration-form')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Integração adicionada com sucesso!').waitFor()

  await setsOnSales(page, 'Integração', 'Fluxo da loja')
  const marina = environment.simulator.createContact({ phone: '5551999887766', name: 'Marina Duarte' })
  expect(await isAnswered(marina, 'Oi, tem sofá?', 1)).toBe('Você disse "Oi, tem sofá?". Um momento!')
  const call = inbound.findLast(({ url }) => url === '/flow')
  const seconds = /^t=(\d+),/.exec(call?.signature ?? '')?.[1]
  const mac = createHmac('sha256', 'segredo da loja').update(`${seconds}.${call?.body}`).digest('hex')
  expect(call?.signature).toBe(`t=${seconds},v1=${mac}`)

  await page.goto(`${environment.product.url}/queue-integration`)
  await page
    .getByRole('row', { name: /Fluxo da loja/ })
    .getByText('Respondida')
    .waitFor()
  await byDayAndNight(page, boss, 'integrations')

  const clerk = await visit(environment.browser)
  await signIn(clerk, environment.product.url, ana.email, ana.password, '/tickets?sub=pending')
  const row = clerk.page.getByRole('article').filter({ hasText: 'Marina Duarte' })
  await row.hover()
  await row.getByRole('button', { name: 'Aceitar' }).click()
  await clerk.page.waitForURL(/\/tickets\/[0-9a-f-]{36}/)
  const before = inbound.length
  await marina.sendText(shop.phone.phone, 'Ainda está aí?')
  await clerk.page.getByLabel('Mensagens com Marina Duarte').getByText('Ainda está aí?').waitFor()
  await clerk.page.getByPlaceholder('Escreva uma mensagem').fill('Oi, Marina! Sou a Ana.')
  await clerk.page.keyboard.press('Enter')
  expect(await isRead(marina, 2)).toContain('Sou a Ana')
  expect(inbound.length).toBe(before)

  await setsOnSales(page, 'Integração', 'Nenhum')
  await setsOnSales(page, 'Prompt', 'Consultora')
  const davi = environment.simulator.createContact({ phone: '5551988776655', name: 'Davi Reis' })
  expect(await isAnswered(davi, 'Tem poltrona?', 1)).toBe('Sobre "Tem poltrona?": temos três modelos.')
  expect(await isAnswered(davi, 'Quero uma pessoa', 2)).toBe('Já chamei a equipe.')
  await page.goto(`${environment.product.url}/prompts`)
  await page.getByRole('row', { name: /Consultora.*Vendas.*100.*2.*204/ }).waitFor()
  await byDayAndNight(page, boss, 'prompts')

  expect(environment.simulator.stats).toMatchObject({ unknown: [], errors: [] })
  expect([...boss.complaints, ...clerk.complaints]).toEqual([])
})

test('J17 PROMPT-03 PROMPT-04 PROMPT-05 PROMPT-06 PROMPT-09 a prompt has its defaults, requires only a queue, and is deleted (steps 2 to 4)', async () => {
  const boss = await visit(environment.browser)
  const { page } = boss
  await signIn(boss, environment.product.url, admin.email, admin.password, '/prompts')
  await page.getByRole('button', { name: 'Adicionar prompt' }).first().click()
  const form = page.getByRole('dialog', { name: 'Novo prompt' })
  const save = form.getByRole('button', { name: 'Salvar' })

  expect(await form.getByRole('combobox', { name: 'Voz' }).textContent()).toBe('Texto')
  const numbers = ['Máx. de tokens', 'Temperatura', 'Máx. de mensagens'].map((name) => form.getByLabel(name))
  expect(await Promise.all(numbers.map((field) => field.inputValue()))).toEqual(['100', '1', '10'])
  await form.getByRole('combobox', { name: 'Voz' }).click()
  expect(await page.getByRole('option').count()).toBe(16)
  await page.getByRole('option', { name: 'Texto', exact: true }).click()
  await form.getByLabel('Nome').fill('AI')
  await form.getByLabel('Prompt', { exact: true }).fill('Ajude.')
  await form.getByLabel('Chave da API').fill('sk-da-loja')
  await save.click()
  await form.getByText('Informe o setor').first().waitFor()
  await choose(page, 'Fila', 'Vendas')
  await save.click()
  await form.waitFor({ state: 'detached' })

  await page.getByRole('row', { name: /AI.*Vendas.*100/ }).waitFor()
  await page.getByRole('button', { name: 'Excluir AI' }).click()
  await page.getByRole('button', { name: 'Excluir prompt' }).click()
  await page.locator('[data-kind="info"]').getByText('Prompt excluído com sucesso!').waitFor()
  await page.getByRole('row', { name: /AI.*Vendas/ }).waitFor({ state: 'detached' })
  expect(boss.complaints).toEqual([])
  await page.context().close()
})

test('J17 INTEG-02 INTEG-03 INTEG-07 INTEG-08 INTEG-09 INTEG-12 INTEG-13 PERM-14 an integration requires the fields of its type, a Dialogflow session is tried, and without the module the page is refused (steps 5 to 7 and 9)', async () => {
  const boss = await visit(environment.browser)
  const { page } = boss
  await signIn(boss, environment.product.url, admin.email, admin.password, '/queue-integration')
  await page.getByRole('button', { name: 'Adicionar integração' }).first().click()
  const form = page.getByRole('dialog', { name: 'Nova integração' })
  const field = (name: string) => form.getByLabel(name, { exact: true })
  const save = form.getByRole('button', { name: 'Salvar' })

  expect(await field('Tipo').textContent()).toBe('Typebot')
  expect(await field('Intervalo entre mensagens (ms)').inputValue()).toBe('1000')
  expect(await field('Minutos para expirar').inputValue()).toBe('1')
  await field('Nome').fill('Agente')
  await field('URL do Typebot').fill('https://typebot.example')
  await save.click()
  await form.locator('[aria-invalid="true"]').waitFor()
  expect(await field('Typebot - Slug').getAttribute('aria-invalid')).toBe('true')
  for (const type of ['n8n', 'Webhook']) {
    await choose(page, 'Tipo', type)
    await field('URL').waitFor()
    expect(await field('Typebot - Slug').count()).toBe(0)
  }

  await choose(page, 'Tipo', 'Dialogflow')
  expect(await field('URL').count()).toBe(0)
  await save.click()
  await form.locator('[aria-invalid="true"]').first().waitFor()
  expect(await field('Idioma').getAttribute('aria-invalid')).toBe('true')
  await field('Idioma').click()
  expect(await page.getByRole('option').allInnerTexts()).toEqual([
    'Escolha o idioma',
    'Português (Brasil)',
    'Inglês',
    'Espanhol',
  ])
  await page.getByRole('option', { name: 'Português (Brasil)' }).click()
  await field('Nome do projeto').fill('loja-1')
  await field('Conteúdo do JSON').fill('{"client_email": "robo@loja.example"}')
  await form.getByRole('button', { name: 'Testar Bot' }).click()
  await page.getByText('Faltam dados: confira os campos desta integração.').first().waitFor()
  await form.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: /^Descartar/ }).click()

  await setModule(page, environment.product.url, 'Integrações', false)
  const drawer = page.getByRole('navigation', { name: 'Menu principal' })
  await drawer.getByRole('link', { name: 'Integrações', exact: true }).waitFor({ state: 'detached' })
  await page.goto(`${environment.product.url}/queue-integration`)
  const refused = 'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.'
  await page.getByText(refused).first().waitFor()
  await page.waitForURL(`${environment.product.url}/`)

  await setModule(page, environment.product.url, 'Integrações', true)
  await drawer.getByRole('link', { name: 'Integrações', exact: true }).waitFor()
  expect(boss.complaints).toEqual([])
  await page.context().close()
})

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByLabel(field, { exact: true }).click()
  await page.getByRole('option', { name: option }).click()
}

async function setsOnSales(page: Page, field: string, choice: string): Promise<void> {
  await page.goto(`${environment.product.url}/queues`)
  await page.getByRole('button', { name: 'Editar Vendas' }).click()
  await choose(page, field, choice)
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function isAnswered(contact: SimulatedContact, words: string, nth: number): Promise<string> {
  await contact.sendText(shop.phone.phone, words)
  return isRead(contact, nth)
}

/** The n-th message from the server on this phone, once it is there; there must be no further one. */
async function isRead(contact: SimulatedContact, nth: number): Promise<string> {
  const shown = () => contact.chat(shop.phone.phone).filter(({ from }) => from === 'shop')
  await environment.simulator.until(`answer ${nth} is on the phone`, () => shown().length >= nth)
  expect(shown()).toHaveLength(nth)
  return shown().at(-1)?.text ?? ''
}

/** Light on a desk, dark on a phone; e2e/look.test.ts checks the other two, and the forms. */
async function byDayAndNight(page: Page, visitor: Parameters<typeof seriousTroubles>[0], name: string) {
  for (const [width, height, colorScheme] of [
    [390, 844, 'dark'],
    [1366, 860, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await look(page, `${name}-${width}-${colorScheme}`)
    expect(await seriousTroubles(visitor)).toEqual([])
  }
}

async function look(page: Page, name: string): Promise<void> {
  expect(await sidewaysTroubles(page)).toEqual([])
  const folder = process.env.PICTURES // screenshots for review, on request
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}
