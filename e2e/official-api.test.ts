import { createCompany } from '@balcao/contract/companies'
import { listConnections, updateConnection } from '@balcao/contract/connections'
import { createPlan } from '@balcao/contract/plans'
import { createQueue } from '@balcao/contract/queues'
import type { GraphNumber } from '@balcao/whatsapp-simulator/graph/play-number'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousTroubles, sidewaysTroubles, signIn, signInByForm, type Visitor, visit } from './src/browser'
import { signInForCalls } from './src/calls'
import { dayFromNow } from './src/days'
import { drawnPicture } from './src/drawn-picture'
import { type Environment, openEnvironment } from './src/environment'
import { admin } from './src/product'
import { tableAt } from './src/product-rows'

// A shop owner joins a number of the official API and works with it. Each test continues where the previous one ended.
let environment: Environment
let visitor: Visitor
let number: GraphNumber
let secrets: { accountId: string; token: string; appId: string; appSecret: string }
/** The admin of another company. */
const rui = { email: 'rui@example.com', password: 'senha do rui' }

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
  const calls = await signInForCalls(environment.product.url, admin.email, admin.password)
  await calls(createQueue, { body: { name: 'Vendas', color: '#2E9E6B' } })
  await calls(createQueue, { body: { name: 'Suporte', color: '#E0862B' } })
  const plan = await calls(createPlan, {
    body: { name: 'Essencial', users: 5, connections: 2, queues: 5, value: 149.9 },
  })
  await calls(createCompany, {
    body: { ...rui, name: 'Padaria Sol', planId: plan.id, dueDate: dayFromNow(9) },
  })
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
  const stored = await tableAt(environment.product, 'official_numbers').get({}, ['account_id'])
  expect(stored.account_id).toBe(secrets.accountId)
  const verifyToken = await dialog.locator('code').nth(1).textContent()
  await graph.setCallback(secrets.appId, address ?? '', verifyToken ?? '')

  await dialog.getByText('A Meta conferiu o endereço').waitFor()
  await dialog.getByText('Falta a primeira mensagem').waitFor()
  await looksRight('the state of the number')
  await dialog.getByRole('button', { name: 'Fechar' }).last().click()
  await page.getByText('Conectado', { exact: true }).waitFor()
  number.setQuality('YELLOW')
  await page.getByText(/Qualidade média .* nome aprovado/).waitFor()
  number.setNameStatus('DECLINED')
  await page.getByText(/Qualidade média .* nome recusado/).waitFor()
  number.setNameStatus('APPROVED')
  await page.getByText(/Qualidade média .* nome aprovado/).waitFor()
  await page.getByText('Nenhuma mensagem chegou ainda').waitFor()
  await looksRight('the connections')
})

test('an app that left the account, and a number that is taken, are explained too', async () => {
  const { page } = visitor
  await fetch(`${environment.simulator.graph.url}/v26.0/${secrets.accountId}/subscribed_apps`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${secrets.token}` },
  })
  await page.getByRole('button', { name: 'API oficial' }).click()
  const dialog = page.getByRole('dialog', { name: 'API oficial: Oficial' })
  await dialog.getByRole('button', { name: 'Conferir agora' }).click()
  await dialog.getByRole('alert').getByText('O aplicativo deixou de receber as mensagens').waitFor()
  await looksRight('the state of a number without its app')
  await dialog.getByRole('button', { name: 'Trocar os dados' }).click()
  await dialog.getByRole('button', { name: 'Buscar números' }).click()
  await dialog.getByRole('button', { name: 'Conectar este número' }).click()
  await dialog.getByText('A Meta conferiu o endereço').waitFor()
  expect(await dialog.getByRole('alert').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Fechar' }).last().click()

  const theirAdmin = await visitOtherCompany()
  await theirAdmin.page.getByRole('button', { name: 'Nova conexão' }).first().click()
  const form = theirAdmin.page.getByRole('dialog')
  await form.getByLabel('Nome').fill('Nossa oficial')
  await form.getByRole('combobox', { name: 'Como este número se conecta' }).click()
  await theirAdmin.page.getByRole('option', { name: 'Pela API oficial da Meta' }).click()
  await form.getByRole('button', { name: 'Salvar' }).click()
  const theirs = theirAdmin.page.getByRole('dialog', { name: 'API oficial: Nossa oficial' })
  await theirs.getByLabel('ID da conta').fill(secrets.accountId)
  await theirs.getByLabel('Token de acesso').fill(secrets.token)
  await theirs.getByLabel('Chave secreta').fill(secrets.appSecret)
  await theirs.getByRole('button', { name: 'Buscar números' }).click()

  await theirs.getByText('Este número já está em outra conexão do Balcão').waitFor()
  expect(await theirs.getByRole('radio').isDisabled()).toBe(true)
  expect(await theirs.getByRole('button', { name: 'Conectar este número' }).isDisabled()).toBe(true)
  await theirAdmin.page.context().close()
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
  const aMinuteAgo = new Date(Date.now() - 60_000)
  await tableAt(environment.product, 'reply_windows').update({}, { closes_at: aMinuteAgo })
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
  const { product } = environment
  const live = await tableAt(product, 'tickets').get({ status: ['open', 'pending'] })
  const contact = await tableAt(product, 'contacts').get({ id: live.contact_id }, ['name'])
  const over = await tableAt(product, 'connections').get({ id: live.connection_id }, ['name'])
  expect([contact.name, over.name]).toEqual(['Ana Flores', 'Celular'])

  // The composer names the number over which the answer leaves, and follows the customer.
  await page.getByRole('article').filter({ hasText: 'Agora pelo outro número' }).first().click()
  await page.getByText('A resposta sai pela conexão Celular').waitFor()
  await looksRight('the composer over the linked number')
  await answers('Pelo celular')
  await seen(() => ana.chat(phone.phone).find(({ text }) => text.includes('Pelo celular')))
  const official = environment.simulator.graph.customer('5511988887777')
  official.write(number.id, 'E agora pela oficial')
  await page.getByText(/Você pode responder livremente pela conexão Oficial/).waitFor()
  expect(await page.getByText('A resposta sai pela conexão Celular').count()).toBe(0)
  await answers('Pela oficial')
  await seen(() => official.seen(number.id).find(({ text }) => text.includes('Pela oficial')))
})

test('a menu of more than three queues is a list on the phone, and its choice drives the bot', async () => {
  const { page } = visitor
  const { url } = environment.product
  const admins = await signInForCalls(url, admin.email, admin.password)
  const queues = await Promise.all(
    [
      { name: 'Entregas', color: '#7A52D3' },
      { name: 'Trocas', color: '#B0413E' },
    ].map((body) => admins(createQueue, { body })),
  )
  const connections = await admins(listConnections)
  const official = connections.find(({ name }) => name === 'Oficial')
  if (official === undefined) throw new Error('the connection is there')
  await admins(updateConnection, {
    params: { connectionId: official.id },
    body: { queueIds: [...official.queues.map(({ id }) => id), ...queues.map(({ id }) => id)] },
  })
  const bia = environment.simulator.graph.addCustomer({ name: 'Bia Reis', phone: '5511977776666' })

  bia.write(number.id, 'Bom dia')
  const menu = await seen(() => bia.seen(number.id).find(({ buttons }) => buttons.length > 0))
  expect(menu.content).toMatchObject({ type: 'list' })
  expect(menu.buttons.map(({ title }) => title).toSorted()).toEqual([
    'Entregas',
    'Suporte',
    'Trocas',
    'Vendas',
  ])
  bia.tap(number.id, menu.wamid, 'Trocas')
  bia.write(number.id, 'Quero trocar')

  await signIn(visitor, url, admin.email, admin.password, '/tickets')
  await page.getByRole('tab', { name: /Aguardando/ }).click()
  const row = page.getByRole('article').filter({ hasText: 'Bia Reis' })
  await row.getByText('Quero trocar').waitFor()
  await row.getByText('Trocas').waitFor()
  await row.hover()
  await row.getByRole('button', { name: 'Aceitar' }).click()
  await page
    .getByRole('article')
    .getByText(/Entregas/)
    .first()
    .waitFor() // the attendant sees the menu with its options
  await page.getByRole('article').getByText('Trocas', { exact: true }).first().waitFor() // and what the customer chose
  await looksRight('the conversation with a list')
})

async function answers(text: string): Promise<void> {
  const field = visitor.page.getByPlaceholder('Escreva uma mensagem')
  await field.fill(text)
  await field.press('Enter')
}

/** The connections page of an admin of another company. */
async function visitOtherCompany(): Promise<Visitor> {
  const other = await visit(environment.browser)
  await signIn(other, environment.product.url, rui.email, rui.password, '/connections')
  return other
}

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
