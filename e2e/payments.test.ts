import { createCompany } from '@balcao/contract/companies'
import { createPlan } from '@balcao/contract/plans'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousTroubles, sidewaysTroubles, signIn, visit } from './src/browser'
import { signInForCalls } from './src/calls'
import { dayFromNow } from './src/days'
import { type Environment, openEnvironment } from './src/environment'
import { admin } from './src/product'
import { oweNextInvoice, tableAt } from './src/product-rows'

const boss = { email: 'dona@padaria.example', password: 'senha da padaria' }
let environment: Environment
let product: Environment['product']

beforeAll(async () => {
  environment = await openEnvironment({ environment: { PAYMENT_PROVIDER: 'sandbox' } })
  ;({ product } = environment)
  const calls = await signInForCalls(product.url, admin.email, admin.password)
  const plan = await calls(createPlan, {
    body: { name: 'Essencial', users: 5, connections: 2, queues: 5, value: 149.9 },
  })
  await calls(createPlan, { body: { name: 'Ouro', users: 20, connections: 5, queues: 20, value: 299.9 } })
  await calls(createCompany, {
    body: { name: 'Padaria Sol', ...boss, planId: plan.id, dueDate: dayFromNow(9) },
  })
  await owes()
})
afterAll(() => environment?.close())

const owes = () => oweNextInvoice(product, 'Padaria Sol')

/** Through Dados, Personalizar and Revisar to the Pix. */
async function checkOut(page: Page, plan: RegExp): Promise<void> {
  await page.getByRole('button', { name: /^PAGAR fatura/ }).click()
  await page.getByLabel('Nome completo').fill('Sol Nascente')
  await page.getByLabel('Endereço').fill('Rua do Sol, 10')
  await page.getByLabel('Cidade').fill('Recife')
  await page.getByLabel('CEP').fill('50030-000')
  await page.getByRole('button', { name: 'Avançar' }).click()
  await page.getByRole('radio', { name: plan }).check()
  await page.getByRole('button', { name: 'Avançar' }).click()
  await page.getByRole('button', { name: 'PAGAR', exact: true }).click()
  await page.getByText('Aguardando o pagamento…').waitFor()
}

test('INVOICE-06 SUBSCR-01 SUBSCR-07 SUBSCR-09 SUBSCR-10 an admin pays Faturas by Pix, and the licence is renewed live', async () => {
  const visitor = await visit(environment.browser)
  const { page } = visitor
  await signIn(visitor, product.url, boss.email, boss.password)
  await page.getByRole('link', { name: 'Financeiro' }).click()
  await page.getByText('Em Aberto').waitFor()
  await checkOut(page, /Ouro/)

  const dialog = page.getByRole('dialog')
  expect(await dialog.getByText('R$ 299,90').count()).toBe(1)
  expect(await dialog.getByLabel('Pix copia e cola').inputValue()).toMatch(/^000201.+6304[0-9A-F]{4}$/)
  expect(await seriousTroubles(visitor)).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await sidewaysTroubles(page)).toEqual([])
  await page.setViewportSize({ width: 1366, height: 860 })
  await dialog.getByRole('button', { name: 'Simular o pagamento' }).click()

  await page.getByText(/^Sua licença foi renovada até \d\d\/\d\d\/\d{4}!$/).waitFor()
  await dialog.getByText('Pagamento confirmado').waitFor()
  await page.waitForURL((url) => url.pathname === '/')
  expect(visitor.received.some((words) => words.includes('-payment') && words.includes('CONCLUIDA'))).toBe(
    true,
  )
  await page.goto(`${product.url}/financeiro`)
  await page.getByRole('button', { name: /^PAGO/ }).waitFor()
  expect(await page.getByRole('cell', { name: 'Ouro' }).count()).toBe(1)
  expect(visitor.complaints).toEqual([])
})

test('AUTH-09 A5 an expired company’s admin signs in to pay, can only pay, pays, and has access again', async () => {
  await tableAt(product, 'companies').update({ name: 'Padaria Sol' }, { due_date: dayFromNow(-3) })
  await owes()
  const visitor = await visit(environment.browser)
  const { page } = visitor
  await page.goto(`${product.url}/login`)
  await page.getByLabel('E-mail').fill(boss.email)
  await page.getByLabel('Senha', { exact: true }).fill(boss.password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByRole('button', { name: 'Entrar para pagar' }).click()

  await page.getByText(/^A assinatura da empresa venceu em/).waitFor()
  await page.goto(`${product.url}/tickets`)
  await page.getByText('Vencido').waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  expect(await seriousTroubles(visitor)).toEqual([])
  await checkOut(page, /Ouro/)
  await page.getByRole('button', { name: 'Simular o pagamento' }).click()

  await page.getByText(/^Sua licença foi renovada até/).waitFor()
  await page.getByRole('navigation', { name: 'Menu principal' }).waitFor()
  await page.waitForURL((url) => url.pathname === '/')
  expect(visitor.complaints).toEqual([])
})

test('COMPANY-06 SUBSCR-11 the owner extends a company and closes its invoice in the same act; the next one is cancelled, and the company sees it live', async () => {
  await owes()
  const [owner, payer] = [await visit(environment.browser), await visit(environment.browser)]
  await signIn(owner, product.url, admin.email, admin.password)
  await signIn(payer, product.url, boss.email, boss.password, '/financeiro')
  await payer.page.getByText('Em Aberto').waitFor()
  const { page } = owner
  await page.goto(`${product.url}/settings?tab=companies`)
  await page.getByRole('button', { name: '+ Vencimento de Padaria Sol' }).click()
  const extend = page.getByRole('dialog', { name: 'Prorrogar o vencimento de Padaria Sol?' })
  const moves = await extend.getByText(/^O vencimento passa de/).innerText()
  const [, until = ''] = / para (.+)\.$/.exec(moves) ?? []
  await extend.getByText(/^A fatura \d+, de R\$.299,90, está em aberto\.$/).waitFor()
  expect(await seriousTroubles(owner)).toEqual([])
  await extend.getByRole('combobox', { name: 'O que fazer com a fatura' }).click()
  await page.getByRole('option', { name: 'Não é mais devida: cancelar' }).click()
  await extend.getByRole('button', { name: 'Prorrogar' }).click()
  await page.getByRole('row').filter({ hasText: 'Padaria Sol' }).getByText(until).waitFor()
  await payer.page.getByRole('button', { name: /^CANCELADA/ }).waitFor()

  await owes()
  await page.goto(`${product.url}/financeiro`)
  await page.getByRole('tab', { name: 'Todas as empresas' }).click()
  await page.getByRole('button', { name: /^Cancelar a fatura \d+ de Padaria Sol$/ }).click()
  const question = page.getByRole('dialog', { name: /^Cancelar a fatura \d+\?$/ })
  expect(await seriousTroubles(owner)).toEqual([])
  await question.getByRole('button', { name: 'Cancelar a fatura' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'Quais faturas' }).click()
  await page.getByRole('option', { name: 'Canceladas' }).click()
  await page.getByText('2 faturas').waitFor()
  await payer.page
    .getByRole('button', { name: /^CANCELADA/ })
    .nth(1)
    .waitFor()
  expect([...owner.complaints, ...payer.complaints]).toEqual([])
})
