import { createConnection } from '@balcao/contract/connections'
import { errorTextsEn as en } from '@balcao/contract/error-texts-en'
import { errorTextsEs as es } from '@balcao/contract/error-texts-es'
import { errorTextsPt as pt } from '@balcao/contract/error-texts-pt'
import { usualRules } from '@balcao/whatsapp-simulator/linking-rules'
import type { SimulatedPhone } from '@balcao/whatsapp-simulator/phone'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Words, wordsIn } from '../tools/screen-words.mjs'
import { seriousTroubles, sidewaysTroubles, signIn, speak, type Visitor, visit } from './src/browser'
import { signInForCalls } from './src/calls'
import { type Environment, openEnvironment } from './src/environment'
import { admin } from './src/product'

// A shop owner links a number on a phone. Each test continues where the previous one ended.
const languages = [
  { language: 'pt-BR', texts: 'pt', colorScheme: 'light' },
  { language: 'en', texts: 'en', colorScheme: 'dark' },
  { language: 'es', texts: 'es', colorScheme: 'light' },
] as const
const name = 'Loja Centro'

const errorTexts = { pt, en, es }

let environment: Environment
let visitor: Visitor
let shop: SimulatedPhone
let words: Words = wordsIn('pt')
let dialog: Locator
let list: Locator

beforeAll(async () => {
  environment = await openEnvironment()
  shop = environment.simulator.createPhone({ phone: '555130254455', name: 'Casa Ipê Móveis' })
  const calls = await signInForCalls(environment.product.url, admin.email, admin.password)
  await calls(createConnection, { body: { name } })
  visitor = await visit(environment.browser, { viewport: { width: 390, height: 844 } })
  dialog = visitor.page.getByRole('dialog')
  list = visitor.page.getByRole('main')
  await signIn(visitor, environment.product.url, admin.email, admin.password, '/connections')
})
afterAll(() => environment?.close())

describe.each(languages)('in $language', ({ language, texts, colorScheme }) => {
  beforeAll(async () => {
    words = wordsIn(texts)
    await visitor.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await speak(visitor.page, language)
  })

  test('CONN-10 a code that WhatsApp wants scanned twice is redrawn and links', async () => {
    follow({ refresh: 1 })
    await act(list, 'showQr').or(act(list, 'newQr')).first().click()
    const first = await heldUpQr()

    await expect(shop.scanQr(first)).rejects.toThrow('once more')
    const renewed = await heldUpQr()
    await says(dialog, 'step.scan-again')
    await drawsQr()
    await offers(dialog, text('linkByCode'))
    await looksRight('scan-again')
    await closeDialog()
    await says(list, 'step.scan-again')
    await act(list, 'showQr').click()
    await shop.scanQr(renewed)

    await dialog.waitFor({ state: 'detached' })
    await says(list, 'word.connected')
    await offers(list, text('act.pause'), text('act.disconnect'))
    await looksRight('connected')
  })

  test('CONN-25 a name that WhatsApp refuses for letters is reported at once, and the QR is still offered', async () => {
    shop.unlink()
    await says(list, 'word.unlinked')
    await says(list, 'cause.unlinked-on-phone')
    await offers(list, text('act.newQr'))
    await looksRight('unlinked')
    follow({ refuseLetters: 400 })
    await act(list, 'newQr').click()
    await drawsQr()

    await askForLetters()
    await dialog.getByText(errorTexts[texts].ERR_PAIRING_REFUSED.replace('{{code}}', '400')).waitFor()
    await says(dialog, 'step.letters-refused')
    expect(await dialog.getByText(letters).count()).toBe(0)
    await offers(dialog, text('getCode'), text('linkByQr'))
    await looksRight('letters-refused')

    await dialog.getByRole('button', { name: text('linkByQr') }).click()
    await drawsQr()
    await closeDialog()
    await says(list, 'step.letters-refused')
    await offers(list, text('act.showQr'))
    await looksRight('letters-refused-list')
  })

  test('CONN-12 a request for the passkey explains itself and the next step, and a new QR links', async () => {
    follow({ passkey: true })
    await act(list, 'showQr').click()
    const refused = await heldUpQr()

    await expect(shop.scanQr(refused)).rejects.toThrow('passkey')
    for (const sentence of ['wanted', 'worthATry', 'waysOut', 'otherNumber', 'otherSystem', 'official'])
      await says(dialog, `passkey.${sentence}`)
    await offers(dialog, text('close', 'common'), text('act.newQr'))
    await looksRight('passkey')
    await dialog
      .getByRole('button', { name: text('close', 'common') })
      .last()
      .click()
    await dialog.waitFor({ state: 'detached' })
    await says(list, 'word.passkeyAsked')
    await says(list, 'step.passkey')
    await offers(list, text('act.whatToDo'), text('act.disconnect'))
    await looksRight('passkey-list')

    await act(list, 'whatToDo').click()
    follow({})
    await act(dialog, 'newQr').click()
    await shop.scanQr(await heldUpQr())
    await dialog.waitFor({ state: 'detached' })
    await says(list, 'word.connected')
  })

  test('CONN-11 a version that is too old is named, and a retry shows a code', async () => {
    shop.unlink()
    await says(list, 'word.unlinked')
    follow({ oldestVersion: 1_999_999_999 })
    await act(list, 'newQr').click()

    await says(dialog, 'cause.version-refused')
    await offers(dialog, text('act.tryAgain'))
    await looksRight('version')
    await closeDialog()
    await says(list, 'cause.version-refused')
    await offers(list, text('act.tryAgain'), text('act.newQr'))
    await looksRight('version-list')

    follow({})
    await act(list, 'tryAgain').click()
    await act(list, 'showQr').click()
    await drawsQr()
  })

  test('CONN-29 a phone that is off: the codes run out, and accepted letters ask for patience', async () => {
    for (let code = 0; code < 3; code++) {
      await heldUpQr()
      environment.simulator.expireQrs()
    }
    await says(dialog, 'cause.qr-not-scanned')
    await offers(dialog, text('act.newQr'))
    await looksRight('not-scanned')
    await closeDialog()
    await says(list, 'cause.qr-not-scanned')
    await offers(list, text('act.newQr'), text('act.tryAgain'))
    await looksRight('not-scanned-list')

    follow({ silentPhone: true })
    await act(list, 'newQr').click()
    await drawsQr()
    await askForLetters()
    const shown = await dialog.getByText(letters).innerText()
    await says(dialog, 'step.letters')
    await offers(dialog, text('anotherNumber'), text('linkByQr'))
    await looksRight('letters')
    await expect(shop.enterCode(shown)).rejects.toThrow('off')
    await says(dialog, 'step.confirming')
    expect(await dialog.getByText(letters).innerText()).toBe(shown)
    await offers(dialog, text('anotherCode'), text('close', 'common'))
    await looksRight('confirming')
    await dialog.getByRole('button', { name: text('anotherCode') }).click()
    await says(dialog, 'step.letters')
    await expect.poll(() => dialog.getByText(letters).allInnerTexts()).not.toEqual([shown])
    await expect(shop.enterCode(await dialog.getByText(letters).innerText())).rejects.toThrow('off')
    await says(dialog, 'step.confirming')
    await closeDialog()
    await says(list, 'step.confirming')
    await offers(list, text('act.whatToDo'), text('act.disconnect'))
    await act(list, 'whatToDo').click()
    await says(dialog, 'step.confirming')
    await offers(dialog, text('anotherCode'), text('close', 'common'))
    await looksRight('confirming-again')
    await closeDialog()
    await looksRight('confirming-list')

    await act(list, 'disconnect').click()
    await says(dialog, 'disconnectMeaning')
    await act(dialog, 'disconnect').click()
    await dialog.waitFor({ state: 'detached' })
    await says(list, 'cause.stopped')
    await offers(list, text('act.newQr'))
    await looksRight('stopped-list')
  })
})

test('CONN-12 CONN-23 CONN-24 unlinking warns and offers a pause, which reconnects without a QR', async () => {
  words = wordsIn('pt')
  await speak(visitor.page, 'pt-BR')
  follow({})
  await act(list, 'newQr').click()
  await shop.scanQr(await heldUpQr())
  await says(list, 'word.connected')
  const devices = [...shop.devices]

  await list.getByRole('button', { name: text('deleteOf').replace('{{name}}', name) }).click()
  await says(dialog, 'relinkWarning')
  await offers(dialog, text('pauseInstead'), text('deleteConfirm'))
  await looksRight('deleting')
  await closeDialog()
  await act(list, 'disconnect').click()
  await says(dialog, 'relinkWarning')
  await looksRight('disconnecting')
  await dialog.getByRole('button', { name: text('pauseInstead') }).click()
  await dialog.waitFor({ state: 'detached' })
  await says(list, 'word.atRest')
  await says(list, 'cause.atRest')
  await offers(list, text('act.tryAgain'), text('act.newQr'))
  await looksRight('paused')
  await act(list, 'tryAgain').click()

  await says(list, 'word.connected')
  expect(shop.devices).toEqual(devices)
  expect(visitor.complaints).toEqual([])
  expect(environment.simulator.stats).toMatchObject({ unknown: [], errors: [], refusedCounters: 0 })
})

/** Eight letters as the dialog shows them. */
const letters = /^[A-Z0-9]{4}-[A-Z0-9]{4}$/

/** The usual rules of WhatsApp with these changes. */
function follow(rules: Partial<typeof usualRules>): void {
  environment.simulator.setLinkingRules({ ...usualRules, ...rules })
}

/** In the language of the screen. */
function text(key: string, file = 'connections'): string {
  return words(`${file}:${key}`)
}

function act(where: Locator, key: string): Locator {
  return where.getByRole('button', { name: text(`act.${key}`), exact: true })
}

/** Waits for the sentence, with any time or number in it. */
async function says(where: Locator, key: string): Promise<void> {
  const parts = text(key)
    .replace(/<\/?b>/g, '')
    .split(/\{\{\w+\}\}/)
  const escaped = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const sentence = new RegExp(`^\\s*${escaped.join('.+')}\\s*$`)
  await where.getByText(sentence).filter({ visible: true }).first().waitFor()
}

/** Each button is enabled. */
async function offers(where: Locator, ...buttons: string[]): Promise<void> {
  for (const button of buttons) {
    const offered = where.getByRole('button', { name: button, exact: true }).last()
    await offered.waitFor()
    await expect.poll(() => offered.isEnabled(), { message: button }).toBe(true)
  }
}

async function closeDialog(): Promise<void> {
  await visitor.page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

async function askForLetters(): Promise<void> {
  await dialog.getByRole('button', { name: text('linkByCode') }).click()
  await dialog.getByLabel(text('phoneNumber')).fill('+55 51 3025-4455')
  await dialog.getByRole('button', { name: text('getCode') }).click()
}

async function drawsQr(): Promise<void> {
  await dialog.getByRole('img', { name: text('qrTitle') }).waitFor()
}

/** Codes that were already used: the socket of an earlier one may close late. */
const given = new Set<string>()

/** The text of the QR on the screen, once it is a new one. */
async function heldUpQr(): Promise<string> {
  const { qr } = await environment.simulator.until('a QR is held up', () =>
    environment.simulator.waiting().find((one) => one.qr !== undefined && !given.has(one.qr)),
  )
  if (qr === undefined) throw new Error('No QR is held up')
  given.add(qr)
  return qr
}

/** axe finds nothing serious, and nothing overflows sideways. */
async function looksRight(screen: string): Promise<void> {
  const { page } = visitor
  // The toast of an earlier step may cover a button of the dialog until it leaves.
  for (const toast of await page.locator('[data-kind="success"]').all())
    await toast.waitFor({ state: 'detached' })
  const troubles = [...(await seriousTroubles(visitor)), ...(await sidewaysTroubles(page))]
  expect({ screen, troubles }).toEqual({ screen, troubles: [] })
}
