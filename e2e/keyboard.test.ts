import { listNotes } from '@balcao/contract/notes'
import { createUser } from '@balcao/contract/people'
import { createQueue } from '@balcao/contract/queues'
import { createQuickMessage } from '@balcao/contract/quick-messages'
import { listTickets } from '@balcao/contract/tickets'
import { type Simulator, startSimulator } from '@balcao/whatsapp-simulator/simulator'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, visit } from './src/browser'
import { type Calls, signInForCalls } from './src/calls'
import { linkNumber } from './src/link-number'
import { admin, type Product, startProduct } from './src/product'

// Ana's work without a mouse. After every step an element on the screen has a visible focus.
const password = 'senha da equipe'
const patience = 60_000
let simulator: Simulator
let product: Product
let browser: Browser
let boss: Calls
const shop = () => simulator.phone('555130254455').phone

beforeAll(async () => {
  simulator = await startSimulator({ latency: 0 })
  ;[product, browser] = await Promise.all([startProduct({ whatsapp: simulator.url }), openBrowser()])
  boss = await signInForCalls(product.url, admin.email, admin.password)
  const sales = await boss(createQueue, { body: { name: 'Vendas', color: '#2E9E6B' } })
  await boss(createQueue, { body: { name: 'Assistência', color: '#E0802A' } })
  await boss(createUser, {
    body: { name: 'Ana Lima', email: 'ana@example.com', password, queueIds: [sales.id] },
  })
  const answers = { bomdia: 'Bom dia, {{firstName}}!', entrega: 'A entrega é grátis em Porto Alegre.' }
  for (const [shortcode, message] of Object.entries(answers)) {
    await boss(createQuickMessage, { body: { shortcode, message, geral: true } })
  }
  const phone = simulator.createPhone({ phone: '555130254455', name: 'Casa Ipê Móveis' })
  await linkNumber(boss, phone, 'Loja', [sales.id])
})
afterAll(async () => {
  await browser?.close()
  await product?.remove()
  await simulator?.close()
})

test('keyboard only: sign in, accept, answer, note, search, transfer, resolve', async () => {
  const marina = simulator.createContact({ phone: '5551999887766', name: 'Marina Duarte' })
  const rui = simulator.createContact({ phone: '5551988776655', name: 'Rui Farias' })
  const { page, complaints } = await visit(browser)
  page.context().setDefaultTimeout(patience)
  const { press, type, tabTo, focusIs } = keyboardOf(page)
  const field = page.getByRole('textbox', { name: 'Escreva uma mensagem' })
  const head = page.getByTitle('Ver o contato')

  // Sign in.
  await page.goto(`${product.url}/login`)
  await tabTo(page.getByLabel('E-mail'))
  await type('ana@example.com')
  await tabTo(page.getByLabel('Senha', { exact: true }))
  await type(password)
  await press('Enter')
  await page.getByText('Tudo pronto para atender').waitFor()

  // Past the menu by the skip link, to the pending tickets; accept the first.
  await marina.sendText(shop(), 'Oi! Vi o sofá Serra na vitrine')
  await tabTo(page.getByRole('link', { name: 'Pular para o conteúdo' }))
  await press('Enter')
  await tabTo(page.getByRole('tab', { name: /^Atendendo/ }))
  await press('ArrowRight')
  await focusIs(page.getByRole('tab', { name: /^Aguardando/, selected: true }))
  await tabTo(
    page.getByRole('article').filter({ hasText: 'Marina' }).getByRole('button', { name: 'Aceitar' }),
  )
  await press('Enter')
  await focusIs(field)

  // Answer with the second quick answer.
  await type('/a')
  await page.getByRole('option', { name: /entrega/ }).waitFor()
  await press('ArrowDown')
  await page.getByRole('option', { name: /entrega/, selected: true }).waitFor()
  await press('Enter')
  await expect.poll(() => field.inputValue()).toBe('A entrega é grátis em Porto Alegre.')
  await focusIs(field)

  // A key that types a character is typed; a shortcut works beside the draft and preserves it.
  const note = page.getByRole('textbox', { name: 'Observação: só a equipe lê' })
  await type('?')
  await expect.poll(() => field.inputValue()).toBe('A entrega é grátis em Porto Alegre.?')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await press('Alt+KeyO')
  await focusIs(note)
  await press('Alt+KeyM')
  await focusIs(field)
  await expect.poll(() => field.inputValue()).toBe('A entrega é grátis em Porto Alegre.?')
  await press('Control+KeyA')
  await type('A entrega é grátis em Porto Alegre.')
  await press('Enter')
  await simulator.until('the answer is on the phone', () =>
    marina.chat(shop()).some(({ from, text }) => from === 'shop' && text.includes('A entrega é grátis')),
  )
  await expect.poll(() => field.inputValue()).toBe('')

  // A note in the composer, and back by Alt+M to the answer; from the drawer by Escape to the head.
  await press('Alt+KeyO')
  await focusIs(note)
  await type('Mora no centro')
  await press('Enter')
  await page
    .getByRole('article', { name: /^Observação interna/ })
    .getByText('Mora no centro')
    .waitFor()
  await expect.poll(() => note.inputValue(), { timeout: patience }).toBe('')
  await focusIs(note)
  await press('Alt+KeyM')
  await focusIs(field)
  await tabTo(head, 'Shift+Tab')
  await press('Enter')
  await tabTo(page.getByRole('button', { name: 'Excluir observação' }))
  await press('Enter')
  await press('Escape')
  await focusIs(page.getByRole('button', { name: 'Excluir observação' }))
  await press('Escape')
  await focusIs(head)

  // The next pending ticket; from one ticket to the other and back.
  await rui.sendText(shop(), 'Quando chega a entrega?')
  await page.getByRole('tab', { name: /^Aguardando 1/ }).waitFor()
  await press('Alt+KeyA')
  await head.getByText('Rui Farias').waitFor()
  await focusIs(field)
  await press('Alt+ArrowDown')
  await head.getByText('Marina Duarte').waitFor()
  await focusIs(field)
  await press('Alt+ArrowUp')
  await head.getByText('Rui Farias').waitFor()

  // Resolve it: the focus is in the list, and Enter opens its first ticket.
  await press('Alt+KeyR')
  await page.getByText('Tudo pronto para atender').waitFor()
  await focusIs(page.getByRole('link').filter({ hasText: 'Marina Duarte' }))
  await press('Enter')
  await head.getByText('Marina Duarte').waitFor()
  await focusIs(field)

  // Closing the sheet of keys, outside the fields, restores the focus.
  await tabTo(head, 'Shift+Tab')
  await press('?')
  await page.getByRole('dialog', { name: 'Atalhos do teclado' }).waitFor()
  await press('Alt+KeyR')
  await press('Escape')
  await focusIs(head)

  // Transfer her ticket: the list is empty, the focus is above it.
  await press('Alt+KeyT')
  const transfer = page.getByRole('dialog', { name: 'Transferir atendimento' })
  await tabTo(transfer.getByRole('combobox', { name: 'Fila' }))
  await press('Enter')
  await tabTo(page.getByRole('option', { name: 'Assistência' }), 'ArrowDown')
  await press('Enter')
  await tabTo(transfer.getByRole('button', { name: 'Transferir' }))
  await press('Enter')
  await transfer.waitFor({ state: 'detached' }) // until then it has the keys
  await page.getByText('Tudo pronto para atender').waitFor()
  await page.getByText('Nenhum atendimento por aqui.').waitFor()
  await focusIs(page.getByRole('tab', { selected: true }).last())

  // Search for a word of Rui's, and open the message; the key moves the focus to the field again.
  await press('Alt+KeyB')
  await focusIs(page.getByRole('searchbox'))
  await type('chega a entrega')
  await page.locator('mark').first().waitFor()
  await press('ArrowDown')
  await focusIs(page.getByRole('link').filter({ hasText: 'Rui Farias' }))
  await press('Enter')
  await page.getByLabel('Mensagens com Rui Farias').getByText('Quando chega a entrega?').waitFor()
  await press('Alt+KeyB')
  await focusIs(page.getByRole('searchbox'))

  // The quick switch: a screen, a ticket, and a new ticket with a contact.
  const places = page.getByRole('combobox', { name: 'Ir para' })
  await tabTo(page.getByRole('link').filter({ hasText: 'Rui Farias' }))
  await press('Control+KeyK')
  await focusIs(places)
  await type('tarefas')
  await page.getByRole('option', { name: /Tarefas/, selected: true }).waitFor()
  await press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Tarefas' }).waitFor()
  await focusIs(page.getByRole('main').getByRole('textbox'))
  await press('Control+KeyK')
  await type('Rui')
  await page.getByRole('option', { name: /Rui Farias #.*Finalizado/, selected: true }).waitFor()
  await press('Enter')
  await head.getByText('Rui Farias').waitFor()
  await press('Control+KeyK')
  await type('Rui')
  await page.getByRole('option', { name: /Rui Farias #.*Finalizado/, selected: true }).waitFor()
  await press('ArrowDown')
  await page.getByRole('option', { name: /Rui Farias.*Contato/, selected: true }).waitFor()
  await press('Enter')
  const newTicket = page.getByRole('dialog', { name: 'Novo atendimento' })
  await newTicket.waitFor()
  const contact = newTicket.getByRole('combobox', { name: 'Contato' })
  await expect.poll(() => contact.inputValue()).toBe('Rui Farias')
  await tabTo(newTicket.getByRole('button', { name: 'Salvar' }))
  await press('Enter')
  await newTicket.waitFor({ state: 'detached' })
  await focusIs(field)

  const { tickets } = await boss(listTickets, { query: { status: 'open', showAll: true } })
  expect(tickets).toMatchObject([{ contact: { name: 'Rui Farias' }, user: { name: 'Ana Lima' } }])
  const waiting = await boss(listTickets, { query: { status: 'pending', showAll: true } })
  expect(waiting.tickets).toMatchObject([
    { contact: { name: 'Marina Duarte' }, queue: { name: 'Assistência' } },
  ])
  const [hers] = waiting.tickets
  const notes = hers === undefined ? [] : await boss(listNotes, { query: { contactId: hers.contactId } })
  expect(notes).toMatchObject([{ note: 'Mora no centro' }])
  expect(complaints).toEqual([])
})

/** Presses keys and checks the focus after each. */
function keyboardOf(page: Page) {
  async function press(keys: string): Promise<void> {
    await page.keyboard.press(keys)
    await expect.poll(() => page.evaluate(lookOfFocus), { timeout: patience, message: keys }).toBe('shows')
  }
  async function type(text: string): Promise<void> {
    await page.keyboard.type(text)
  }
  async function focusIs(place: Locator): Promise<void> {
    await place.waitFor()
    const has = () => place.evaluate((element) => element === document.activeElement)
    await expect.poll(has, { timeout: patience, message: String(place) }).toBe(true)
    await expect.poll(() => page.evaluate(lookOfFocus), { timeout: patience }).toBe('shows')
  }
  /** Presses Tab until the place has the focus, as a person would; gives up after a round of the page. */
  async function tabTo(place: Locator, key = 'Tab'): Promise<void> {
    await place.waitFor({ state: 'attached' })
    const has = () => place.evaluate((element) => element === document.activeElement)
    for (let round = 0; round < 60 && !(await has()); round++) await press(key)
    await focusIs(place)
  }
  return { press, type, tabTo, focusIs }
}

/** Runs in the page: checks that the focused element is on the screen, and that it or its frame shows the focus. */
function lookOfFocus(): string {
  const focused = document.activeElement
  if (focused === null || focused === document.body) return 'nothing has the focus'
  const { left, right, top, bottom, width } = focused.getBoundingClientRect()
  if (width === 0 || right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight)
    return `off the screen: ${focused.outerHTML.slice(0, 120)}`
  const frames = [focused, focused.parentElement, focused.parentElement?.parentElement]
  const looks = frames.flatMap((frame) =>
    frame ? [frame, ...frame.querySelectorAll(':scope > fieldset')] : [],
  )
  const isFramed = looks.some((frame) => {
    const { outlineStyle, outlineWidth, boxShadow, borderTopWidth } = getComputedStyle(frame)
    const isOutlined = outlineStyle !== 'none' && outlineWidth !== '0px'
    return isOutlined || boxShadow !== 'none' || (frame.tagName === 'FIELDSET' && borderTopWidth === '2px')
  })
  // A dialog and the page's main part are focused as a whole, until Tab moves into them.
  const isWhole = focused.matches('[role="dialog"], .MuiDialog-container, main, aside, [role="menu"]')
  return isFramed || isWhole ? 'shows' : `does not show: ${focused.outerHTML.slice(0, 160)}`
}
