import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { seriousTroubles, sidewaysTroubles, signIn, type Visitor, visit } from './src/browser'
import { drawnPicture } from './src/drawn-picture'
import { ana, type Environment, openEnvironment, openShop, type Shop } from './src/environment'
import { setModule } from './src/plan-modules'
import { admin } from './src/product'

/** The shop's own system, which receives webhook calls. */
let system: Server
const inbound: {
  signature: string
  text: string
  body: { event: string; id: string; message?: { body: string } }
}[] = []
let answers = 200
let environment: Environment
let shop: Shop

beforeAll(async () => {
  system = createServer(async (request, response) => {
    const text = await textOf(request)
    inbound.push({ signature: String(request.headers['x-balcao-signature']), text, body: JSON.parse(text) })
    response.writeHead(answers).end('sem estoque')
  }).listen(0, '127.0.0.1')
  await once(system, 'listening')
  environment = await openEnvironment({ environment: { BOT_PRIVATE_HOSTS: `127.0.0.1:${port()}` } })
  shop = await openShop(environment)
})
afterAll(async () => {
  await environment?.close()
  system.closeAllConnections()
  system.close()
})

// `address()` is a string only for pipes.
const port = () => (system.address() as AddressInfo).port
/** Waits for calls to the shop's system, not for messages on a phone. */
const isTold = (times: number) => vi.waitUntil(() => inbound.length >= times, { timeout: 60_000 })

test("J18 CONN-28 EXTAPI-01 EXTAPI-02 EXTAPI-03 EXTAPI-04 EXTAPI-05 EXTAPI-06 EXTAPI-07 an admin copies a token, reads the documentation, and sends a text and a picture from the page: they reach the customer’s phone and the attendant's open conversation; a wrong token sends nothing (steps 1 to 6)", async () => {
  const boss = await visit(environment.browser)
  const { page } = boss
  await signIn(boss, environment.product.url, admin.email, admin.password)
  const marina = environment.simulator.createContact({ phone: '5551999887766', name: 'Marina Duarte' })
  const clerk = await visit(environment.browser)
  await signIn(clerk, environment.product.url, ana.email, ana.password)
  await marina.sendText(shop.phone.phone, 'Meu pedido já chegou?')
  await clerk.page.goto(`${environment.product.url}/tickets?sub=pending`)
  const row = clerk.page.getByRole('article').filter({ hasText: 'Marina Duarte' })
  await row.hover()
  await row.getByRole('button', { name: 'Aceitar' }).click()
  await clerk.page.waitForURL(/\/tickets\/[0-9a-f-]{36}/)
  const conversation = clerk.page.getByLabel('Mensagens com Marina Duarte')
  await conversation.getByText('Meu pedido já chegou?').waitFor()

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${environment.product.url}/connections`)
  await page
    .getByRole('button', { name: /^Token/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Gerar token' }).click()
  const shown = (await page.getByRole('status').locator('code').textContent()) ?? ''
  await page.getByRole('button', { name: 'Copiar o token' }).click()
  const token = await page.evaluate(() => navigator.clipboard.readText())
  expect(token).toBe(shown)
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).last().click()

  await page.getByRole('link', { name: 'API', exact: true }).click()
  await page.getByText(`POST ${environment.product.url}/api/messages/send`).waitFor()
  for (const title of ['Mensagem de texto', 'Mensagem com arquivo'])
    await page.getByRole('heading', { name: title }).waitFor()
  const form = page.getByRole('form', { name: 'Testar o envio de texto' })
  await form.getByLabel('Token da conexão').fill(token)
  await form.getByLabel('Número').fill('+55 (51) 99988-7766')
  await form.getByLabel('Mensagem').fill('Seu pedido chegou')
  await form.getByRole('button', { name: 'Enviar' }).click()
  await form.getByText(/Sem máscara: código do país/).waitFor()
  await form.getByLabel('Número').fill('5551999887766')
  await form.getByRole('button', { name: 'Enviar' }).click()
  await page.getByText('Mensagem enviada com sucesso').waitFor()

  const fromShop = () => marina.chat(shop.phone.phone).filter(({ from }) => from === 'shop')
  const onPhone = () => fromShop().map(({ text }) => text)
  await environment.simulator.until('the message is on the phone', () => onPhone().length > 0)
  expect(onPhone()).toEqual(['Seu pedido chegou'])
  await conversation.getByText('Seu pedido chegou', { exact: true }).waitFor()

  const media = page.getByRole('form', { name: 'Testar o envio de arquivo' })
  await media.getByLabel('Número').fill('5551999887766')
  await media.getByLabel('Legenda').fill('A nota do seu pedido')
  await media.locator('input[type=file]').setInputFiles({
    name: 'nota.png',
    mimeType: 'image/png',
    buffer: drawnPicture(320, 180, [14, 124, 102]),
  })
  await media.getByRole('button', { name: 'Enviar' }).click()
  await environment.simulator.until('the picture is on the phone', () => onPhone().length > 1)
  expect(fromShop().at(-1)).toMatchObject({ kind: 'picture', text: 'A nota do seu pedido' })
  await conversation.getByText('A nota do seu pedido').waitFor()
  await byDayAndNight(page, boss, 'messages-api')

  await form.getByLabel('Token da conexão').fill('errado')
  await form.getByLabel('Mensagem').fill('Oi')
  await form.getByRole('button', { name: 'Enviar' }).click()
  await page.getByText(/O token da API não é válido/).waitFor()
  expect(onPhone()).toHaveLength(2)
  expect(marina.arrivals(shop.phone.phone).map(({ displays }) => displays)).toEqual([1, 1])
  expect([...boss.complaints, ...clerk.complaints]).toEqual([])
  await Promise.all([page, clerk.page].map((it) => it.context().close()))
})

test('E2 an admin adds a webhook, tries it, and the shop’s system gets a signed call about a customer; a refused call is resent from the log', async () => {
  const boss = await visit(environment.browser)
  const { page } = boss
  await signIn(boss, environment.product.url, admin.email, admin.password, '/messages-api')
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await page.getByRole('button', { name: 'Adicionar webhook' }).click()
  const form = page.getByRole('dialog', { name: 'Novo webhook' })
  await form.getByLabel('Nome').fill('Estoque')
  await form.getByLabel('URL').fill(`http://127.0.0.1:${port()}/balcao`)
  await look(page, 'webhook-form')
  await form.getByRole('button', { name: 'Salvar' }).click()
  const shown = page.getByRole('dialog', { name: 'Segredo do webhook' })
  const secret = (await shown.locator('code').textContent()) ?? ''
  await look(page, 'webhook-secret')
  await shown.getByRole('button', { name: 'Já guardei' }).click()

  await page.getByRole('button', { name: 'Enviar um teste a Estoque' }).click()
  await page.getByText(/^Respondeu 200 em \d+ ms\.$/).waitFor()
  answers = 410
  const davi = environment.simulator.createContact({ phone: '5551988776655', name: 'Davi Reis' })
  await davi.sendText(shop.phone.phone, 'Tem poltrona?')
  await isTold(2)
  const call = inbound[1]
  expect(call?.body).toMatchObject({ event: 'message.received', message: { body: 'Tem poltrona?' } })
  const seconds = /^t=(\d+),/.exec(call?.signature ?? '')?.[1]
  const mac = createHmac('sha256', secret).update(`${seconds}.${call?.text}`).digest('hex')
  expect(call?.signature).toBe(`t=${seconds},v1=${mac}`)

  await page.getByText('Desligado pelo sistema').waitFor()
  await byDayAndNight(page, boss, 'webhooks-off')
  await page.goto(`${environment.product.url}/messages-api`)
  await page.getByRole('link', { name: 'Ver webhooks' }).click()
  answers = 200
  await page.getByRole('button', { name: 'Editar Estoque' }).click()
  await page.getByRole('dialog').getByLabel('Ativo').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Ver o registro de Estoque' }).click()
  await look(page, 'webhook-log')
  await page.getByRole('button', { name: 'Ver a entrega de test' }).click()
  await page.getByRole('button', { name: 'Enviar de novo' }).click()
  await isTold(3)
  expect(inbound[2]?.body.id).toBe(inbound[0]?.body.id)
  await page.getByRole('dialog', { name: 'test' }).getByText('sem estoque').waitFor()
  await byDayAndNight(page, boss, 'webhook-delivery')

  expect(boss.complaints).toEqual([])
})

test('J18 SHELL-23 SHELL-32 a plan without the external API has neither its line in the drawer nor its page (step 6)', async () => {
  const boss = await visit(environment.browser)
  const { page } = boss
  await signIn(boss, environment.product.url, admin.email, admin.password)
  const line = page
    .getByRole('navigation', { name: 'Menu principal' })
    .getByRole('link', { name: 'API', exact: true })
  await line.waitFor()

  await setModule(page, environment.product.url, 'API externa', false)

  await line.waitFor({ state: 'detached' })
  await page.goto(`${environment.product.url}/messages-api`)
  const refused = 'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.'
  await page.getByText(refused).first().waitFor()
  await page.waitForURL(`${environment.product.url}/`)

  await setModule(page, environment.product.url, 'API externa', true)
  await line.waitFor()
  expect(boss.complaints).toEqual([])
})

/** Light on a desk, dark on a phone; e2e/look.test.ts checks the other two. */
async function byDayAndNight(page: Page, visitor: Visitor, name: string): Promise<void> {
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

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}
