import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listConnections, requestNewQr } from '@balcao/contract/connections'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type RowValues, tableRows } from '../server/src/platform/testing/table-rows'
import { manyRows } from '../server/src/processes/move-in/testing/many-rows'
import { oldPassword, whaticketTables } from '../server/src/processes/move-in/testing/whaticket-source'
import { seriousTroubles, signInByForm, visit } from './src/browser'
import { signInForCalls } from './src/calls'
import { type Environment, openEnvironment } from './src/environment'
import { admin } from './src/product'
import { addressAt, createDatabase, onDatabase } from './src/product-database'
import { movedRowsOf } from './src/product-rows'

/** Of `senha antiga`, as bcryptjs writes it. */
const oldHash = '$2b$04$REO028NACVjPZ27MGjkde.5qoRntUijg1Rc0fSXgAjB3jop8t3IEu'
let environment: Environment
let oldAddress: string

beforeAll(async () => {
  environment = await openEnvironment({ ownProduct: true })
  const { product } = environment
  await createDatabase(product, 'old')
  oldAddress = await onDatabase(product, 'old', async (old) => {
    await old.query(whaticketTables('ticketz'))
    await old.query(manyRows(600, oldHash))
    const add = (table: string, row: RowValues) => tableRows(old, table).insert(row)
    const bia = { name: 'Bia Souza', email: 'bia@grande.com', passwordHash: oldHash, profile: 'user' }
    await add('Users', { id: 2, ...bia, companyId: 1 })
    await add('UserQueues', { userId: 2, queueId: 1 })
    await add('WhatsappQueues', { whatsappId: 1, queueId: 1 })
    await add('Contacts', { id: 900, name: 'Marina Duarte', number: '5551999887766', companyId: 1 })
    const ticket = { contactId: 900, whatsappId: 1, queueId: 1, userId: 2, companyId: 1 }
    await add('Tickets', { id: 900, status: 'open', ...ticket })
    const message = { body: 'O sofá Serra ainda está na vitrine?', read: true, mediaType: 'conversation' }
    await add('Messages', { id: 'MARINA1', ticketId: 900, companyId: 1, contactId: 900, ...message })
    const { user, password, host, port } = old
    return `postgres://${user}:${encodeURIComponent(password ?? '')}@${host}:${port}/old`
  })
})
afterAll(() => environment?.close())

test('a company of ticketz moves by the page, and Bia answers in it with her old password', async () => {
  const { product, simulator, browser } = environment
  const owner = await visit(browser)
  await signInByForm(owner, product.url, admin.email, admin.password)
  await owner.page.goto(`${product.url}/settings?tab=moveIns`)
  await moveCompany(owner.page)
  expect(await seriousTroubles(owner)).toEqual([])

  const marina = simulator.createContact({ phone: '5551999887766', name: 'Marina Duarte' })
  const shop = simulator.createPhone({ phone: '555130254455', name: 'Loja Grande' })
  const calls = await signInForCalls(product.url, 'dono@grande.com', oldPassword)
  const connection = async () => (await calls(listConnections)).find(({ name }) => name === 'Loja')
  const moved = await connection()
  if (moved === undefined) throw new Error('The connection has not moved')
  await calls(requestNewQr, { params: { connectionId: moved.id }, body: {} })
  const waiting = { timeout: 60_000, interval: 100 }
  await shop.scanQr(await vi.waitUntil(async () => (await connection())?.qrcode || false, waiting))
  await vi.waitUntil(async () => (await connection())?.status === 'CONNECTED', waiting)

  const bia = await visit(browser)
  await signInByForm(bia, product.url, 'bia@grande.com', oldPassword)
  await bia.page.getByRole('article').filter({ hasText: 'Marina Duarte' }).click()
  const conversation = bia.page.getByLabel('Mensagens com Marina Duarte')
  await conversation.getByText('O sofá Serra ainda está na vitrine?').waitFor()
  const field = bia.page.getByPlaceholder('Escreva uma mensagem')
  await field.fill('Está, sim. Quer ver hoje?')
  await field.press('Enter')
  await simulator.until('the answer is on the customer’s phone', () =>
    marina.chat(shop.phone).some(({ from, text }) => from === 'shop' && text.includes('Quer ver hoje?')),
  )
  await marina.sendText(shop.phone, 'Quero! Passo às cinco')
  await conversation.getByText('Quero! Passo às cinco').waitFor()

  for (const { complaints } of [owner, bia]) expect(complaints).toEqual([])
}, 90_000)

test('the command, killed with -9 five times, moves every row once, and its counts equal the source', async () => {
  const { product } = environment
  const messages = 12_000
  await createDatabase(product, 'big')
  await onDatabase(product, 'big', async (big) => {
    await big.query(whaticketTables('ticketz'))
    await big.query(manyRows(messages, oldHash))
    await tableRows(big, 'Companies').update({}, { name: 'Loja Maior' })
    await tableRows(big, 'Users').update({}, { email: 'dono@maior.com' })
  })
  const folder = await mkdtemp(join(tmpdir(), 'balcao-move-'))
  const command = (act: string) => {
    const address = ['--from', addressAt(product, 'big'), '--name', 'big']
    const sheets = ['--mapping', join(folder, 'mapping.json'), '--report', join(folder, 'report.csv')]
    const program = fileURLToPath(new URL('../tools/move-in.mjs', import.meta.url))
    const env = { ...process.env, DATA_DIR: product.dataFolder, VITEST: undefined }
    return spawn(process.execPath, [program, act, ...address, ...sheets], { env, stdio: 'ignore' })
  }
  const ending = async (child: ReturnType<typeof spawn>) => {
    const [code, signal] = await once(child, 'exit')
    return signal ?? code
  }
  const moved = () => movedRowsOf(product, 'Loja Maior')
  try {
    expect(await ending(command('look'))).toBe(0)
    for (let kill = 1; kill <= 5; kill++) {
      const run = command('run')
      const ended = ending(run)
      await vi.waitUntil(async () => ((await moved())?.messages ?? 0) >= ((kill - 0.5) * messages) / 6, {
        timeout: 60_000,
        interval: 20,
      })
      run.kill('SIGKILL')
      expect(await ended).toBe('SIGKILL')
    }
    expect((await moved())?.messages).toBeLessThan(messages)

    expect(await ending(command('run'))).toBe(0)

    const tickets = messages / 50
    expect(await moved()).toEqual({ messages, ids: messages, tickets, events: tickets * 4 })
  } finally {
    await rm(folder, { recursive: true })
  }
}, 120_000)

async function moveCompany(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Nova mudança' }).click()
  await page.getByLabel('Nome da mudança').fill('antiga')
  await page.getByLabel('Endereço do banco de dados').fill(oldAddress)
  await page.getByRole('button', { name: 'Salvar' }).click()
  const move = page.getByRole('region', { name: 'antiga' })
  await move.getByText('Olhada pronta').waitFor()
  await move.getByText(/mensagens 601/).waitFor()
  await press('Mover')
  await move.getByText('Copiada, empresas ainda fechadas').waitFor()
  await move.getByRole('button', { name: 'Ver relatório' }).click()
  await move.getByRole('row', { name: /mensagens 601 601 601 Sim/ }).waitFor()
  await press('Virar a chave')
  await move.getByText('Concluída').waitFor()

  async function press(act: string): Promise<void> {
    await move.getByRole('button', { name: act, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: act, exact: true }).click()
  }
}
