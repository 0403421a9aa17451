import { mkdir } from 'node:fs/promises'
import { createUser } from '@balcao/contract/people'
import { createQueue } from '@balcao/contract/queues'
import { listSchedules } from '@balcao/contract/schedules'
import { listTickets, updateTicket } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import type { SimulatedContact } from '@balcao/whatsapp-simulator/contact'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousTroubles, signIn, type Visitor, visit } from './src/browser'
import { type Calls, signInForCalls } from './src/calls'
import { drawnPicture } from './src/drawn-picture'
import { type Environment, openEnvironment } from './src/environment'
import { linkNumber } from './src/link-number'
import { admin } from './src/product'

// The panel beside a conversation: Ana works there, and Bia, who serves the same queue, sees the changes live.
const password = 'senha da equipe'
const pictures = process.env.SCREENS
let environment: Environment
let calls: Calls
let marina: SimulatedContact
let ana: Visitor
let bia: Visitor

beforeAll(async () => {
  environment = await openEnvironment()
  calls = await signInForCalls(environment.product.url, admin.email, admin.password)
  const sales = await calls(createQueue, { body: { name: 'Vendas', color: '#2E9E6B' } })
  const repairs = await calls(createQueue, { body: { name: 'Assistência', color: '#E0802A' } })
  await calls(createUser, {
    body: { name: 'Ana Lima', email: 'ana@example.com', password, queueIds: [sales.id, repairs.id] },
  })
  await calls(createUser, {
    body: { name: 'Bia Souza', email: 'bia@example.com', password, queueIds: [sales.id, repairs.id] },
  })
  const phone = environment.simulator.createPhone({ phone: '555130254455', name: 'Casa Ipê Móveis' })
  await linkNumber(calls, phone, 'Loja', [sales.id])
  marina = environment.simulator.createContact({ phone: '5551999887766', name: 'Marina Duarte' })
  ;[ana, bia] = [await visit(environment.browser), await visit(environment.browser)]
  for (const { page } of [ana, bia]) page.context().setDefaultTimeout(60_000) // two browsers on a busy machine
  await signIn(ana, environment.product.url, 'ana@example.com', password)
  await signIn(bia, environment.product.url, 'bia@example.com', password)
  await marina.sendText(phone.phone, 'Oi! Vi o sofá Serra na vitrine')
  await ana.page.getByRole('tab', { name: /^Aguardando/ }).click()
  const row = ana.page.getByRole('article').filter({ hasText: 'Marina' })
  await row.waitFor()
  await row.hover()
  await row.getByRole('button', { name: 'Aceitar' }).click()
  await ana.page.getByTitle('Ver o contato').waitFor()
  await bia.page.goto(ana.page.url())
  await bia.page.getByTitle('Ver o contato').click()
})
afterAll(() => environment?.close())

test('CONVO-19 CONVO-20 CONVO-26 a click on the head opens the drawer, 320 px wide', async () => {
  await ana.page.getByTitle('Ver o contato').click()

  const drawer = drawerOf(ana.page)
  await drawer.getByRole('link', { name: '+55 51 99988-7766' }).waitFor()
  await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(320)
})

test('NOTE-06 NOTE-08 a note reaches the colleague at once, and never the customer', async () => {
  const notes = sectionOf(ana.page, 'Observações')
  await notes.getByRole('textbox', { name: 'Nova observação' }).fill('O linho cinza chega dia 27.')
  await notes.getByRole('button', { name: 'Adicionar' }).click()

  await ana.page.getByText('Observação adicionada com sucesso!').waitFor()
  const seen = sectionOf(bia.page, 'Observações').getByRole('listitem')
  await seen.getByText('O linho cinza chega dia 27.').waitFor()
  expect(await seen.textContent()).toMatch(/^Ana Lima · \d\d\/\d\d\/\d\d \d\d:\d\d/)
  expect(JSON.stringify(marina.chat('555130254455'))).not.toContain('linho')
})

test('NOTE-02 NOTE-06 NOTE-08 a note in note mode is shown among the messages, live for the colleague, and is not sent', async () => {
  const { page } = ana
  const noteField = page.getByRole('textbox', { name: 'Observação: só a equipe lê' })
  const before = marina.chat('555130254455').length
  await page.getByPlaceholder('Escreva uma mensagem').fill('Chega na sexta')

  await page.getByRole('button', { name: /^Escrever uma observação/ }).click()
  await noteField.fill('Dá para prometer para 02/12.')
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    expect(await look(`note-mode-${theme}`, ana)).toEqual([])
  }
  await noteField.press('Enter')

  const paper = bia.page.getByRole('article', {
    name: /^Observação interna de Ana Lima, \d\d\/\d\d\/\d\d \d\d:\d\d$/,
  })
  await paper.getByText('Dá para prometer para 02/12.').waitFor()
  await paper.getByText('só a equipe vê').first().waitFor()
  await expect.poll(() => noteField.inputValue()).toBe('')
  await noteField.press('Escape')
  await expect.poll(() => page.getByPlaceholder('Escreva uma mensagem').inputValue()).toBe('Chega na sexta')
  await page.getByPlaceholder('Escreva uma mensagem').press('Enter')
  await environment.simulator.until('the answer is on the phone', () =>
    marina.chat('555130254455').some(({ text }) => text.includes('Chega na sexta')),
  )
  expect(marina.chat('555130254455')).toHaveLength(before + 1) // in order, so the note was not sent
  expect(JSON.stringify(marina.chat('555130254455'))).not.toContain('prometer')
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    expect(await look(`notes-${theme}`, ana)).toEqual([])
  }
})

test('NOTE-08 SHELL-46 a mentioned user is notified on another screen, and the bell opens the note', async () => {
  const noteField = ana.page.getByRole('textbox', { name: 'Observação: só a equipe lê' })
  await bia.page.goto(`${environment.product.url}/todolist`)
  const bell = bia.page.getByRole('button', { name: 'Notificações', exact: true })
  await bell.waitFor()

  await ana.page.getByRole('button', { name: /^Escrever uma observação/ }).click()
  await noteField.pressSequentially('Confere o frete, @bi')
  await ana.page.getByRole('option', { name: /Bia Souza/ }).waitFor()
  for (const theme of ['light', 'dark'] as const) {
    await ana.page.emulateMedia({ colorScheme: theme })
    expect(await look(`note-mention-${theme}`, ana)).toEqual([])
  }
  await ana.page.emulateMedia({ colorScheme: 'light' })
  await noteField.press('Enter')
  await noteField.pressSequentially('?')
  await noteField.press('Enter')

  await bia.page.getByText('Ana Lima mencionou você numa observação sobre Marina Duarte').first().waitFor()
  await bia.page.getByRole('button', { name: /1 observação menciona você/ }).click()
  for (const theme of ['dark', 'light'] as const) {
    await bia.page.emulateMedia({ colorScheme: theme })
    expect(await look(`mentions-${theme}`, bia)).toEqual([])
  }
  await bia.page.getByRole('link', { name: /Confere o frete, @Bia Souza/ }).click()
  const paper = bia.page.getByRole('article', { name: /^Observação interna/ })
  await paper.getByText('@Bia Souza').waitFor()
  await bell.waitFor() // the note was on her screen, so it is read
  await noteField.press('Escape')
})

test('a note being written survives a visit to another screen, and a reload', async () => {
  const field = () => sectionOf(ana.page, 'Observações').getByRole('textbox', { name: 'Nova observação' })
  await field().fill('Ligar na')

  await ana.page.reload()

  await expect.poll(() => field().inputValue()).toBe('Ligar na')
  await field().fill('')
})

test('CONVO-24 CONVO-25 TAG-09 a newly created tag is shown in the drawer and in the list of both', async () => {
  const tags = sectionOf(ana.page, 'Tags')
  await tags.getByRole('button', { name: 'Editar tags' }).click()
  await tags.getByRole('combobox', { name: 'Adicionar tag' }).fill('Sob medida')
  await ana.page.getByRole('option', { name: 'Criar tag “Sob medida”' }).click()

  await sectionOf(bia.page, 'Tags').getByText('Sob medida').waitFor()
  await ana.page.getByRole('article').getByText('Sob medida').waitFor()
  await tags.getByRole('button', { name: 'Pronto com as tags' }).click()
})

test('SCHED-03 SCHED-07 SCHED-11 a message is scheduled with a picture, changed, and seen by the colleague', async () => {
  const { page } = ana
  await drawerOf(page).getByRole('button', { name: 'Agendar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Novo agendamento' })
  const contact = dialog.getByRole('combobox', { name: 'Contato' })
  await expect.poll(() => contact.inputValue()).toBe('Marina Duarte')
  await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('O linho chegou, ')
  await dialog.getByRole('button', { name: 'Primeiro nome' }).click()
  await dialog.getByLabel('Imagem').setInputFiles({
    name: 'linho.png',
    mimeType: 'image/png',
    buffer: drawnPicture(64, 64, [120, 130, 140]),
  })
  await dialog.getByText('linho.png').waitFor()
  await look('schedule-dialog', ana)
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.waitFor({ state: 'detached' })

  const seen = sectionOf(bia.page, 'Agendamentos').getByRole('listitem')
  await seen.getByText('Pendente').waitFor()
  await seen.getByText('linho.png').waitFor()
  const { schedules } = await calls(listSchedules, { query: {} })
  expect(schedules).toMatchObject([{ body: 'O linho chegou, {{firstName}}', mediaName: 'linho.png' }])

  await sectionOf(page, 'Agendamentos').getByRole('button', { name: 'Editar agendamento' }).click()
  const edit = page.getByRole('dialog', { name: 'Editar agendamento' })
  await edit.getByRole('textbox', { name: 'Mensagem' }).fill('O linho cinza chegou!')
  await edit.getByRole('button', { name: 'Salvar' }).click()
  await seen.getByText('O linho cinza chegou!').waitFor()
})

test('CONTACT-01 CONTACT-15 RT-09 an edited contact changes for the colleague too', async () => {
  const { page } = ana
  await drawerOf(page).getByRole('button', { name: 'Editar', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar contato' })
  await dialog.getByLabel('Nome').fill('Marina D. Alves')
  await dialog.getByLabel('E-mail').fill('marina@estudiomd.com.br')
  await dialog.getByRole('button', { name: 'Adicionar dado' }).click()
  await dialog.getByLabel('Campo').fill('Cidade')
  await dialog.getByLabel('Valor').fill('Porto Alegre')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Contato salvo com sucesso.').waitFor()

  await drawerOf(bia.page).getByRole('heading', { name: 'Marina D. Alves' }).waitFor()
  await drawerOf(bia.page).getByText('Porto Alegre').waitFor()
  await bia.page.getByTitle('Ver o contato').getByText('Marina D. Alves').waitFor()
})

test.each(['light', 'dark'] as const)(
  'UX the drawer has no serious trouble in the %s theme',
  async (theme) => {
    await ana.page.emulateMedia({ colorScheme: theme })

    expect(await look(`drawer-${theme}`, ana)).toEqual([])
  },
)

test('UX on a phone it covers the conversation, and Escape closes it', async () => {
  const { page } = ana
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'light' })
  await drawerOf(page).getByText('Porto Alegre').waitFor()

  expect(await look('drawer-phone', ana)).toEqual([])
  await page.keyboard.press('Escape')

  await drawerOf(page).waitFor({ state: 'detached' })
  await page.getByPlaceholder('Escreva uma mensagem').waitFor()
  await page.setViewportSize({ width: 1366, height: 860 })
})

test('NOTE-08 on a phone the note is shown among the messages, and the menu starts a note', async () => {
  const { page } = ana
  await page.setViewportSize({ width: 390, height: 844 })
  await page
    .getByRole('article', { name: /^Observação interna/ })
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Anexar' }).click()
  await page.getByRole('menuitem', { name: 'Escrever uma observação' }).click()
  await page.getByRole('textbox', { name: 'Observação: só a equipe lê' }).waitFor()

  expect(await look('note-mode-phone', ana)).toEqual([])

  await page.getByRole('button', { name: 'Voltar a escrever ao cliente' }).click()
  await page.getByPlaceholder('Escreva uma mensagem').waitFor()
  await page.setViewportSize({ width: 1366, height: 860 })
})

test('NOTE-07 SCHED-10 deleted items disappear for the colleague too', async () => {
  const { page } = ana
  if (!(await drawerOf(page).isVisible())) await page.getByTitle('Ver o contato').click()
  const question = page.getByRole('dialog', { name: 'Deseja realmente excluir este registro?' })
  for (const left of [2, 1, 0]) {
    await sectionOf(page, 'Observações').getByRole('button', { name: 'Excluir observação' }).first().click()
    await question.getByRole('button', { name: 'Excluir observação' }).click()
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => bia.page.getByRole('article', { name: /^Observação interna/ }).count()).toBe(left)
  }
  await page.getByText('Observação excluída com sucesso!').first().waitFor()
  await sectionOf(page, 'Agendamentos').getByRole('button', { name: 'Excluir agendamento' }).click()
  await question.getByRole('button', { name: 'Excluir agendamento' }).click()

  await sectionOf(bia.page, 'Observações')
    .getByText(/Nenhuma observação ainda/)
    .waitFor()
  await sectionOf(bia.page, 'Agendamentos').getByText('Nada agendado para este contato.').waitFor()
})

test('TICKET-23 TICKET-26 a transfer to a queue leads Ana to the list, and Bia sees the new owner', async () => {
  const { page } = ana
  await page.getByRole('button', { name: 'Transferir (Alt+T)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Transferir atendimento' })
  await dialog.waitFor() // its chunk is loaded on demand
  expect(await seriousTroubles(ana)).toEqual([])
  await dialog.getByRole('combobox', { name: 'Fila' }).click()
  await page.getByRole('option', { name: 'Assistência' }).click()
  await dialog.getByRole('button', { name: 'Transferir' }).click()

  await page.waitForURL(/\/tickets(\?.*)?$/)
  await bia.page.getByTitle('Ver o contato').getByText('Assistência').waitFor()
  expect([...ana.complaints, ...bia.complaints]).toEqual([])
})

test('TICKET-24 the receiver of a transfer is notified on another screen, and the notice opens it', async () => {
  const { page } = bia
  await ana.page.goto(`${environment.product.url}/todolist`)
  await ana.page.getByRole('button', { name: 'Notificações', exact: true }).waitFor()
  await page.locator('header').getByRole('button', { name: 'Aceitar' }).click()
  await page.getByRole('button', { name: 'Transferir (Alt+T)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Transferir atendimento' })
  await dialog.getByRole('combobox', { name: 'Usuário (opcional)' }).fill('Ana')
  await page.getByRole('option', { name: 'Ana Lima' }).click()
  const hovered = ana.page.getByText('Bia Souza transferiu Marina D. Alves para você.').first().hover()
  await dialog.getByRole('button', { name: 'Transferir' }).click()

  await hovered // under the pointer the notice stays
  expect(await look('handed-over', ana)).toEqual([])
  await ana.page.getByRole('button', { name: 'Ver', exact: true }).click()
  await ana.page.getByTitle('Ver o contato').getByText('Atribuído a: Ana Lima').waitFor()
})

test("MESSAGE-04 the contact's ticket in a queue that is not hers is only a marker there", async () => {
  const { page } = ana
  const waiting = async () => {
    const { tickets } = await calls(listTickets, { query: { status: 'pending' } })
    return tickets[0]?.id
  }
  const accounts = await calls(createQueue, { body: { name: 'Financeiro', color: '#5B4FCF' } })
  await page.locator('header').getByRole('button', { name: 'Finalizar' }).last().click()
  await page.waitForURL(/\/tickets(\?.*)?$/)
  await marina.sendText('555130254455', 'E o boleto?')
  await expect.poll(waiting, { timeout: 60_000 }).toBeDefined()
  const params = { ticketId: (await waiting()) as TicketId } // it was polled for
  await calls(updateTicket, { params, body: { queueId: accounts.id, userId: null, status: 'pending' } })
  await calls(updateTicket, { params, body: { status: 'closed' } })
  await marina.sendText('555130254455', 'Agora sobre o sofá')
  await page.getByRole('tab', { name: /^Aguardando/ }).click()
  const row = page.getByRole('article').filter({ hasText: 'Agora sobre o sofá' })
  await row.hover()
  await row.getByRole('button', { name: 'Aceitar' }).click()

  await page.getByText(`Atendimento #${params.ticketId}: você não tem acesso`).waitFor()
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    expect(await look(`hidden-ticket-${theme}`, ana)).toEqual([])
  }
  expect(await page.getByText('E o boleto?').count()).toBe(0)
  expect([...ana.complaints, ...bia.complaints]).toEqual([])
})

function drawerOf(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Contato' })
}

function sectionOf(page: Page, title: string): Locator {
  return drawerOf(page).getByRole('region', { name: title })
}

/** Serious accessibility faults of the current screen; with SCREENS=folder it also takes a screenshot. */
async function look(name: string, visitor: Visitor): Promise<string[]> {
  // Waits for the fade between themes.
  await visitor.page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
  )
  if (pictures !== undefined) {
    await mkdir(pictures, { recursive: true })
    await visitor.page.screenshot({ path: `${pictures}/${name}.png` })
  }
  return seriousTroubles(visitor)
}
