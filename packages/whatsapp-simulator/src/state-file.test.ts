import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startFromEnvironment } from './cli'
import { formerRules } from './linking-rules'
import { startSimulator } from './simulator'
import { linkedCompanion, reconnect, trustSimulator } from './testing/companion'
import { MARINA, SHOP } from './testing/fixture'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'simulator-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

it('phones, sessions, chats and the root key outlive a restart; the product continues', async () => {
  const settings = { stateFile: join(folder, 'state.json'), latency: 0 as const }
  const before = await startSimulator({ ...settings, linking: formerRules })
  const distrust = trustSimulator(before)
  before.createPhone({ phone: SHOP, name: 'Casa Ipê' })
  const marina = before.createContact({ phone: MARINA, name: 'Marina' })
  const product = await linkedCompanion(before, SHOP)
  await marina.sendPicture(SHOP, Buffer.from('a picture'), { caption: 'antes' })
  await product.socket.sendMessage(marina.jid, { text: 'olá' })
  await before.until(
    'both bubbles',
    () => marina.chat(SHOP).length === 2 && marina.chat(SHOP)[0]?.tick === 'delivered',
  )
  await product.socket.end(undefined)
  await before.close()

  const after = await startSimulator({ ...settings, port: Number(new URL(before.pageUrl).port) })

  expect(after.noiseRootPublicKey.equals(before.noiseRootPublicKey)).toBe(true)
  expect(after.contact(MARINA).chat(SHOP)).toMatchObject([{ text: 'antes' }, { text: 'olá' }])
  await reconnect(after, product, SHOP)
  const arriving = product.message('AFTER1')
  await after.contact(MARINA).sendText(SHOP, 'depois', { id: 'AFTER1' })
  expect((await arriving).message?.conversation).toBe('depois')
  await product.socket.sendMessage(marina.jid, { text: 'de novo' })
  await after.until('a third', () => after.contact(MARINA).chat(SHOP).length === 4)
  const [picture] = after.contact(MARINA).chat(SHOP)
  const shown = await fetch(new URL(`pictures/${picture?.pictureId}`, after.pageUrl))
  expect(Buffer.from(await shown.arrayBuffer()).toString()).toBe('a picture')
  expect(after.stats).toMatchObject({ unknown: [], errors: [], retriesFromProduct: 0, retriesByContacts: 0 })
  await product.socket.end(undefined)
  await after.close()
  distrust()
  expect(readdirSync(folder).sort()).toEqual(['state.json', 'state.json.media'])
})

it('a foreign state file is refused, not overwritten', async () => {
  const stateFile = join(folder, 'state.json')
  writeFileSync(stateFile, '{"format":99}')

  await expect(startSimulator({ stateFile })).rejects.toThrow('not a simulator state')
})

it('the demo starts it from its environment, and a bad port is named in the error', async () => {
  const simulator = await startFromEnvironment({
    SIMULATOR_PORT: '0',
    SIMULATOR_STATE: join(folder, 'demo.json'),
  })

  expect(simulator.url).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/ws\/chat$/)
  await simulator.close()
  expect(() => startFromEnvironment({ SIMULATOR_PORT: 'many' })).toThrow(
    'SIMULATOR_PORT must be a port number',
  )
})

it('the same seed gives the same root key and the same ids', async () => {
  const [one, two] = [await startSimulator({ seed: 'x' }), await startSimulator({ seed: 'x' })]

  expect(one.noiseRootPublicKey.equals(two.noiseRootPublicKey)).toBe(true)
  for (const simulator of [one, two]) simulator.createPhone({ phone: SHOP, name: 'Casa Ipê' })
  const ids = [one, two].map((simulator) =>
    simulator.createContact({ phone: MARINA, name: 'Marina' }).sendText(SHOP, 'oi'),
  )
  expect(await ids[0]).toBe(await ids[1])
  await Promise.all([one.close(), two.close()])
})
