import { createChat, openDirectChat, sendChatMessage } from '@balcao/contract/chats'
import { createUser, listUserChoices } from '@balcao/contract/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousTroubles, sidewaysTroubles, signIn, type Visitor, visit } from './src/browser'
import { type Calls, callsWith, signInForCalls } from './src/calls'
import { ana, type Environment, openEnvironment } from './src/environment'
import { admin } from './src/product'

const bia = { name: 'Bia Souza', email: 'bia@example.com', password: 'senha da equipe' }
let environment: Environment
let anas: Visitor
let bias: Visitor
/** Calls in the sessions of their browsers. */
let asAna: Calls
let asBia: Calls

beforeAll(async () => {
  environment = await openEnvironment()
  const boss = await signInForCalls(environment.product.url, admin.email, admin.password)
  for (const person of [ana, bia]) await boss(createUser, { body: person })
  ;[anas, bias] = [await visit(environment.browser), await visit(environment.browser)]
  await signIn(anas, environment.product.url, ana.email, ana.password)
  await signIn(bias, environment.product.url, bia.email, bia.password)
  ;[asAna, asBia] = [await callsOf(anas), await callsOf(bias)]
})
afterAll(() => environment?.close())

test('J13 CHAT-05 CHAT-06 CHAT-07 CHAT-08 CHAT-10 CHAT-15 SHELL-43 RT-21 two people, a group, marks and a file (steps 1 to 5)', async () => {
  const [one, other] = [anas.page, bias.page]
  await one.goto(`${environment.product.url}/chats`)
  await one.getByRole('button', { name: 'Nova conversa' }).first().click()
  await one.getByRole('button', { name: 'Salvar' }).click()
  await one.getByText('Por favor, preencha o título da conversa.').waitFor()
  await one.getByRole('textbox', { name: 'Título', exact: true }).fill('Turno')
  await one.getByRole('button', { name: 'Salvar' }).click()
  await one.getByText('Por favor, selecione pelo menos um usuário.').waitFor()
  await one.getByRole('combobox', { name: 'Usuários' }).click()
  await one.getByRole('option', { name: bia.name }).click()
  await one.keyboard.press('Escape')
  await one.getByRole('button', { name: 'Salvar' }).click()
  await one.waitForURL(/\/chats\/[0-9a-f-]{36}$/)

  // It appears on Bia's page live, with a dot for the first message.
  const write = one.getByLabel('Escreva para a equipe')
  await write.fill('   ')
  await write.press('Enter')
  await write.pressSequentially('Olá, @bi')
  await one.getByRole('option', { name: bia.name }).waitFor()
  await write.press('Enter')
  await write.press('Enter')
  await one.getByRole('log').getByText('Olá, @Bia Souza').waitFor()
  const unread = other.getByRole('button', { name: 'Chat interno: há mensagens não lidas' })
  await unread.click()
  await other.getByRole('link', { name: /Turno/ }).click()
  await other.getByRole('log').getByText('Olá, @Bia Souza').waitFor()
  expect(await one.getByRole('article').count()).toBe(1)
  await expect.poll(() => unread.count()).toBe(0)
  expect(new URL(other.url()).pathname).toBe(new URL(one.url()).pathname)
  expect(await other.getByRole('button', { name: /^(Editar|Excluir) conversa$/ }).count()).toBe(0)

  await other.locator('input[type="file"]').setInputFiles({
    name: 'recibo.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('pago'),
  })
  await other.getByRole('button', { name: 'Enviar' }).click()
  const [file] = await Promise.all([
    one.waitForEvent('download'),
    one.getByRole('link', { name: 'Baixar recibo.txt' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('recibo.txt')

  await one.getByRole('button', { name: 'Editar conversa' }).click()
  await one.getByRole('textbox', { name: 'Título', exact: true }).fill('Turno da tarde')
  await one.getByRole('button', { name: 'Salvar' }).click()
  await other.getByRole('heading', { name: 'Turno da tarde' }).waitFor()
  expect(await seriousTroubles(anas)).toEqual([])
  expect([...anas.complaints, ...bias.complaints]).toEqual([])
})

test('J13 CHAT-13 a failed call shows no toast: the message itself shows it, and is resent (step 9)', async () => {
  const [one, other] = [anas.page, bias.page]
  const { uuid } = await chatWithBia('Fechamento')
  for (const page of [one, other]) {
    await page.goto(`${environment.product.url}/chats/${uuid}`)
    await page.getByRole('heading', { name: 'Fechamento' }).waitFor()
  }
  const calls = '**/chats/*/messages'
  await one.route(calls, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { error: 'x' } })
      : route.fallback(),
  )

  const write = one.getByLabel('Escreva para a equipe')
  await write.fill('Fecho o caixa às 19h')
  await write.press('Enter')
  await one.getByText('Não foi enviada.').waitFor()
  expect(await one.locator('[data-kind="error"]').count()).toBe(0)
  expect(await other.getByText('Fecho o caixa às 19h').count()).toBe(0)

  await one.unroute(calls)
  await one.getByRole('button', { name: 'Tentar de novo' }).click()
  await other.getByRole('log').getByText('Fecho o caixa às 19h').waitFor()
  await one.getByText('Não foi enviada.').waitFor({ state: 'detached' })
  expect([...anas.complaints, ...bias.complaints]).toEqual([])
})

test('J13 CHAT-03 CHAT-09 CHAT-11 CHAT-12 older pages, narrow screens, and a chat that is deleted (steps 6 to 8)', async () => {
  const [one, other] = [anas.page, bias.page]
  const chat = await chatWithBia('Longa')
  const params = { chatId: chat.id }
  // The rate limit refuses faster writing, so both write, and each message is long: three pages fill the screen many
  // times.
  const long = (n: number) => `número ${n}\n${'linha\n'.repeat(12)}`
  for (let n = 1; n <= 29; n++) {
    const write = n % 2 === 0 ? asAna : asBia
    await write(sendChatMessage, { params, body: { message: long(n) } })
  }
  await asAna(openDirectChat, { body: { userId: await idOfBia() } })

  await other.goto(`${environment.product.url}/chats/${chat.uuid}`)
  const log = other.getByRole('log')
  await log.getByText('número 29').waitFor()
  expect(
    await log
      .getByText('número 1', { exact: false })
      .filter({ hasText: /^número 1\n/ })
      .count(),
  ).toBe(0)
  await log.evaluate((view) => view.scrollTo({ top: -(view.scrollHeight - view.clientHeight) + 590 }))
  await expect.poll(() => other.getByRole('article').count()).toBe(29)

  for (const width of [390, 320]) {
    await other.setViewportSize({ width, height: 700 })
    await other.getByRole('tab', { name: 'Mensagens' }).waitFor()
    expect(await sidewaysTroubles(other)).toEqual([])
    await other.getByRole('tab', { name: 'Chats' }).click()
    await other.getByRole('link', { name: /Longa/ }).waitFor()
    expect(await sidewaysTroubles(other)).toEqual([])
    await other.getByRole('tab', { name: 'Mensagens' }).click()
  }
  expect(await seriousTroubles(bias)).toEqual([])

  await one.goto(`${environment.product.url}/chats/${chat.uuid}`)
  await one.getByRole('button', { name: 'Excluir conversa' }).click()
  const question = one.getByRole('dialog')
  await question.getByText('Esta ação não pode ser revertida, confirmar?').waitFor()
  await question.getByRole('button', { name: 'Excluir conversa' }).click()
  await other.waitForURL(/\/chats$/)
  await one.waitForURL(/\/chats$/)
  await one.getByText('Escolha uma conversa').waitFor()
  expect([...anas.complaints, ...bias.complaints]).toEqual([])
})

async function callsOf({ page }: Visitor): Promise<Calls> {
  return callsWith(environment.product.url, await page.evaluate(() => localStorage.getItem('token')))
}

async function idOfBia() {
  const found = (await asAna(listUserChoices)).find(({ name }) => name === bia.name)
  if (found === undefined) throw new Error('Bia is not there')
  return found.id
}

/** A chat that Ana creates. */
async function chatWithBia(title: string) {
  return asAna(createChat, { body: { title, users: [await idOfBia()] } })
}
