import { createConnection } from '@balcao/contract/connections'
import { createNote } from '@balcao/contract/notes'
import { createUser } from '@balcao/contract/people'
import { createQueue } from '@balcao/contract/queues'
import { createQuickMessage } from '@balcao/contract/quick-messages'
import { createSchedule } from '@balcao/contract/schedules'
import { createTag } from '@balcao/contract/tags'
import { replaceTicketTags } from '@balcao/contract/ticket-tags'
import { listTickets, updateTicket } from '@balcao/contract/tickets'
import type { TagId } from '@balcao/domain/ids'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { signIn, visit } from './src/browser'
import { type Calls, signInForCalls } from './src/calls'
import { drawnPicture } from './src/drawn-picture'
import { type Environment, openEnvironment } from './src/environment'
import { hostileTexts } from './src/hostile-texts'
import { linkNumber } from './src/link-number'
import { admin } from './src/product'

const watcher = { email: 'vigia@example.com', password: 'senha da vigia' }
const shop = '555130254455'
let environment: Environment
let calls: Calls

beforeAll(async () => {
  environment = await openEnvironment()
  calls = await signInForCalls(environment.product.url, admin.email, admin.password)
  const phone = environment.simulator.createPhone({ phone: shop, name: 'Loja' })
  await linkNumber(calls, phone, 'Loja', [])
})
afterAll(() => environment?.close())

test('C1 hostile texts of customers and colleagues never run, and none has to be refused', async () => {
  await customersWriteHostileThings()
  await colleaguesHaveHostileNames()
  await colleaguesKeepHostileThings()
  const visitor = await visit(environment.browser)
  const ran: number[] = []
  await visitor.page.context().exposeFunction('hacked', (number: number) => ran.push(number))
  visitor.page.on('dialog', (dialog) => {
    ran.push(-1)
    void dialog.dismiss()
  })

  await signIn(visitor, environment.product.url, watcher.email, watcher.password)
  const { tickets } = await calls(listTickets, { query: { status: 'open', showAll: 'true' } })
  for (const path of ['/tickets', '/queues', '/users', '/connections']) {
    await visitor.page.goto(environment.product.url + path)
    await visitor.page.getByText('hacked', { exact: false }).first().waitFor()
  }
  for (const { uuid, lastMessage } of tickets) {
    await visitor.page.goto(`${environment.product.url}/tickets/${uuid}`)
    await visitor.page.getByRole('main').getByText(lastWords(lastMessage)).last().waitFor()
  }
  await showOlderMessages(visitor.page, tickets.find(({ contact }) => contact.name === 'Hostil')?.uuid)
  await showWhatStandsBeside(visitor.page)

  expect(ran).toEqual([])
  expect(visitor.complaints).toEqual([])
})

/**
 * Notes, tags, schedules, quick answers with their preview, and marked search results; the conversation is on screen.
 */
async function showWhatStandsBeside(page: Page): Promise<void> {
  await page.getByTitle('Ver o contato').click()
  const drawer = page.getByRole('complementary', { name: 'Contato' })
  for (const name of ['Tags', 'Observações', 'Agendamentos'])
    await drawer.getByRole('region', { name }).getByText('hacked(3)').first().waitFor()
  await page.getByPlaceholder('Escreva uma mensagem').fill('/hostil')
  await page
    .getByRole('option', { name: /hacked/ })
    .first()
    .waitFor()
  for (const _ of hostileTexts.slice(0, kept)) await page.keyboard.press('ArrowDown')
  await page.getByTestId('quick-preview').getByText('hacked').waitFor()
  await page.goto(`${environment.product.url}/tickets?tab=search&q=hacked`)
  await page.locator('mark').first().waitFor()
}

/** Pages back until the first of the hostile texts is on the screen. */
async function showOlderMessages(page: Page, uuid: string | undefined): Promise<void> {
  await page.goto(`${environment.product.url}/tickets/${uuid}`)
  const log = page.getByRole('region', { name: /^Mensagens com/ })
  // The message of that text, not the note, which is far below.
  const messages = log.locator('[data-mine]')
  const oldest = messages.getByText('<script>hacked(1)</script>', { exact: true }).last()
  await log.getByText('hacked(40)').last().hover()
  await vi.waitUntil(
    async () => {
      await page.mouse.wheel(0, -2_000)
      return oldest.isVisible()
    },
    { timeout: 60_000, interval: 200 },
  )
}

/** Enough of a message to find its bubble. */
function lastWords(lastMessage: string): string {
  return /hacked\(\d+\)/.exec(lastMessage)?.[0] ?? 'hacked'
}

/** Each text as a message; some as a push name, a caption, a file's name, a place and a card. */
async function customersWriteHostileThings(): Promise<void> {
  const writer = environment.simulator.createContact({ phone: '5551999880000', name: 'Hostil' })
  for (const text of hostileTexts) await writer.sendText(shop, text)
  const named = hostileTexts
    .slice(0, 6)
    .map((name, at) => environment.simulator.createContact({ phone: `555199988010${at}`, name }))
  const picture = drawnPicture(40, 40, [200, 80, 80])
  for (const [at, contact] of named.entries()) {
    const text = hostileTexts[at] ?? ''
    await contact.sendPicture(shop, picture, { caption: text, mimetype: 'image/png' })
    await contact.sendMedia(shop, 'document', Buffer.from(text), {
      fileName: `${text}.html`,
      mimetype: 'text/html',
    })
    await contact.sendLocation(shop, { latitude: -30.03, longitude: -51.23, name: text })
    await contact.sendContacts(shop, [{ name: text, phone: '5551999887766' }])
    await contact.sendText(shop, text)
  }
  const all = hostileTexts.length + named.length * 5
  await vi.waitUntil(async () => (await countMessages()) >= all, { timeout: 60_000, interval: 200 })
  const { tickets } = await calls(listTickets, { query: { status: 'pending' } })
  for (const { id } of tickets)
    await calls(updateTicket, { params: { ticketId: id }, body: { status: 'open' } })
}

async function countMessages(): Promise<number> {
  const { tickets } = await calls(listTickets, { query: { status: 'pending' } })
  return tickets.reduce((sum, { unreadMessages }) => sum + unreadMessages, 0)
}

/** The number of hostile texts that each become tags, schedules and quick answers. */
const kept = 5

/** Beside the conversation of the hostile customer: every text as a note, some as a tag, a schedule, a quick answer. */
async function colleaguesKeepHostileThings(): Promise<void> {
  const { tickets } = await calls(listTickets, { query: { status: 'open', showAll: 'true' } })
  const ticket = tickets.find(({ contact }) => contact.name === 'Hostil')
  if (ticket === undefined) throw new Error('the hostile customer has a ticket')
  for (const note of hostileTexts) await calls(createNote, { body: { note, ticketId: ticket.id } })
  const tags: TagId[] = []
  for (const [at, text] of hostileTexts.slice(0, kept).entries()) {
    tags.push((await calls(createTag, { body: { name: text } })).id)
    await calls(createQuickMessage, {
      body: { shortcode: `hostil${at}${text}`, message: text, geral: true },
    })
    await calls(createSchedule, {
      body: { body: text, contactId: ticket.contactId, sendAt: '2035-05-04T09:00:00-03:00' },
    })
  }
  await calls(replaceTicketTags, { body: { ticketId: ticket.id, tags } })
}

async function colleaguesHaveHostileNames(): Promise<void> {
  const name = '<img src=x onerror=hacked(50)>'
  await calls(createQueue, { body: { name, color: '#A83232', greetingMessage: name } })
  await calls(createUser, { body: { ...watcher, name, profile: 'admin' } })
  await calls(createConnection, { body: { name, greetingMessage: name } })
}
