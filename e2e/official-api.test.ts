import { createQueue } from '@balcao/contract/queues'
import { listTickets } from '@balcao/contract/tickets'
import type { GraphNumber } from '@balcao/whatsapp-simulator/graph/play-number'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousTroubles, sidewaysTroubles, signInByForm, type Visitor, visit } from './src/browser'
import { type Calls, signInForCalls } from './src/calls'
import { drawnPicture } from './src/drawn-picture'
import { type Environment, openEnvironment } from './src/environment'
import { admin } from './src/product'
import { rowsAtTheDatabase } from './src/product-database'

// A shop owner joins a number of the official API and works with it. Each test continues where the previous one ended.
let environment: Environment
let visitor: Visitor
let number: GraphNumber
let secrets: { accountId: string; token: string; appId: string; appSecret: string }
let calls: Calls

beforeAll(async () => {
  environment = await openEnvironment({ ownProduct: true })
  const { graph } = environment.simulator
  const app = graph.addApp()
  const account = graph.addAccount()
  number = graph.addNumber({
    accountId: account.id,
    displayNumber: '551133334444',
    verifiedName: 'Casa Ipê Móveis',
  })
  const token = graph.issueToken({ appId: app.id, accountIds: [account.id] })
  secrets = { accountId: account.id, token, appId: app.id, appSecret: app.secret }
  calls = await signInForCalls(environment.product.url, admin.email, admin.password)
  await calls(createQueue, { body: { name: 'Vendas', color: '#2E9E6B' } })
  await calls(createQueue, { body: { name: 'Suporte', color: '#E0862B' } })
  visitor = await visit(environment.browser)
  await signInByForm(visitor, environment.product.url, admin.email, admin.password)
})
afterAll(() => environment?.close())

test('a shop owner joins a number: each wrong value is explained, and the right ones connect it', async () => {
  const { page } = visitor
  const { graph } = environment.simulator
  await page.goto(`${environment.product.url}/connections`)
  await page.getByRole('button', { name: 'Nova conexão' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Nome').fill('Oficial')
  await form.getByRole('combobox', { name: 'Como este número se conecta' }).click()
  await page.getByRole('option', { name: 'Pela API oficial da Meta' }).click()
  await form.getByRole('combobox', { name: 'Filas' }).click()
  for (const name of ['Vendas', 'Suporte']) await page.getByRole('option', { name }).click()
  await page.keyboard.press('Escape')
  await form.getByRole('tab', { name: 'Mensagens' }).click()
  await form.getByRole('textbox', { name: 'Mensagem de saudação' }).fill('Olá! Com quem quer falar?')
  await form.getByRole('button', { name: 'Salvar' }).click()

  const dialog = page.getByRole('dialog', { name: 'API oficial: Oficial' })
  const fill = async (more: Partial<typeof secrets>) => {
    const given = { ...secrets, ...more }
    await dialog.getByLabel('ID da conta').fill(given.accountId)
    await dialog.getByLabel('Token de acesso').fill(given.token)
    await dialog.getByLabel('Chave secreta').fill(given.appSecret)
    await dialog.getByRole('button', { name: 'Buscar números' }).click()
  }
  const poor = graph.issueToken({
    appId: secrets.appId,
    accountIds: [secrets.accountId],
    scopes: ['whatsapp_business_messaging'],
  })
  const expired = graph.issueToken({
    appId: secrets.appId,
    accountIds: [secrets.accountId],
    expiresAt: new Date(Date.now() - 60_000),
  })
  const mistakes = [
    [{ token: 'EAAerrado' }, 'O token de acesso não foi aceito'],
    [{ token: poor }, 'Falta ao token uma permissão: whatsapp_business_management'],
    [{ token: expired }, 'O token de acesso venceu'],
    [{ appSecret: '0'.repeat(32) }, 'A chave secreta do aplicativo está errada'],
    [{ accountId: '100000000000001' }, 'Não há conta do WhatsApp Business'],
  ] as const
  for (const [wrong, sentence] of mistakes) {
    await fill(wrong)
    await dialog.getByRole('alert').getByText(sentence).waitFor()
  }
  await looksRight('the form with a mistake')

  await fill({})
  await dialog.getByText('+55 11').waitFor()
  await dialog.getByRole('button', { name: 'Conectar este número' }).click()
  await dialog.getByText('Esperando a Meta conferir o endereço').waitFor()
  const address = await dialog.getByText('/webhooks/whatsapp').textContent()
  const [row] = await rowsAtTheDatabase<{ account_id: string }>(
    environment.product,
    'select account_id from official_numbers',
  )
  expect(row?.account_id).toBe(secrets.accountId)
  const verifyToken = await dialog.locator('code').nth(1).textContent()
  await graph.setCallback(secrets.appId, address ?? '', verifyToken ?? '')

  await dialog.getByText('A Meta conferiu o endereço').waitFor()
  await looksRight('the state of the number')
  await dialog.getByRole('button', { name: 'Fechar' }).last().click()
  await page.getByText('Conectado', { exact: true }).waitFor()
  number.setQuality('YELLOW')
  await page.getByText('Qualidade média').waitFor()
  await looksRight('the connections')
})

test('a customer taps a button of the menu, writes, gets an answer, and its ticks rise', async () => {
  const { page } = visitor
  const ana = environment.simulator.graph.addCustomer({ name: 'Ana Flores', phone: '5511988887777' })
  ana.write(number.id, 'Oi')
  const menu = await seen(() => ana.seen(number.id).find(({ buttons }) => buttons.length > 0))
  expect(menu.buttons.map(({ title }) => title)).toEqual(['Vendas', 'Suporte'])
  ana.tap(number.id, menu.wamid, 'Vendas')
  ana.write(number.id, {
    kind: 'image',
    bytes: drawnPicture(320, 200, [120, 130, 140]),
    mimeType: 'image/png',
    caption: 'Tem esta?',
  })

  await page.goto(`${environment.product.url}/tickets`)
  await page.getByRole('tab', { name: /Aguardando/ }).click()
  const row = page.getByRole('article').filter({ hasText: 'Ana Flores' })
  await row.getByText('Tem esta?').waitFor() // a message that comes later moves the row away from the pointer
  await row.hover()
  await row.getByRole('button', { name: 'Aceitar' }).click()
  const field = page.getByPlaceholder('Escreva uma mensagem')
  await page.getByText(/Você pode responder livremente pela conexão Oficial/).waitFor()
  await field.fill('Tem sim!')
  await field.press('Enter')
  await seen(() => ana.seen(number.id).find(({ text }) => text.includes('Tem sim!')))
  ana.read(number.id)
  const answer = page.getByRole('article').filter({ hasText: 'Tem sim!' })
  await answer.getByRole('img', { name: 'lida', exact: true }).first().waitFor()
  await looksRight('the conversation')
})

test('the composer closes with the reply window, and opens with the next message', async () => {
  const { page } = visitor
  await rowsAtTheDatabase(
    environment.product,
    "update reply_windows set closes_at = now() - interval '1 minute'",
  )
  await page.reload()
  await page.getByText('Já se passaram 24 horas desde a última mensagem').waitFor()
  expect(await page.getByPlaceholder('Escreva uma mensagem').count()).toBe(0)
  await looksRight('the closed composer')

  environment.simulator.graph.customer('5511988887777').write(number.id, 'Voltei')

  await page.getByPlaceholder('Escreva uma mensagem').waitFor()
})

test('a customer who writes to both numbers is one contact with one live ticket', async () => {
  const phone = environment.simulator.createPhone({ phone: '555130254455', name: 'Casa Ipê' })
  const { page } = visitor
  await page.goto(`${environment.product.url}/connections`)
  await page.getByRole('button', { name: 'Nova conexão' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Nome').fill('Celular')
  await form.getByRole('button', { name: 'Salvar' }).click()
  const qr = await seen(() => environment.simulator.waiting().find(({ qr }) => qr !== undefined)?.qr)
  await phone.scanQr(qr)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const ana = environment.simulator.createContact({ phone: '5511988887777', name: 'Ana Flores' })

  await ana.sendText(phone.phone, 'Agora pelo outro número')

  await page.goto(`${environment.product.url}/tickets`)
  await page.getByRole('article').filter({ hasText: 'Agora pelo outro número' }).first().waitFor()
  const { tickets } = await (await signInForCalls(environment.product.url, admin.email, admin.password))(
    listTickets,
    { query: { showAll: true, status: 'open' } },
  )
  expect(tickets.map(({ contact, whatsapp }) => [contact.name, whatsapp?.name])).toEqual([
    ['Ana Flores', 'Celular'],
  ])
})

async function seen<T>(find: () => T | undefined): Promise<T> {
  let found: T | undefined
  const look = () => {
    found = find()
    return found !== undefined
  }
  await expect.poll(look, { timeout: 60_000 }).toBe(true)
  return found as T // the poll ends when it is one
}

async function looksRight(screen: string): Promise<void> {
  const troubles = [...(await seriousTroubles(visitor)), ...(await sidewaysTroubles(visitor.page))]
  expect({ screen, troubles }).toEqual({ screen, troubles: [] })
}
