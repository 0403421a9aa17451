import { createUser, updateSetting } from '@balcao/contract/people'
import { createQueue } from '@balcao/contract/queues'
import { createQuickMessage } from '@balcao/contract/quick-messages'
import { listTickets, updateTicket } from '@balcao/contract/tickets'
import type { SimulatedContact } from '@balcao/whatsapp-simulator/contact'
import type { SimulatedPhone } from '@balcao/whatsapp-simulator/phone'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, type Visitor, visit } from './src/browser'
import { type Calls, signInForCalls } from './src/calls'
import { cuttableLine, type Line } from './src/cuttable-line'
import { drawnPicture } from './src/drawn-picture'
import { type Environment, openEnvironment, openShop } from './src/environment'
import { admin } from './src/product'
import { storeMessages, tableAt } from './src/product-rows'

// The acceptance journeys of attendance, step by step: Ugo (U) serves Vendas, Bia (U2) Suporte, the boss (A) sees all,
// Marina (C) uses her phone. Each has their own browser.
const password = 'senha da equipe'
const ugo = { name: 'Ugo Prado', email: 'ugo@example.com', password }
let environment: Environment
let calls: Calls
let shop: SimulatedPhone
let marina: SimulatedContact
let u: Visitor
let u2: Visitor
let a: Visitor
let line: Line

beforeAll(async () => {
  environment = await openEnvironment()
  const { calls: boss, phone } = await openShop(environment, ugo)
  shop = phone
  const support = await boss(createQueue, { body: { name: 'Suporte', color: '#E0862B' } })
  await boss(createUser, {
    body: { name: 'Bia Souza', email: 'bia@example.com', password, queueIds: [support.id] },
  })
  await boss(createUser, {
    body: { name: 'Caio', email: 'caio@example.com', password, profile: 'admin' },
  })
  await boss(updateSetting, { params: { key: 'sendGreetingAccepted' }, body: { value: 'enabled' } })
  await boss(createQuickMessage, {
    body: {
      shortcode: 'boas-vindas',
      message: 'Boas-vindas à Casa Ipê, {{firstName}}! Como ajudo?',
      geral: true,
    },
  })
  // Calls of a user without a browser: a second sign-in would end the first.
  calls = await signInForCalls(environment.product.url, 'caio@example.com', password)
  marina = environment.simulator.createContact({ phone: '5551999887766', name: 'Marina Duarte' })
  ;[u, u2, a] = [
    await visit(environment.browser),
    await visit(environment.browser),
    await visit(environment.browser),
  ]
  for (const { page } of [u, u2, a]) page.context().setDefaultTimeout(60_000) // three browsers on a busy machine
  line = await cuttableLine(u.page)
  const waiting = '/tickets?sub=pending'
  await signIn(u, environment.product.url, ugo.email, password, waiting)
  await signIn(u2, environment.product.url, 'bia@example.com', password, waiting)
  await signIn(a, environment.product.url, admin.email, admin.password, waiting)
})
afterAll(() => environment?.close())

test('J05 a customer writes, is accepted, answered and resolved (steps 3 to 8; other files cover chatbot and rating)', async () => {
  await marina.sendText(shop.phone, 'Oi')

  const item = rowOf(u.page, 'Marina')
  await item.waitFor()
  await tabOf(u.page, /^Aguardando\s*1/).waitFor()
  await item.getByText('Vendas', { exact: true }).waitFor()
  await item.getByText('mensagem não lida').waitFor()
  await rowOf(a.page, 'Marina').waitFor()
  expect(await rowOf(u2.page, 'Marina').count()).toBe(0)

  await item.getByText('Oi', { exact: true }).click()
  expect(new URL(u.page.url()).pathname).toBe('/tickets')
  await accept(item)
  await u.page.waitForURL(/\/tickets\/[0-9a-f-]{36}/)
  await away(u.page)
  await rowOf(u.page, 'Marina').waitFor() // in the assigned tab, which is open now
  await rowOf(a.page, 'Marina').waitFor({ state: 'detached' })
  await tabOf(a.page, /^Atendendo/).click()
  await rowOf(a.page, 'Marina').getByText('Ugo', { exact: true }).waitFor()
  await onPhone(/Aqui é \*Ugo Prado\* e vou continuar/)

  await field(u.page).fill(' ')
  await field(u.page).press('Enter')
  await field(u.page).fill('Bom dia')
  await field(u.page).press('Enter')
  await onPhone(/^\*Ugo Prado:\*\nBom dia$/)
  expect(fromShop()).toHaveLength(2)
  await bubble(u.page, 'Bom dia').getByRole('img', { name: 'entregue' }).waitFor()
  marina.read(shop.phone)
  await bubble(u.page, 'Bom dia').getByRole('img', { name: 'lida', exact: true }).waitFor()

  const rui = environment.simulator.createContact({ phone: '5551988776655', name: 'Rui Farias' })
  await rui.sendText(shop.phone, 'Boa tarde')
  await tabOf(u.page, /^Aguardando/).click()
  await accept(rowOf(u.page, 'Rui'))
  await u.page.getByLabel('Mensagens com Rui Farias').waitFor()
  await marina.sendText(shop.phone, 'E o frete?')
  for (const { page } of [u, a]) {
    await away(page)
    const first = page.locator('article[data-status]').first()
    await first.filter({ hasText: 'E o frete?' }).getByText('mensagem não lida').waitFor()
  }
  await rowOf(u.page, 'Marina').getByRole('link').click()
  for (const { page } of [u, a])
    await rowOf(page, 'Marina').getByText('mensagem não lida').waitFor({ state: 'detached' })

  await head(u.page).getByRole('button', { name: 'Finalizar' }).click()
  await u.page.waitForURL(/\/tickets(\?.*)?$/)
  await u.page.getByText('Tudo pronto para atender').waitFor()
  await tabOf(u.page, 'Fechados').click()
  await rowOf(u.page, 'Marina').waitFor()
})

test('J06 scrolling up loads a long conversation (step 1)', async () => {
  await tabOf(u.page, 'Abertos').click()
  await tabOf(u.page, /^Atendendo/).click()
  await longAgo('Rui Farias')
  await rowOf(u.page, 'Rui').getByRole('link').click()
  const log = u.page.getByLabel('Mensagens com Rui Farias')
  await log.getByText('Linha 60', { exact: true }).waitFor()
  expect(await log.getByText('Linha 20', { exact: true }).count()).toBe(0)

  await log.hover()
  const older = log.getByText('Linha 20', { exact: true })
  await expect
    .poll(
      async () => {
        await u.page.mouse.wheel(0, -1_000)
        return older.isVisible()
      },
      { timeout: 60_000 },
    )
    .toBe(true)
  await u.page.getByText('HOJE').first().waitFor()
})

test('J06 inside a conversation: five rows, quick answers, quotes, files, deletion, signing, the drawer', async () => {
  await marina.sendText(shop.phone, 'Voltei!')
  await tabOf(u.page, /^Aguardando/).click()
  await accept(rowOf(u.page, 'Marina'))
  const log = u.page.getByLabel('Mensagens com Marina Duarte')
  await log
    .getByText(/^Início do atendimento #/)
    .last()
    .waitFor()
  await log.getByText('HOJE').first().waitFor()

  // Eight lines enlarge the field to five rows.
  const height = async () => (await field(u.page).boundingBox())?.height
  await field(u.page).fill(Array.from({ length: 5 }, (_, at) => `linha ${at}`).join('\n'))
  const five = await height()
  await field(u.page).fill(Array.from({ length: 8 }, (_, at) => `linha ${at}`).join('\n'))
  await expect.poll(() => field(u.page).evaluate((one) => one.scrollHeight > one.clientHeight)).toBe(true)
  expect(await height()).toBe(five)

  // Quick answers: `/` opens nothing, `/bo` does.
  await field(u.page).fill('')
  await field(u.page).pressSequentially('/')
  expect(await u.page.getByRole('option').count()).toBe(0)
  await field(u.page).pressSequentially('bo')
  const answer = u.page.getByRole('option', { name: /boas-vindas/ })
  expect(await answer.textContent()).toMatch(/^.{35}…$/)
  await answer.click()
  await expect.poll(() => field(u.page).inputValue()).toBe('Boas-vindas à Casa Ipê, Marina! Como ajudo?')
  await field(u.page).press('Enter')
  await onPhone(/Boas-vindas à Casa Ipê, Marina!/)

  // A reply shows its quote on both sides.
  await choose(u.page, 'Voltei!', 'Responder')
  await field(u.page).fill('Que bom!')
  await field(u.page).press('Enter')
  await bubble(u.page, 'Que bom!').getByText('Voltei!').waitFor()
  await onPhone(/Que bom!/)
  expect(fromShop().at(-1)?.quotedId).toBeTruthy()

  // Two files are two messages.
  const files = ['mesa.png', 'sofa.png'].map((name, at) => ({
    name,
    mimeType: 'image/png',
    buffer: drawnPicture(60 + at, 40, [120, 60 * at, 70]),
  }))
  await u.page.getByLabel('Anexar arquivos').and(u.page.locator('input')).setInputFiles(files)
  await u.page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await environment.simulator.until('two pictures are on the phone', () => {
    return fromShop().filter(({ kind }) => kind === 'picture').length === 2
  })

  // Deleted for everybody; the customer's message has no delete action.
  await a.page.goto(u.page.url())
  await bubble(a.page, 'Que bom!').waitFor()
  await choose(u.page, 'Que bom!', 'Apagar')
  await u.page.getByRole('button', { name: 'Apagar para todos' }).click()
  for (const { page } of [u, a]) await page.getByText('Mensagem apagada').waitFor()
  await openMenu(u.page, 'Voltei!')
  await u.page.getByRole('menuitem', { name: 'Responder' }).waitFor()
  expect(await u.page.getByRole('menuitem', { name: 'Apagar' }).count()).toBe(0)
  await u.page.keyboard.press('Escape')

  // Signing stays off.
  await u.page.getByRole('button', { name: 'Assinar com seu nome: ligado' }).click()
  await field(u.page).fill('Sem assinatura')
  await field(u.page).press('Enter')
  await onPhone(/^Sem assinatura$/)
  await u.page.reload()
  await u.page.getByRole('button', { name: 'Assinar com seu nome: desligado' }).click()

  // The drawer, with the contact's previous attendance.
  await u.page.getByTitle('Ver o contato').click()
  const drawer = u.page.getByRole('complementary', { name: 'Contato' })
  await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(320)
  for (const name of ['Tags', 'Observações', 'Agendamentos'])
    await drawer.getByRole('region', { name }).waitFor()
  await drawer.getByRole('link', { name: /Finalizado · Vendas · Ugo Prado/ }).waitFor()
})

test('J10 a tag and notes on an open ticket (steps 3 to 5)', async () => {
  const drawer = u.page.getByRole('complementary', { name: 'Contato' })
  const sent = fromShop().length
  const tags = drawer.getByRole('region', { name: 'Tags' })
  await tags.getByRole('button', { name: 'Editar tags' }).click()
  await tags.getByRole('combobox', { name: 'Adicionar tag' }).fill('Sob medida')
  await u.page.getByRole('option', { name: 'Criar tag “Sob medida”' }).click()
  await tabOf(a.page, /^Atendendo/).click()
  for (const { page } of [u, a]) await rowOf(page, 'Marina').getByText('Sob medida').waitFor()
  await tags.getByRole('button', { name: 'Pronto com as tags' }).click()

  const notes = drawer.getByRole('region', { name: 'Observações' })
  const note = notes.getByRole('textbox', { name: 'Nova observação' })
  await note.fill('x')
  await notes.getByRole('button', { name: 'Adicionar' }).click()
  await notes.getByText('Too Short!').waitFor()
  await note.fill('cliente antigo')
  await notes.getByRole('button', { name: 'Adicionar' }).click()
  await u.page.getByText('Observação adicionada com sucesso!').waitFor()
  const kept = notes.getByRole('listitem').filter({ hasText: 'cliente antigo' })
  expect(await kept.textContent()).toMatch(/^Ugo Prado · \d\d\/\d\d\/\d\d \d\d:\d\d/)

  await kept.getByRole('button', { name: 'Excluir observação' }).click()
  const question = u.page.getByRole('dialog', { name: 'Deseja realmente excluir este registro?' })
  await question.getByRole('button', { name: 'Excluir observação' }).click()
  await u.page.getByText('Observação excluída com sucesso!').waitFor()
  expect(fromShop()).toHaveLength(sent)
})

test('without socket a bar appears after three seconds; reconnected, the screen equals a reload', async () => {
  // A screen reader's announcements are not visible text. A customer's minutes of waiting change with the clock.
  const shownBy = (page: Page) =>
    page.locator('#root').evaluate((root: HTMLElement) => {
      for (const log of root.querySelectorAll<HTMLElement>('[role="log"]')) log.style.display = 'none'
      return root.innerText.replace(/espera há\s+\d+ min/g, 'espera')
    })
  await line.cut()
  const bar = u.page.getByRole('status').filter({ hasText: 'Sem conexão desde' })
  await bar.waitFor()

  // Meanwhile a ticket is resolved, a customer writes again, and another one begins.
  const { tickets } = await calls(listTickets, { query: { status: 'open', showAll: 'true' } })
  const ruis = tickets.find(({ contact }) => contact.name === 'Rui Farias')
  if (ruis === undefined) throw new Error('Rui has a ticket')
  await calls(updateTicket, { params: { ticketId: ruis.id }, body: { status: 'closed' } })
  await marina.sendText(shop.phone, 'Enquanto isso, chegou?')
  await environment.simulator
    .createContact({ phone: '5551977665544', name: 'Lia Prates' })
    .sendText(shop.phone, 'Olá')
  await bubble(a.page, 'Enquanto isso, chegou?').waitFor()
  expect(await bubble(u.page, 'Enquanto isso, chegou?').count()).toBe(0)

  await line.mend()
  await bar.waitFor({ state: 'detached' })
  await bubble(u.page, 'Enquanto isso, chegou?').waitFor()
  await tabOf(u.page, /^Aguardando\s*1/).waitFor()
  await rowOf(u.page, 'Rui').waitFor({ state: 'detached' })
  // A page that is loaded beside it stays comparable while notices and leaving rows still go.
  const reloaded = await u.page.context().newPage()
  await reloaded.goto(u.page.url())
  await bubble(reloaded, 'Enquanto isso, chegou?').waitFor()
  await expect
    .poll(async () => {
      const [screen, fresh] = await Promise.all([shownBy(u.page), shownBy(reloaded)])
      return screen === fresh ? 'equal' : { screen, fresh }
    })
    .toBe('equal')
  await reloaded.close()
})

test('J07 moving tickets around: return, transfer, refusal by address, spy, show-all, search, reopen, delete', async () => {
  const own = u.page.url()
  await head(u.page).getByRole('button', { name: 'Devolver' }).click()
  await u.page.waitForURL(/\/tickets(\?.*)?$/)
  await a.page.goto(`${environment.product.url}/tickets?sub=pending`)
  const waiting = rowOf(a.page, 'Marina')
  await away(a.page)
  await waiting.waitFor()
  expect(await waiting.getByText('Ugo', { exact: true }).count()).toBe(0)

  // A transfer to Suporte without a user leaves it pending there, and it disappears here.
  await tabOf(u.page, /^Aguardando/).click()
  await accept(rowOf(u.page, 'Marina'))
  await transfer(u.page, async (dialog) => {
    await dialog.getByRole('button', { name: 'Transferir' }).click()
    await dialog.getByText('Selecione uma fila').last().waitFor()
    await chooseQueue(u.page, dialog, 'Suporte')
  })
  await u.page.waitForURL(/\/tickets(\?.*)?$/)
  await away(u.page)
  await rowOf(u.page, 'Marina').waitFor({ state: 'detached' })
  await u2.page.goto(`${environment.product.url}/tickets?sub=pending`)
  const given = rowOf(u2.page, 'Marina')
  await given.waitFor()

  // By address: not for Ugo, but for an admin.
  await u.page.goto(own)
  await u.page.getByText('Acesso não permitido').first().waitFor()
  await u.page.waitForURL(/\/tickets(\?.*)?$/)

  // An admin spies: the text is visible, the ticket stays pending; Ugo and Bia have no such button.
  expect(await u2.page.getByRole('button', { name: 'Espiar' }).count()).toBe(0)
  await marina.sendText(shop.phone, 'Alguém aí?')
  await waiting.getByText('mensagem não lida').waitFor()
  await waiting.hover()
  await waiting.getByRole('button', { name: 'Espiar' }).click()
  await a.page.getByRole('dialog').getByText('Alguém aí?').waitFor()
  await a.page.keyboard.press('Escape')
  await away(a.page)
  await waiting.getByText('mensagem não lida').waitFor()
  await a.page.goto(own)
  await bubble(a.page, 'Alguém aí?').waitFor()

  // Bia accepts, and transfers it to Ugo in Vendas.
  await accept(given)
  await bubble(u2.page, 'Alguém aí?').waitFor()
  await transfer(u2.page, async (dialog) => {
    await dialog.getByRole('combobox', { name: 'Usuário (opcional)' }).fill('Ugo')
    await u2.page.getByRole('option', { name: 'Ugo Prado' }).click()
    await chooseQueue(u2.page, dialog, 'Vendas')
  })
  await u.page.goto(own)
  await head(u.page).getByText('Atribuído a: Ugo Prado').waitFor()

  // Show-all starts on for admins; others have no such switch.
  await a.page.goto(`${environment.product.url}/tickets`)
  await rowOf(a.page, 'Marina').waitFor()
  await a.page.getByRole('button', { name: 'Mostrar todos', pressed: true }).click()
  await rowOf(a.page, 'Marina').waitFor({ state: 'detached' })
  await a.page.getByRole('button', { name: 'Mostrar todos', pressed: false }).click()
  await rowOf(a.page, 'Marina').waitFor()
  expect(await u.page.getByRole('button', { name: 'Mostrar todos' }).count()).toBe(0)

  // Search: nothing below three characters, one request then; a tag filter for both, a user filter for admins.
  await tabOf(u.page, 'Busca').click()
  await u.page.getByText('O que você procura?').waitFor()
  const asked: string[] = []
  u.page.on('request', (request) => {
    if (/\/tickets\?.*searchParam=[^&]/.test(request.url())) asked.push(request.url())
  })
  await u.page.getByRole('searchbox').fill('ma')
  await u.page.getByText('Escreva pelo menos 3 letras ou números.').waitFor()
  expect(asked).toEqual([])
  await u.page.getByRole('searchbox').fill('marina') // in one step: a slow machine would pause between letters
  await rowOf(u.page, 'Marina').first().waitFor()
  expect(asked).toHaveLength(1)
  await u.page.getByRole('combobox', { name: 'Tags' }).click()
  await u.page.getByRole('option', { name: 'Sob medida' }).click()
  await expect.poll(() => rowOf(u.page, 'Marina').count()).toBe(1)
  expect(await u.page.getByRole('combobox', { name: 'Usuários' }).count()).toBe(0)
  await tabOf(a.page, 'Busca').click()
  await a.page.getByRole('combobox', { name: 'Usuários' }).waitFor()

  // Resolved and reopened: the queue stays, and so does the chat.
  await u.page.goto(own)
  await head(u.page).getByRole('button', { name: 'Finalizar' }).click()
  await u.page.waitForURL(/\/tickets(\?.*)?$/)
  await u.page.goto(own)
  await head(u.page).getByRole('button', { name: 'Reabrir' }).click()
  await head(u.page).getByText('Atribuído a: Ugo Prado').waitFor()
  await head(u.page).getByText('Vendas').waitFor()
  expect(u.page.url()).toContain(new URL(own).pathname)

  // Ugo has no Delete; an admin deletes while Ugo views the ticket.
  await u.page.getByRole('button', { name: 'Mais ações' }).click()
  await u.page.getByRole('menuitem', { name: 'Agendar' }).waitFor()
  expect(await u.page.getByRole('menuitem', { name: 'Excluir' }).count()).toBe(0)
  await u.page.keyboard.press('Escape')
  await a.page.goto(own)
  await a.page.getByRole('button', { name: 'Mais ações' }).click()
  await a.page.getByRole('menuitem', { name: 'Excluir' }).click()
  await a.page.getByRole('button', { name: 'Excluir atendimento' }).click()
  await u.page.getByText('Ticket deleted sucessfully.').waitFor()
  await u.page.waitForURL(/\/tickets(\?.*)?$/)
  for (const { complaints } of [u, u2, a]) expect(complaints).toEqual([])
})

/** A row that has not left the list of tickets. */
function rowOf(page: Page, name: string): Locator {
  return page.locator('article[data-status]:not([data-left="true"])').filter({ hasText: name })
}

/** The button of a row appears on hover. */
async function accept(row: Locator): Promise<void> {
  await row.hover()
  await row.getByRole('button', { name: 'Aceitar' }).click()
}

/** While the pointer is over the list its rows do not move, so this moves it away. */
function away(page: Page): Promise<void> {
  return page.mouse.move(900, 30)
}

/** Inserts sixty later messages. */
async function longAgo(name: string): Promise<void> {
  const { product } = environment
  const contact = await tableAt(product, 'contacts').get<{ id: number }>({ name }, ['id'])
  const ticket = await tableAt(product, 'tickets').get<{ id: number }>({ contact_id: contact.id }, ['id'])
  const texts = Array.from({ length: 60 }, (_, n) => `Linha ${n + 1}`)
  await storeMessages(product, ticket.id, texts)
}

function tabOf(page: Page, name: string | RegExp): Locator {
  return page.getByRole('tab', { name })
}

function field(page: Page): Locator {
  return page.getByPlaceholder('Escreva uma mensagem')
}

function head(page: Page): Locator {
  return page.locator('header').filter({ has: page.getByTitle('Ver o contato') })
}

function bubble(page: Page, words: string): Locator {
  return page.getByLabel('Mensagens com Marina Duarte').getByRole('article').filter({ hasText: words }).last()
}

/** Its arrow is beside the bubble: on it, the arrow would cover text. */
async function openMenu(page: Page, words: string): Promise<void> {
  await bubble(page, words).hover()
  const arrow = bubble(page, words).getByRole('button', { name: 'Opções da mensagem' })
  const [own, beside] = [await bubble(page, words).boundingBox(), await arrow.boundingBox()]
  if (own === null || beside === null) throw new Error(`the bubble of ${words} is not on screen`)
  expect(beside.x + beside.width <= own.x + 1 || beside.x >= own.x + own.width - 1).toBe(true)
  await arrow.click()
}

async function choose(page: Page, words: string, act: string): Promise<void> {
  await openMenu(page, words)
  await page.getByRole('menuitem', { name: act }).click()
}

async function transfer(page: Page, fill: (dialog: Locator) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Transferir (Alt+T)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Transferir atendimento' })
  await fill(dialog)
  await dialog.getByRole('button', { name: 'Transferir' }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function chooseQueue(page: Page, dialog: Locator, queue: string): Promise<void> {
  await dialog.getByRole('combobox', { name: 'Fila' }).click()
  await page.getByRole('option', { name: queue }).click()
}

/** The shop's messages on Marina's phone, oldest first. */
function fromShop() {
  return marina.chat(shop.phone).filter(({ from }) => from === 'shop')
}

function onPhone(words: RegExp): Promise<unknown> {
  return environment.simulator.until(`${words} is on the customer's phone`, () =>
    fromShop().some(({ text }) => words.test(text)),
  )
}
