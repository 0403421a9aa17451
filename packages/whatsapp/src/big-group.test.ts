import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterEach, expect, test } from 'vitest'
import type { GroupAddress, MessageSendRequest } from './gateway'
import { aShop, messageId, type Shop, textTo } from './testing/shop'

let shop: Shop
afterEach(() => shop.closeTidily())

const chat: GroupAddress = { kind: 'group', group: '120363000000000010' }
const hello: MessageSendRequest = {
  id: messageId('3EB0AAAA00000001'),
  to: chat,
  content: { kind: 'text', text: 'Bom dia, pessoal' },
  quoted: null,
}

async function groupOf(size: number) {
  shop = await aShop()
  const process = await shop.startLinked()
  const shopPhone = shop.phone.phone
  const members = Array.from({ length: size }, (_, index) =>
    shop.simulator.createContact({ phone: String(5551988880000 + index), name: `Membro ${index}` }),
  )
  const phones = members.map(({ phone }) => phone)
  const group = shop.simulator.createGroup({
    id: chat.group,
    subject: 'Bairro',
    members: [...phones, shopPhone],
  })
  const readers = () => members.filter((one) => one.chat(shopPhone, group.jid).length > 0).length
  return { ...process, members, shopPhone, group, readers }
}

test('the first message to a big group costs few commits, and reaches every member once', async () => {
  const { link, members, shopPhone, group, readers } = await groupOf(60)
  const commits = shop.store.commits

  await link.send(hello)
  expect(shop.store.commits - commits).toBeLessThanOrEqual(15)
  await shop.simulator.until('shown', () => readers() === members.length, 60_000)

  for (const member of members)
    expect(member.arrivals(shopPhone, group.jid)).toMatchObject([{ stanzas: 1, displays: 1, retries: 0 }])
}, 120_000)

test("during the preparation of a big group's first message, a customer gets an answer", async () => {
  const { link, members, shopPhone, readers } = await groupOf(130)
  const ana = shop.simulator.createContact({ phone: '5511911112222', name: 'Ana' })
  await ana.sendText(shopPhone, 'Oi')
  await shop.untilMessages(1)
  await link.send(textTo(ana, '3EB0AAAA00000002', 'Olá, Ana'))

  const sending = link.send(hello)
  await shop.store.until('the group has a key', () => shop.store.keys.get('sender-key')?.size === 1)
  await ana.sendText(shopPhone, 'Vocês abrem sábado?')
  await link.send(textTo(ana, '3EB0AAAA00000003', 'Abrimos!'))
  await shop.untilMessages(2)
  await shop.simulator.until('the answer', () => ana.chat(shopPhone).length === 4)
  expect(readers()).toBe(0)

  await sending
  await shop.simulator.until('shown', () => readers() === members.length, 120_000)
}, 240_000)

const sizes = (process.env.GROUP_SIZES ?? '').split(',').filter(Boolean).map(Number)

/** The figures in docs/flows.md: GROUP_SIZES=10,50,150,500 */
test.runIf(sizes.length > 0).each(sizes)(
  'the cost of the first message to %i members',
  async (size) => {
    const { link, readers } = await groupOf(size)
    const commits = shop.store.commits
    const delay = monitorEventLoopDelay({ resolution: 5 })
    const used = process.cpuUsage()
    const start = performance.now()
    const cost = () => {
      const { user, system } = process.cpuUsage(used)
      const seen = {
        ms: performance.now() - start,
        cpuMs: (user + system) / 1000,
        blockedMs: delay.max / 1e6,
      }
      delay.reset()
      return Object.fromEntries(Object.entries(seen).map(([name, value]) => [name, Math.round(value)]))
    }
    delay.enable()

    await link.send(hello)
    const sent = { ...cost(), commits: shop.store.commits - commits }
    await shop.simulator.until('shown', () => readers() === size, 300_000)
    process.stdout.write(`${JSON.stringify({ size, sent, shown: cost() })}\n`)
    delay.disable()
  },
  400_000,
)
