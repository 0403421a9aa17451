import { afterEach, expect, test, vi } from 'vitest'
import { LinkingRefused, type WebVersionProvider } from '../gateway'
import { fastClock } from '../testing/fast-clock'
import { aShop, type Shop } from '../testing/shop'
import { steppedClock } from '../testing/stepped-clock'
import { pairingCodeExchange } from './letters'
import type { StanzaRecord } from './record-stanzas'

let shop: Shop
afterEach(() => shop.closeTidily())

async function withCode(settings: Parameters<typeof aShop>[0]) {
  shop = await aShop(settings)
  const process = shop.start()
  const { qr } = await process.reported('a code', (report) => report.qr !== null)
  return { ...process, qr: qr ?? '' }
}

const fieldsOf = (qr: string | null) => qr?.split('#')[1]?.split(',') ?? []

test('a refresh draws the same reference under a new secret, reports it, and counts no code', async () => {
  const { qr, reported } = await withCode({ linking: { refresh: 1 } })

  await expect(shop.phone.scanQr(qr)).rejects.toThrow('once more')
  const renewed = await reported('the renewed code', ({ step }) => step === 'scan-again')

  const [ref, noise, identity, secret] = fieldsOf(qr)
  expect(fieldsOf(renewed.qr).slice(0, 3)).toEqual([ref, noise, identity])
  expect(fieldsOf(renewed.qr)[3]).not.toBe(secret)
  expect(renewed).toMatchObject({ status: 'qrcode', retries: 0, cause: null })
  expect(JSON.parse(shop.store.keys.get('creds')?.get('creds') ?? '{}').advSecretKey).toBe(
    fieldsOf(renewed.qr)[3],
  )
})

test('two refreshes link at the third scan', async () => {
  const { qr, reported, reports } = await withCode({ linking: { refresh: 2 } })

  await expect(shop.phone.scanQr(qr)).rejects.toThrow('once more')
  const second = await reported('the second code', ({ step }) => step === 'scan-again')
  await expect(shop.phone.scanQr(second.qr ?? '')).rejects.toThrow('once more')
  const third = await reported('the third', (one) => one.step === 'scan-again' && one.qr !== second.qr, 2)
  await shop.phone.scanQr(third.qr ?? '')
  await reported('CONNECTED', ({ status }) => status === 'CONNECTED')

  expect(reports.at(-1)).toMatchObject({ step: null, cause: null })
})

test.each([400, 429])(
  'letters refused with %i are reported at once, and the QR code still links',
  async (code) => {
    const { link, reported, qr } = await withCode({ linking: { refuseLetters: code } })

    await expect(link.requestPairingCode(shop.phone.phone)).rejects.toMatchObject({
      name: 'LinkingRefused',
      code,
    })
    const refusal = await reported('the refusal', ({ step }) => step === 'letters-refused')
    await shop.phone.scanQr(qr)
    await reported('CONNECTED', ({ status }) => status === 'CONNECTED')

    expect(refusal).toMatchObject({ status: 'qrcode', qr })
  },
)

test('letters without an answer are refused without a code', async () => {
  shop = await aShop()
  const silent = pairingCodeExchange({
    creds: { noiseKey: { public: Buffer.alloc(32) } } as never, // no other field is read before the answer
    query: async () => undefined,
    save: async () => {},
  })

  await expect(silent.request('5551999990000')).rejects.toEqual(new LinkingRefused(null))
})

test('letters that WhatsApp withdraws are reported as invalid, and others link', async () => {
  const { link, reported } = await withCode({ linking: { withdrawLetters: true } })
  const first = await link.requestPairingCode(shop.phone.phone)
  await reported('the letters', ({ step }) => step === 'letters')

  await expect(shop.phone.enterCode(first)).rejects.toThrow('another code')
  await reported('withdrawn', ({ step }) => step === 'letters-withdrawn')
  shop.simulator.setLinkingRules({ withdrawLetters: false })
  await shop.phone.enterCode(await link.requestPairingCode(shop.phone.phone))

  await reported('CONNECTED', ({ status }) => status === 'CONNECTED')
})

test('a primary_hello that is delivered twice is answered once', async () => {
  const { link, reported } = await withCode({ linking: { repeatsNotices: true } })
  const typed = await link.requestPairingCode(shop.phone.phone)
  let finishes = 0
  shop.simulator.listen((happening) => {
    if (happening.kind !== 'wire') return
    const { direction, node } = happening
    const [child] = Array.isArray(node.content) ? node.content : []
    if (direction === 'in' && child?.attrs.stage === 'companion_finish') finishes += 1
  })

  await shop.phone.enterCode(typed)
  await reported('CONNECTED', ({ status }) => status === 'CONNECTED')

  expect(finishes).toBe(1)
})

test('of two requests for letters the last one links', async () => {
  const { link, reported } = await withCode({})
  const [, last] = await Promise.all([
    link.requestPairingCode(shop.phone.phone),
    link.requestPairingCode(shop.phone.phone),
  ])

  await shop.phone.enterCode(last ?? '')

  await reported('CONNECTED', ({ status }) => status === 'CONNECTED')
})

test('mistyped letters can be replaced by others', async () => {
  const { link, reported } = await withCode({})
  await link.requestPairingCode(shop.phone.phone)

  await expect(shop.phone.enterCode('AAAAAAAA')).rejects.toThrow('wrong pairing code')
  await reported('confirming', ({ step }) => step === 'confirming')
  await shop.phone.enterCode(await link.requestPairingCode(shop.phone.phone))

  await reported('CONNECTED', ({ status }) => status === 'CONNECTED')
})

test('a refresh is answered after mistyped letters were replaced, and the renewed code links', async () => {
  const { link, qr, reported } = await withCode({ linking: { refresh: 1 } })
  await link.requestPairingCode(shop.phone.phone)
  await expect(shop.phone.enterCode('AAAAAAAA')).rejects.toThrow('wrong pairing code')
  await reported('confirming', ({ step }) => step === 'confirming')
  await link.requestPairingCode(shop.phone.phone)

  await expect(shop.phone.scanQr(qr)).rejects.toThrow('once more')
  const renewed = await reported('the renewed code', ({ step }) => step === 'scan-again')
  await shop.phone.scanQr(renewed.qr ?? '')

  await reported('CONNECTED', ({ status }) => status === 'CONNECTED')
})

test('a refresh before WhatsApp has answered our half does not replace the secret of the letters', async () => {
  const { link, qr, reported } = await withCode({ linking: { refresh: 1 } })
  const typed = await link.requestPairingCode(shop.phone.phone)
  const scans: Promise<unknown>[] = []
  shop.simulator.listen((happening) => {
    if (happening.kind !== 'wire' || happening.direction !== 'in') return
    const [child] = Array.isArray(happening.node.content) ? happening.node.content : []
    if (child?.attrs.stage === 'companion_finish') scans.push(shop.phone.scanQr(qr).catch(String))
  })

  await shop.phone.enterCode(typed)

  expect(await scans[0]).toContain('once more')
  await reported('CONNECTED', ({ status }) => status === 'CONNECTED')
})

test('a refused version is retried at once when another is found', async () => {
  let revision = 1_044_000_000
  const webVersions: WebVersionProvider = {
    current: async () => [2, 3000, revision],
    refused() {
      revision = 1_046_000_000
    },
  }
  const { qr } = await withCode({
    clock: fastClock(5),
    linking: { oldestVersion: 1_045_000_000 },
    webVersions,
  })

  await shop.phone.scanQr(qr)

  expect(shop.phone.devices).toHaveLength(1)
})

test('letters mistyped on the phone link when they are typed again', async () => {
  const { link, reported } = await withCode({})
  const right = await link.requestPairingCode(shop.phone.phone)

  await expect(shop.phone.enterCode('AAAAAAAA')).rejects.toThrow('wrong pairing code')
  await shop.phone.enterCode(right)

  await reported('CONNECTED', ({ status }) => status === 'CONNECTED')
})

test('the secret derived from letters is committed before our half is sent', async () => {
  const { link, keys } = await withCode({})
  const typed = await link.requestPairingCode(shop.phone.phone)
  const finishes = () => sent.filter((stage) => stage === 'companion_finish').length
  const sent: (string | undefined)[] = []
  shop.simulator.listen((happening) => {
    if (happening.kind !== 'wire' || happening.direction !== 'in') return
    const [child] = Array.isArray(happening.node.content) ? happening.node.content : []
    if (child?.tag === 'link_code_companion_reg') sent.push(child.attrs.stage)
  })
  const { held, release } = keys.holdNext(([change]) => change?.type === 'creds')

  const entered = shop.phone.enterCode(typed)
  await held
  const whileHeld = finishes()
  release()
  await entered

  expect([whileHeld, finishes()]).toEqual([0, 1])
})

test('a phone that is switched off after its letters ends as phone-silent', async () => {
  const clock = steppedClock()
  const { link, reported } = await withCode({ clock, linking: { silentPhone: true } })
  const typed = await link.requestPairingCode(shop.phone.phone)

  await expect(shop.phone.enterCode(typed)).rejects.toThrow('off')
  await reported('taken', ({ status, step }) => status === 'PAIRING' && step === 'confirming')
  clock.advance(120_000)

  const end = await reported('the end', ({ status }) => status === 'DISCONNECTED')
  expect(end).toMatchObject({ cause: 'phone-silent', nextAttemptAt: null, qr: null })
})

test('a passkey request stops the codes, is acknowledged, and ends after ten minutes for good', async () => {
  const clock = steppedClock()
  const { qr, reported, reports } = await withCode({ clock, linking: { passkey: true } })

  await expect(shop.phone.scanQr(qr)).rejects.toThrow('passkey')
  const asked = await reported('the passkey', ({ step }) => step === 'passkey')
  clock.advance(300_000)
  const later = reports.at(-1)
  clock.advance(300_000)
  const end = await reported('the end', ({ status }) => status === 'DISCONNECTED')

  expect(asked).toMatchObject({ status: 'PAIRING', qr: null })
  expect(later).toBe(asked)
  expect(end).toMatchObject({ cause: 'passkey-asked', nextAttemptAt: null, unlinked: false })
  expect(shop.simulator.stats.unacknowledged).toEqual([])
})

test('a passkey request over letters is reported as over a QR code', async () => {
  const { link, reported } = await withCode({ linking: { passkey: true } })

  await expect(shop.phone.enterCode(await link.requestPairingCode(shop.phone.phone))).rejects.toThrow(
    'passkey',
  )

  await reported('the passkey', ({ step }) => step === 'passkey')
})

test('a connection that ends during a passkey request is not reopened automatically', async () => {
  const { qr, reported } = await withCode({ linking: { passkey: true } })
  await expect(shop.phone.scanQr(qr)).rejects.toThrow('passkey')
  await reported('the passkey', ({ step }) => step === 'passkey')

  shop.simulator.expireQrs()

  const end = await reported('the end', ({ status }) => status === 'DISCONNECTED')
  expect(end).toMatchObject({ cause: 'passkey-asked', nextAttemptAt: null })
})

test('a version that is too old ends as version-refused, and its source is notified', async () => {
  const refused = vi.fn()
  const webVersions: WebVersionProvider = { current: async () => null, refused }
  shop = await aShop({ linking: { oldestVersion: 1_999_999_999 }, webVersions })
  const { reported } = shop.start()

  const end = await reported('the end', ({ status }) => status === 'DISCONNECTED')

  expect(end).toMatchObject({ cause: 'version-refused', nextAttemptAt: null })
  expect(refused).toHaveBeenCalledTimes(1)
})

test('a version refused only at the scan looks like a code that was not scanned', async () => {
  const clock = steppedClock()
  const linking = { oldestVersion: 1_999_999_999, refusesOldAtScan: true }
  const { qr, reported } = await withCode({ clock, codeLifetimeMs: 60_000, linking })

  await expect(shop.phone.scanQr(qr)).rejects.toThrow('too old')
  for (let code = 1; code <= 3; code++) clock.advance(60_000)

  const end = await reported('the end', ({ status }) => status === 'DISCONNECTED')
  expect(end).toMatchObject({ cause: 'qr-not-scanned', nextAttemptAt: null })
})

test('a registration refused with another 4xx code ends as linking-refused', async () => {
  shop = await aShop({ linking: { refuseRegistration: 400 } })
  const { reported } = shop.start()

  const end = await reported('the end', ({ status }) => status === 'DISCONNECTED')

  expect(end).toMatchObject({ cause: 'linking-refused', nextAttemptAt: null })
})

test('an identity check keeps the connection and is reported, also after a network failure', async () => {
  shop = await aShop({ clock: fastClock(5) })
  const { reported, reports } = await shop.startLinked()

  shop.phone.inflict({ kind: 'challenge', check: 'PASSKEY' })
  await reported('the check', ({ status, cause }) => status === 'CONNECTED' && cause === 'identity-check')
  const before = reports.length
  shop.phone.drop()
  await reported('connected again', ({ status }) => status === 'CONNECTED', before)

  expect(reports.at(-1)).toMatchObject({ status: 'CONNECTED', cause: 'identity-check' })
})

test.each(['PASSKEY', 'CAPTCHA'] as const)(
  'a login refused after an identity check (%s) is not retried, and the keys stay',
  async (check) => {
    shop = await aShop({ clock: fastClock(5) })
    const { reported } = await shop.startLinked()
    shop.phone.inflict({ kind: 'challenge', check })
    await reported('the check', ({ cause }) => cause === 'identity-check')

    shop.phone.inflict({ kind: 'refuseLogin', reason: 503 })
    shop.phone.inflict({ kind: 'streamError', code: 503 })

    const end = await reported('the end', ({ status }) => status === 'DISCONNECTED')
    expect(end).toMatchObject({ cause: 'identity-check', nextAttemptAt: null, unlinked: false })
    expect(shop.store.keys.get('creds')?.size).toBe(1)
  },
)

test('a login that WhatsApp refuses with 428 is not retried, and the keys stay', async () => {
  shop = await aShop({ clock: fastClock(5) })
  const { reported } = await shop.startLinked()
  shop.phone.inflict({ kind: 'refuseLogin', reason: 428 })

  shop.phone.drop()

  const end = await reported('the end', ({ status }) => status === 'DISCONNECTED')
  expect(end).toMatchObject({ cause: 'login-refused', nextAttemptAt: null, unlinked: false })
  expect(shop.store.keys.get('creds')?.size).toBe(1)
})

test('the record of a linking holds the stanzas, and no secret, key, number or name', async () => {
  const lines: StanzaRecord[] = []
  const { link, reported, qr } = await withCode({
    linking: { refresh: 1 },
    webVersions: { current: async () => [2, 3000, 1_046_000_000], refused() {} },
    recordLinking: (line) => lines.push(line),
  })
  const typed = await link.requestPairingCode(shop.phone.phone)
  await expect(shop.phone.scanQr(qr)).rejects.toThrow('once more')
  const renewed = await reported('the renewed code', ({ step }) => step === 'scan-again')
  await shop.phone.scanQr(renewed.qr ?? '')
  await reported('CONNECTED', ({ status }) => status === 'CONNECTED')

  const text = JSON.stringify(lines)
  const tags = lines.map(({ way, stanza }) => `${way} ${stanza.tag} ${stanza.attrs?.type ?? ''}`.trim())
  expect(tags).toEqual(
    expect.arrayContaining([
      'in iq set',
      'in notification companion_reg_refresh',
      'out ack companion_reg_refresh',
      'out iq result',
    ]),
  )
  expect(new Set(lines.map(({ version }) => version))).toEqual(new Set(['2.3000.1046000000']))
  const secrets = [...fieldsOf(qr).slice(0, 4), ...fieldsOf(renewed.qr).slice(0, 4), typed]
  for (const secret of [...secrets, shop.phone.phone, shop.phone.name]) expect(text).not.toContain(secret)
})
