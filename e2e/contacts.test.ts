import { readFile } from 'node:fs/promises'
import { listTickets, updateTicket } from '@balcao/contract/tickets'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { seriousTroubles, signIn, type Visitor, visit } from './src/browser'
import { type Calls, signInForCalls } from './src/calls'
import { drawnPicture } from './src/drawn-picture'
import { ana, type Environment, openEnvironment, openShop } from './src/environment'
import { admin } from './src/product'
import { cellsOf, spreadsheetOf } from './src/spreadsheet'

const sofa = drawnPicture(64, 48, [140, 90, 60])
let environment: Environment
let asAna: Calls
beforeAll(async () => {
  environment = await openEnvironment()
  const { phone } = await openShop(environment)
  asAna = await signInForCalls(environment.product.url, ana.email, ana.password)
  const rosa = environment.simulator.createContact({ phone: '5551999887766', name: 'Rosa Antiga' })
  await rosa.sendText(phone.phone, 'Chegou o meu sofá?')
  await rosa.sendPicture(phone.phone, sofa, { caption: 'É este', mimetype: 'image/png' })
  const waiting = async () => (await asAna(listTickets, { query: { status: 'pending' } })).tickets
  const [ticket] = await vi.waitUntil(
    async () => {
      const tickets = await waiting()
      return tickets.length > 0 && tickets
    },
    { timeout: 60_000 },
  )
  if (ticket === undefined) throw new Error('Rosa does not wait')
  await asAna(updateTicket, { params: { ticketId: ticket.id }, body: { status: 'closed' } })
})
afterAll(() => environment?.close())

const list = spreadsheetOf([
  ['Quem', 'Celular', 'E-mail', 'Cidade'],
  ['=Lívia Prado', 5551987650001, 'livia@exemplo.com', 'Canela'],
  ['Rosa de novo', '(51) 9 9988-7766', '', ''],
  ['Sem número', '', '', ''],
  ...Array.from({ length: 600 }, (_, n) => [`Cliente ${n}`, 5551970000000 + n, '', '']),
])

test('J09 CONTACT-08 CONTACT-17 CONTACT-18 CONTACT-19 an admin imports a list, talks to one contact, exports it, and copies and erases the data of one (steps 6 and 7)', async () => {
  const boss = await visit(environment.browser)
  const { page } = boss
  await signIn(boss, environment.product.url, admin.email, admin.password)
  const colleague = await visit(environment.browser, {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  })
  await signIn(colleague, environment.product.url, ana.email, ana.password, '/contacts')
  await colleague.page.getByText('Rosa Antiga').waitFor()
  await page.getByRole('link', { name: 'Contatos', exact: true }).click()
  await page.getByText('Rosa Antiga').waitFor()

  await page.getByRole('button', { name: 'Importar' }).click()
  await page.getByLabel('Escolher planilha').setInputFiles({
    name: 'folheto.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7 nada aqui'),
  })
  await page.getByText('Este arquivo não é uma planilha.', { exact: false }).waitFor()
  const sheet = { name: 'clientes.xlsx', mimeType: 'application/zip', buffer: Buffer.from(list) }
  await page.getByLabel('Escolher planilha').setInputFiles(sheet)
  const columns = page.getByRole('dialog', { name: 'O que há em cada coluna' })
  await columns.getByText('=Lívia Prado', { exact: false }).waitFor()
  await columns.getByRole('combobox', { name: 'Importar “Quem” como' }).click()
  await page.getByRole('option', { name: 'Nome' }).click()
  await keepPicture(boss, 'contacts-columns')
  await columns.getByRole('button', { name: 'Importar 603 linhas' }).click()
  await page.getByText('Novos: 601. Já existiam: 1. Com erro: 1.', { exact: false }).waitFor()
  await keepPicture(boss, 'contacts-imported')
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Relatório' }).click(),
  ])
  const cells = await cellsOf(await report.path())
  expect(cells.slice(0, 4)).toEqual([
    ['Linha', 'Resultado', 'Quem', 'Celular', 'E-mail', 'Cidade'],
    ['2', 'Contato criado', "'=Lívia Prado", '5551987650001', 'livia@exemplo.com', 'Canela'],
    ['3', 'Já existia um contato com este número', 'Rosa de novo', '(51) 9 9988-7766'],
    ['4', 'Sem número', 'Sem número'],
  ])
  await page.keyboard.press('Escape')

  await colleague.page.getByText('602 contatos').waitFor()
  await keepPicture(colleague, 'contacts-phone')
  await page.getByRole('searchbox', { name: 'Buscar por nome ou número' }).fill('livia')
  await page.getByText('1 contato', { exact: true }).waitFor()
  await keepPicture(boss, 'contacts')
  const [exported] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar' }).click(),
  ])
  expect(exported.suggestedFilename()).toBe('contatos.xlsx')
  const everybody = await cellsOf(await exported.path())
  expect(everybody).toHaveLength(1 + 602)
  expect(everybody[0]).toEqual(['Nome', 'Número', 'Email'])
  expect(everybody).toContainEqual(["'=Lívia Prado", '5551987650001', 'livia@exemplo.com'])

  await page.getByRole('button', { name: 'Abrir atendimento com =Lívia Prado' }).click()
  await page.getByRole('dialog', { name: 'Novo atendimento' }).getByRole('button', { name: 'Salvar' }).click()
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/)

  await page.getByRole('link', { name: 'Contatos', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Buscar por nome ou número' }).fill('rosa')
  await page.getByRole('button', { name: 'Rosa Antiga', exact: true }).click()
  const details = page.getByRole('dialog', { name: 'Contato' })
  await details.getByRole('list', { name: 'Atendimentos' }).getByText('Finalizado').waitFor()
  await keepPicture(boss, 'contacts-details')
  expect(await seriousTroubles(boss)).toEqual([])
  await details.getByRole('button', { name: 'Exportar os dados' }).click()
  const copy = details.getByRole('link', { name: /^Baixar a cópia \(.+\)$/ })
  await copy.waitFor() // updated live, when the job has created it
  await keepPicture(boss, 'contacts-copy')
  const [data] = await Promise.all([page.waitForEvent('download'), copy.click()])
  expect(data.suggestedFilename()).toMatch(/^dados-pessoais-\d+\.zip$/)
  const files = unzipSync(new Uint8Array(await readFile(await data.path())))
  expect(strFromU8(files['dados.json'] ?? new Uint8Array())).toContain('Chegou o meu sofá?')
  expect(strFromU8(files['dados.html'] ?? new Uint8Array())).toContain('Rosa Antiga')
  const sent = Object.keys(files).filter((path) => path.startsWith('arquivos/'))
  expect(sent.map((path) => Buffer.from(files[path] ?? []).equals(sofa))).toEqual([true])
  await details.getByRole('button', { name: 'Apagar os dados' }).click()
  const question = page.getByRole('dialog', { name: 'Apagar os dados de Rosa Antiga?' })
  await question.getByRole('textbox').fill('Rosa Antiga')
  await keepPicture(boss, 'contacts-erase')
  await question.getByRole('button', { name: 'Apagar para sempre' }).click()

  await page.getByRole('button', { name: 'Limpar busca' }).click()
  await page.getByText('601 contatos').waitFor()
  await colleague.page.getByText('601 contatos').waitFor()
  expect([...boss.complaints, ...colleague.complaints]).toEqual([])
})

test('J09 GEN-10 GEN-11 CONTACT-01 to CONTACT-07 CONTACT-10 CONTACT-16 RT-09 Ana searches, can add only a valid contact, renames it, and an admin deletes it (steps 1 to 5, 8)', async () => {
  environment.simulator.createContact({ phone: '5551981112222', name: 'Lia' })
  environment.simulator.createContact({ phone: '5551987650001', name: 'Lívia' }) // the imported contact
  const [boss, clerk] = [await visit(environment.browser), await visit(environment.browser)]
  await signIn(boss, environment.product.url, admin.email, admin.password)
  await signIn(clerk, environment.product.url, ana.email, ana.password)
  const { page } = clerk
  const asked: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.startsWith('/contacts') && url.searchParams.has('pageNumber')) asked.push(url)
  })
  await Promise.all([boss, clerk].map((who) => who.page.goto(`${environment.product.url}/contacts`)))
  await page.getByText('601 contatos').waitFor()

  await page.getByRole('row').last().scrollIntoViewIfNeeded()
  await expect.poll(() => asked.some((url) => url.searchParams.get('pageNumber') === '2')).toBe(true)
  const search = page.getByRole('searchbox', { name: 'Buscar por nome ou número' })
  await search.pressSequentially('livia')
  await page.getByText('1 contato', { exact: true }).waitFor()
  const words = () =>
    asked.map((url) => url.searchParams.get('searchParam') ?? '').filter((word) => word !== '')
  expect(words().at(-1)).toBe('livia')
  await search.fill('')

  await page.getByRole('button', { name: 'Adicionar contato' }).click()
  const form = page.getByRole('dialog', { name: 'Novo contato' })
  const save = form.getByRole('button', { name: 'Salvar' })
  const [name, number] = [form.getByLabel('Nome', { exact: true }), form.getByLabel('Número do WhatsApp')]
  await name.fill('A')
  await number.fill('123')
  await form.getByLabel('E-mail').fill('x')
  await save.click()
  await form.getByText('Invalid email').waitFor()
  expect(await form.getByText('Too Short!').count()).toBe(2)

  await name.fill('Lia Moura')
  await form.getByLabel('E-mail').fill('lia@exemplo.com')
  await number.fill('5551981113333')
  await save.click()
  await form.getByText('Este não é um número de WhatsApp válido.').waitFor()
  await number.fill('5551987650001')
  await save.click()
  await form.getByText('Já existe um contato com este número.').waitFor()

  await number.fill('5551981112222')
  for (const [at, [field, value]] of Object.entries([
    ['Cidade', 'Canela'],
    ['Tamanho', 'G'],
  ])) {
    await form.getByRole('button', { name: 'Adicionar dado' }).click()
    await form
      .getByLabel('Campo')
      .nth(Number(at))
      .fill(field ?? '')
    await form
      .getByLabel('Valor')
      .nth(Number(at))
      .fill(value ?? '')
  }
  await boss.page.getByRole('searchbox', { name: 'Buscar por nome ou número' }).fill('lia moura')
  await boss.page.getByText('Nada para “lia moura”').waitFor()
  await Promise.all([page.getByText('Contato salvo com sucesso.').waitFor(), save.click()])
  await boss.page.getByText('1 contato', { exact: true }).waitFor()

  await boss.page.getByRole('button', { name: 'Abrir atendimento com Lia Moura' }).click()
  await boss.page
    .getByRole('dialog', { name: 'Novo atendimento' })
    .getByRole('button', { name: 'Salvar' })
    .click()
  await boss.page.waitForURL(/\/tickets\/[0-9a-f-]{36}/)
  await search.fill('lia moura')
  await page.getByRole('button', { name: 'Editar Lia Moura' }).click()
  const edit = page.getByRole('dialog', { name: 'Editar contato' })
  await expect.poll(() => edit.getByLabel('Campo').count()).toBe(2)
  await edit.getByLabel('Nome', { exact: true }).fill('Lia Moura Reis')
  await edit.getByRole('button', { name: 'Salvar' }).click()
  await boss.page.getByTitle('Ver o contato').getByText('Lia Moura Reis').waitFor() // in the open conversation

  expect(await page.getByRole('button', { name: /^Excluir / }).count()).toBe(0)
  await boss.page.locator('header').getByRole('button', { name: 'Finalizar' }).last().click()
  await boss.page.waitForURL(/\/tickets$/)
  await boss.page.goto(`${environment.product.url}/contacts`)
  await boss.page.getByRole('searchbox', { name: 'Buscar por nome ou número' }).fill('lia moura')
  await boss.page.getByRole('button', { name: 'Excluir Lia Moura Reis' }).click()
  const question = boss.page.getByRole('dialog', { name: 'Excluir Lia Moura Reis?' })
  await question.getByText('Deseja realmente excluir este registro?', { exact: false }).waitFor()
  await question.getByRole('button', { name: 'Excluir contato' }).click()
  await page.getByText('Lia Moura Reis').waitFor({ state: 'detached' })
  expect([...boss.complaints, ...clerk.complaints]).toEqual([])
})

/** A screenshot for review, on request: `PICTURES=/some/folder`. */
async function keepPicture({ page }: Visitor, name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}
