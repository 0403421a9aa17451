import { createPlan } from '@balcao/contract/plans'
import { planFlags } from '@balcao/domain/plans'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visit } from './src/browser'
import { signInForCalls } from './src/calls'
import { type Environment, openEnvironment } from './src/environment'
import { admin } from './src/product'

const padaria = { name: 'Padaria Aurora', email: 'rosa@aurora.example.com', password: 'pão quentinho' }
const shopNumber = '555130254466'
let environment: Environment
beforeAll(async () => {
  environment = await openEnvironment({ fromNothing: true })
  const owner = await signInForCalls(environment.product.url, admin.email, admin.password)
  const modules = Object.fromEntries(planFlags.map((flag) => [flag, true]))
  await owner(createPlan, {
    body: { name: 'Essencial', users: 3, connections: 1, queues: 3, value: 99, isPublic: true, ...modules },
  })
})
afterAll(() => environment?.close())

test('a new company follows the checklist from its sign-up to its first answered customer', async () => {
  const shop = environment.simulator.createPhone({ phone: shopNumber, name: padaria.name })
  const caio = environment.simulator.createContact({ phone: '5551988776655', name: 'Caio Prado' })
  const { page, complaints } = await visit(environment.browser)

  await signUp(page)
  await sees(page, '2 de 6 passos feitos') // the sign-up set the company's name and a password

  await page.getByRole('link', { name: 'Criar fila' }).click()
  await page.getByLabel('Nome', { exact: true }).fill('Balcão')
  await save(page)
  await backHome(page, '3 de 6 passos feitos')

  await page.getByRole('link', { name: 'Conectar', exact: true }).click()
  await linkNumber(page)
  await backHome(page, '4 de 6 passos feitos')

  await page.getByRole('link', { name: 'Convidar' }).click()
  await page.getByLabel('Nome', { exact: true }).fill('Lia Nunes')
  await page.getByLabel('E-mail', { exact: true }).fill('lia@aurora.example.com')
  await page.getByLabel('Senha', { exact: true }).fill('broa de milho')
  await save(page)
  await backHome(page, '5 de 6 passos feitos')

  await caio.sendText(shop.phone, 'Bom dia! Tem pão de queijo?')
  await page.getByRole('region', { name: 'Tudo pronto' }).waitFor()
  await page.getByRole('link', { name: /^Atendimentos/ }).click()
  await page.getByRole('tab', { name: /Aguardando/ }).click()
  const row = page.getByRole('article').filter({ hasText: 'Caio Prado' })
  await row.hover()
  await row.getByRole('button', { name: 'Aceitar' }).click()
  const field = page.getByPlaceholder('Escreva uma mensagem')
  await field.fill('Tem sim, saindo do forno!')
  await field.press('Enter')

  await environment.simulator.until('the answer is on the phone of the customer', () =>
    caio.chat(shop.phone).some(({ from, text }) => from === 'shop' && text.includes('saindo do forno')),
  )
  await page.goto(environment.product.url)
  await page
    .getByRole('heading', { name: /Licença|Assinatura|Vencimento/ })
    .first()
    .waitFor()
  expect(await page.getByRole('region', { name: /Comece por aqui|Tudo pronto/ }).count()).toBe(0)
  expect(complaints).toEqual([])
})

async function signUp(page: Page): Promise<void> {
  await page.goto(`${environment.product.url}/signup`)
  await page.getByLabel('Nome da empresa').fill(padaria.name)
  await page.getByLabel('E-mail').fill(padaria.email)
  await page.getByLabel('Telefone').fill('51 3025-4466')
  await page.getByLabel('Senha', { exact: true }).fill(padaria.password)
  await page.getByText('Essencial').click()
  await page.getByRole('button', { name: 'Cadastrar' }).click()
  const enter = page.getByRole('button', { name: 'Entrar', exact: true })
  await enter.waitFor() // the address changes before the page
  await page.getByLabel('E-mail').fill(padaria.email)
  await page.getByLabel('Senha', { exact: true }).fill(padaria.password)
  await enter.click()
}

/** The progress that the checklist on the dashboard shows. */
async function sees(page: Page, progress: string): Promise<void> {
  await page.getByRole('progressbar', { name: progress }).waitFor()
}

async function backHome(page: Page, progress: string): Promise<void> {
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await sees(page, progress)
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** The simulated phone scans the code on the screen. */
async function linkNumber(page: Page): Promise<void> {
  await page.getByLabel('Nome', { exact: true }).fill('Balcão da padaria') // its only queue is preselected
  await page.getByRole('button', { name: /^(Salvar|Adicionar|Criar)/ }).click()
  await page.getByRole('img', { name: 'Código QR para ler com o WhatsApp' }).waitFor()
  const { qr } = await environment.simulator.until('a QR is held up', () =>
    environment.simulator.waiting().find((one) => one.qr),
  )
  if (qr === undefined) throw new Error('No QR is held up')
  await environment.simulator.phone(shopNumber).scanQr(qr)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('Conectado', { exact: true }).waitFor()
}
