import type { SimulatedContact } from '@balcao/whatsapp-simulator/contact'
import type { SimulatedPhone } from '@balcao/whatsapp-simulator/phone'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousTroubles, signIn, type Visitor, visit } from './src/browser'
import { drawnPicture } from './src/drawn-picture'
import { type Environment, openEnvironment } from './src/environment'
import { admin } from './src/product'
import { refuseMessages } from './src/product-rows'

// Faults of a number as its admin experiences them: each test continues where the previous one ended.
let environment: Environment
let visitor: Visitor
let shop: SimulatedPhone
let marina: SimulatedContact

beforeAll(async () => {
  environment = await openEnvironment()
  shop = environment.simulator.createPhone({ phone: '555130254455', name: 'Casa Ipê Móveis' })
  marina = environment.simulator.createContact({ phone: '5551999887766', name: 'Marina Duarte' })
  await marina.sendText(shop.phone, 'Vocês abrem no sábado?')
  await marina.sendText(shop.phone, 'Perguntei ontem também')
  visitor = await visit(environment.browser)
  await signIn(visitor, environment.product.url, admin.email, admin.password, '/connections')
})
afterAll(() => environment?.close())

test('J03 a number is linked with the history of its phone, which is shown as resolved tickets', async () => {
  const { page } = visitor
  await page.getByRole('button', { name: 'Nova conexão' }).first().click()
  await page.getByLabel('Nome', { exact: true }).fill('Loja Centro')
  await page.getByRole('button', { name: 'Salvar' }).click()
  const first = await heldUpQr()
  const option = page.getByLabel('Trazer o histórico deste celular')
  expect(await option.isChecked()).toBe(false)

  await option.click()
  const second = await heldUpQr(first)
  await page.getByRole('img', { name: 'Código QR para ler com o WhatsApp' }).waitFor()
  await looksRight('linking')
  await shop.scanQr(second)

  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('Conectado', { exact: true }).waitFor()
  await page.getByText('Histórico trazido: 2 mensagens, nos finalizados').waitFor()
  await looksRight('history')
  await page.goto(`${environment.product.url}/tickets?tab=closed`)
  // Both were written within one second, so either may be last.
  await page
    .getByRole('link')
    .filter({ hasText: /Perguntei ontem|Vocês abrem/ })
    .click()
  const bubbles = page.getByRole('article')
  await bubbles.filter({ hasText: 'Vocês abrem no sábado?' }).last().waitFor()
  await bubbles.filter({ hasText: 'Perguntei ontem também' }).last().waitFor()
})

test("CONN-02 CONN-04 CONN-28 the admin configures a number's texts and automation, and creates its token", async () => {
  const { page } = visitor
  const dialog = page.getByRole('dialog')
  await page.goto(`${environment.product.url}/connections`)
  await page.getByText(/^Nenhuma fila vinculada/).waitFor()

  await page.getByRole('button', { name: 'Editar Loja Centro' }).click()
  await dialog.getByRole('tab', { name: 'Mensagens' }).click()
  const goodbye = dialog.getByRole('textbox', { name: 'Mensagem de conclusão' })
  await goodbye.fill('Obrigada, ! *Até logo.*')
  await goodbye.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(10, 10))
  await dialog.getByRole('button', { name: 'Primeiro nome' }).click()
  const preview = dialog.getByRole('figure', { name: 'Prévia: Mensagem de conclusão' })
  await preview.getByText('Obrigada, Maria! Até logo.').waitFor()
  await looksRight('texts')
  await dialog.getByRole('tab', { name: 'Automação' }).click()
  await dialog.getByLabel('Sem resposta do cliente por').fill('90')
  await dialog.getByText('Encerra depois de 1 h 30 min em silêncio.').waitFor()
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Token da API de Loja Centro' }).click()
  await dialog.getByRole('button', { name: 'Gerar token' }).click()
  const token = (await dialog.getByText(/^balcao_/).textContent()) ?? ''
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('button', { name: 'Token da API de Loja Centro' }).click()
  await dialog.getByText(`••••••••${token.slice(-4)}`).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Excluir Loja Centro' }).click()
  await dialog.getByText('O token da API desta conexão deixa de valer.').waitFor()
  await looksRight('deleting')
  await page.keyboard.press('Escape')

  expect(token).toMatch(/^balcao_\d+_\d+_[\w-]{43}$/)
  await page.getByRole('button', { name: 'Editar Loja Centro' }).click()
  await dialog.getByRole('tab', { name: 'Mensagens' }).click()
  expect(await goodbye.inputValue()).toBe('Obrigada, {{firstName}}! *Até logo.*')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('CONN-11 440: another program uses the number; the admin sees that, and reconnects it', async () => {
  const { page } = visitor
  await page.goto(`${environment.product.url}/connections`)
  await page.getByText('Conectado', { exact: true }).waitFor()

  shop.replaceConnection()
  await page.getByText('Em uso em outro programa').waitFor()
  await page.getByText(/Outro programa abriu este número/).waitFor()
  await looksRight('elsewhere')
  await page.getByRole('button', { name: 'Tentar novamente' }).click()

  await page.getByText('Conectado', { exact: true }).waitFor()
})

test('CONN-25 401: the phone removed the device; a new QR links it again', async () => {
  const { page } = visitor
  shop.unlink()
  await page.getByText('Desvinculado no celular').waitFor()
  await page.getByText(/Alguém removeu o aparelho no celular/).waitFor()
  await looksRight('unlinked')

  await page.getByRole('button', { name: 'Novo QR CODE' }).click()
  await shop.scanQr(await heldUpQr())

  await page.getByText('Conectado', { exact: true }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('a picture that WhatsApp has lost is requested from the phone, and appears', async () => {
  const { page } = visitor
  await page.goto(`${environment.product.url}/tickets?sub=pending`)
  await page.getByText('Nenhum atendimento por aqui.').waitFor()
  await marina.sendText(shop.phone, 'Olha só')
  await page.getByRole('button', { name: 'Aceitar a próxima' }).click()
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/)
  shop.inflict({ kind: 'loseMedia', status: 404 })

  await marina.sendPicture(shop.phone, drawnPicture(320, 200, [120, 130, 140]), {
    caption: 'O sofá',
    mimetype: 'image/png',
  })

  const picture = page.getByRole('img', { name: 'O sofá' })
  await picture.waitFor()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
})

test('a message that cannot be stored is reported to the admin, and shown after a retry', async () => {
  const { page } = visitor
  const repair = await refuseMessages(environment.product, 'veneno')

  await marina.sendText(shop.phone, 'veneno')
  await page
    .getByText('1 mensagem do WhatsApp não pôde ser guardada e espera por você.')
    .waitFor({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Ver e resolver' }).click()
  await page.getByRole('cell', { name: /Marina Duarte/ }).waitFor()
  await looksRight('set aside')
  await repair()
  await page.getByRole('button', { name: 'Tentar de novo' }).click()

  await page.getByText('Nenhuma mensagem ficou para trás').waitFor()
  await looksRight('nothing set aside')
  await page.goto(`${environment.product.url}/tickets`)
  await page.getByRole('link').filter({ hasText: 'veneno' }).waitFor()
  expect(visitor.complaints).toEqual([])
  expect(environment.simulator.stats).toMatchObject({ unknown: [], errors: [], refusedCounters: 0 })
})

/** The text of the QR on the screen, once it differs from `notThis`: the simulator gets the text of the picture. */
async function heldUpQr(notThis?: string): Promise<string> {
  const { qr } = await environment.simulator.until('a QR is held up', () =>
    environment.simulator.waiting().find((one) => one.qr !== undefined && one.qr !== notThis),
  )
  if (qr === undefined) throw new Error('No QR is held up')
  return qr
}

const sizes = { desk: { width: 1366, height: 860 }, phone: { width: 390, height: 844 } } as const
const looks = [
  { colorScheme: 'light', size: 'desk' },
  { colorScheme: 'dark', size: 'phone' },
] as const

/** In both themes, on a desk and on a phone: axe finds nothing serious, and the page does not scroll sideways. */
async function looksRight(screen: string): Promise<void> {
  const { page } = visitor
  for (const { colorScheme, size } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(sizes[size])
    const troubles = await seriousTroubles(visitor) // after the animations
    const look = { screen, colorScheme, size }
    const isWide = () =>
      page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
    expect({ ...look, troubles }).toEqual({ ...look, troubles: [] })
    await expect.poll(isWide, { message: JSON.stringify(look) }).toBe(false)
  }
  await page.setViewportSize(sizes.desk)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}
