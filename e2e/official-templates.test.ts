import { createConnectionToken } from '@balcao/contract/connections'
import { refreshMessageTemplates } from '@balcao/contract/message-templates'
import type { GraphCustomer } from '@balcao/whatsapp-simulator/graph/customer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousTroubles, sidewaysTroubles, signInByForm, type Visitor, visit } from './src/browser'
import { type Environment, openEnvironment } from './src/environment'
import { type OfficialNumber, setUpOfficial } from './src/official-number'
import { admin } from './src/product'
import { tableAt } from './src/product-rows'

// A customer wrote two days ago over a number of the official API: only templates reach her.
let environment: Environment
let visitor: Visitor
let number: OfficialNumber
/** Of the connection, for programs. */
let token: string
let marina: GraphCustomer

beforeAll(async () => {
  environment = await openEnvironment({ ownProduct: true })
  const { graph } = environment.simulator
  number = await setUpOfficial(environment.simulator, environment.product)
  const { accountId, connectionId } = number
  const calls = await number.calls()
  graph.addTemplate({
    ...{ accountId, name: 'pedido_enviado', language: 'pt_BR', category: 'UTILITY' },
    components: [
      { type: 'BODY', text: 'Olá, {{1}}! Seu pedido saiu.' },
      { type: 'FOOTER', text: 'Casa Ipê' },
    ],
  })
  await calls(refreshMessageTemplates, { body: { connectionId } })
  token = (await calls(createConnectionToken, { params: { connectionId } })).token
  marina = graph.addCustomer({ name: 'Marina Duarte', phone: '5511988887777' })
  marina.write(number.id, 'Quando sai meu pedido?')
  visitor = await visit(environment.browser)
  await signInByForm(visitor, environment.product.url, admin.email, admin.password)
})
afterAll(() => environment?.close())

const templatesSeen = () =>
  marina.seen(number.id).flatMap(({ kind, text }) => (kind === 'template' ? [text] : []))

test('while the window is open, an attendant sends a template from the attachments', async () => {
  const { page } = visitor
  await page.goto(`${environment.product.url}/tickets`)
  await page.getByRole('tab', { name: /Aguardando/ }).click()
  const row = page.getByRole('article').filter({ hasText: 'Marina Duarte' })
  await row.getByText('Quando sai meu pedido?').waitFor()
  await row.hover()
  await row.getByRole('button', { name: 'Aceitar' }).click()
  await page.getByPlaceholder('Escreva uma mensagem').waitFor()

  await page.getByRole('button', { name: 'Anexar' }).click()
  await page.getByRole('menuitem', { name: 'Enviar um modelo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enviar um modelo' })
  await page.getByRole('option', { name: /pedido_enviado/ }).click() // the list opens with the dialog
  await looksRight('the templates of the composer')
  await dialog.getByRole('button', { name: 'Enviar' }).click()

  await expect.poll(templatesSeen, { timeout: 60_000 }).toEqual(['Olá, Marina Duarte! Seu pedido saiu.'])
})

test('after it, the schedule says that a free text will not arrive, and a template does', async () => {
  const { page } = visitor
  await windowCloses()
  await page.reload()
  await page.getByText('Já se passaram 24 horas desde a última mensagem').waitFor()
  await page.goto(`${environment.product.url}/schedules`)
  await page.getByRole('button', { name: 'Novo agendamento' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Novo agendamento' })
  await dialog.getByRole('combobox', { name: 'Contato' }).fill('Marina')
  await page.getByRole('option', { name: /Marina Duarte/ }).click()
  await dialog.getByRole('combobox', { name: 'Conexão' }).click()
  await page.getByRole('option', { name: 'Oficial' }).click()
  await dialog.getByText(/Um texto livre só chega se Marina Duarte escrever de novo/).waitFor()
  await dialog.getByRole('combobox', { name: 'O que enviar' }).click()
  await page.getByRole('option', { name: 'Modelo de mensagem' }).click()
  await dialog.getByRole('combobox', { name: 'Modelo' }).click()
  await page.getByRole('option', { name: /pedido_enviado/ }).click()
  await dialog.getByText('Olá, Marina! Seu pedido saiu.').waitFor()
  await looksRight('the schedule with a template')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.waitFor({ state: 'detached' })

  const schedules = tableAt(environment.product, 'schedules')
  await schedules.update({}, { send_at: new Date(), due_at: new Date() })

  await expect.poll(() => templatesSeen().at(-1), { timeout: 60_000 }).toBe('Olá, Marina! Seu pedido saiu.')
  const sent = () => schedules.find({}, ['status'])
  await expect.poll(async () => (await sent())[0]?.status, { timeout: 60_000 }).toBe('ENVIADA')
})

test('a program asks what it may send, and its template arrives', async () => {
  const { page } = visitor
  await page.goto(`${environment.product.url}/messages-api`)
  await page.getByRole('heading', { name: 'Modelo de mensagem' }).waitFor()
  await looksRight('the page of the API')
  const to = '5511988887777'
  const asProgram = async (path: string, body?: object) => {
    const answer = await fetch(`${environment.product.url}/api/messages/${path}`, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
    return answer.json()
  }

  const { templates } = await asProgram('templates')
  const window = await asProgram(`reply-window?number=${to}`)
  const refused = await asProgram('send', { number: to, body: 'Seu pedido saiu.' })
  const [{ name, language, variables }] = templates
  const values = { body: { [variables[0].key]: 'Marina da API' } }
  const sent = await asProgram('send', { number: to, template: { name, language, values } })

  expect([window.isOpen, refused.error]).toEqual([false, 'ERR_WAPP_MSG_WINDOW_CLOSED'])
  expect(sent).toMatchObject({ mensagem: 'Mensagem enviada' })
  await expect
    .poll(() => templatesSeen().at(-1), { timeout: 60_000 })
    .toBe('Olá, Marina da API! Seu pedido saiu.')
})

async function windowCloses(): Promise<void> {
  marina.closeWindow(number.id)
  const yesterday = new Date(Date.now() - 86_400_000)
  await tableAt(environment.product, 'reply_windows').update({}, { closes_at: yesterday })
}

async function looksRight(screen: string): Promise<void> {
  const troubles = [...(await seriousTroubles(visitor)), ...(await sidewaysTroubles(visitor.page))]
  expect({ screen, troubles }).toEqual({ screen, troubles: [] })
}
