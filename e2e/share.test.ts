import { shareTargetPath } from '@balcao/contract/share'
import type { ChatEntry, SimulatedContact } from '@balcao/whatsapp-simulator/contact'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seriousTroubles, sidewaysTroubles, signIn, type Visitor, visit } from './src/browser'
import { drawnPicture } from './src/drawn-picture'
import { ana as attendant, type Environment, openEnvironment, openShop } from './src/environment'

// Content of the phone's share sheet is sent in a ticket, by the real service worker. The sheet itself is Android's: a
// form that the page posts to the same address replaces it.
let environment: Environment
let shop: string
let marina: SimulatedContact
let ana: Visitor

beforeAll(async () => {
  environment = await openEnvironment()
  shop = (await openShop(environment)).phone.phone
  marina = environment.simulator.createContact({ phone: '5551999887766', name: 'Marina Duarte' })
})
beforeEach(async () => {
  ana = await visit(environment.browser) // a browser without any state
})
afterAll(() => environment?.close())

const sofa = { name: 'sofá.png', type: 'image/png', bytes: drawnPicture(640, 400, [120, 130, 140]) }
const offer = { name: 'oferta.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7\n%%EOF') }

test('LOOK a picture, a PDF and a text are shared, assigned to a ticket by keyboard, captioned and sent', async () => {
  const { page } = ana
  await anaComesIn()
  await marina.sendText(shop, 'Oi! Vi o sofá Serra na vitrine')
  await accept(page)
  await install(page)

  await share(page, 'Este aqui, 2,40 m', sofa, offer)

  await page.waitForURL(/\/share\?id=/)
  const shared = page.getByRole('region', { name: 'O que foi compartilhado' })
  await shared.getByText(/^sofá\.png · /).waitFor()
  await shared.getByText(/^oferta\.pdf · /).waitFor()
  await shared.getByText('Este aqui, 2,40 m').waitFor()
  const thumbnail = shared.locator('img')
  await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640)
  await hasNoTroubles('share')

  const field = page.getByRole('combobox', { name: 'Para qual atendimento?' })
  await page.getByRole('option', { name: /Marina Duarte/, selected: true }).waitFor()
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')

  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/)
  await page.getByLabel('Legenda de oferta.pdf').fill('O preço está na página 2')
  const composer = page.getByRole('textbox', { name: 'Legenda', exact: true })
  expect(await composer.inputValue()).toBe('Este aqui, 2,40 m')
  expect(marina.chat(shop).filter(({ from }) => from === 'shop')).toEqual([]) // nothing is sent automatically
  await composer.press('Enter')
  await onPhone('picture', 'Este aqui, 2,40 m')
  expect(await onPhone('document', 'O preço está na página 2')).toMatchObject({ fileName: 'oferta.pdf' })

  await page.goto(`${environment.product.url}/share`)
  await page.getByText('Nada espera por um atendimento').waitFor()
  await hasNoTroubles('share-empty')
  expect(ana.complaints).toEqual([])
})

test('LOOK two shares wait separately, on every page, until their user signs out', async () => {
  const { page } = ana
  await anaComesIn()
  await install(page)
  await share(page, 'o primeiro')
  await page.getByText('o primeiro').waitFor()
  await share(page, 'o segundo')

  const shown = page.getByRole('region', { name: 'Texto compartilhado' })
  await shown.getByText('o segundo').waitFor()
  await page.getByRole('link', { name: /^o primeiro · \d\d:\d\d$/ }).click()
  await shown.getByText('o primeiro').waitFor()
  expect(await shown.getByText('o segundo').count()).toBe(0)
  await hasNoTroubles('share-two')
  await page.getByRole('link', { name: /^Atendimentos/ }).click()
  await page.getByText('2 compartilhamentos esperam por um atendimento.').waitFor()
  await hasNoTroubles('share-notice')

  await page.getByRole('button', { name: /^Conta de/ }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await page.waitForURL(/\/login$/)
  await expect.poll(() => page.evaluate(() => caches.has('shares'))).toBe(false)
})

test('LOOK a share from before the sign-in waits behind the login', async () => {
  const { page } = ana
  await anaComesIn()
  await install(page)
  await page.evaluate(() => localStorage.clear()) // the session is deleted, the app still installed

  await share(page, 'Antes de entrar', sofa)
  await page.waitForURL(/\/login$/)
  await page.getByLabel('E-mail').fill(attendant.email)
  await page.getByLabel('Senha', { exact: true }).fill(attendant.password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()

  await page.waitForURL(/\/share\?id=/)
  await page.getByText('Antes de entrar').waitFor()
  await page.getByText(/^sofá\.png · /).waitFor()
})

test('LOOK without a worker the page reports that nothing arrived, and the next share arrives', async () => {
  const { page } = ana
  await anaComesIn()

  await share(page, 'Cedo demais', sofa)
  await page.waitForURL(/\/share\?problem=missed$/)
  await page.getByText('O que você compartilhou não chegou').waitFor()
  await hasNoTroubles('share-missed')

  await isReady(page)
  await share(page, 'Agora sim', sofa)
  await page.getByText('Agora sim').waitFor()
})

test('LOOK the worker handles only shares: no page is its client, no request passes it', async () => {
  const { page } = ana
  await anaComesIn()
  await install(page)

  await page.reload()
  await page.getByRole('button', { name: /^Conta de/ }).waitFor()

  const { scopes, isControlled } = await page.evaluate(async () => ({
    scopes: (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
    isControlled: navigator.serviceWorker.controller !== null,
  }))
  expect([scopes, isControlled]).toEqual([[shareTargetPath], false])
  const script = await page.request.get(`${environment.product.url}/share-worker.js`)
  expect(script.headers()).toMatchObject({ 'cache-control': 'no-cache' })
  expect((await script.body()).length).toBeLessThan(8_000)
})

function anaComesIn(): Promise<void> {
  return signIn(ana, environment.product.url, attendant.email, attendant.password, '/tickets')
}

/** As when the user accepts "Install". */
async function install(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')))
  await isReady(page)
}

async function isReady(page: Page): Promise<void> {
  const isActive = (path: string) =>
    navigator.serviceWorker.getRegistration(path).then((it) => it?.active?.state)
  await expect.poll(() => page.evaluate(isActive, shareTargetPath)).toBe('activated')
}

interface SharedFile {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

/** Posts as Android does, which navigates the app's window. */
async function share(page: Page, text: string, ...files: readonly SharedFile[]): Promise<void> {
  const sent = files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') }))
  const isGone = page.waitForEvent('load')
  await page.evaluate(post, { action: shareTargetPath, text, files: sent })
  await isGone
}

interface Posted {
  readonly action: string
  readonly text: string
  readonly files: readonly { readonly name: string; readonly type: string; readonly base64: string }[]
}

/** Runs in the page. */
function post({ action, text, files }: Posted): void {
  const form = document.createElement('form')
  Object.assign(form, { action, method: 'POST', enctype: 'multipart/form-data', hidden: true })
  const words = Object.assign(document.createElement('input'), { name: 'text', value: text })
  const chooser = Object.assign(document.createElement('input'), {
    type: 'file',
    name: 'files',
    multiple: true,
  })
  const chosen = new DataTransfer()
  for (const { name, type, base64 } of files) {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    chosen.items.add(new File([bytes], name, { type }))
  }
  chooser.files = chosen.files
  form.append(words, chooser)
  document.body.append(form)
  form.submit()
}

async function accept(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /Aguardando/ }).click()
  const row = page.getByRole('article').filter({ hasText: 'Marina Duarte' })
  await row.hover()
  await row.getByRole('button', { name: 'Aceitar' }).click()
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/)
}

/** The shop's message of this kind with this text on Marina's phone. */
function onPhone(kind: ChatEntry['kind'], words: string): Promise<ChatEntry> {
  return environment.simulator.until(`a ${kind} "${words}" is on the customer's phone`, () =>
    marina.chat(shop).find((one) => one.from === 'shop' && one.kind === kind && one.text.includes(words)),
  )
}

/** On a phone and on a desk, in both themes. Takes screenshots for review, where `LOOK_FOLDER` names a folder. */
async function hasNoTroubles(name: string): Promise<void> {
  const { page } = ana
  const folder = process.env.LOOK_FOLDER
  for (const [size, viewport] of [
    ['phone', { width: 390, height: 844 }],
    ['desk', { width: 1366, height: 860 }],
  ] as const) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      expect([name, size, colorScheme, await seriousTroubles(ana)]).toEqual([name, size, colorScheme, []])
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/${name}-${size}-${colorScheme}.png` })
    }
    expect([name, size, await sidewaysTroubles(page)]).toEqual([name, size, []])
  }
}
