import { createUser } from '@balcao/contract/people'
import { listQuickMessages } from '@balcao/contract/quick-messages'
import type { SimulatedContact } from '@balcao/whatsapp-simulator/contact'
import type { SimulatedPhone } from '@balcao/whatsapp-simulator/phone'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { seriousTroubles, sidewaysTroubles, signIn, type Visitor, visit } from './src/browser'
import type { Calls } from './src/calls'
import { drawnPicture } from './src/drawn-picture'
import { ana, type Environment, openEnvironment, openShop } from './src/environment'

// Ana stores answers, her own and some shared ones; Bia uses a shared one, and writes to Marina with it.
const bia = { name: 'Bia Prado', email: 'bia@example.com', password: 'senha da equipe' }
let environment: Environment
let shop: SimulatedPhone
let marina: SimulatedContact
let calls: Calls
let anas: Visitor
let bias: Visitor

beforeAll(async () => {
  environment = await openEnvironment()
  const opened = await openShop(environment)
  calls = opened.calls
  shop = opened.phone
  await calls(createUser, { body: { ...bia, queueIds: [opened.sales.id] } })
  marina = environment.simulator.createContact({ phone: '5551999887766', name: 'Marina Duarte' })
  ;[anas, bias] = [await visit(environment.browser), await visit(environment.browser)]
  await signIn(anas, environment.product.url, ana.email, ana.password, '/quick-messages')
  await signIn(bias, environment.product.url, bia.email, bia.password, '/quick-messages')
})
afterAll(() => environment?.close())

const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words })
const arrived = (words: string) => marina.chat(shop.phone).filter(({ text }) => text.includes(words))

test("QUICK-02 QUICK-03 QUICK-04 RT-21 Ana's own stays private; a shared one appears live for her colleague", async () => {
  const [hers, theirs] = [anas.page, bias.page]
  await theirs.getByText('Nenhuma resposta rápida por enquanto').waitFor()
  await hers.getByRole('button', { name: 'Nova resposta rápida' }).click()
  const form = hers.getByRole('dialog', { name: 'Nova resposta rápida' })
  await form.getByRole('button', { name: 'Salvar' }).click()
  await form.getByText('Obrigatório').first().waitFor()
  await form.getByLabel('Atalho').fill('/pausa')
  await form.getByRole('textbox', { name: 'Mensagem' }).fill('Volto em dez minutos, ')
  await form.getByRole('button', { name: 'Primeiro nome' }).click()
  await form.getByRole('button', { name: 'Salvar' }).click()
  await row(hers, '/pausa').getByText('Só minha').waitFor()
  await form.waitFor({ state: 'detached' })

  await keep(hers, '/tabela', 'Segue a tabela, ', 'tabela.png')
  await row(theirs, '/tabela').getByText('tabela.png').waitFor()
  expect(await row(theirs, '/pausa').count()).toBe(0)
  expect(await theirs.getByRole('button', { name: 'Editar /tabela' }).count()).toBe(0)
  await hers.getByRole('searchbox', { name: 'Buscar no atalho ou no texto' }).fill('TABELA')
  await row(hers, '/pausa').waitFor({ state: 'detached' })
  await row(hers, '/tabela').waitFor()

  const { records } = await calls(listQuickMessages, { query: {} })
  expect(records.map(({ shortcode, geral, isMedia }) => [shortcode, geral, isMedia])).toContainEqual([
    'tabela',
    true,
    true,
  ])
  expect([...(await seriousTroubles(anas)), ...(await seriousTroubles(bias))]).toEqual([])
})

test('QUICK-05 QUICK-08 CONVO-12 GEN-18 the slash in the composer finds it; its text and its file reach the customer’s phone', async () => {
  await marina.sendText(shop.phone, 'Quanto custa o sofá?')
  const { page } = bias
  await page.goto(`${environment.product.url}/tickets?sub=pending`)
  const waiting = page.getByRole('article').filter({ hasText: 'Marina Duarte' })
  await waiting.hover()
  await waiting.getByRole('button', { name: 'Aceitar' }).click()
  const write = page.getByPlaceholder('Escreva uma mensagem')
  await write.pressSequentially('/ta')
  await page.getByRole('option', { name: /tabela/ }).waitFor()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Enviar tabela.png?' })
  await question.getByText('Segue a tabela, Marina').waitFor()
  await take(bias, 'quick-answer-with-file')
  expect(await seriousTroubles(bias)).toEqual([])
  await question.getByRole('button', { name: 'Enviar', exact: true }).click()
  await vi.waitUntil(() => arrived('Segue a tabela, Marina').length > 0, { timeout: 60_000, interval: 100 })

  expect(arrived('Segue a tabela')).toMatchObject([{ pictureId: expect.any(String) }])
  await write.fill('')
  await write.pressSequentially('/a') // in both of Ana's
  await page.getByRole('option', { name: /tabela/ }).waitFor()
  expect(await page.getByRole('option', { name: /pausa/ }).count()).toBe(0)
  await write.fill('')
  expect(bias.complaints).toEqual([])
})

test('QUICK-06 QUICK-09 Ana changes it, removes the file, makes it private, deletes it; and on a phone nothing overflows', async () => {
  const [hers, theirs] = [anas.page, bias.page]
  await theirs.goto(`${environment.product.url}/quick-messages`)
  await row(theirs, '/tabela').waitFor()
  await hers.getByRole('searchbox', { name: 'Buscar no atalho ou no texto' }).fill('')
  await hers.getByRole('button', { name: 'Editar /tabela' }).click()
  const form = hers.getByRole('dialog', { name: 'Editar resposta rápida' })
  await form.getByRole('button', { name: 'Tirar o arquivo' }).click()
  await form.getByRole('textbox', { name: 'Mensagem' }).fill('A tabela mudou.')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await row(theirs, '/tabela').getByText('A tabela mudou.').waitFor()
  await row(theirs, 'tabela.png').waitFor({ state: 'detached' })

  await form.waitFor({ state: 'detached' })
  await hers.getByRole('button', { name: 'Editar /tabela' }).click()
  await form.getByRole('switch', { name: 'Compartilhada' }).click()
  await form.getByRole('button', { name: 'Salvar' }).click()
  await row(theirs, '/tabela').waitFor({ state: 'detached' })

  await form.waitFor({ state: 'detached' })
  await hers.setViewportSize({ width: 390, height: 844 })
  expect([...(await seriousTroubles(anas)), ...(await sidewaysTroubles(hers))]).toEqual([])
  await take(anas, 'quick-messages-390')
  await hers.getByRole('button', { name: 'Excluir /tabela' }).click()
  await hers.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
  await hers.getByText('Resposta rápida excluída.').waitFor()
  await hers.getByText('/tabela').waitFor({ state: 'detached' })
  expect([...anas.complaints, ...bias.complaints]).toEqual([])
})

async function keep(page: Page, shortcode: string, words: string, file: string): Promise<void> {
  await page.getByRole('button', { name: 'Nova resposta rápida' }).click()
  const form = page.getByRole('dialog', { name: 'Nova resposta rápida' })
  await form.getByLabel('Atalho').fill(shortcode)
  await form.getByRole('textbox', { name: 'Mensagem' }).fill(words)
  await form.getByRole('button', { name: 'Primeiro nome' }).click()
  await form.getByText(`${words}Maria`).waitFor()
  await form.getByLabel('Arquivo').setInputFiles({
    name: file,
    mimeType: 'image/png',
    buffer: drawnPicture(64, 64, [14, 124, 102]),
  })
  await form.getByRole('switch', { name: 'Compartilhada' }).click()
  await form.getByRole('button', { name: 'Salvar' }).click()
  await form.waitFor({ state: 'detached' })
}

/** A screenshot for review, on request: `PICTURES=/some/folder`. */
async function take({ page }: Visitor, name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}
