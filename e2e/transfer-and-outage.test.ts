import { listConnections, logOutConnection } from '@balcao/contract/connections'
import { createUser } from '@balcao/contract/people'
import { createQueue } from '@balcao/contract/queues'
import type { SimulatedContact } from '@balcao/whatsapp-simulator/contact'
import type { SimulatedPhone } from '@balcao/whatsapp-simulator/phone'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousTroubles, signIn, type Visitor, visit } from './src/browser'
import { type Calls, signInForCalls } from './src/calls'
import { type Environment, openEnvironment } from './src/environment'
import { linkNumber } from './src/link-number'
import { admin } from './src/product'

// Ana serves sales, Bia support: a ticket that Ana transfers to Bia leaves Ana's sight. Each test begins where the
// previous one ended.
const password = 'senha da equipe'
let environment: Environment
let boss: Calls
let shop: SimulatedPhone
let marina: SimulatedContact
let ana: Visitor
let bia: Visitor

beforeAll(async () => {
  environment = await openEnvironment()
  boss = await signInForCalls(environment.product.url, admin.email, admin.password)
  const sales = await boss(createQueue, { body: { name: 'Vendas', color: '#2E9E6B' } })
  const support = await boss(createQueue, { body: { name: 'Assistência', color: '#E0802A' } })
  await boss(createUser, {
    body: { name: 'Ana Lima', email: 'ana@example.com', password, queueIds: [sales.id] },
  })
  await boss(createUser, {
    body: { name: 'Bia Souza', email: 'bia@example.com', password, queueIds: [support.id] },
  })
  shop = environment.simulator.createPhone({ phone: '555130254455', name: 'Casa Ipê Móveis' })
  marina = environment.simulator.createContact({ phone: '5551999887766', name: 'Marina Duarte' })
  await linkNumber(boss, shop, 'Loja Centro', [sales.id])
  await marina.sendText(shop.phone, 'O sofá chegou com um risco')
  ana = await visit(environment.browser)
  bia = await visit(environment.browser)
  await signIn(ana, environment.product.url, 'ana@example.com', password, '/tickets?sub=pending')
  await signIn(bia, environment.product.url, 'bia@example.com', password, '/todolist')
  await ana.page.getByRole('article').filter({ hasText: 'Marina' }).hover()
  await ana.page.getByRole('button', { name: 'Aceitar', exact: true }).click()
  await field(ana.page).waitFor()
})
afterAll(() => environment?.close())

test('TICKET-24 Ana transfers with a note, undoes it, and Bia has no trace of it', async () => {
  await transferToBia('Prefere sábado')
  await bia.page.getByText('Ana Lima transferiu Marina Duarte para você. “Prefere sábado”').waitFor()

  const bar = ana.page.getByText('Transferido para Bia Souza, fila Assistência.')
  await bar.hover() // under the pointer it stays
  expect(await ana.page.getByText('Acesso não permitido').count()).toBe(0)
  expect(await seriousTroubles(ana)).toEqual([])
  await ana.page.getByRole('button', { name: 'Desfazer' }).click()

  await head(ana.page).getByText('Atribuído a: Ana Lima · Vendas').waitFor()
  await bia.page.getByRole('button', { name: 'Notificações', exact: true }).waitFor()
})

test('TICKET-24 RT-24 it ends with Bia, who finds it and the note in the bell', async () => {
  await transferToBia('Ela manda fotos')
  await ana.page.getByText('Transferido para Bia Souza, fila Assistência.').waitFor()
  await ana.page.waitForURL(/\/tickets(\?.*)?$/)

  await bia.page.getByRole('button', { name: 'Notificações: 1 atendimento transferido para você' }).click()
  await bia.page.getByText('Ela manda fotos', { exact: true }).waitFor()
  await bia.page.getByRole('link', { name: /Ana Lima transferiu Marina Duarte para você/ }).click()

  await head(bia.page).getByText('Atribuído a: Bia Souza · Assistência').waitFor()
  await bia.page.getByText('Ela manda fotos', { exact: true }).waitFor()
  await bia.page.getByRole('button', { name: 'Notificações', exact: true }).waitFor()
})

test('a number that is down is reported on the page, in the head and above the field', async () => {
  const [connection] = await boss(listConnections)
  if (connection === undefined) throw new Error('the number was linked')

  await boss(logOutConnection, { params: { connectionId: connection.id } })

  const words = 'Loja Centro está sem conexão; o que você escrever sai quando ela voltar.'
  await bia.page.getByText(words, { exact: false }).first().waitFor()
  await head(bia.page).getByTitle('Loja Centro está sem conexão').waitFor()
  await bia.page
    .getByText(/Quem pode religar: /)
    .first()
    .waitFor()
  expect(await field(bia.page).isEnabled()).toBe(true)
  expect(await seriousTroubles(bia)).toEqual([])
})

async function transferToBia(note: string): Promise<void> {
  const { page } = ana
  await page.keyboard.press('Alt+KeyT')
  const dialog = page.getByRole('dialog', { name: 'Transferir atendimento' })
  await dialog.getByRole('combobox', { name: 'Usuário (opcional)' }).fill('Bia')
  await page.getByRole('option', { name: 'Bia Souza' }).click()
  await dialog.getByLabel('Recado para quem recebe (opcional)').fill(note)
  await dialog.getByRole('button', { name: 'Transferir' }).click()
}

function field(page: Page): Locator {
  return page.getByPlaceholder('Escreva uma mensagem')
}

function head(page: Page): Locator {
  return page.locator('header').filter({ has: page.getByTitle('Ver o contato') })
}
