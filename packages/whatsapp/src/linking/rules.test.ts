import type { LinkingRules } from '@balcao/whatsapp-simulator/linking-rules'
import { formerRules } from '@balcao/whatsapp-simulator/linking-rules'
import { type Companion, makeCompanion } from '@balcao/whatsapp-simulator/testing/companion'
import { isLong } from '@balcao/whatsapp-simulator/testing/long'
import { DEFAULT_CONNECTION_CONFIG } from 'baileys'
import { afterEach, describe, expect, test } from 'vitest'
import type { WebVersionProvider } from '../gateway'
import { aShop, type Shop, type ShopProcess } from '../testing/shop'

// Each refusal of WhatsApp since 2026, alone and (in the long run) in pairs, over a WhatsApp that demands nothing else.
// Our driver links, or reports why it cannot; plain Baileys, our former way of linking, fails or links with an error.

type Way = 'qr' | 'letters'
type Outcome = 'linked' | 'linked, with an error' | 'passkey asked' | 'failed'

interface Demand {
  readonly name: string
  readonly way: Way
  readonly rules: Partial<LinkingRules>
}

const demands: readonly Demand[] = [
  { name: 'a new secret after the scan', way: 'qr', rules: { refresh: 1 } },
  { name: 'no link under a retired secret', way: 'qr', rules: { refresh: 1, passesRetired: true } },
  { name: 'the name of a known browser', way: 'letters', rules: { knownName: true } },
  { name: 'a zero nonce', way: 'letters', rules: { zeroNonce: true } },
  { name: 'patience with a keyless registration', way: 'letters', rules: { keylessRegistration: true } },
  { name: 'acknowledgements before the login', way: 'qr', rules: { acknowledgements: true } },
  { name: 'a version that is not too old', way: 'qr', rules: { oldestVersion: 1_045_000_000 } },
  {
    name: 'a version that is not too old, at the scan',
    way: 'qr',
    rules: { oldestVersion: 1_045_000_000, refusesOldAtScan: true },
  },
  { name: 'the passkey of the account', way: 'qr', rules: { passkey: true } },
]
const alone = demands.map((demand) => [demand])
const pairs = demands.flatMap((one, at) => demands.slice(at + 1).map((other) => [one, other]))
const table = [...alone, ...(isLong ? pairs : [])].map((set) => ({
  name: set.map(({ name }) => name).join(' and '),
  ways: [...new Set(set.map(({ way }) => way))],
  rules: Object.assign({}, formerRules, ...set.map(({ rules }) => rules)) as LinkingRules, // each part is one of it
}))

const newerVersion: WebVersionProvider = { current: async () => [2, 3000, 1_046_000_000], refused() {} }

let shop: Shop
afterEach(() => shop.closeTidily())

describe('our driver', () => {
  test.each(table)('$name: links, or reports that a passkey is asked', async ({ ways, rules }) => {
    for (const way of ways) {
      shop = await aShop({ linking: rules, webVersions: newerVersion })
      const outcome = await (way === 'qr' ? byQr(shop, rules) : byLetters(shop))

      expect({ way, outcome }).toEqual({ way, outcome: rules.passkey ? 'passkey asked' : 'linked' })
      expect(shop.phone.devices).toHaveLength(rules.passkey ? 0 : 1)
      expect(shop.simulator.stats.unacknowledged).toEqual([])
      if (way !== ways.at(-1)) await shop.closeTidily()
    }
  })

  test('all demands at once: a QR code links', async () => {
    shop = await aShop({ linking: everything, webVersions: newerVersion })

    expect(await byQr(shop, everything)).toBe('linked')
  })

  test('all demands at once: letters link', async () => {
    shop = await aShop({ linking: everything, webVersions: newerVersion })

    expect(await byLetters(shop)).toBe('linked')
  })
})

describe('Baileys by itself', () => {
  test.each(['qr', 'letters'] as const)('nothing demanded: links by %s', async (way) => {
    shop = await aShop({ linking: formerRules })

    expect(await asBefore(shop, way)).toBe('linked')
  })

  test.each(table)('$name: fails, or links with an error', async ({ ways, rules }) => {
    for (const way of ways) {
      const expected = way === 'letters' && bearsLetters(rules) ? 'linked, with an error' : 'failed'
      // Baileys acknowledges in a few milliseconds or not at all; on a busy machine those few take longer.
      const acknowledgeWithinMs = expected === 'failed' ? 200 : 10_000
      shop = await aShop({ linking: rules, acknowledgeWithinMs })
      const outcome = await asBefore(shop, way)

      expect({ way, outcome }).toEqual({ way, outcome: expected })
      expect(shop.phone.devices).toHaveLength(expected === 'failed' ? 0 : 1)
      if (way !== ways.at(-1)) await shop.closeTidily()
    }
  })
})

/**
 * A keyless registration alone only makes Baileys throw (`Invalid buffer`): its link continues. By letters it also
 * acknowledges a repeated notice, because it has already given itself an account.
 */
function bearsLetters({ knownName, zeroNonce, oldestVersion, passkey }: LinkingRules): boolean {
  return !(knownName || zeroNonce || oldestVersion > 0 || passkey)
}

/** The demands under which a link can succeed. */
const everything: Partial<LinkingRules> = {
  refresh: 1,
  passesRetired: true,
  knownName: true,
  zeroNonce: true,
  keylessRegistration: true,
  acknowledgements: true,
  oldestVersion: 1_045_000_000,
}

async function byQr({ phone, start }: Shop, rules: Partial<LinkingRules>): Promise<Outcome> {
  const process = start()
  const { qr: first } = await process.reported('a code', ({ qr }) => qr !== null)
  let said = await reasonOf(phone.scanQr(first ?? ''))
  if (said.includes('once more') && rules.passesRetired) said = await reasonOf(phone.scanQr(first ?? ''))
  if (said.includes('once more') || said.includes('refused the link')) {
    const { qr } = await process.reported('a renewed code', ({ step }) => step === 'scan-again')
    said = await reasonOf(phone.scanQr(qr ?? ''))
  }
  return outcomeOf(process, said)
}

async function byLetters({ phone, start }: Shop): Promise<Outcome> {
  const process = start()
  await process.reported('a code', ({ qr }) => qr !== null)
  const letters = await process.link.requestPairingCode(phone.phone)
  return outcomeOf(process, await reasonOf(phone.enterCode(letters)))
}

async function outcomeOf({ reported }: ShopProcess, said: string): Promise<Outcome> {
  if (said === '') {
    await reported('the login', ({ status }) => status === 'OPENING' || status === 'CONNECTED', 2)
    return 'linked'
  }
  if (!said.includes('passkey')) return 'failed'
  const { qr } = await reported('the passkey', ({ step }) => step === 'passkey')
  return qr === null ? 'passkey asked' : 'failed'
}

/** Links with Baileys' own codes, letters and acknowledgements. A link with an unexpected error counts as failed. */
async function asBefore({ simulator, phone }: Shop, way: Way): Promise<Outcome> {
  const errors: string[] = []
  const { version } = DEFAULT_CONNECTION_CONFIG
  const product = makeCompanion(simulator, { version, logger: errorsOnly(errors) })
  const gone = product.closes().then(() => 'gone' as const)
  try {
    const first = await Promise.race([product.received('connection.update', ({ qr }) => qr), gone])
    if (first === 'gone') return 'failed'
    const said =
      way === 'qr' ? await scanTwice(phone, product, first) : await typeLetters(simulator, phone, product)
    if (said !== '') return 'failed'
    // WhatsApp closes the socket after a link. Baileys has handled every stanza before, errors included.
    await gone.catch(() => undefined)
    return errors.length === 0 ? 'linked' : 'linked, with an error'
  } finally {
    await product.socket.end(undefined)
    await gone.catch(() => undefined) // it may have ended before
  }
}

async function scanTwice(phone: Shop['phone'], product: Companion, first: string): Promise<string> {
  const said = await reasonOf(phone.scanQr(first))
  // Its next code has the secret of the previous one.
  return said.includes('once more') ? reasonOf(phone.scanQr(product.qrs.at(-1) ?? first)) : said
}

async function typeLetters(
  simulator: Shop['simulator'],
  phone: Shop['phone'],
  product: Companion,
): Promise<string> {
  const letters = await product.socket.requestPairingCode(phone.phone)
  // Baileys does not wait for an answer: a person types later than it takes.
  await simulator.until('an answer to the request for letters', () => {
    const { refusedLetters } = simulator.stats
    return (
      refusedLetters > 0 ||
      simulator.waiting().length === 0 ||
      simulator.waiting().some(({ wants }) => wants === 'code')
    )
  })
  return reasonOf(phone.enterCode(letters))
}

/** Why the phone could not link; empty after a link. */
function reasonOf(linking: Promise<void>): Promise<string> {
  return linking.then(
    () => '',
    (error: Error) => error.message,
  )
}

/** WhatsApp closes the socket after each link, and Baileys logs that as an error. */
const endsSocket = /stream errored out|connection errored/

function errorsOnly(errors: string[]) {
  const logger = {
    level: 'error',
    child: () => logger,
    trace() {},
    debug() {},
    info() {},
    warn() {},
    error: (_: unknown, text = '') => void (endsSocket.test(text) || errors.push(text)),
  }
  return logger
}
