import { Curve } from 'baileys'
import { beforeEach, expect, it } from 'vitest'
import { linkedCompanion, makeCompanion, reconnect } from './testing/companion'
import { aTestApp, type Fixture, SHOP } from './testing/fixture'

let testApp: Fixture

beforeEach(async () => {
  testApp = await aTestApp({ qrCodes: 2 })
})

it('a scanned QR link of five fields links the device, which restarts and opens', async () => {
  const product = makeCompanion(testApp.simulator)
  const qr = await product.received('connection.update', (update) => update.qr)
  const restarted = product.closes()

  await testApp.shop.scanQr(qr)

  expect(qr).toMatch(/^https:\/\/wa\.me\/settings\/linked_devices#[^,]+(,[^,]+){4}$/)
  expect(await restarted).toBe(515)
  await reconnect(testApp.simulator, product, SHOP)
  expect(testApp.shop.devices).toEqual([1])
  expect(testApp.simulator.waiting()).toEqual([])
  await testApp.end()
})

it('eight letters typed into the phone link the device', async () => {
  const product = makeCompanion(testApp.simulator)
  await product.received('connection.update', (update) => update.qr)
  const code = await product.socket.requestPairingCode(SHOP)
  await testApp.simulator.until('asks for a code', () => testApp.simulator.waiting()[0]?.phone === SHOP)
  const restarted = product.closes()

  await testApp.shop.enterCode(`${code.slice(0, 4)}-${code.slice(4).toLowerCase()}`)

  expect(await restarted).toBe(515)
  await reconnect(testApp.simulator, product, SHOP)
  await testApp.end()
})

it('wrong letters are refused', async () => {
  const product = makeCompanion(testApp.simulator)
  await product.received('connection.update', (update) => update.qr)
  await product.socket.requestPairingCode(SHOP)
  await testApp.simulator.until('asks for a code', () => testApp.simulator.waiting()[0]?.wants === 'code')

  await expect(testApp.shop.enterCode('AAAAAAAA')).rejects.toThrow(/code|in vain|went away/)

  expect(testApp.shop.devices).toEqual([])
  await product.socket.end(undefined)
  await testApp.end()
}, 60_000)

it('a QR code whose keys are not those of the connection is refused', async () => {
  const product = makeCompanion(testApp.simulator)
  const qr = await product.received('connection.update', (update) => update.qr)
  const [link = '', ...fields] = qr.split(',')
  const foreign = Buffer.alloc(32, 7).toString('base64')

  const withNoise = testApp.shop.scanQr([link, foreign, ...fields.slice(1)].join(','))
  const withIdentity = testApp.shop.scanQr([link, fields[0], foreign, ...fields.slice(2)].join(','))
  const unknownRef = testApp.shop.scanQr(['https://wa.me/x#2@nothing', ...fields].join(','))

  await expect(withNoise).rejects.toThrow('another noise key')
  await expect(withIdentity).rejects.toThrow('another identity key')
  await expect(unknownRef).rejects.toThrow('expired')
  await product.socket.end(undefined)
  await testApp.end()
})

it('a companion does not trust a phone that does not know the secret of its code', async () => {
  const product = makeCompanion(testApp.simulator)
  const qr = await product.received('connection.update', (update) => update.qr)
  const fields = qr.split(',')
  fields[3] = Buffer.alloc(32).toString('base64')

  await expect(testApp.shop.scanQr(fields.join(','))).rejects.toThrow('went away without signing')

  expect(testApp.shop.devices).toEqual([])
  await testApp.end()
})

it('a forged device signature is refused and nothing is linked', async () => {
  const product = makeCompanion(testApp.simulator)
  const qr = await product.received('connection.update', (update) => update.qr)
  Object.assign(product.creds.signedIdentityKey, { private: Curve.generateKeyPair().private })

  await expect(testApp.shop.scanQr(qr)).rejects.toThrow('forged device signature')

  expect(testApp.shop.devices).toEqual([])
  await testApp.end({ errors: ['forged device signature'] })
})

it('an expired code cannot be scanned', async () => {
  const product = makeCompanion(testApp.simulator)
  const qr = await product.received('connection.update', (update) => update.qr)
  const closed = product.closes()

  testApp.simulator.expireQrs()

  await expect(testApp.shop.scanQr(qr)).rejects.toThrow('expired')
  await closed
  await testApp.end()
})

it('a product whose codes were all shown without a scan ends with 408', async () => {
  const product = makeCompanion(testApp.simulator, { qrTimeout: 50 })

  expect(await product.closes()).toBe(408)

  expect(product.qrs).toHaveLength(2)
  await testApp.end()
})

it('a code held up to the simulator is offered for scanning', async () => {
  const product = makeCompanion(testApp.simulator)
  const qr = await product.received('connection.update', (update) => update.qr)

  testApp.simulator.holdUpQr(qr)

  expect(testApp.simulator.waiting()).toMatchObject([{ wants: 'qr', qr }])
  await product.socket.end(undefined)
  await testApp.end()
})

it('an unlinked device gets 401 at once and again at its next login', async () => {
  const product = await linkedCompanion(testApp.simulator, SHOP)
  const closed = product.closes()

  testApp.shop.unlink()

  expect(await closed).toBe(401)
  product.connect()
  expect(await product.closes()).toBe(401)
  await testApp.end()
})

it('a product that logs out is unlinked', async () => {
  const product = await linkedCompanion(testApp.simulator, SHOP)

  await product.socket.logout()

  await testApp.simulator.until('unlinked', () => testApp.shop.devices.length === 0)
  await testApp.end()
})
