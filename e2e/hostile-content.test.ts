import { createConnection } from '@balcao/contract/connections'
import { createUser } from '@balcao/contract/people'
import { createQueue } from '@balcao/contract/queues'
import { listTickets, updateTicket } from '@balcao/contract/tickets'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { signIn, visit } from './src/browser'
import { type Calls, signInForCalls } from './src/calls'
import { drawnPicture } from './src/drawn-picture'
import { hostileTexts } from './src/hostile-texts'
import { linkNumber } from './src/link-number'
import { admin } from './src/product'
import { openStage, type Stage } from './src/stage'

const watcher = { email: 'vigia@example.com', password: 'senha da vigia' }
const shop = '555130254455'
let stage: Stage
let calls: Calls

beforeAll(async () => {
  stage = await openStage()
  calls = await signInForCalls(stage.product.url, admin.email, admin.password)
  const phone = stage.simulator.createPhone({ phone: shop, name: 'Loja' })
  await linkNumber(calls, phone, 'Loja', [])
})
afterAll(() => stage?.close())

test('C1 whatever a customer or a colleague writes, nowhere does it run, and nothing has to be refused', async () => {
  await customersWriteHostileThings()
  await colleaguesHaveHostileNames()
  const visitor = await visit(stage.browser)
  const ran: number[] = []
  await visitor.page.context().exposeFunction('hacked', (number: number) => ran.push(number))
  visitor.page.on('dialog', (dialog) => {
    ran.push(-1)
    void dialog.dismiss()
  })

  await signIn(visitor, stage.product.url, watcher.email, watcher.password)
  const { tickets } = await calls(listTickets, { query: { status: 'open', showAll: 'true' } })
  for (const path of ['/tickets', '/queues', '/users', '/connections']) {
    await visitor.page.goto(stage.product.url + path)
    await visitor.page.getByText('hacked', { exact: false }).first().waitFor()
  }
  for (const { uuid, lastMessage } of tickets) {
    await visitor.page.goto(`${stage.product.url}/tickets/${uuid}`)
    await visitor.page.getByRole('main').getByText(lastWords(lastMessage)).last().waitFor()
  }
  await showOlderMessages(visitor.page, tickets.find(({ contact }) => contact.name === 'Hostil')?.uuid)

  expect(ran).toEqual([])
  expect(visitor.complaints).toEqual([])
})

/** Pages on until the first of the hostile texts stands on the screen. */
async function showOlderMessages(page: Page, uuid: string | undefined): Promise<void> {
  await page.goto(`${stage.product.url}/tickets/${uuid}`)
  const log = page.getByRole('region', { name: /^Mensagens com/ })
  const oldest = log.getByText('<script>hacked(1)</script>', { exact: true }).last()
  await log.getByText('hacked(40)').last().hover()
  await vi.waitUntil(
    async () => {
      await page.mouse.wheel(0, -2_000)
      return oldest.isVisible()
    },
    { timeout: 60_000, interval: 200 },
  )
}

/** Enough of a message to find its bubble by. */
function lastWords(lastMessage: string): string {
  return /hacked\(\d+\)/.exec(lastMessage)?.[0] ?? 'hacked'
}

/** Each text as a message; some as a push name, a caption, a file's name, a place and a card. */
async function customersWriteHostileThings(): Promise<void> {
  const writer = stage.simulator.createContact({ phone: '5551999880000', name: 'Hostil' })
  for (const text of hostileTexts) await writer.sendText(shop, text)
  const named = hostileTexts
    .slice(0, 6)
    .map((name, at) => stage.simulator.createContact({ phone: `555199988010${at}`, name }))
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

async function colleaguesHaveHostileNames(): Promise<void> {
  const name = '<img src=x onerror=hacked(50)>'
  await calls(createQueue, { body: { name, color: '#A83232', greetingMessage: name } })
  await calls(createUser, { body: { ...watcher, name, profile: 'admin' } })
  await calls(createConnection, { body: { name, greetingMessage: name } })
}
