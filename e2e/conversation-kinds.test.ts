import { updateSetting } from '@balcao/contract/people'
import { toneOgg } from '@balcao/server/src/outside/voice/sounds.fixture'
import { jpeg, webp } from '@balcao/server/src/platform/files/sample-files.fixture'
import type { ChatEntry, SimulatedContact } from '@balcao/whatsapp-simulator/contact'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { playedMicrophone, seriousTroubles, signIn, type Visitor, visit } from './src/browser'
import { drawnPicture } from './src/drawn-picture'
import { ana as attendant, type Environment, openEnvironment, openShop } from './src/environment'

// One conversation with every kind of message that WhatsApp has, in Chromium, over the real protocol.
let environment: Environment
let shop: string
let marina: SimulatedContact
let ana: Visitor

beforeAll(async () => {
  environment = await openEnvironment({ browserArgs: playedMicrophone })
  const { calls, phone } = await openShop(environment)
  await calls(updateSetting, { params: { key: 'CheckMsgIsGroup' }, body: { value: 'disabled' } })
  shop = phone.phone
  marina = environment.simulator.createContact({ phone: '5551999887766', name: 'Marina Duarte' })
  ana = await visit(environment.browser, {
    permissions: ['microphone', 'geolocation'],
    geolocation: { latitude: -30.02772, longitude: -51.22874 },
  })
  await signIn(ana, environment.product.url, attendant.email, attendant.password)
  await marina.sendText(shop, 'Oi! *Vi o sofá* Serra na vitrine')
  await accept(ana.page, 'Marina Duarte')
})
afterAll(() => environment?.close())

test('CONVO-05 CONVO-07 CONVO-08 CONVO-09 every kind that a customer sends is shown as its kind', async () => {
  const { page } = ana
  const log = logOf(page)
  await log.locator('strong', { hasText: 'Vi o sofá' }).waitFor()

  await marina.sendPicture(shop, drawnPicture(640, 400, [120, 130, 140]), {
    caption: 'Este aqui, 2,40 m',
    mimetype: 'image/png',
  })
  const picture = log.getByRole('img', { name: 'Este aqui, 2,40 m' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480)

  const waveform = Array.from({ length: 64 }, (_, at) => Math.round(50 + 50 * Math.sin(at / 3)))
  // Longer than a slow machine needs until it presses "pause".
  await marina.sendMedia(shop, 'voice', toneOgg(30), { seconds: 30, waveform })
  const voice = log.getByRole('group', { name: 'Mensagem de voz' }).first()
  await voice.getByRole('button', { name: 'Ouvir' }).click()
  await voice.getByRole('button', { name: 'Pausar' }).click()
  const place = voice.getByRole('slider', { name: 'Posição do áudio' })
  await place.press('End')
  await place.press('ArrowLeft')
  await voice.getByText(/^0:\d\d \/ 0:30$/).waitFor()

  const plan = await marina.sendMedia(shop, 'document', Buffer.from('%PDF-1.7\n%%EOF'), {
    fileName: 'Planta.pdf',
    pages: 3,
  })
  await log.getByRole('link', { name: 'Baixar Planta.pdf' }).getByText('3 páginas').waitFor()
  await marina.sendText(shop, 'É esta a planta', { quoting: plan })
  await bubble(page, 'É esta a planta').getByRole('button', { name: 'Marina Duarte Planta.pdf' }).waitFor()
  const preview = {
    link: 'loja.example/sofa',
    title: 'Sofá Serra',
    description: 'Três lugares',
    picture: await jpeg(),
  }
  await marina.sendText(shop, 'Este? loja.example/sofa', { preview })
  const card = log.getByRole('link', { name: 'Abrir Sofá Serra, em loja.example' })
  await card.getByText('Três lugares').waitFor()
  expect(await card.getAttribute('href')).toBe('https://loja.example/sofa')
  const cardPicture = card.locator('img')
  await expect.poll(() => cardPicture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(4)
  await marina.sendMedia(shop, 'sticker', await webp(), { mimetype: 'image/webp' })
  await log.getByRole('img', { name: 'Figurinha' }).waitFor()
  await marina.sendLocation(shop, { latitude: -30.03, longitude: -51.23, name: 'Mercado Público' })
  await log.getByText('Mercado Público').waitFor()
  const map = log.getByRole('link', { name: 'Abrir no mapa' })
  expect(await map.getAttribute('rel')).toContain('noopener')
  await marina.sendContacts(shop, [
    { name: 'Bia Souza', phone: '5551977770001' },
    { name: 'Rui Farias', phone: '5551977770002' },
  ])
  await log.getByRole('button', { name: 'Copiar o número de Rui Farias' }).waitFor()
  await log.getByRole('button', { name: 'Conversar' }).last().click()
  await page.getByRole('option', { name: 'Criar contato “5551977770002”' }).waitFor()
  await look(page, 'talk-to-a-card')
  await page
    .getByRole('dialog', { name: 'Novo atendimento' })
    .getByRole('button', { name: 'Cancelar' })
    .click()
  await marina.sendPoll(shop, 'Que dia é melhor?', ['sábado', 'domingo'])
  await log.getByText('Que dia é melhor?').waitFor()
  await marina.sendMedia(shop, 'picture', drawnPicture(200, 200, [90, 40, 40]), {
    viewOnce: true,
    mimetype: 'image/png',
  })
  await log.getByText(/Visualização única|visualização única/).waitFor()
  marina.call(shop, { video: true }).hangUp()
  await log.getByText(/Chamada de vídeo perdida/).waitFor()

  const typo = await marina.sendText(shop, 'Chego às 13h')
  await bubble(page, 'Chego às 13h').waitFor()
  await marina.editMessage(shop, typo, 'Chego às 14h')
  await bubble(page, 'Chego às 14h').getByText('editada').waitFor()
  const wrong = await marina.sendText(shop, 'Mensagem errada')
  await bubble(page, 'Mensagem errada').waitFor()
  await marina.deleteMessage(shop, wrong)
  await log.getByText('Mensagem apagada').waitFor()
  expect(await log.getByText('Mensagem errada').count()).toBe(0)
})

test('reactions and corrections work in both directions', async () => {
  const { page } = ana
  const field = page.getByPlaceholder('Escreva uma mensagem')
  await field.fill('Entregamos na quinta')
  await field.press('Enter')
  const sent = await onPhone('text', 'Entregamos na quinta')
  await marina.react(shop, sent.id, '❤️')
  await bubbleLine(page, 'Entregamos na quinta').getByRole('button', { name: '❤️ de Marina Duarte' }).waitFor()

  await marina.sendText(shop, 'Pode ser à tarde?')
  await bubble(page, 'Pode ser à tarde?').waitFor()
  await openMenu(page, 'Pode ser à tarde?')
  await page.getByRole('menuitem', { name: 'Reagir' }).click()
  await page.getByRole('button', { name: '👍' }).click()
  await environment.simulator.until('Ana’s reaction is on the phone', () =>
    marina.chat(shop).some(({ text, reactions }) => text === 'Pode ser à tarde?' && reactions?.shop === '👍'),
  )
  const ours = bubbleLine(page, 'Pode ser à tarde?').getByRole('button', {
    name: '👍 de Ana Lima',
    pressed: true,
  })
  await ours.click()
  await ours.waitFor({ state: 'detached' })
  await environment.simulator.until('the reaction is gone again', () =>
    marina.chat(shop).some(({ text, reactions }) => text === 'Pode ser à tarde?' && !reactions?.shop),
  )

  await field.press('ArrowUp')
  const correction = page.getByRole('textbox', { name: 'Novo texto da mensagem' })
  expect(await correction.inputValue()).toBe('Entregamos na quinta')
  await correction.fill('Entregamos na sexta')
  await correction.press('Enter')
  await bubble(page, 'Entregamos na sexta').getByText('editada').waitFor()
  const corrected = await onPhone('text', 'Entregamos na sexta')
  expect(corrected).toMatchObject({ id: sent.id, edited: true })
})

test("CONVO-13 CONVO-14 Ana's recording is a voice note on the phone; a mistaken tap is not sent", async () => {
  const { page } = ana
  await Promise.all([
    pressesAtOnce(page, 'Enviar o áudio'),
    page.getByRole('button', { name: 'Gravar áudio' }).click(),
  ])
  await page.getByText('O áudio ficou curto demais').waitFor()

  await page.getByRole('button', { name: 'Gravar áudio' }).click()
  await hasRecorded(page, 2)
  await page.getByRole('button', { name: 'Pausar e ouvir' }).click()
  const soFar = page.getByRole('group', { name: 'Gravação até aqui' })
  await Promise.all([
    soFar.getByRole('button', { name: 'Pausar' }).waitFor(), // for two seconds
    soFar.getByRole('button', { name: 'Ouvir' }).click(),
  ])
  await look(page, 'recorder')
  await page.getByRole('button', { name: 'Continuar a gravar' }).click()
  await hasRecorded(page, 3)
  await page.getByRole('button', { name: 'Enviar o áudio' }).click()

  const voice = await onPhone('voice', '')
  expect(voice.seconds).toBeGreaterThanOrEqual(3)
  expect(voice.waveform?.some((loudness) => loudness > 0)).toBe(true)
  marina.play(shop, voice.id)
  await logOf(page).getByRole('img', { name: 'mensagem de voz ouvida' }).waitFor()
})

test('a recording waits, paused, while another conversation is open', async () => {
  const { page } = ana
  await page.getByRole('button', { name: 'Gravar áudio' }).click()
  await hasRecorded(page, 5) // From this length on discarding asks first.

  await page.getByRole('link', { name: 'Atendimentos' }).click()
  await page.getByText('Tudo pronto para atender').waitFor()
  await page.getByRole('article').filter({ hasText: 'Marina Duarte' }).first().click()

  await page.getByRole('group', { name: 'Gravação até aqui' }).waitFor()
  await page.getByRole('button', { name: 'Descartar a gravação' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Descartar a gravação' }).click()
  await page.getByRole('button', { name: 'Gravar áudio' }).waitFor()
})

test('a place and contacts are sent from the attach menu', async () => {
  const { page } = ana
  await page.getByRole('button', { name: 'Anexar', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Localização' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enviar localização' })
  await dialog.getByRole('button', { name: 'Usar minha posição' }).click()
  await dialog.getByRole('region', { name: 'Como será enviado' }).getByText('-30.02772, -51.22874').waitFor()
  await dialog
    .getByLabel('Link do mapa ou coordenadas')
    .fill('https://www.google.com/maps/@-30.0346,-51.2177,17z')
  await dialog.getByLabel('Nome do lugar (opcional)').fill('Casa Ipê Móveis')
  await look(page, 'place')
  await dialog.getByRole('button', { name: 'Enviar' }).click()
  expect(await onPhone('location', 'Casa Ipê')).toMatchObject({ latitude: -30.0346, longitude: -51.2177 })

  await page.getByRole('button', { name: 'Anexar', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Contato' }).click()
  const cards = page.getByRole('dialog', { name: 'Enviar contatos' })
  await cards.getByLabel('Buscar contato').fill('Marina')
  await cards.getByRole('checkbox', { name: /Marina Duarte/ }).check()
  await look(page, 'cards')
  await cards.getByRole('button', { name: 'Enviar 1 contato' }).click()
  await onPhone('contacts', 'Marina Duarte')
})

test('in a group each author has a name, and an answer reaches the group', async () => {
  const { page } = ana
  const rui = environment.simulator.createContact({ phone: '5551999887777', name: 'Rui Farias' })
  const group = environment.simulator.createGroup({
    subject: 'Condomínio Aurora',
    members: [shop, marina.phone, rui.phone],
  })
  await rui.sendToGroup(shop, group.jid, 'A portaria libera até as 17h')
  await accept(page, 'Condomínio Aurora')
  const log = page.getByLabel('Mensagens com Condomínio Aurora')
  await log.getByText('Rui Farias', { exact: true }).waitFor()

  const field = page.getByPlaceholder('Escreva uma mensagem')
  await field.fill('Combinado, chegamos antes')
  await field.press('Enter')
  await environment.simulator.until('the answer is in the group', () =>
    rui.chat(shop, group.jid).some(({ from, text }) => from === 'shop' && text.includes('Combinado')),
  )
})

test.each([
  ['desk', 'light', { width: 1366, height: 860 }],
  ['desk', 'dark', { width: 1366, height: 860 }],
  ['phone', 'light', { width: 390, height: 844 }],
  ['phone', 'dark', { width: 390, height: 844 }],
] as const)(
  'UX on a %s in the %s theme no kind of message has a serious trouble',
  async (size, theme, viewport) => {
    const { page } = ana
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme: theme })
    await page.goto(`${environment.product.url}/tickets`)
    // A list on a phone cuts names at ten characters (TICKET-14).
    await page.getByRole('article').filter({ hasText: 'Marina Dua' }).first().click()
    await logOf(page).getByRole('article').last().waitFor()

    await look(page, `kinds-${size}-${theme}-end`)
    const below = await seriousTroubles(ana)
    await goToBegin(page)
    await look(page, `kinds-${size}-${theme}-begin`)

    expect([...below, ...(await seriousTroubles(ana))]).toEqual([])
    expect(ana.complaints).toEqual([])
    expect(environment.simulator.stats).toMatchObject({ unknown: [], errors: [], refusedCounters: 0 })
  },
)

/** Older messages load near the top of the loaded ones, so it takes several attempts. */
async function goToBegin(page: Page): Promise<void> {
  const first = logOf(page).getByText('Vi o sofá')
  await vi.waitUntil(
    async () => {
      await logOf(page).press('Home')
      return first.isVisible()
    },
    { timeout: 60_000, interval: 300 },
  )
}

async function accept(page: Page, name: string): Promise<void> {
  await page.goto(`${environment.product.url}/tickets`)
  await page.getByRole('tab', { name: /Aguardando/ }).click()
  const row = page.getByRole('article').filter({ hasText: name })
  await row.waitFor()
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

function logOf(page: Page): Locator {
  return page.getByLabel('Mensagens com Marina Duarte')
}

function bubble(page: Page, words: string): Locator {
  return logOf(page).getByRole('article').filter({ hasText: words })
}

/** A bubble with the line below it. */
function bubbleLine(page: Page, words: string): Locator {
  return logOf(page).locator('[data-joined]').filter({ hasText: words })
}

/** Clicks the button as soon as it is enabled: even on a slow machine this is too short for a recording. */
function pressesAtOnce(page: Page, name: string): Promise<void> {
  return page.evaluate(
    (label) =>
      new Promise<void>((resolve) => {
        const press = () => {
          const button = document.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]:enabled`)
          if (button === null) return
          changes.disconnect()
          button.click()
          resolve()
        }
        const changes = new MutationObserver(press)
        changes.observe(document.body, { subtree: true, childList: true, attributes: true })
      }),
    name,
  )
}

/** So many seconds or more: on a slow machine polling may miss a single second. */
async function hasRecorded(page: Page, seconds: number): Promise<void> {
  const timer = page.getByRole('timer', { name: 'Tempo de gravação' })
  const soFar = async () => Number(/00:(\d\d)/.exec((await timer.textContent()) ?? '')?.[1])
  await expect.poll(soFar).toBeGreaterThanOrEqual(seconds)
}

async function openMenu(page: Page, words: string): Promise<void> {
  await bubble(page, words).hover()
  await bubble(page, words).getByRole('button', { name: 'Opções da mensagem' }).click()
}

/** A screenshot for review, where `LOOK_FOLDER` names a folder. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.LOOK_FOLDER
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}
