import { createUser } from '@balcao/contract/people'
import { createQueue } from '@balcao/contract/queues'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInByForm, type Visitor, visit } from './src/browser'
import { type Calls, signInForCalls } from './src/calls'
import { drawnPicture } from './src/drawn-picture'
import { type Environment, openEnvironment } from './src/environment'
import { admin } from './src/product'

const password = 'senha da equipe'
const shopNumber = '555130254455'
let environment: Environment
let calls: Calls

beforeAll(async () => {
  environment = await openEnvironment()
  calls = await signInForCalls(environment.product.url, admin.email, admin.password)
  const sales = await calls(createQueue, { body: { name: 'Vendas', color: '#2E9E6B' } })
  const support = await calls(createQueue, { body: { name: 'Suporte', color: '#E0862B' } })
  await calls(createUser, {
    body: { name: 'Ana Lima', email: 'ana@example.com', password, queueIds: [sales.id] },
  })
  await calls(createUser, {
    body: { name: 'Bia Souza', email: 'bia@example.com', password, queueIds: [support.id] },
  })
})
afterAll(() => environment?.close())

test('J03 J05 the main job: a number is linked, a customer writes, Ana of the queue answers, and no other user is notified', async () => {
  const shop = environment.simulator.createPhone({ phone: shopNumber, name: 'Casa Ipê Móveis' })
  const marina = environment.simulator.createContact({ phone: '5551999887766', name: 'Marina Duarte' })
  const [boss, ana, bia] = [
    await visit(environment.browser),
    await visit(environment.browser),
    await visit(environment.browser),
  ]
  await signInByForm(boss, environment.product.url, admin.email, admin.password)
  await signInByForm(ana, environment.product.url, 'ana@example.com', password)
  await signInByForm(bia, environment.product.url, 'bia@example.com', password)

  await linkNumber(boss.page)
  await Promise.all([openWaiting(ana.page), openWaiting(bia.page)])

  await marina.sendText(shop.phone, 'Oi! Vi o sofá Serra na vitrine')
  await acceptWaiting(ana.page)
  const field = ana.page.getByPlaceholder('Escreva uma mensagem')
  await field.fill('Que bom! Quanto mede a parede?')
  await field.press('Enter')
  await seesOnPhone('Quanto mede a parede?')
  await ticksBecome(ana.page, 'Quanto mede a parede?', 'entregue')
  marina.read(shop.phone)
  await ticksBecome(ana.page, 'Quanto mede a parede?', 'lida')

  await marina.sendPicture(shop.phone, drawnPicture(320, 200, [120, 130, 140]), {
    caption: 'Este aqui, 2,40 m',
    mimetype: 'image/png',
  })
  await isDrawn(ana.page, 'Este aqui, 2,40 m')
  await ana.page
    .getByLabel('Anexar arquivos')
    .and(ana.page.locator('input'))
    .setInputFiles({
      name: 'mesa.png',
      mimeType: 'image/png',
      buffer: drawnPicture(300, 300, [160, 110, 70]),
    })
  const caption = ana.page.getByPlaceholder('Legenda', { exact: true })
  await caption.fill('E esta mesa?')
  await caption.press('Enter')
  await seesOnPhone('E esta mesa?')
  await ticksBecome(ana.page, 'E esta mesa?', 'entregue')

  await ana.page
    .getByRole('banner')
    .or(ana.page.locator('header'))
    .getByRole('button', { name: 'Finalizar' })
    .last()
    .click()
  await ana.page.getByText('Tudo pronto para atender').waitFor()

  expect(marina.arrivals(shop.phone)).toMatchObject(
    [1, 2].map(() => ({ displays: 1, refusedCounters: 0, retries: 0 })),
  )
  expect(marina.chat(shop.phone).filter(({ from }) => from === 'shop')).toMatchObject([
    { kind: 'text', text: expect.stringContaining('Quanto mede a parede?') },
    { kind: 'picture', text: expect.stringContaining('E esta mesa?') },
  ])
  expect(environment.simulator.stats).toMatchObject({ unknown: [], errors: [], refusedCounters: 0 })
  knowsNothing(bia)
  for (const { complaints } of [boss, ana, bia]) expect(complaints).toEqual([])

  async function seesOnPhone(words: string): Promise<void> {
    await environment.simulator.until(`"${words}" is on the customer's phone`, () =>
      marina.chat(shop.phone).some(({ from, text }) => from === 'shop' && text.includes(words)),
    )
  }
})

/** The admin creates a connection; the simulated phone scans the QR on the screen; the dialog closes by itself. */
async function linkNumber(page: Page): Promise<void> {
  await page.goto(`${environment.product.url}/connections`)
  await page.getByRole('button', { name: 'Nova conexão' }).first().click()
  await page.getByLabel('Nome', { exact: true }).fill('Loja Centro')
  await page.getByLabel('Filas', { exact: true }).click()
  await page.getByRole('option', { name: 'Vendas' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^(Salvar|Adicionar|Criar)/ }).click()
  await page.getByRole('img', { name: 'Código QR para ler com o WhatsApp' }).waitFor()

  await environment.simulator.phone(shopNumber).scanQr(await shownQr())
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('Conectado', { exact: true }).waitFor()
}

/** The text of the QR on the screen: the simulator gets the text of the picture. */
async function shownQr(): Promise<string> {
  const { qr } = await environment.simulator.until('a QR is held up', () =>
    environment.simulator.waiting().find((one) => one.qr),
  )
  if (qr === undefined) throw new Error('No QR is held up')
  return qr
}

async function openWaiting(page: Page): Promise<void> {
  await page.goto(`${environment.product.url}/tickets`)
  await page.getByRole('tab', { name: /Aguardando/ }).click()
  await page.getByText('Nenhum atendimento por aqui.').waitFor()
}

/** The pending ticket appears without a reload, and Accept opens its conversation. */
async function acceptWaiting(page: Page): Promise<void> {
  const row = page.getByRole('article').filter({ hasText: 'Marina Duarte' })
  await row.waitFor()
  await row.hover()
  await row.getByRole('button', { name: 'Aceitar' }).click()
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/)
  await conversationOn(page).getByText('Oi! Vi o sofá Serra na vitrine').waitFor()
}

async function ticksBecome(page: Page, words: string, ticks: string): Promise<void> {
  const bubble = conversationOn(page).getByRole('article').filter({ hasText: words })
  await bubble.getByRole('img', { name: ticks, exact: true }).waitFor()
}

/** Checks that the picture is not only present but decoded. */
async function isDrawn(page: Page, caption: string): Promise<void> {
  const picture = conversationOn(page).getByRole('img', { name: caption })
  await picture.waitFor()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
}

/** Bia serves another queue: contacts are the company's, but no event of the ticket and no text reached her socket. */
function knowsNothing({ received }: Visitor): void {
  expect(received.some((frame) => frame.includes('-contact"'))).toBe(true)
  expect(received.filter((frame) => /sofá|parede|-ticket"|-appMessage"/.test(frame))).toEqual([])
}

function conversationOn(page: Page): Locator {
  return page.getByLabel('Mensagens com Marina Duarte')
}
