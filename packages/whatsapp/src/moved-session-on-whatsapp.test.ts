import { isLong } from '@balcao/whatsapp-simulator/testing/long'
import { afterEach, expect, test, vi } from 'vitest'
import { keyFromJson } from './key-json'
import {
  convertImportedSession,
  type ImportedWhatsappSession,
  parseImportedSessionJson,
} from './moved-session'
import { inOldShape, withArraysOfBytes } from './testing/old-session'
import { aShop, type Shop, textTo } from './testing/shop'

const customers = isLong ? 200 : 12
vi.setConfig({ testTimeout: 240_000 }) // 200 customers take 20 s on a quiet machine

let shop: Shop
afterEach(() => shop.closeTidily())

/** A number that talked with its customers, stopped; its store is in the old shape. */
async function stoppedServer() {
  shop = await aShop()
  const first = await shop.startLinked()
  const people = Array.from({ length: customers }, (_, at) =>
    shop.simulator.createContact({ phone: `55519${88880000 + at}`, name: `Cliente ${at}` }),
  )
  const group = shop.simulator.createGroup({
    subject: 'Obra',
    members: [shop.phone.phone, people[0]?.phone ?? '', people[1]?.phone ?? ''],
  })
  for (const person of people) await person.sendText(shop.phone.phone, 'antes')
  await people[0]?.sendText(shop.phone.phone, 'no grupo', { group: group.jid })
  await shop.untilMessages(customers + 1)
  for (const [at, person] of people.entries())
    await first.link.send(textTo(person, `3EB0AAAA${String(at).padStart(8, '0')}`, 'resposta'))
  await shop.simulator.until('answered', () => people.every((one) => one.chat(shop.phone.phone).length >= 2))
  const offline = shop.simulator.phone(shop.phone.phone)
  first.kill()
  await shop.simulator.until('the device is away', () => !offline.online)
  return { people, group, old: inOldShape(shop.store.keys) }
}

/** Starts the number anew with what became of the moved session. Everybody writes. */
async function everybodyWritesAfter(
  { people, group }: Pick<Awaited<ReturnType<typeof stoppedServer>>, 'people' | 'group'>,
  moved: ImportedWhatsappSession,
  lids: ReadonlyMap<string, string>,
) {
  const converted = convertImportedSession(moved, lids)
  if ('missing' in converted) throw new Error(`lacks ${converted.missing.join(', ')}`)
  const { retriesFromProduct } = shop.simulator.stats
  const before = (await shop.inboundMessages()).length
  const { types } = await restartWith(converted.keys)
  for (const [at, person] of people.entries())
    await person.sendText(shop.phone.phone, `depois ${at}`, { addressing: at % 2 === 0 ? 'pn' : 'lid' })
  await people[0]?.sendText(shop.phone.phone, 'depois no grupo', { group: group.jid })
  await shop.untilMessages(before + customers + 1)
  const texts = (await shop.inboundMessages())
    .slice(before)
    .map(({ content }) => (content.kind === 'text' ? content.text : content.kind))
  return { texts, retries: shop.simulator.stats.retriesFromProduct - retriesFromProduct, types }
}

async function restartWith(keys: readonly { type: string; id: string; value: string | null }[]) {
  const handle = shop.store.open()
  await handle.clear()
  await handle.commit(keys, [])
  const second = shop.start()
  await second.reported('CONNECTED', ({ status }) => status === 'CONNECTED')
  expect(second.reports.map(({ qr }) => qr).filter((qr) => qr !== null)).toEqual([])
  return { second, types: new Set(keys.map(({ type }) => type)) }
}

const everything = [
  ...Array.from({ length: customers }, (_, at) => `depois ${at}`),
  'depois no grupo',
].toSorted()

test('a session of Baileys 6.7 reads what customers write, without a retry and without a QR', async () => {
  const { old, ...talk } = await stoppedServer()

  const { texts, retries, types } = await everybodyWritesAfter(talk, old, new Map())

  expect(texts.toSorted()).toEqual(everything)
  expect(retries).toBe(0)
  expect(types).not.toContain('sender-key-memory')
})

test('so it does where the LIDs of half of the customers are known, and bytes are arrays', async () => {
  const { old, people, group } = await stoppedServer()
  const known = people.filter((_, at) => at % 3 === 0)
  const lids = new Map(known.map(({ phone, lid }) => [phone, lid.split('@')[0] ?? '']))
  const moved = parseImportedSessionJson(withArraysOfBytes(old)) as ImportedWhatsappSession // as written above

  const { texts, retries } = await everybodyWritesAfter({ people, group }, moved, lids)

  expect(texts.toSorted()).toEqual(everything)
  expect(retries).toBe(0)
})

test('a session of Baileys 7 stays as it is', async () => {
  const { people, group } = await stoppedServer()
  const own = new Set(['sent-message', 'device-cache']) // of this driver, not of Baileys
  const keys = [...shop.store.keys].flatMap(([type, values]) =>
    [...(own.has(type) ? [] : values)].map(([id, text]) => ({ type, id, value: keyFromJson<unknown>(text) })),
  )
  const creds = keys.find(({ type }) => type === 'creds')?.value

  const { texts, retries } = await everybodyWritesAfter({ people, group }, { creds, keys }, new Map())

  expect(texts.toSorted()).toEqual(everything)
  expect(retries).toBe(0)
})
