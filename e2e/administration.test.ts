import { createCompany } from '@balcao/contract/companies'
import { listConnections, updateConnection } from '@balcao/contract/connections'
import { createPlan } from '@balcao/contract/plans'
import { createQueue } from '@balcao/contract/queues'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousTroubles, signIn, type Visitor, visit } from './src/browser'
import { dayFromNow } from './src/days'
import { ana, type Environment, openEnvironment, openShop, type Shop } from './src/environment'
import { admin } from './src/product'
import { oweNextInvoice, tableAt } from './src/product-rows'

// The journeys of an admin who sets up a company and of the platform's owner. Other files cover J15's support visit
// (companies) and announcements, and J14's live lists.
const rosa = { name: 'Padaria Sol', email: 'rosa@sol.example.com', password: 'senha da rosa' }
let environment: Environment
let shop: Shop
let url: string
/** Admin of the shop, and the platform's owner. */
let owner: Visitor

beforeAll(async () => {
  environment = await openEnvironment()
  ;({ url } = environment.product)
  shop = await openShop(environment)
  const basic = await shop.calls(createPlan, {
    body: { name: 'Essencial', users: 3, connections: 1, queues: 4, value: 149.9, useKanban: true },
  })
  const due = { 'Padaria Sol': 20, 'Ótica Visão': 5, 'Pet Amigo': 4, 'Livraria Cais': -3, 'Bar do Zé': -4 }
  for (const [at, [name, days]] of Object.entries(due).entries()) {
    const who =
      name === rosa.name ? rosa : { name, email: `dono${at}@example.com`, password: 'senha do dono' }
    await shop.calls(createCompany, { body: { ...who, planId: basic.id, dueDate: dayFromNow(days) } })
  }
  // With two queues customers are asked which one they want, so Marina's ticket has none yet.
  const support = await shop.calls(createQueue, { body: { name: 'Suporte', color: '#E0862B' } })
  const [connection] = await shop.calls(listConnections)
  if (connection === undefined) throw new Error('The shop has no number')
  await shop.calls(updateConnection, {
    params: { connectionId: connection.id },
    body: { queueIds: [shop.sales.id, support.id], greetingMessage: 'Com quem quer falar?' },
  })
  owner = await visit(environment.browser)
  await signIn(owner, url, admin.email, admin.password)
})
afterAll(() => environment?.close())

test('J01 AUTH-02 AUTH-03 AUTH-06 AUTH-10 AUTH-15 AUTH-21 AUTH-23 AUTH-24 AUTH-25 AUTH-26 SHELL-36 SUBSCR-12 SUBSCR-13 SUBSCR-14 a company signs up and enters for the first time', async () => {
  const visitor = await visit(environment.browser)
  const { page } = visitor
  await page.goto(`${url}/contacts`)
  await page.waitForURL(/\/login$/)
  await page.goto(`${url}/signup?companyId=7`)
  await page.getByRole('radio', { name: /Essencial/ }).waitFor()

  await page.getByRole('button', { name: 'Cadastrar' }).click()
  await expect.poll(() => page.getByText('Required').count()).toBe(3)
  await page.getByLabel('Nome da empresa').fill('A')
  await page.getByLabel('E-mail').fill('x')
  await page.getByLabel('Senha', { exact: true }).fill('123')
  await page.getByRole('button', { name: 'Cadastrar' }).click()
  await page.getByText('Invalid email').waitFor()
  expect(await page.getByText('Too Short!').count()).toBe(2)
  await page.getByLabel('Nome da empresa').fill('Ótica Luz')
  await page.getByLabel('E-mail').fill('luz@otica.example.com')
  await page.getByLabel('Telefone').fill('51 3025-4455')
  await page.getByLabel('Senha', { exact: true }).fill('senha da luz')
  await page.getByRole('radio', { name: /Essencial/ }).check()
  const [sent] = await Promise.all([
    page.waitForRequest('**/companies/cadastro'), // the first one: the invalid form was not sent
    page.getByRole('button', { name: 'Cadastrar' }).click(),
  ])
  const body = sent.postDataJSON()
  expect(body).toMatchObject({ recurrence: 'MENSAL', status: true, campaignsEnabled: true, companyId: '7' })
  expect(Date.parse(body.dueDate) - Date.now()).toBeLessThanOrEqual(3 * 86_400_000)

  const warned = page.getByText('Sua assinatura vence em 3 dias').waitFor()
  await page.waitForURL(/\/login$/)
  await page.getByLabel('Senha', { exact: true }).fill('senha da luz')
  await Promise.all([warned, page.getByRole('button', { name: 'Entrar', exact: true }).click()])
  await page.waitForURL(`${url}/`)
  const stored = await page.evaluate(() =>
    ['token', 'companyId', 'userId', 'companyDueDate'].filter((key) => localStorage.getItem(key) !== null),
  )
  expect(stored).toHaveLength(4)
  await page.getByText(/^Olá, .+! Você está em Ótica Luz\. Vencimento: \d\d\/\d\d\/\d{4}/).waitFor()
  await page.goto(`${url}/login`)
  await page.waitForURL(`${url}/`)

  await page.goto(`${url}/subscription`)
  await page.getByText('Seu período de teste termina em 3 dia(s).').waitFor()
  expect(await page.getByLabel('E-mail de cobrança').isEditable()).toBe(false)
  expect(await seriousTroubles(visitor)).toEqual([])
  await page.getByRole('button', { name: 'Assine Agora!' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Ver minhas faturas' }).click()
  await page.waitForURL(/\/financeiro$/)
  // The server's scheduler creates the first invoice, perhaps before the page is opened.
  const invoiceOrNone = page.getByRole('row').filter({ hasText: 'Essencial' })
  await invoiceOrNone.or(page.getByText('Nenhuma fatura por enquanto')).first().waitFor()

  await page.getByRole('button', { name: /^Conta de/ }).click()
  await Promise.all([
    page.waitForRequest((request) => request.method() === 'DELETE' && request.url().endsWith('/auth/logout')),
    page.getByRole('menuitem', { name: 'Sair' }).click(),
  ])
  await page.waitForURL(/\/login$/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await page.goto(`${url}/tickets`)
  await page.waitForURL(/\/login$/)
  expect(visitor.complaints).toEqual([])
  await page.context().close()
})

test('J14 USER-02 USER-03 USER-05 USER-07 USER-11 USER-13 USER-14 TAG-04 PERM-07 PERM-08 PLAN-09 SHELL-28 SHELL-44 ERR-09 users and their permissions', async () => {
  const { page } = owner
  await page.goto(`${url}/users`)
  await page.getByRole('button', { name: 'Novo usuário' }).click()
  const form = page.getByRole('dialog')
  await writeUser(page, 'Bia Souza', 'bia@example.com', '1234')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await form.getByText('Too Short!').waitFor()
  await form.getByLabel('Senha', { exact: true }).fill('senha da bia')
  await choose(page, 'Filas', 'Vendas')
  await page.keyboard.press('Escape')
  await choose(page, 'Conexão padrão', 'Loja Centro')
  await saveDialog(page)
  await page.getByRole('row', { name: /Bia Souza.*Vendas/ }).waitFor()
  await page.getByRole('button', { name: 'Novo usuário' }).click()
  await writeUser(page, 'Sílvia Reis', 'silvia@example.com', 'senha da silvia')
  await choose(page, 'Perfil', 'Supervisor')
  await saveDialog(page)
  await tableAt(environment.product, 'plans').update({ name: 'Completo' }, { users: 4 })
  await page.getByRole('button', { name: 'Novo usuário' }).click()
  await writeUser(page, 'Caio Prado', 'caio@example.com', 'senha do caio')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Número máximo de usuários atingido: 4.').waitFor()
  await giveUp(page)

  const supervisor = await visit(environment.browser)
  await signIn(supervisor, url, 'silvia@example.com', 'senha da silvia', '/tags')
  await supervisor.page.getByRole('button', { name: 'Nova tag' }).first().click()
  await supervisor.page.getByLabel('Usar no Kanban').waitFor()
  const drawer = supervisor.page.getByRole('navigation', { name: 'Menu principal', includeHidden: true })
  expect(
    await drawer.getByRole('link', { name: /Usuários|Filas|Configurações/, includeHidden: true }).count(),
  ).toBe(0)
  await supervisor.page.context().close()

  const attendant = await visit(environment.browser)
  const hers = attendant.page
  await signIn(attendant, url, ana.email, ana.password)
  await hers.getByRole('button', { name: 'Conta de Ana Lima' }).click()
  await hers.getByRole('menuitem', { name: 'Perfil' }).click()
  const profile = hers.getByRole('dialog', { name: 'Meu perfil' })
  await profile.getByLabel('Nome', { exact: true }).fill('Ana de Lima')
  for (const label of ['Perfil', 'Filas', 'Conexão padrão'])
    expect(await profile.getByRole('combobox', { name: label }).count()).toBe(0)
  await saveDialog(hers)
  const profileAfter = await hers.evaluate(async () => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('token')}`,
      'content-type': 'application/json',
    }
    const own = `/users/${localStorage.getItem('userId')}`
    await fetch(own, { method: 'PUT', headers, body: JSON.stringify({ profile: 'admin' }) })
    const { profile } = await (await fetch(own, { headers })).json()
    return profile
  })
  expect(profileAfter).toBe('user')
  for (const path of ['/queues', '/users', '/financeiro', '/settings']) {
    await hers.goto(url + path)
    await hers.getByText('Acesso não permitido').first().waitFor()
    await hers.waitForURL(/\/tickets$/)
  }

  const customer = environment.simulator.createContact({ phone: '5551999887766', name: 'Rui Farias' })
  await customer.sendText(shop.phone.phone, 'Oi')
  await environment.simulator.until('the menu is on the phone of the customer', () =>
    customer.chat(shop.phone.phone).some(({ text }) => text.includes('Com quem quer falar?')),
  )
  await hers.goto(`${url}/tickets?sub=pending`)
  await hers.getByRole('tab', { name: /Aguardando/ }).waitFor()
  const waiting = hers.getByRole('article').filter({ hasText: 'Rui Farias' })
  expect(await waiting.count()).toBe(0)
  await page.getByRole('button', { name: 'Editar Ana de Lima' }).click()
  await page.getByLabel('Vê todos os atendimentos aguardando').check()
  await saveDialog(page)
  await waiting.waitFor() // no page was reloaded
  await waiting.hover()
  await waiting.getByRole('button', { name: 'Aceitar' }).click()
  await hers.waitForURL(/\/tickets\/[0-9a-f-]{36}/)

  await page.getByRole('button', { name: 'Excluir Ana de Lima' }).click()
  await page.getByText('Deseja realmente excluir este registro?').waitFor()
  const notice = page.getByText('1 atendimento voltou a aguardar.').waitFor()
  await Promise.all([notice, page.getByRole('button', { name: 'Excluir usuário' }).click()])
  await page.getByRole('row', { name: /Ana de Lima/ }).waitFor({ state: 'detached' })
  await hers.waitForURL(/\/login$/)
  await page.goto(`${url}/tickets?sub=pending`)
  await page.getByRole('article').filter({ hasText: 'Rui Farias' }).waitFor()
  expect([...owner.complaints, ...attendant.complaints]).toEqual([])
  await hers.context().close()
})

test('J15 SETTING-03 PLAN-04 PLAN-08 ERR-07 ERR-08 ERR-10 COMPANY-04 COMPANY-07 COMPANY-13 the owner manages plans and companies', async () => {
  const { page } = owner
  await page.goto(`${url}/settings`)
  await page.getByRole('tab', { name: 'Planos' }).click()
  expect(await page.getByRole('main').getByRole('tab').allInnerTexts()).toEqual(
    expect.arrayContaining(['Opções', 'Empresas', 'Planos', 'Ajuda']),
  )
  const writePlan = async () => {
    await page.getByRole('button', { name: 'Novo plano' }).click()
    for (const [label, words] of Object.entries({ Nome: 'Básico', Usuários: '2', Conexões: '1', Filas: '2' }))
      await page.getByRole('dialog').getByLabel(label, { exact: true }).fill(words)
    await page.getByLabel('Valor por mês').fill('99.9')
  }
  await writePlan()
  await saveDialog(page, 'Operação realizada com sucesso!')
  await page
    .getByRole('row', { name: /Básico/ })
    .getByText('R$ 99,90')
    .waitFor()
  expect(await seriousTroubles(owner)).toEqual([])
  const hint = /Confira se já existe um registro com o mesmo nome ou se há campos inválidos/
  await writePlan()
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('dialog').getByText(hint).waitFor()
  await giveUp(page)
  const isUsed = page.getByText(/não pode ser excluído: \d empresa\(s\) usam este plano/).waitFor()
  await page.getByRole('button', { name: 'Excluir Essencial' }).click()
  await Promise.all([isUsed, page.getByRole('button', { name: 'Excluir', exact: true }).click()])
  await page.getByRole('dialog').getByText('Não foi possível realizar a operação').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()

  await page.getByRole('tab', { name: 'Empresas' }).click()
  await page.getByRole('row', { name: /Ótica Visão/ }).waitFor()
  const tone = (name: string) => page.getByRole('row').filter({ hasText: name }).getAttribute('data-tone')
  const tones = ['Padaria Sol', 'Ótica Visão', 'Pet Amigo', 'Livraria Cais', 'Bar do Zé'].map(tone)
  expect(await Promise.all(tones)).toEqual([null, 'yellow', 'orange', 'orange', 'red'])
  await page.getByRole('button', { name: 'Nova empresa' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Nome', { exact: true }).fill('Padaria Sol')
  await form.getByLabel('E-mail').fill('outra@sol.example.com')
  await form.getByLabel('Senha do administrador').fill('senha de outra')
  await choose(page, 'Plano', 'Essencial')
  await form.getByRole('combobox', { name: 'Recorrência' }).click()
  expect(await page.getByRole('option').allInnerTexts()).toEqual(['Mensal'])
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await form.getByText(hint).waitFor()
  await giveUp(page)

  await page.route('**/asked-together', (route) => route.abort()) // then each question is a request of its own
  await page.route('**/companies?**', (route) => route.fulfill({ status: 500, json: { error: 'x' } }))
  await page.reload()
  await page.getByText('Não foi possível carregar a lista de registros').waitFor()
  await page.unroute('**/companies?**')
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await page.getByRole('row', { name: /Ótica Visão/ }).waitFor()
})

test("J15 SHELL-28 SHELL-32 PERM-12 PERM-13 PLAN-09 HELP-02 HELP-03 HELP-04 the owner's changes of a plan and a help video reach a company at once", async () => {
  const { page } = owner
  const visitor = await visit(environment.browser)
  const hers = visitor.page
  await signIn(visitor, url, rosa.email, rosa.password)
  const drawer = hers.getByRole('navigation', { name: 'Menu principal' })
  await drawer.getByRole('link', { name: 'Kanban', exact: true }).waitFor()

  await page.goto(`${url}/settings?tab=plans`)
  await page.getByRole('button', { name: 'Editar Essencial' }).click()
  await page.getByLabel('Kanban', { exact: true }).uncheck()
  await saveDialog(page)
  await drawer.getByRole('link', { name: 'Kanban', exact: true }).waitFor({ state: 'detached' })
  for (const path of ['/kanban', '/announcements']) {
    await hers.goto(url + path)
    const refused = 'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.'
    await hers.getByText(refused).first().waitFor()
    await hers.waitForURL(`${url}/`)
  }

  await page.getByRole('tab', { name: 'Ajuda' }).click()
  await page.getByRole('button', { name: 'Novo vídeo' }).click()
  await page.getByLabel('Título').fill('Como vincular um número')
  await page.getByLabel('Descrição').fill('Do código QR à primeira mensagem')
  await page.getByLabel('Vídeo', { exact: true }).fill('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
  await saveDialog(page)
  await page.getByRole('cell', { name: 'dQw4w9WgXcQ', exact: true }).waitFor()

  // Without network: the requested address suffices.
  await hers.route(/youtube/, (route) => route.abort())
  await hers.route(/img\.youtube/, (route) => route.fulfill({ contentType: 'image/svg+xml', body: picture }))
  await drawer.getByRole('link', { name: 'Ajuda', exact: true }).click()
  const card = hers.getByRole('button', {
    name: /Como vincular um número.*Do código QR à primeira mensagem/s,
  })
  await card.waitFor()
  expect(await card.locator('img').count()).toBe(1)
  await card.click()
  const player = hers.getByTitle('Vídeo: Como vincular um número')
  expect(await player.getAttribute('src')).toBe('https://www.youtube.com/embed/dQw4w9WgXcQ')
  await hers.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Excluir Como vincular um número' }).click()
  await page.getByRole('button', { name: 'Excluir', exact: true }).click()
  await page.getByText('Nenhum vídeo por enquanto').waitFor()
  expect(visitor.complaints).toEqual([])
  await hers.unrouteAll({ behavior: 'ignoreErrors' }) // requests of pictures may still run
  await hers.context().close()
})

test('INVOICE-06 O4 the owner finds a company’s invoice and confirms its payment by hand; the audit trail records it', async () => {
  await oweNextInvoice(environment.product, 'Padaria Sol')
  const { page } = owner
  await page.goto(`${url}/financeiro`)
  await page.getByRole('tab', { name: 'Todas as empresas' }).click()
  await page.getByRole('searchbox').fill('padaria')
  const invoice = page.getByRole('row').filter({ hasText: 'Padaria Sol' })
  await invoice.getByText('R$ 149,90').first().waitFor()
  await invoice.getByRole('button', { name: /^Confirmar o pagamento/ }).click()
  const question = page.getByRole('dialog', { name: 'Confirmar este pagamento?' })
  expect(await seriousTroubles(owner)).toEqual([])
  await question.getByRole('button', { name: 'Confirmar' }).click()
  await question.waitFor({ state: 'detached' })
  await choose(page, 'Quais faturas', 'Pagas')
  await invoice.getByText('Pago', { exact: true }).first().waitFor()

  await page.goto(`${url}/settings?tab=audit`)
  await choose(page, 'Auditoria de', 'Toda a plataforma')
  const trail = page.getByRole('table', { name: 'Auditoria' })
  const confirmed = trail.getByRole('row').filter({ hasText: 'Confirmou um pagamento' })
  await confirmed.getByText('Padaria Sol').waitFor()
  await confirmed.getByText('127.0.0.1').waitFor()
  await choose(page, 'O que fez', 'Entrou')
  await confirmed.waitFor({ state: 'detached' })
  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar planilha' }).click(),
  ])
  expect(sheet.suggestedFilename()).toMatch(/^auditoria.*\.xlsx$/)
  await page.getByRole('button', { name: 'Limpar filtros' }).click()
  await trail.getByText('Exportou a auditoria').waitFor()
  expect(owner.complaints).toEqual([])
})

test('TAG-02 TAG-03 a tag is created, found, changed and deleted', async () => {
  const { page } = owner
  await page.goto(`${url}/tags`)
  await page.getByRole('button', { name: 'Nova tag' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await form.getByText('Obrigatório').waitFor()
  await form.getByLabel('Nome', { exact: true }).fill('ab')
  await form.getByText('Mensagem muito curta').waitFor()
  await form.getByLabel('Nome', { exact: true }).fill('Orçamento')
  await saveDialog(page, 'Operação realizada com sucesso!')
  const row = page.getByRole('row', { name: /Orçamento/ })
  await row.getByRole('button', { name: 'Editar Orçamento' }).click()
  await form.getByLabel('Nome', { exact: true }).fill('Pós-venda')
  await saveDialog(page)
  await row.waitFor({ state: 'detached' })
  await page.getByRole('searchbox', { name: 'Buscar pelo nome' }).fill('violoncelo')
  await page.getByText('Procuramos no nome das tags.').waitFor()
  await page.getByRole('button', { name: 'Limpar busca' }).click()

  await page.getByRole('button', { name: 'Excluir Pós-venda' }).click()
  await page.getByText('Nenhum atendimento usa esta tag.').waitFor()
  await page.getByRole('button', { name: 'Excluir', exact: true }).click()
  await page.getByText('Nenhuma tag ainda').waitFor()
  expect(owner.complaints).toEqual([])
})

const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180"/>'

async function writeUser(page: Page, name: string, email: string, password: string): Promise<void> {
  const form = page.getByRole('dialog')
  await form.getByLabel('Nome', { exact: true }).fill(name)
  await form.getByLabel('E-mail', { exact: true }).fill(email)
  await form.getByLabel('Senha', { exact: true }).fill(password)
}

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Saves the open dialog, and waits for its notice meanwhile: the notice disappears after two seconds. */
async function saveDialog(page: Page, notice?: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await Promise.all([
    notice === undefined ? null : page.getByText(notice).first().waitFor(),
    dialog.getByRole('button', { name: 'Salvar', exact: true }).click(),
    dialog.waitFor({ state: 'detached' }),
  ])
}

async function giveUp(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: /^Descartar/ }).click()
  await page.getByRole('dialog').first().waitFor({ state: 'detached' })
}
