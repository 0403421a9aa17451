import type { Fault } from '@balcao/whatsapp-simulator/faults'
import { afterEach, describe, expect, test } from 'vitest'
import { type InboundMessage, MediaGone, type MediaReference } from './gateway'
import { fastClock } from './testing/fast-clock'
import { aShop, personAt, type Shop, textTo } from './testing/shop'
import { steppedClock } from './testing/stepped-clock'

/** Faults of WhatsApp, through the real Baileys: each ends in a status with a cause, and no message is lost. */
let shop: Shop
afterEach(() => shop.closeTidily())

async function fixture({ clock = fastClock(5) } = {}) {
  shop = await aShop({ clock })
  const process = await shop.startLinked()
  const ana = shop.simulator.createContact({ phone: '5551988880001', name: 'Ana' })
  return { ...process, ana, shopPhone: shop.phone.phone }
}

interface FaultRow {
  readonly name: string
  readonly faults: readonly Fault[]
  readonly leadsTo: object
  /** Without an act of a person. */
  readonly recovers: boolean
}

const trying = { status: 'OPENING', cause: 'network', nextAttemptAt: expect.any(Date), unlinked: false }
const over = { status: 'DISCONNECTED', nextAttemptAt: null }
const refused = (reason: number): Fault[] => [{ kind: 'refuseLogin', reason }, { kind: 'drop' }]

const rows: readonly FaultRow[] = [
  { name: 'a dropped socket', faults: [{ kind: 'drop' }], leadsTo: trying, recovers: true },
  {
    name: 'a network that is away',
    faults: [{ kind: 'offline', milliseconds: 300 }],
    leadsTo: trying,
    recovers: true,
  },
  { name: '503', faults: [{ kind: 'streamError', code: 503 }], leadsTo: trying, recovers: true },
  { name: '515', faults: [{ kind: 'restart' }], leadsTo: { status: 'OPENING', cause: null }, recovers: true },
  {
    name: '401',
    faults: [{ kind: 'unlink' }],
    leadsTo: { ...over, cause: 'unlinked-on-phone' },
    recovers: false,
  },
  { name: '403', faults: refused(403), leadsTo: { ...over, cause: 'banned' }, recovers: false },
  { name: '405', faults: refused(405), leadsTo: { ...over, cause: 'version-refused' }, recovers: false },
  { name: '411', faults: refused(411), leadsTo: { ...over, cause: 'multi-device-missing' }, recovers: false },
  {
    name: '440',
    faults: [{ kind: 'replace' }],
    leadsTo: { ...over, cause: 'opened-elsewhere' },
    recovers: false,
  },
]

test.each(rows)('$name is reported with its cause', async ({ faults, leadsTo, recovers }) => {
  const { reported, reports } = await fixture()
  const before = reports.length

  for (const fault of faults) shop.phone.inflict(fault)
  const report = await reported('the trouble', ({ status }) => status !== 'CONNECTED', before)
  const end = await reported(
    'its end',
    ({ status }) => status === (recovers ? 'CONNECTED' : 'DISCONNECTED'),
    before,
  )

  // The login is refused only after the dropped connection has been retried.
  expect(recovers ? report : end).toMatchObject(leadsTo)
  if (recovers) expect(end).toMatchObject({ cause: null, nextAttemptAt: null })
})

test('440 a hundred times gives one attempt in ten minutes, and eight at most are allowed', async () => {
  const clock = steppedClock()
  const { link, reported, reports } = await fixture({ clock })
  const before = reports.length
  const connectionsBefore = shop.simulator.stats.connections
  shop.phone.inflict({ kind: 'replaceLogins', times: 100 })

  shop.phone.drop()
  await reported('waiting', ({ nextAttemptAt }) => nextAttemptAt !== null, before)
  clock.advance(5_000)
  await reported('the end', ({ status }) => status === 'DISCONNECTED', before)
  for (let minute = 0; minute < 10; minute += 1) clock.advance(60_000)
  await link.stop()

  const attempts = shop.simulator.stats.connections - connectionsBefore
  expect(attempts).toBeLessThanOrEqual(8)
  expect(attempts).toBe(1)
  expect(reports.findLast(({ cause }) => cause !== 'stopped')).toMatchObject({ cause: 'opened-elsewhere' })
})

test.each([463, 429])(
  '%i on sending is received as a refusal and reported until a message is accepted',
  async (code) => {
    const { ana, link, reported, reports } = await fixture()
    shop.phone.refuseNext(code)

    await link.send(textTo(ana, '3EB0AAAA00000001', 'oi'))
    const restricted = await reported('the restriction', ({ cause }) => cause === 'restricted')
    await link.send(textTo(ana, '3EB0AAAA00000002', 'e agora?'))
    await reported('the end of it', ({ cause }) => cause === null, reports.length)

    expect(restricted.status).toBe('CONNECTED')
    expect((await shop.received())[0]).toMatchObject({ ids: ['3EB0AAAA00000001'], refusedWith: code })
  },
)

test('a code that expires without a scan ends as not scanned', async () => {
  shop = await aShop({ codeLifetimeMs: 100 })
  const { reported } = shop.start()
  const { qr } = await reported('a code', (report) => report.qr !== null)

  const end = await reported('the end', ({ status }) => status === 'DISCONNECTED')

  expect(end).toMatchObject({ cause: 'qr-not-scanned', qr: null, qrExpiresAt: null })
  await expect(shop.phone.scanQr(qr ?? '')).rejects.toThrow()
})

test('a slow network delays, and loses nothing', async () => {
  const { ana, link, shopPhone } = await fixture()
  shop.phone.inflict({ kind: 'slow', milliseconds: 400 })

  await ana.sendText(shopPhone, 'devagar')
  await link.send(textTo(ana, '3EB0AAAA00000003', 'sem pressa'))
  await shop.untilMessages(1)
  await shop.simulator.until('shown', () => ana.arrivals(shopPhone).length === 1)

  expect(ana.arrivals(shopPhone)).toMatchObject([{ stanzas: 1, displays: 1 }])
})

const textsReceived = (messages: readonly InboundMessage[]) =>
  messages.map(({ content }) => (content.kind === 'text' ? content.text : content.kind))

describe('faulty deliveries', () => {
  test('a repeated one is received once', async () => {
    const { ana, shopPhone } = await fixture()
    shop.phone.inflict({ kind: 'repeatNext', times: 3 })

    for (const text of ['um', 'dois', 'três', 'quatro']) await ana.sendText(shopPhone, text)
    await shop.untilMessages(4)

    expect(textsReceived(await shop.inboundMessages())).toEqual(['um', 'dois', 'três', 'quatro'])
    expect(shop.simulator.stats).toMatchObject({ retriesFromProduct: 0, nacks: {} })
  })

  test('reordered ones are all received, in their order of arrival', async () => {
    const { ana, shopPhone } = await fixture()
    await ana.sendText(shopPhone, 'um')
    await shop.untilMessages(1)
    shop.phone.inflict({ kind: 'swapNext' })

    for (const text of ['dois', 'três', 'quatro']) await ana.sendText(shopPhone, text)
    await shop.untilMessages(4)

    expect(textsReceived(await shop.inboundMessages())).toEqual(['um', 'três', 'dois', 'quatro'])
    expect(shop.simulator.stats).toMatchObject({ retriesFromProduct: 0, nacks: {} })
  })

  test.each([
    ['a day ahead', 24 * 60 * 60_000],
    ['an hour behind', -60 * 60_000],
  ])('one with a clock %s is received with its own stamp', async (_, milliseconds) => {
    const { ana, link, shopPhone } = await fixture()
    shop.phone.inflict({ kind: 'skew', milliseconds })
    const around = Date.now() + milliseconds

    await ana.sendText(shopPhone, 'que horas são?')
    await link.send(textTo(ana, '3EB0AAAA00000004', 'depende'))
    await shop.untilMessages(1)
    await shop.simulator.until('shown', () => ana.chat(shopPhone).length === 2)

    const [message] = await shop.inboundMessages()
    expect(Math.abs((message?.sentAt.getTime() ?? 0) - around)).toBeLessThan(10_000)
  })

  test('a permanently unreadable one gets a placeholder, and the next message is read', async () => {
    const { ana, shopPhone } = await fixture()
    shop.phone.inflict({ kind: 'spoilNext', times: 2 })

    await ana.sendText(shopPhone, 'perdida')
    await shop.simulator.until('asked twice', () => shop.simulator.stats.retriesFromProduct >= 2)
    await shop.untilMessages(2)

    expect(textsReceived(await shop.inboundMessages())).toEqual(['unsupported', 'perdida'])
  })
})

describe.each([404, 410] as const)('a media answered with %i', (status) => {
  async function aLostPicture(fault: { phoneHasIt: boolean }) {
    const { ana, shopPhone, link } = await fixture()
    const bytes = Buffer.from('a picture of a cat')
    const id = await ana.sendPicture(shopPhone, bytes)
    await shop.untilMessages(1)
    const [message] = await shop.inboundMessages()
    if (message?.content.kind !== 'media') throw new Error('not a picture')
    shop.phone.inflict({ kind: 'loseMedia', status, ...fault })
    const { reference } = message.content
    const fetch = (from: MediaReference) => shop.fetchMedia(from)
    await expect(fetch(reference)).rejects.toThrow(MediaGone)
    const again = () =>
      link.requestReupload({ chat: personAt(ana), id: message.id, fromMe: false, author: null }, reference)
    return { bytes, id, fetch, again }
  }

  test('is available again once the phone has uploaded it again', async () => {
    const { bytes, fetch, again } = await aLostPicture({ phoneHasIt: true })

    const moved = await again()

    expect(Buffer.from(await fetch(moved)).equals(bytes)).toBe(true)
  })

  test('is gone when the phone no longer has it', async () => {
    const { again } = await aLostPicture({ phoneHasIt: false })

    await expect(again()).rejects.toThrow(MediaGone)
  })
})
