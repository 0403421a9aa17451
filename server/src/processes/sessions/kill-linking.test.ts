import { getConnection, requestNewQr } from '@balcao/contract/connections'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type SimulatedWhatsapp, startWhatsapp } from '../../testing/simulated-whatsapp'
import { openOwnTestApp, runningClock, type TestApp } from '../../testing/test-app'
import { startAfterKill, type TestAppProcess } from '../../testing/test-app-process'
import { until } from '../../testing/until'

// Tests with PostgreSQL and leases what `packages/whatsapp/src/linking/kills.test.ts` tests for the driver alone.
vi.setConfig({ testTimeout: 120_000 })

const shop = '5551999990000'

let whatsapp: SimulatedWhatsapp
let testApp: TestApp
const dead: TestAppProcess[] = []
beforeEach(async () => {
  whatsapp = await startWhatsapp()
  testApp = await openOwnTestApp({ gateway: whatsapp.gateway, clock: runningClock })
})
afterEach(async () => {
  for (const process of dead) process.thaw()
  for (const process of dead.splice(0)) await process.stop()
  await testApp.close()
  await whatsapp.closeTidily()
})

/** A killed process as in kill.test.ts: its socket is cut, and its acts no longer reach the database. */
test.each([
  ['the phone has agreed, nothing is stored', 'qr', 'out', 'pair-success'],
  ['the keys are stored and the phone has its answer', 'qr', 'in', 'pair-device-sign'],
  ['WhatsApp asks for the restart', 'qr', 'out', '515'],
  ['the first login has succeeded', 'qr', 'out', 'success'],
  ['the letters are typed, their secret is not stored', 'letters', 'out', 'primary_hello'],
  ['the secret of the letters is stored and our half is sent', 'letters', 'in', 'companion_finish'],
] as const)('a kill when %s leaves the connection linked, or not at all', async (_, way, direction, step) => {
  const { admin, id, connection } = await testApp.company()
  const params = { connectionId: await connection('Loja') }
  const seen = () => admin.does(getConnection, { params })
  const phone = whatsapp.simulator.createPhone({ phone: shop, name: 'Loja da Ana' })
  const start = () => startAfterKill(testApp, whatsapp.gateway, runningClock)
  const first = await start()
  dead.push(first)
  await until('a QR is shown', async () => (await seen()).qrcode !== '')
  const ownLink = () => first.sessions.ownLink(id, params.connectionId)
  const letters = way === 'letters' ? await ownLink()?.requestPairingCode(shop) : undefined
  const killed = new Promise<void>((resolve) => {
    const stop = whatsapp.simulator.listen((happening) => {
      if (happening.kind !== 'wire' || happening.direction !== direction) return
      const { tag, attrs, content } = happening.node
      const [child] = Array.isArray(content) ? content : []
      if (![tag, child?.tag, child?.attrs.stage, attrs.code].includes(step)) return
      stop()
      first.freeze()
      // Cuts the socket of the killed process, logged in or not.
      void ownLink()?.stop()
      resolve()
    })
  })

  const linking = letters === undefined ? phone.scanQr((await seen()).qrcode) : phone.enterCode(letters)
  void linking.catch(() => undefined) // the companion process is killed
  await killed
  const second = await start()
  dead.push(second)
  const outcome = await untilFound('an outcome', async () => {
    const { status, cause, qrcode } = await seen()
    if (status === 'CONNECTED') return 'linked' as const
    return second.sessions.ownLink(id, params.connectionId) !== null && qrcode !== ''
      ? ('a code' as const)
      : cause === 'linking-interrupted' && ('interrupted' as const)
  })
  if (outcome === 'interrupted') await admin.does(requestNewQr, { params })
  if (outcome !== 'linked') {
    expect(phone.devices).toEqual([])
    await until('a code that can be scanned', async () => {
      const { qrcode } = await seen()
      return (
        qrcode !== '' &&
        phone.scanQr(qrcode).then(
          () => true,
          () => false,
        )
      )
    })
  }

  await until('connected', async () => (await seen()).status === 'CONNECTED')
  expect(phone.devices).toHaveLength(1)
})

/** `until` that returns the found value. */
async function untilFound<T>(name: string, look: () => Promise<T | false>): Promise<T> {
  let found: T | false = false
  await until(name, async () => {
    found = await look()
    return found !== false
  })
  if (found === false) throw new Error(name)
  return found
}
