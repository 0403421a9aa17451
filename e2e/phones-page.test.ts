import { createConnection, listConnections } from '@balcao/contract/connections'
import { listMessages, sendMessage } from '@balcao/contract/messages'
import { listTickets, updateTicket } from '@balcao/contract/tickets'
import { formerRules, usualRules } from '@balcao/whatsapp-simulator/linking-rules'
import { type Simulator, type SimulatorOptions, startSimulator } from '@balcao/whatsapp-simulator/simulator'
import { linkedCompanion, makeCompanion, trustSimulator } from '@balcao/whatsapp-simulator/testing/companion'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openBrowser, playedMicrophone, seriousTroubles, visit } from './src/browser'
import { type Calls, signInForCalls } from './src/calls'
import { drawnPicture } from './src/drawn-picture'
import { hostileTexts } from './src/hostile-texts'
import { admin, type Product, startProduct } from './src/product'

const shop = { phone: '555130254455', name: 'Casa Ipê Móveis' }
const marina = { phone: '5551999887766', name: 'Marina Duarte' }
const jonas = { phone: '5551988887777', name: 'Jonas Petry' }
const patience = { timeout: 60_000, interval: 100 }
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser(playedMicrophone)
})
afterAll(() => browser?.close())

test('a user links the product, sends every kind, gets ticks, creates a group and restarts', async () => {
  const simulator = await aCast()
  const product = await startProduct({ whatsapp: simulator.url })
  try {
    const calls = await signInForCalls(product.url, admin.email, admin.password)
    await calls(createConnection, { body: { name: 'Loja Centro' } })
    const visitor = await visit(browser)
    const { page } = visitor
    await page.goto(simulator.pageUrl)

    await linkOnPage(page, calls)
    await writeEveryKind(page)
    await vi.waitUntil(async () => (await kindsReceived(calls)).length === 9, patience)
    expect(await kindsReceived(calls)).toEqual([
      'text',
      'image',
      'application',
      'locationMessage',
      'vcard',
      'text',
      'voice of 64',
      'text',
      'image',
    ])
    await answersComeWithTicks(page, simulator, calls, product)
    await changeMessages(page, simulator)
    await callTheShop(page)
    await makeGroup(page, calls)
    expect(await seriousTroubles(visitor)).toEqual([])
    await startOverOnPage(page, calls)

    expect(visitor.complaints).toEqual([])
    expect(simulator.stats).toMatchObject({ unknown: [], errors: [], refusedCounters: 0 })
  } finally {
    await product.remove()
    await simulator.close()
  }
})

test('typing shows on both sides, drafts and scroll position stay, an outage is shown', async () => {
  const simulator = await aCast({ linking: formerRules }) // Baileys alone acknowledges nothing before its login
  const distrust = trustSimulator(simulator)
  const companion = await linkedCompanion(simulator, shop.phone)
  const customer = simulator.contact(marina.phone)
  try {
    for (let at = 1; at <= 500; at++)
      await customer.sendText(shop.phone, hostileTexts[at % hostileTexts.length] ?? '')
    const visitor = await visit(browser)
    const { page } = visitor
    const ran: number[] = []
    await page.context().exposeFunction('hacked', (number: number) => ran.push(number))
    await page.goto(simulator.pageUrl)
    const phone = phoneOf(page, marina.name)
    await expect.poll(() => phone.getByRole('article').count()).toBe(500)

    await companion.socket.sendPresenceUpdate('composing', customer.jid)
    await phone.getByText('digitando…').waitFor()
    await companion.socket.presenceSubscribe(customer.jid)
    const typing = companion.received('presence.update', ({ presences }) =>
      Object.values(presences).some(({ lastKnownPresence }) => lastKnownPresence === 'composing'),
    )
    await phone.getByLabel('Mensagem', { exact: true }).fill('rascunho')
    await typing
    const log = phone.getByRole('log')
    await log.evaluate((box) => box.scrollTo(0, 1000))
    await companion.socket.sendMessage(customer.jid, { text: 'chegou agora' })
    await phone.getByText('chegou agora').waitFor({ state: 'attached' })
    const place = await log.evaluate(({ scrollTop }) => scrollTop)

    expect(place).toBe(1000)
    expect(await phone.getByLabel('Mensagem', { exact: true }).inputValue()).toBe('rascunho')
    expect(
      await phone
        .getByLabel('Mensagem', { exact: true })
        .evaluate((field) => field === document.activeElement),
    ).toBe(true)
    expect(await timeToShowOneMore(page, simulator)).toBeLessThan(2000)
    expect(ran).toEqual([])
    await companion.socket.end(undefined)
    await simulator.close()
    await page.getByText('O simulador não responde. Tentando de novo…').waitFor()
    expect(visitor.complaints).toEqual([])
  } finally {
    distrust()
  }
})

test('a user sets the rules for linking, and the phone explains why it does not link', async () => {
  // Baileys alone acknowledges nothing before its login, and would be disconnected.
  const simulator = await aCast({ acknowledgeWithinMs: patience.timeout })
  const distrust = trustSimulator(simulator)
  const companion = makeCompanion(simulator)
  try {
    simulator.holdUpQr(await companion.received('connection.update', ({ qr }) => qr))
    const visitor = await visit(browser)
    const { page } = visitor
    await page.goto(simulator.pageUrl)
    await page.getByRole('button', { name: 'Bastidores' }).click()
    const rules = page.getByRole('region', { name: 'Regras para vincular' })
    expect(await rules.getByRole('checkbox').count()).toBe(Object.keys(usualRules).length)
    expect(await rules.getByRole('checkbox', { checked: true }).count()).toBe(3)

    await rules.getByLabel('Pedir outro segredo após a leitura').press('Space')
    await simulator.until('a rule was changed', () => simulator.linkingRules.refresh === 1)
    await phoneOf(page, shop.name).getByRole('button', { name: 'Ler este código' }).click()
    await page.getByRole('alert').getByText('Não deu certo: o WhatsApp pediu um código novo').waitFor()

    simulator.setLinkingRules({ passkey: true })
    await rules.getByLabel('Pedir a chave de acesso', { exact: true }).and(page.locator(':checked')).waitFor()
    expect(await seriousTroubles(visitor)).toEqual([])
    await rules.getByRole('button', { name: 'Todas' }).click()
    await simulator.until('all are on', () => simulator.linkingRules.keylessRegistration)
    expect(simulator.linkingRules).toEqual({ ...usualRules, refresh: 1, keylessRegistration: true })
    await rules.getByRole('button', { name: 'Como em 2026' }).click()
    await simulator.until('they are the usual ones', () => simulator.linkingRules.refresh === 0)
    const kept = await fetch(new URL('/linking', simulator.pageUrl))
    expect(await kept.json()).toEqual(usualRules)
    expect(visitor.complaints).toEqual([])
    await companion.socket.end(undefined)
  } finally {
    await simulator.close()
    distrust()
  }
})

test('a user makes a number of the official API, talks as its customer and reviews a template', async () => {
  const simulator = await aCast()
  const { graph } = simulator
  try {
    const visitor = await visit(browser)
    const { page } = visitor
    await page.goto(simulator.pageUrl)
    await page.getByRole('button', { name: 'API oficial' }).click()
    const panel = page.getByRole('complementary', { name: 'API oficial' })
    await fillForm(panel, 'Novo número', { Nome: 'Casa Ipê', Telefone: '+55 11 3333-4444' })
    await fillForm(panel, 'Novo cliente', { Nome: 'Ana Flores', Telefone: '5511988887777' })
    await panel.getByRole('button', { name: /Ana Flores/ }).waitFor()
    const [number] = graph.numbers()
    if (!number) throw new Error('the page has added no number')
    const token = Object.values(graph.world.tokens).find(({ accountIds }) =>
      accountIds.includes(number.accountId),
    )
    const template = graph.addTemplate({
      accountId: number.accountId,
      name: 'aviso',
      status: 'PENDING',
      components: [{ type: 'BODY', text: 'Seu pedido chegou' }],
    })

    await panel.getByText(token?.value ?? 'no token').waitFor()
    await panel.getByRole('button', { name: 'Aprovar: aviso' }).click()
    await panel.getByText('UTILITY · APPROVED').waitFor()
    await panel.getByRole('button', { name: /Ana Flores/ }).click()
    await write(panel, 'Vocês entregam hoje?')
    await panel.getByText('Janela de 24 horas aberta').waitFor()
    const reply = { type: 'reply', reply: { id: 'yes', title: 'Sim, quero' } }
    const answer = await fetch(`${graph.url}/v26.0/${number.id}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token?.value}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        messaging_product: 'whatsapp',
        to: '5511988887777',
        type: 'interactive',
        interactive: { type: 'button', body: { text: 'À tarde?' }, action: { buttons: [reply] } },
      }),
    })
    expect(answer.status).toBe(200)
    await panel.getByRole('button', { name: 'Sim, quero' }).waitFor()
    const before = await bubbles(panel).count()
    await panel.getByRole('button', { name: 'Sim, quero' }).click()
    await expect.poll(() => bubbles(panel).count()).toBe(before + 1) // or the file's count could miss it
    await sendFile(panel, 'Foto ou vídeo', 'sala.png', 'image/png', drawnPicture(60, 60, [20, 90, 120]))
    await panel.locator('.photo').waitFor()

    const [customer] = graph.customers()
    expect(template.status).toBe('APPROVED')
    expect(customer?.chat(number.id)).toMatchObject([
      { from: 'customer', text: 'Vocês entregam hoje?' },
      { from: 'business', text: 'À tarde?', status: 'read' },
      { from: 'customer', kind: 'interactive', text: 'Sim, quero' },
      { from: 'customer', kind: 'image', mimeType: 'image/png' },
    ])
    expect(await seriousTroubles(visitor)).toEqual([])
    expect(visitor.complaints).toEqual([])
    await page.setViewportSize({ width: 360, height: 720 })
    await panel.getByRole('button', { name: 'Voltar' }).click()
    await panel.getByText('ID do número').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(await panel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  } finally {
    await simulator.close()
  }
})

async function fillForm(panel: Locator, name: string, fields: Record<string, string>): Promise<void> {
  await panel.getByRole('button', { name }).click()
  const form = panel.getByRole('dialog', { name })
  for (const [label, value] of Object.entries(fields))
    await form.getByLabel(label, { exact: true }).fill(value)
  await form.getByRole('button', { name: 'Criar' }).click()
  await form.waitFor({ state: 'detached' })
}

test('the page fits a phone’s width and uses the browser’s language, also in the dark theme', async () => {
  const simulator = await aCast()
  try {
    for (const [locale, heading] of [
      ['en-GB', 'Simulator phones'],
      ['es-AR', 'Teléfonos del simulador'],
    ] as const) {
      const visitor = await visit(browser, {
        viewport: { width: 360, height: 700 },
        colorScheme: 'dark',
        locale,
      })
      await visitor.page.goto(simulator.pageUrl)
      await visitor.page.getByRole('heading', { name: heading }).waitFor()
      await visitor.page.getByRole('navigation').getByRole('button', { name: marina.name }).click()
      await phoneNamed(visitor.page, marina.name).getByRole('textbox').waitFor()

      expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
      expect(await seriousTroubles(visitor)).toEqual([])
      await visitor.page.context().close()
    }
  } finally {
    await simulator.close()
  }
})

async function aCast(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator({ latency: 0, ...options })
  simulator.createPhone(shop)
  simulator.createContact(marina)
  simulator.createContact(jonas)
  return simulator
}

function phoneOf(page: Page, name: string): Locator {
  return page.getByRole('region', { name: `Telefone de ${name}`, exact: true })
}

function phoneNamed(page: Page, name: string): Locator {
  return page.getByRole('region', { name })
}

async function linkOnPage(page: Page, calls: Calls): Promise<void> {
  const phone = phoneOf(page, shop.name)
  await phone.getByText(/na mira$/).waitFor()
  await phone.getByRole('button', { name: 'Ler este código' }).click()
  await vi.waitUntil(async () => (await calls(listConnections))[0]?.status === 'CONNECTED', patience)
  await phone.getByText('vinculado, no ar').waitFor()
}

async function writeEveryKind(page: Page): Promise<void> {
  const phone = phoneOf(page, marina.name)
  await write(phone, 'Oi! Vi o *sofá* na vitrine')
  await phone.getByRole('strong').getByText('sofá').waitFor()
  await sendFile(phone, 'Foto ou vídeo', 'mesa.png', 'image/png', drawnPicture(320, 200, [150, 110, 80]))
  await sendFile(phone, 'Documento', 'planta.pdf', 'application/pdf', Buffer.from('%PDF-1.4 planta'))
  await attach(phone, 'Localização')
  await phone.getByRole('button', { name: 'Enviar', exact: true }).click()
  await bubbles(phone).getByText('Mercado Público').waitFor()
  await attach(phone, 'Contato')
  await phone.getByLabel('Da agenda').selectOption({ label: 'Jonas Petry · +55 51 98888-7777' })
  await phone.getByRole('dialog').getByRole('button', { name: 'Enviar', exact: true }).click()
  await bubbles(phone).getByText(jonas.name).waitFor()
  await attach(phone, 'Enquete')
  await phone.getByLabel('Pergunta').fill('Que dia?')
  await phone.getByLabel('Respostas').fill('sábado\ndomingo')
  await phone.getByRole('dialog').getByRole('button', { name: 'Enviar', exact: true }).click()
  await bubbles(phone).getByText('domingo').waitFor()
  await recordVoice(phone)
  await bubbles(phone).filter({ hasText: 'sofá' }).dblclick()
  await write(phone, 'respondendo a mim')
  await phone.getByRole('button', { name: /^Você/ }).waitFor()
  await attachFile(phone, 'Foto ou vídeo', 'segredo.png', 'image/png', drawnPicture(60, 60, [20, 90, 120]))
  await phone.getByLabel('Visualização única').check()
  await phone.getByRole('dialog').getByRole('button', { name: 'Enviar', exact: true }).click()
  await bubbles(phone).getByText('Foto de visualização única').waitFor()
}

/** Two seconds of Chromium's own test tone. The page's timer shows when they have passed. */
async function recordVoice(phone: Locator): Promise<void> {
  await phone.getByRole('button', { name: 'Gravar mensagem de voz' }).click()
  await phone.getByRole('group', { name: 'Gravando' }).getByText('0:02').waitFor()
  await phone.getByRole('button', { name: 'Enviar a gravação' }).click()
  const voice = bubbles(phone).filter({ has: phone.page().getByRole('button', { name: 'Ouvir' }) })
  await voice.waitFor()
  await voice.getByRole('button', { name: 'Ouvir' }).click()
  await bubbles(phone).getByRole('button', { name: 'Pausar' }).waitFor()
  await bubbles(phone).getByRole('button', { name: 'Ouvir' }).waitFor()
  expect(await phone.getByText('O arquivo não pôde ser aberto.').count()).toBe(0)
}

async function answersComeWithTicks(
  page: Page,
  simulator: Simulator,
  calls: Calls,
  product: Product,
): Promise<void> {
  const { tickets } = await calls(listTickets, { query: { status: 'pending' } })
  const [ticket] = tickets
  if (!ticket) throw new Error('no ticket')
  const params = { ticketId: ticket.id }
  await calls(updateTicket, { params, body: { status: 'open' } })
  await calls(listMessages, { params, query: {} })
  await calls(sendMessage, { params, body: { body: 'Que bom! Quanto mede a parede?' } })
  const phone = phoneOf(page, marina.name)
  await bubbles(phone).getByText('Quanto mede a parede?').waitFor()
  await bubbles(phone).filter({ hasText: 'Vi o' }).first().getByRole('img', { name: 'lida' }).waitFor()
  await simulator.until('the answer was read', () =>
    simulator
      .contact(marina.phone)
      .chat(shop.phone)
      .some(({ from, readByContact }) => from === 'shop' && readByContact),
  )
  expect(product.lines.filter((line) => line.includes('"level":"error"'))).toEqual([])
}

async function changeMessages(page: Page, simulator: Simulator): Promise<void> {
  const phone = phoneOf(page, marina.name)
  await actOn(phone, 'Quanto mede', 'Reagir com 👍')
  await actOn(phone, 'respondendo a mim', 'Editar')
  await write(phone, 'corrigida')
  await bubbles(phone)
    .getByText(/^editada/)
    .waitFor()
  await actOn(phone, 'corrigida', 'Apagar para todos')
  await phone.getByRole('dialog').getByRole('button', { name: 'Apagar para todos' }).click()
  await bubbles(phone).getByText('Mensagem apagada').waitFor()
  expect(simulator.contact(marina.phone).chat(shop.phone)).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ reactions: { contact: '👍' } })]),
  )
}

async function callTheShop(page: Page): Promise<void> {
  await phoneOf(page, marina.name).getByRole('button', { name: 'Ligação de voz' }).click()
  await phoneOf(page, shop.name).getByRole('button', { name: 'Recusar' }).click()
  await phoneOf(page, marina.name)
    .getByText(/^Ligação de voz recusada/)
    .waitFor()
}

async function makeGroup(page: Page, calls: Calls): Promise<void> {
  const phone = phoneOf(page, marina.name)
  await phone.getByRole('button', { name: 'Voltar' }).click()
  await phone.getByRole('button', { name: 'Novo grupo' }).click()
  await phone.getByLabel('Nome do grupo').fill('Obra do Aurora')
  await phone.getByLabel(jonas.name).check()
  await phone.getByRole('button', { name: 'Criar grupo' }).click()
  await write(phone, 'oi, grupo')
  await phone.getByLabel('Escrever como').selectOption(jonas.name)
  await write(phone, 'aqui é o Jonas')
  await bubbles(phone).filter({ hasText: 'aqui é o Jonas' }).getByText(jonas.name).waitFor()
  await phone.getByRole('button', { name: 'Dados do grupo' }).click()
  await phone.getByLabel('Nome do grupo').fill('Obra pronta')
  await phone.getByRole('button', { name: 'Mudar o nome' }).click()
  await phone.getByRole('log', { name: /^Conversa com/ }).waitFor()
  await phoneOf(page, shop.name).getByRole('button', { name: 'Voltar' }).click()
  await phoneOf(page, shop.name)
    .getByRole('button', { name: /Obra pronta/ })
    .waitFor()
  expect((await calls(listConnections))[0]?.status).toBe('CONNECTED')
}

async function startOverOnPage(page: Page, calls: Calls): Promise<void> {
  await page.getByRole('button', { name: 'Recomeçar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Recomeçar' }).click()
  await phoneOf(page, shop.name).getByText('Nenhum aparelho vinculado.').waitFor()
  await phoneOf(page, marina.name).getByText('Diga oi').first().waitFor()
  await vi.waitUntil(async () => (await calls(listConnections))[0]?.status !== 'CONNECTED', patience)
}

async function write(phone: Locator, text: string): Promise<void> {
  const field = phone.getByLabel('Mensagem', { exact: true })
  await field.fill(text)
  await field.press('Enter')
  await bubbles(phone)
    .filter({ hasText: text.replaceAll('*', '') })
    .last()
    .waitFor()
}

async function attach(phone: Locator, kind: string): Promise<void> {
  await phone.getByRole('button', { name: 'Anexar' }).click()
  await phone.getByRole('dialog').getByRole('button', { name: kind }).click()
}

async function attachFile(
  phone: Locator,
  kind: string,
  name: string,
  mimeType: string,
  buffer: Buffer,
): Promise<void> {
  await phone.getByRole('button', { name: 'Anexar' }).click()
  await phone.getByRole('dialog').getByLabel(kind).last().setInputFiles({ name, mimeType, buffer })
}

async function sendFile(
  phone: Locator,
  kind: string,
  name: string,
  mimeType: string,
  buffer: Buffer,
): Promise<void> {
  const before = await bubbles(phone).count()
  await attachFile(phone, kind, name, mimeType, buffer)
  await phone.getByRole('dialog').getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect.poll(() => bubbles(phone).count()).toBe(before + 1)
}

async function actOn(phone: Locator, words: string, act: string): Promise<void> {
  const bubble = bubbles(phone).filter({ hasText: words }).last()
  await bubble.hover()
  await bubble.getByRole('button', { name: 'Opções da mensagem' }).click()
  await phone.getByRole('dialog').getByRole('button', { name: act }).click()
}

function bubbles(phone: Locator): Locator {
  return phone.getByRole('article')
}

async function kindsReceived(calls: Calls): Promise<string[]> {
  const { tickets } = await calls(listTickets, { query: { status: 'pending' } })
  const [ticket] = tickets
  if (!ticket) return []
  const { messages } = await calls(listMessages, { params: { ticketId: ticket.id }, query: {} })
  return messages.map(({ mediaType, media }) =>
    media?.isVoice ? `voice of ${media.waveform?.length}` : (mediaType ?? 'text'),
  )
}

/** Milliseconds from a customer's message to its bubble, with 500 above it. */
async function timeToShowOneMore(page: Page, simulator: Simulator): Promise<number> {
  const started = performance.now()
  await simulator.contact(marina.phone).sendText(shop.phone, 'mais uma')
  await bubbles(phoneOf(page, marina.name)).getByText('mais uma').waitFor({ state: 'attached' })
  return performance.now() - started
}
