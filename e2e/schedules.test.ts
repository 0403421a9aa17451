import { createContact } from '@balcao/contract/contacts'
import { createUser } from '@balcao/contract/people'
import { createSchedule, getSchedule, listSchedules } from '@balcao/contract/schedules'
import type { ContactId } from '@balcao/domain/ids'
import type { SimulatedContact } from '@balcao/whatsapp-simulator/contact'
import type { SimulatedPhone } from '@balcao/whatsapp-simulator/phone'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { like } from '../server/src/platform/testing/table-rows'
import { seriousTroubles, sidewaysTroubles, signIn, type Visitor, visit } from './src/browser'
import type { Calls } from './src/calls'
import { dayFromNow } from './src/days'
import { drawnPicture } from './src/drawn-picture'
import { ana, type Environment, openEnvironment, openShop } from './src/environment'
import { tableAt } from './src/product-rows'

// Ana uses the calendar; Bia is in Tokyo with a phone, and sees the shop's local times all the same.
const bia = { name: 'Bia Prado', email: 'bia@example.com', password: 'senha da equipe' }
let environment: Environment
let calls: Calls
let shop: SimulatedPhone
let marina: SimulatedContact
let contactId: ContactId
let anas: Visitor
let bias: Visitor

beforeAll(async () => {
  environment = await openEnvironment({ ownProduct: true })
  const opened = await openShop(environment)
  calls = opened.calls
  shop = opened.phone
  await calls(createUser, { body: { ...bia, queueIds: [opened.sales.id] } })
  marina = environment.simulator.createContact({ phone: '5551999887766', name: 'Marina Duarte' })
  contactId = (await calls(createContact, { body: { name: 'Marina Duarte', number: marina.phone } })).id
  anas = await visit(environment.browser)
  bias = await visit(environment.browser, {
    viewport: { width: 390, height: 844 },
    timezoneId: 'Asia/Tokyo',
    colorScheme: 'dark',
    hasTouch: true,
  })
  await signIn(anas, environment.product.url, ana.email, ana.password, '/schedules')
  await signIn(bias, environment.product.url, bia.email, bia.password)
})
afterAll(() => environment?.close())

/** Noon of a day of next month, which the calendar shows after one step. */
const noonOf = (date: number) => {
  const today = new Date(dayFromNow(0)) // in the company's calendar
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, date, 15)) // 12:00 in São Paulo
}
const dayOf = (date: number) => noonOf(date).toISOString().slice(0, 10)
const cell = (page: Page, date: number) =>
  page.getByRole('listitem').filter({ has: page.locator(`h3 time[datetime="${dayOf(date)}"]`) })
const entryIn = (page: Page, date: number) => cell(page, date).getByRole('button', { name: /Marina Duarte/ })
/** The customer's messages with this text. */
const arrived = (words: string) => marina.chat(shop.phone).filter(({ text }) => text.includes(words))

test('SCHED-02 SCHED-05 SCHED-06 SCHED-07 SCHED-08 one is created with a picture and a variable, and moved by keyboard, mouse and touch', async () => {
  const { page } = anas
  await page
    .getByText(/Fuso da empresa: Horário .*Brasília\./)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Novo agendamento' }).click()
  const form = page.getByRole('dialog', { name: 'Novo agendamento' })
  await form.getByRole('button', { name: 'Salvar' }).click()
  await form.getByText('Obrigatório').nth(1).waitFor()
  await form.getByRole('combobox', { name: 'Contato' }).fill('Mari')
  await page.getByRole('option', { name: /Marina Duarte/ }).click()
  await form.getByRole('textbox', { name: 'Mensagem' }).fill('O linho chegou, ')
  await form.getByRole('button', { name: 'Primeiro nome' }).click()
  await form.getByLabel('Enviar em').fill(`${dayOf(14)}T12:00`)
  await form.getByLabel('Imagem').setInputFiles({
    name: 'linho.png',
    mimeType: 'image/png',
    buffer: drawnPicture(64, 64, [120, 130, 140]),
  })
  await form.getByText('linho.png').waitFor()
  expect(await seriousTroubles(anas)).toEqual([])
  await take(anas, 'schedule-form')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await form.waitFor({ state: 'detached' })
  const [schedule] = (await calls(listSchedules, { query: {} })).schedules
  expect(schedule).toMatchObject({ body: 'O linho chegou, {{firstName}}', mediaName: 'linho.png' })
  expect(schedule?.sendAt).toBe(noonOf(14).toISOString())

  // by keyboard to the next day
  await page.getByRole('button', { name: 'Próximo' }).click()
  await entryIn(page, 14).focus()
  await page.keyboard.press('Space')
  await page.getByText(/^Marina Duarte sobre .* 14 /).waitFor({ state: 'attached' })
  await page.keyboard.press('ArrowRight')
  await page.getByText(/^Marina Duarte sobre .* 15 /).waitFor({ state: 'attached' })
  await page.keyboard.press('Space')
  await sendsOn(15)
  await expect.poll(() => entryIn(page, 15).evaluate((it) => it === document.activeElement)).toBe(true)

  // with the mouse to another week
  await page.mouse.move(...(await middleOf(entryIn(page, 15))))
  await page.mouse.down()
  await page.mouse.move(...(await middleOf(cell(page, 24))), { steps: 8 })
  await page.mouse.up()
  await sendsOn(24)
  await entryIn(page, 24).waitFor()
  await take(anas, 'schedules')
  expect(await seriousTroubles(anas)).toEqual([])

  // Bia's phone is in Tokyo and shows the shop's time all the same; by touch it is moved again.
  const phone = bias.page
  await phone.goto(`${environment.product.url}/schedules`)
  await phone.getByText(/Este navegador está em: Horário .*Japão/).waitFor()
  await phone.getByRole('tab', { name: 'Mês' }).click()
  await phone.getByRole('button', { name: 'Próximo' }).click()
  await entryIn(phone, 24).getByText('12:00').waitFor()
  await dragByFinger(phone, entryIn(phone, 24), cell(phone, 25))
  await sendsOn(25)
  await entryIn(page, 25).waitFor()
  expect([...(await seriousTroubles(bias)), ...(await sidewaysTroubles(phone))]).toEqual([])
  await take(bias, 'schedules-390-dark')
  expect([...anas.complaints, ...bias.complaints]).toEqual([])
})

test('SCHED-03 SCHED-09 SCHED-12 a failed one shows its reason, is retried, and is on the customer’s phone once; the calendar filters by author', async () => {
  const { page } = anas
  await tableAt(environment.product, 'connections').update({}, { is_default: false })
  const body = { body: 'Passe na loja, {{firstName}}!', contactId, sendAt: new Date().toISOString() }
  const { id } = await calls(createSchedule, { body })
  await page.goto(`${environment.product.url}/schedules`)
  await page.getByRole('button', { name: /Marina Duarte.*Erro de Envio/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Marina Duarte' })
  await dialog.getByText(/Nenhuma conexão padrão encontrada/).waitFor()
  await take(anas, 'schedule-failed')
  expect(await seriousTroubles(anas)).toEqual([])
  expect(arrived('Passe na loja')).toEqual([])

  await tableAt(environment.product, 'connections').update({}, { is_default: true })
  await dialog.getByRole('button', { name: 'Tentar de novo' }).click()
  await dialog.getByText('Enviado', { exact: true }).waitFor()
  await vi.waitUntil(() => arrived('Passe na loja, Marina!').length > 0, { timeout: 60_000, interval: 100 })

  expect(arrived('Passe na loja')).toHaveLength(1)
  expect(await calls(getSchedule, { params: { scheduleId: id } })).toMatchObject({ status: 'ENVIADA' })
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Quem escreveu' }).click()
  await page.getByRole('option', { name: ana.name }).click()
  await page.getByRole('button', { name: /Marina Duarte.*Enviado/ }).waitFor({ state: 'detached' })
  expect(anas.complaints).toEqual([])
})

test('SCHED-12 a message that became due during an outage is sent once afterwards', async () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  for (const n of [1, 2, 3]) {
    const body = { body: `Lembrete ${n}`, contactId, sendAt: inAnHour }
    await calls(createSchedule, { body })
  }
  await environment.product.kill()
  const now = { send_at: new Date(), due_at: new Date() }
  await tableAt(environment.product, 'schedules').update({ body: like('Lembrete%') }, now)
  expect(arrived('Lembrete')).toEqual([])

  await environment.product.start()
  await vi.waitUntil(() => arrived('Lembrete').length >= 3, { timeout: 60_000, interval: 100 })
  await vi.waitUntil(async () => (await statuses()).every((status) => status === 'ENVIADA'), {
    timeout: 60_000,
    interval: 200,
  })

  expect(
    arrived('Lembrete')
      .map(({ text }) => text)
      .sort(),
  ).toEqual(['Lembrete 1', 'Lembrete 2', 'Lembrete 3'])
})

async function statuses(): Promise<string[]> {
  const { schedules } = await calls(listSchedules, { query: { searchParam: 'Lembrete' } })
  return schedules.map(({ status }) => status)
}

async function sendsOn(date: number): Promise<void> {
  await expect
    .poll(async () => (await calls(listSchedules, { query: {} })).schedules.map(({ sendAt }) => sendAt))
    .toEqual([noonOf(date).toISOString()])
}

async function middleOf(place: Locator): Promise<[x: number, y: number]> {
  await place.scrollIntoViewIfNeeded()
  const box = await place.boundingBox()
  if (box === null) throw new Error('it is not there')
  return [box.x + box.width / 2, box.y + Math.min(box.height / 2, 60)]
}

/** Touches, waits until the item is lifted, and drags. */
async function dragByFinger(page: Page, what: Locator, to: Locator): Promise<void> {
  await what.evaluate((it) => it.scrollIntoView({ block: 'center' }))
  const at = await middleOf(what)
  const end = await middleOf(to)
  const hand = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', [x, y]: readonly [number, number]) =>
    hand.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  await touch('touchStart', at)
  await page
    .getByText('Marina Duarte levantado.')
    .or(page.getByText(/^Marina Duarte sobre/))
    .first()
    .waitFor({ state: 'attached' })
  await touch('touchMove', [at[0], (at[1] + end[1]) / 2])
  await touch('touchMove', end)
  await page.getByText(/^Marina Duarte sobre .* 25 /).waitFor({ state: 'attached' })
  await touch('touchEnd', end)
}

/** A screenshot for review, on request: `PICTURES=/some/folder`. */
async function take({ page }: Visitor, name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}
