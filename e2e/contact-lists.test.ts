import { createUser } from '@balcao/contract/people'
import { createTag } from '@balcao/contract/tags'
import { addTicketTag } from '@balcao/contract/ticket-tags'
import { listTickets, updateTicket } from '@balcao/contract/tickets'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { seriousTroubles, sidewaysTroubles, signIn, type Visitor, visit } from './src/browser'
import { type Calls, signInForCalls } from './src/calls'
import { ana, type Environment, openEnvironment, openShop } from './src/environment'
import { admin } from './src/product'
import { spreadsheetOf } from './src/spreadsheet'

const bia = { name: 'Bia Prado', email: 'bia@example.com', password: 'senha da gerente' }
let environment: Environment
let asAna: Calls
beforeAll(async () => {
  environment = await openEnvironment()
  const { calls, phone, sales } = await openShop(environment)
  await calls(createUser, { body: { ...bia, profile: 'admin', queueIds: [sales.id] } })
  asAna = await signInForCalls(environment.product.url, ana.email, ana.password)
  for (const [number, name] of [
    ['5551987650001', 'Lívia Prado'],
    ['5551987650002', 'Rui Farias'],
  ] as const)
    environment.simulator.createContact({ phone: number, name })
  const marina = environment.simulator.createContact({ phone: '5551999887766', name: 'Marina Duarte' })
  const tag = await calls(createTag, { body: { name: 'Retorno', color: '#2E9E6B', kanban: 0 } })
  await marina.sendText(phone.phone, 'Ainda tem o sofá?')
  const ticket = await vi.waitUntil(
    async () => (await asAna(listTickets, { query: { status: 'pending' } })).tickets[0] ?? false,
    { timeout: 60_000, interval: 100 },
  )
  await asAna(updateTicket, { params: { ticketId: ticket.id }, body: { status: 'open' } })
  await calls(addTicketTag, { params: { ticketId: ticket.id, tagId: tag.id } })
})
afterAll(() => environment?.close())

const sheet = {
  name: 'clientes.xlsx',
  mimeType: 'application/zip',
  buffer: Buffer.from(
    spreadsheetOf([
      ['Nome', 'Número', 'E-mail'],
      ['Lívia Prado', 5551987650001, 'livia@exemplo.com'],
      ['Rui Farias', '(51) 98765-0002', ''],
      ['Rui sem o nono dígito', '51 8765-0002', ''],
      ['Ninguém', 5551987650099, ''],
      ['Sem número', '', ''],
    ]),
  ),
}

test('J12 CLIST-03 CLIST-04 CLIST-05 CLIST-06 CLIST-07 CLIST-10 CLIST-13 RT-21 a list is created, filled from a sheet and from a tag, checked on WhatsApp, edited and deleted; a colleague sees it grow (steps 4 and 5)', async () => {
  const { url } = environment.product
  const [boss, other] = [
    await visit(environment.browser),
    await visit(environment.browser, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }),
  ]
  const { page } = boss
  await signIn(boss, url, admin.email, admin.password)
  await signIn(other, url, bia.email, bia.password, '/contact-lists')
  await other.page.getByText('Nenhuma lista de contatos ainda').waitFor()

  // created, with a validated name
  await page.getByRole('button', { name: 'Campanhas' }).click()
  await page.getByRole('link', { name: 'Listas de contatos', exact: true }).click()
  await page.getByRole('button', { name: 'Adicionar lista' }).first().click()
  await page.getByLabel('Nome', { exact: true }).fill('C')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Too Short!').waitFor()
  await page.getByLabel('Nome', { exact: true }).fill('Clientes')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Lista salva.').waitFor()
  await other.page.getByText('Clientes').waitFor()

  // filled from a sheet, after a confirmation; a number is added once, with or without the ninth digit
  await page.getByRole('button', { name: 'Importar para Clientes' }).click()
  await page.getByLabel('Escolher planilha').setInputFiles({
    name: 'folheto.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7 nada aqui'),
  })
  await page.getByRole('button', { name: 'Importar', exact: true }).click()
  await page.getByText('Este arquivo não é uma planilha.', { exact: false }).waitFor()
  await page.getByLabel('Escolher planilha').setInputFiles(sheet)
  const question = page.getByRole('dialog', { name: 'Importar esta planilha?' })
  await keepPicture(boss, 'contact-list-question')
  await question.getByRole('button', { name: 'Importar', exact: true }).click()
  await page.getByText('Novos: 3. Já estavam na lista: 1. Com erro: 1.').waitFor()
  await page.getByText('Linha 6: Sem número').waitFor()
  await keepPicture(boss, 'contact-list-imported')

  // and from a tag
  await page.getByLabel('Ou de uma tag').click()
  await page.getByRole('option', { name: 'Retorno' }).click()
  await page.getByRole('button', { name: 'Trazer da tag' }).click()
  await page.getByRole('dialog').getByText('1 contato entrou na lista.').waitFor()
  await page.getByRole('button', { name: 'Fechar', exact: true }).last().click()
  await page.getByRole('row', { name: /Clientes.*4/ }).waitFor()

  // WhatsApp checks every number, and the colleague sees the results
  await page.getByText('3 com WhatsApp, 1 sem').waitFor()
  await other.page.getByText('3 com WhatsApp, 1 sem').waitFor()
  await keepPicture(boss, 'contact-lists')
  await keepPicture(other, 'contact-lists-phone')
  await page.getByRole('link', { name: 'Clientes', exact: true }).click()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await row('Lívia Prado').getByText('Válido', { exact: true }).waitFor()
  await row('Marina Duarte').getByText('Válido', { exact: true }).waitFor()
  await row('Ninguém').getByText('Inválido', { exact: true }).waitFor()
  await keepPicture(boss, 'contact-list')
  expect(await seriousTroubles(boss)).toEqual([])

  // a contact is added by the rules of the form, the same number only once; one is removed, and the colleague sees it
  await other.page.getByRole('link', { name: 'Clientes', exact: true }).click()
  await other.page.getByText('Ninguém').waitFor()
  await page.getByRole('button', { name: 'Adicionar contato' }).click()
  await page.getByLabel('Nome', { exact: true }).fill('Caio Mendes')
  await page.getByLabel('Número', { exact: true }).fill('51 98765-0001')
  await page.getByLabel('E-mail', { exact: true }).fill('x')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Invalid email').waitFor()
  await page.getByLabel('E-mail', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Este número já está nesta lista.').first().waitFor()
  await page.getByLabel('Número', { exact: true }).fill('51 98765-0077')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Contato salvo.').waitFor()
  await other.page.getByText('Caio Mendes').waitFor()
  await page.getByRole('button', { name: 'Tirar Caio Mendes da lista' }).click()
  await page.getByRole('button', { name: 'Tirar da lista', exact: true }).click()
  await other.page.getByText('Caio Mendes').waitFor({ state: 'detached' })
  await keepPicture(other, 'contact-list-phone')
  expect(await seriousTroubles(other)).toEqual([])
  expect(await sidewaysTroubles(other.page)).toEqual([])

  // found by text and by validity
  await page.getByRole('searchbox').fill('livia')
  await page.getByText('1 contato', { exact: true }).waitFor()
  await page.getByRole('searchbox').fill('')
  await page.getByLabel('Situação do número').click()
  await page.getByRole('option', { name: 'Inválido' }).click()
  await page.getByText('1 contato', { exact: true }).waitFor()
  await row('Ninguém').waitFor()

  // and deleted, after a warning about the consequences
  await page.getByRole('button', { name: 'Voltar para as listas' }).click()
  await page.getByRole('button', { name: 'Excluir Clientes' }).click()
  await page.getByText('Os 4 contatos que estão nela saem junto.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Excluir lista' }).click()
  await page.getByText('Nenhuma lista de contatos ainda').waitFor()
  await other.page.goto(`${url}/contact-lists`)
  await other.page.getByText('Nenhuma lista de contatos ainda').waitFor()
  expect([...boss.complaints, ...other.complaints]).toEqual([])
})

/** A screenshot for review, on request: `PICTURES=/some/folder`. */
async function keepPicture({ page }: Visitor, name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}
