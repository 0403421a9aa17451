import { listAllCompanies } from '@balcao/contract/companies'
import { createPlan } from '@balcao/contract/plans'
import { expect, onTestFinished, test } from 'vitest'
import { seriousTroubles, signInByForm, visit } from './src/browser'
import { signInForCalls } from './src/calls'
import { openEnvironment } from './src/environment'
import { admin } from './src/product'

test('COMPANY-10 COMPANY-06 A6 AUTH-27 the owner manages companies and visits one; a stranger signs up and signs in', async () => {
  const environment = await openEnvironment()
  onTestFinished(() => environment.close())
  const { url } = environment.product
  const calls = await signInForCalls(url, admin.email, admin.password)
  await calls(createPlan, {
    body: { name: 'Essencial', users: 3, connections: 1, queues: 4, value: 99.9, useKanban: true },
  })

  const owner = await visit(environment.browser)
  const { page } = owner
  await signInByForm(owner, url, admin.email, admin.password)

  // adds a company
  await page.goto(`${url}/settings?tab=companies`)
  await page.getByRole('button', { name: 'Nova empresa' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Nome', { exact: true }).fill('Padaria Estrela')
  await form.getByLabel('E-mail').fill('rosa@estrela.example.com')
  await form.getByLabel('Senha do administrador').fill('senha da rosa')
  await form.getByRole('combobox', { name: 'Plano' }).click()
  await page.getByRole('option', { name: 'Essencial' }).click()
  const due = await form.getByLabel('Vencimento').inputValue()
  await form.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Operação realizada com sucesso!').first().waitFor()
  const row = page.getByRole('row').filter({ hasText: 'Padaria Estrela' })
  await row.getByText(due).waitFor()
  expect(await seriousTroubles(owner)).toEqual([])

  // extends it by a month
  await row.getByRole('button', { name: '+ Vencimento de Padaria Estrela' }).click()
  const extend = page.getByRole('dialog', { name: 'Prorrogar o vencimento de Padaria Estrela?' })
  await extend.getByText(`O vencimento passa de ${due} para`).waitFor()
  await extend.getByRole('button', { name: 'Prorrogar' }).click()
  await row.getByText(due).waitFor({ state: 'detached' })

  // visits it, and its users see that
  const rosa = await visit(environment.browser, { viewport: { width: 390, height: 844 } })
  await signInByForm(rosa, url, 'rosa@estrela.example.com', 'senha da rosa')
  await row.getByRole('button', { name: 'Entrar em Padaria Estrela como suporte' }).click()
  await page.getByLabel('Motivo').fill('Ligar o número da loja')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByText(/^Você está em Padaria Estrela como suporte/).waitFor()
  await rosa.page.getByText(/^O suporte \(.+\) está na sua empresa/).waitFor()
  await rosa.page.getByText('Motivo: Ligar o número da loja').waitFor()
  expect(await seriousTroubles(rosa, { within: '[data-tone="visit"]' })).toEqual([])
  await page.goto(`${url}/connections`) // also after a reload
  await page.getByText(/^Você está em Padaria Estrela como suporte/).waitFor()
  expect(await page.getByText('Empresas').count()).toBe(0)

  // leaves, and is back in the own company
  await page.getByRole('button', { name: 'Voltar para a minha empresa' }).click()
  await page.getByRole('row').filter({ hasText: 'Padaria Estrela' }).waitFor()
  await rosa.page.getByText(/^O suporte \(.+\) está na sua empresa/).waitFor({ state: 'detached' })

  // a stranger signs up on a small phone by keyboard alone, and signs in
  const stranger = await visit(environment.browser, { viewport: { width: 320, height: 640 } })
  const phone = stranger.page
  await phone.goto(`${url}/login`)
  await phone.getByRole('link', { name: 'Criar conta da empresa' }).click()
  await phone.waitForURL(/\/signup$/)
  await phone.getByRole('radio').first().waitFor()
  await phone.getByLabel('Nome da empresa').fill('Ótica Luz')
  for (const typed of ['luz@otica.example.com', '51 3025-4455', 'senha da luz']) {
    await phone.keyboard.press('Tab')
    await phone.keyboard.type(typed)
  }
  await phone.keyboard.press('Tab') // the button that shows the password
  await phone.keyboard.press('Tab')
  await phone.keyboard.press('Space')
  expect(await phone.getByRole('radio').first().isChecked()).toBe(true)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  expect(await seriousTroubles(stranger)).toEqual([])
  await phone.keyboard.press('Enter')
  await phone.getByText('Cadastro realizado com sucesso!').waitFor()
  await phone.waitForURL(/\/login$/)
  expect(await phone.getByLabel('E-mail').inputValue()).toBe('luz@otica.example.com')
  await phone.getByLabel('Senha', { exact: true }).fill('senha da luz')
  await phone.getByRole('button', { name: 'Entrar', exact: true }).click()
  await phone.getByText('Sua assinatura vence em 3 dias').waitFor()

  for (const { complaints } of [owner, rosa, stranger]) expect(complaints).toEqual([])

  const again = await signInForCalls(url, admin.email, admin.password)
  const companies = await again(listAllCompanies)
  expect(companies.map(({ name, plan, used }) => [name, plan.name, used.users])).toEqual([
    [expect.any(String), 'Completo', 1],
    ['Ótica Luz', 'Essencial', 1],
    ['Padaria Estrela', 'Essencial', 1],
  ])
})
