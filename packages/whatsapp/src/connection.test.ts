import { afterEach, expect, test } from 'vitest'
import { NotConnected } from './gateway'
import { LeaseLost } from './ports'
import { fastClock } from './testing/fast-clock'
import { aShop, type Shop, textTo } from './testing/shop'

let shop: Shop
afterEach(() => shop.closeTidily())

async function linked() {
  shop = await aShop({ clock: fastClock(5) })
  return shop.startLinked()
}

test('CONN-08 a scanned code leads over PAIRING and OPENING to CONNECTED', async () => {
  const { reports } = await linked()

  expect(reports.map(({ status }) => status)).toEqual([
    'OPENING',
    'qrcode',
    'PAIRING',
    'OPENING',
    'CONNECTED',
  ])
  expect(reports.at(-1)).toMatchObject({ phone: '5551999990000', qr: null, cause: null, unlinked: false })
})

test('the phone gets no answer to its scan before the link is committed, however slow the store', async () => {
  shop = await aShop()
  const { keys, reported, reports } = shop.start()
  const { qr } = await reported('a code', (report) => report.qr !== null)
  const { held, release } = keys.holdNext((changes) =>
    changes.some(({ value }) => value?.includes('accountSignature')),
  )

  const scanned = shop.phone.scanQr(qr ?? '')
  await held
  const whileHeld = shop.phone.devices.length
  release()
  await scanned
  await reported('CONNECTED', ({ status }) => status === 'CONNECTED')

  expect(whileHeld).toBe(0)
  expect(reports.map(({ status }) => status)).toEqual([
    'OPENING',
    'qrcode',
    'PAIRING',
    'OPENING',
    'CONNECTED',
  ])
})

test('CONN-29 a code not scanned three times ends in DISCONNECTED', async () => {
  shop = await aShop({ codeLifetimeMs: 60 })
  const { reported, reports } = shop.start()

  await reported('the end', ({ status }) => status === 'DISCONNECTED')

  const codes = reports.filter(({ qr }) => qr !== null)
  expect(codes.map(({ retries }) => retries)).toEqual([0, 1, 2])
  expect(new Set(codes.map(({ qr }) => qr)).size).toBe(3)
  expect(reports.at(-1)).toMatchObject({ cause: 'qr-not-scanned', retries: 3, qr: null })
})

test('letters typed on the phone link it without a scan', async () => {
  shop = await aShop()
  const { link, reported } = shop.start()
  await reported('a code', ({ qr }) => qr !== null)

  const letters = await link.requestPairingCode(shop.phone.phone)
  await shop.simulator.until('asked', () => shop.simulator.waiting().some(({ wants }) => wants === 'code'))
  await shop.phone.enterCode(letters)
  await reported('CONNECTED', ({ status }) => status === 'CONNECTED')

  expect(letters).toHaveLength(8)
})

test('requested letters that are never typed do not affect the next start', async () => {
  shop = await aShop()
  const first = shop.start()
  await first.reported('a code', ({ qr }) => qr !== null)
  await first.link.requestPairingCode(shop.phone.phone)
  await first.link.stop()

  const second = shop.start()
  const { qr } = await second.reported('a new code', (report) => report.qr !== null)
  await shop.phone.scanQr(qr ?? '')

  await second.reported('CONNECTED', ({ status }) => status === 'CONNECTED')
})

test('515 connects again at once', async () => {
  const { reported, reports } = await linked()
  const before = reports.length

  shop.phone.restart()
  await reported('CONNECTED', ({ status }) => status === 'CONNECTED', before)

  expect(reports.slice(before).map(({ status, cause }) => [status, cause])).toEqual([
    ['OPENING', null],
    ['CONNECTED', null],
  ])
})

test('a dropped connection is retried after a while, and later messages are received', async () => {
  const { reported, reports } = await linked()
  const ana = shop.simulator.createContact({ phone: '5551988880001', name: 'Ana' })
  const before = reports.length

  shop.phone.drop()
  const waiting = await reported('waiting', ({ nextAttemptAt }) => nextAttemptAt !== null, before)
  await ana.sendText(shop.phone.phone, 'enquanto isso')
  await reported('CONNECTED', ({ status }) => status === 'CONNECTED', before)
  await shop.store.until('the message', () => shop.store.entries.length === 1)

  expect(waiting).toMatchObject({ status: 'OPENING', cause: 'network', retries: 1 })
  expect(await shop.inboundMessages()).toMatchObject([{ content: { text: 'enquanto isso' } }])
})

test('440 stops: another program uses the number', async () => {
  const { reported, reports, link } = await linked()

  shop.phone.replaceConnection()
  await reported('the end', ({ status }) => status === 'DISCONNECTED')

  expect(reports.at(-1)).toMatchObject({ cause: 'opened-elsewhere', unlinked: false, nextAttemptAt: null })
  await expect(link.lookUp('5551988880001')).rejects.toThrow(NotConnected)
  expect(shop.store.keys.get('creds')?.size).toBe(1)
})

test('401 deletes the keys, and the next start shows a code', async () => {
  const { reported, reports } = await linked()

  shop.phone.unlink()
  await reported('the end', ({ unlinked }) => unlinked)

  expect(reports.at(-1)).toMatchObject({ status: 'DISCONNECTED', cause: 'unlinked-on-phone', phone: null })
  expect(shop.store.keys.size).toBe(0)
  await shop.start().reported('a code', ({ qr }) => qr !== null)
})

test.each([
  [403, 'banned'],
  [405, 'version-refused'],
] as const)('a login refused with %i stops as %s', async (reason, cause) => {
  const { reported, reports } = await linked()
  shop.phone.inflict({ kind: 'refuseLogin', reason })

  shop.phone.drop()
  await reported('the end', ({ status }) => status === 'DISCONNECTED')

  expect(reports.at(-1)).toMatchObject({ cause, nextAttemptAt: null })
})

test('a log-out unlinks the number on WhatsApp and deletes the keys', async () => {
  const { link, reports } = await linked()

  await link.logout()

  await shop.simulator.until('unlinked', () => shop.phone.devices.length === 0)
  expect(reports.at(-1)).toMatchObject({
    status: 'DISCONNECTED',
    cause: 'stopped',
    unlinked: true,
    phone: null,
  })
  expect(shop.store.keys.size).toBe(0)
})

test('a stop retains the keys, and nothing is reported or committed afterwards', async () => {
  const { link, reports } = await linked()

  await link.stop()
  const { commits } = shop.store
  await shop.simulator.until('offline', () => !shop.phone.online)

  expect(reports.at(-1)).toMatchObject({ status: 'DISCONNECTED', cause: 'stopped', unlinked: false })
  expect(shop.store.keys.get('creds')?.size).toBe(1)
  expect(shop.store.commits).toBe(commits)
  await expect(link.lookUp('5551988880001')).rejects.toThrow(NotConnected)
})

test('a lost lease ends the socket at once, without a report and without logging out', async () => {
  const { kill, reports } = await linked()
  const before = reports.length

  kill()
  await shop.simulator.until('offline', () => !shop.phone.online)

  expect(reports).toHaveLength(before)
  expect(shop.phone.devices).toHaveLength(1)
})

test('a commit refused with LeaseLost ends the link: the new holder gets the message', async () => {
  const old = await linked()
  const ana = shop.simulator.createContact({ phone: '5551988880001', name: 'Ana' })
  const before = old.reports.length
  const newHolder = shop.store.open()
  await expect(old.keys.commit([], [])).rejects.toThrow(LeaseLost)

  await ana.sendText(shop.phone.phone, 'para quem fica')
  await shop.simulator.until('offline', () => !shop.phone.online)
  const next = shop.start()
  await next.reported('CONNECTED', ({ status }) => status === 'CONNECTED')
  await shop.store.until('the message', () => shop.store.entries.length === 1)

  expect(newHolder).toBeDefined()
  expect(old.reports).toHaveLength(before)
  expect(await shop.inboundMessages()).toHaveLength(1)
})

test('a store that refuses a commit ends the socket; the message is received after the reconnect', async () => {
  const { keys, reported, reports } = await linked()
  const ana = shop.simulator.createContact({ phone: '5551988880001', name: 'Ana' })
  const before = reports.length
  keys.failNext((_, entries) => entries.length > 0)

  await ana.sendText(shop.phone.phone, 'de novo, por favor')
  const trouble = await reported('trouble', ({ cause }) => cause === 'storage', before)
  await shop.store.until('the message', () => shop.store.entries.length === 1)
  await shop.simulator.until('delivered', () => ana.chat(shop.phone.phone)[0]?.tick === 'delivered')

  expect(trouble.nextAttemptAt).not.toBeNull()
  expect(await shop.inboundMessages()).toHaveLength(1)
  expect(shop.simulator.stats.retriesFromProduct).toBe(0)
})

test('nothing can be sent while a code is shown', async () => {
  shop = await aShop()
  const { link, reported } = shop.start()
  const ana = shop.simulator.createContact({ phone: '5551988880001', name: 'Ana' })
  await reported('a code', ({ qr }) => qr !== null)

  await expect(link.send(textTo(ana, '3EB0AAAA00000001', 'oi'))).rejects.toThrow(NotConnected)
})
