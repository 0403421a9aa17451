import { isLong } from '@balcao/whatsapp-simulator/testing/long'
import { afterEach, expect, test, vi } from 'vitest'
import { aShop, type Shop, type ShopProcess } from '../testing/shop'

// Kills a linking at each of its steps: at each stanza in either direction, and after each commit, until the first
// login succeeds. After any step the next process finds the number linked, or not linked at all; then it links. The
// short run kills at every fifth step.

vi.setConfig({ testTimeout: 240_000 })

type Way = 'qr' | 'letters'

const stride = isLong ? 1 : 5

let shop: Shop
afterEach(() => shop?.closeTidily())

test.each([
  ['qr', 12],
  ['letters', 20],
] as const)(
  `linking by %s survives a kill at ${isLong ? 'any' : 'every fifth'} of its %i steps`,
  async (way, count) => {
    const steps: string[] = []
    for (;;) {
      shop = await aShop({ linking: { refresh: 1, keylessRegistration: true } })
      const killedAt = await killAtStep(way, steps.length * stride)
      if (killedAt === null) break
      steps.push(killedAt)
      await linkAfterKill(`${steps.length}: ${killedAt}`)
      await shop.closeTidily()
    }

    expect(steps).toHaveLength(Math.ceil(count / stride))
  },
)

/**
 * Links, and kills the process at the step of this number; returns the step's name, or null when there are fewer steps.
 */
async function killAtStep(way: Way, number: number): Promise<string | null> {
  let passed = 0
  let isOver = false
  let killed = (_: string) => {}
  const death = new Promise<string>((resolve) => {
    killed = resolve
  })
  const pass = (step: string): boolean => {
    if (isOver || passed++ !== number) return false
    isOver = true
    killed(step)
    return true
  }
  const login = new Promise<null>((resolve) => {
    shop.simulator.listen((happening) => {
      if (happening.kind !== 'wire') return
      const { direction, node } = happening
      if (pass(`${direction} ${node.tag} ${node.attrs.type ?? ''}`.trim())) process.kill()
      if (node.tag !== 'success') return
      isOver = true
      resolve(null)
    })
  })
  const process = shop.start()
  void process.keys.dieAfter(() => pass('commit'))
  // A killed companion may leave the phone without an answer.
  const linking = (way === 'qr' ? scan(process) : typeLetters(process)).catch(() => undefined)
  const step = await Promise.race([death, login])
  process.kill()
  if (step === null) await linking
  return step
}

/** The next process finds one linked device that works, or none and a code that links. */
async function linkAfterKill(step: string): Promise<void> {
  let next = shop.start()
  let found = await next.reported(`an outcome after ${step}`, isOutcome)
  if (found.cause === 'linking-interrupted') {
    next = shop.start()
    found = await next.reported(`a code after ${step}`, isOutcome)
  }
  if (found.status !== 'CONNECTED') {
    expect({ step, status: found.status, devices: shop.phone.devices }).toEqual({
      step,
      status: 'qrcode',
      devices: [],
    })
    await scan(next)
    await next.reported(`CONNECTED after ${step}`, ({ status }) => status === 'CONNECTED')
  }
  expect({ step, devices: shop.phone.devices.length }).toEqual({ step, devices: 1 })
}

function isOutcome({ status, qr, cause }: ShopProcess['reports'][number]): boolean {
  return status === 'CONNECTED' || qr !== null || cause === 'linking-interrupted'
}

async function scan({ reported }: ShopProcess): Promise<void> {
  const first = await reported('a code', ({ qr }) => qr !== null)
  await shop.phone.scanQr(first.qr ?? '').catch(() => undefined) // the first scan is answered by a refresh
  const { qr } = await reported('the renewed code', ({ step }) => step === 'scan-again')
  await shop.phone.scanQr(qr ?? '')
}

async function typeLetters({ link, reported }: ShopProcess): Promise<void> {
  await reported('a code', ({ qr }) => qr !== null)
  await shop.phone.enterCode(await link.requestPairingCode(shop.phone.phone))
}
