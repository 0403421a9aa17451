import { afterEach, describe, expect, test } from 'vitest'
import type { GroupAddress, InboundUpdate, MessageSendRequest } from './gateway'
import { aShop, messageId, personAt, type Shop } from './testing/shop'

let shop: Shop
afterEach(() => shop.closeTidily())

const chat: GroupAddress = { kind: 'group', group: '120363000000000009' }

async function fixture({ addressing = 'lid' }: { addressing?: 'pn' | 'lid' } = {}) {
  shop = await aShop()
  const process = await shop.startLinked()
  const ana = shop.simulator.createContact({ phone: '5551988880001', name: 'Ana' })
  const bia = shop.simulator.createContact({ phone: '5551988880002', name: 'Bia' })
  const shopPhone = shop.phone.phone
  const group = shop.simulator.createGroup({
    id: chat.group,
    subject: 'Obra da Ana',
    members: [ana.phone, bia.phone, shopPhone],
    addressing,
  })
  const shown = () => [ana, bia].map((one) => one.chat(shopPhone, group.jid).map(({ text }) => text))
  return { ...process, ana, bia, shopPhone, group, shown }
}

const say = (id: string, text: string): MessageSendRequest => ({
  id: messageId(id),
  to: chat,
  content: { kind: 'text', text },
  quoted: null,
})

async function untilReceived(name: string, matches: (one: InboundUpdate) => boolean): Promise<InboundUpdate> {
  for (;;) {
    const seen = shop.store.entries.length
    const found = (await shop.received()).find(matches)
    if (found !== undefined) return found
    await shop.store.until(name, () => shop.store.entries.length > seen)
  }
}

test('a resent group message carries our key again: the first one may have died with its server', async () => {
  const { link, keys, ana, bia, shopPhone, group, shown } = await fixture()
  await link.send({ ...say('3EB0AAAA00000001', 'Bom dia, pessoal'), isFirstTry: true })
  await shop.simulator.until('shown', () => shown().every((texts) => texts.length === 1))
  const other = shop.simulator.createGroup({
    id: '120363000000000011',
    subject: 'Obra da Bia',
    members: [ana.phone, bia.phone, shopPhone],
  })
  // The state after a stanza that no member got: all members are recorded as having the key.
  const value = shop.store.keys.get('sender-key-memory')?.get(group.jid) ?? null
  expect(value).not.toBeNull()
  await keys.commit([{ type: 'sender-key-memory', id: other.jid, value }], [])

  const to = { kind: 'group', group: '120363000000000011' } as const
  await link.send({ ...say('3EB0AAAA00000002', 'De novo'), to, isFirstTry: false })

  const members = [ana, bia]
  await shop.simulator.until('shown', () =>
    members.every((one) => one.chat(shopPhone, other.jid).length === 1),
  )
  for (const member of members)
    expect(member.arrivals(shopPhone, other.jid)).toMatchObject([{ stanzas: 1, displays: 1, retries: 0 }])
})

describe.each(['lid', 'pn'] as const)('in a group that names people by %s', (addressing) => {
  test('a message of ours is displayed once by each member, and one key serves the next', async () => {
    const { link, ana, bia, shopPhone, group, shown } = await fixture({ addressing })

    await link.send({ ...say('3EB0AAAA00000001', 'Bom dia, pessoal'), isFirstTry: true })
    await link.send({ ...say('3EB0AAAA00000002', 'O pedido saiu'), isFirstTry: true })
    await shop.simulator.until('shown', () => shown().every((texts) => texts.length === 2))

    expect(shown()).toEqual([
      ['Bom dia, pessoal', 'O pedido saiu'],
      ['Bom dia, pessoal', 'O pedido saiu'],
    ])
    for (const member of [ana, bia])
      expect(member.arrivals(shopPhone, group.jid)).toMatchObject([
        { stanzas: 1, displays: 1, retries: 0 },
        { stanzas: 1, displays: 1, retries: 0 },
      ])
  })

  test('a message has its author, and is answered, reacted to and read as such', async () => {
    const { link, ana, bia, shopPhone, group } = await fixture({ addressing })
    const id = messageId(await ana.sendText(shopPhone, 'que horas?', { group: group.jid }))
    await untilReceived('the message', (one) => one.kind === 'message')
    const message = { chat, id, fromMe: false, author: personAt(ana) }

    await link.send({ ...say('3EB0AAAA00000003', 'Às 15h'), quoted: { ...message, text: 'que horas?' } })
    await link.react({ id: messageId('3EB0AAAA00000004'), message, emoji: '👍' })
    await link.markRead([message])
    await shop.simulator.until('reacted', () => bia.chat(shopPhone, group.jid)[0]?.reactions?.shop === '👍')
    await shop.simulator.until('read', () => ana.chat(shopPhone, group.jid)[0]?.tick === 'read')

    expect(await shop.inboundMessages()).toMatchObject([
      { id, chat, author: personAt(ana), pushName: 'Ana', content: { text: 'que horas?' } },
    ])
    expect(bia.chat(shopPhone, group.jid)[1]).toMatchObject({ text: 'Às 15h', quotedId: id })
  })
})

test('MESSAGE-02 the ticks of the members are received as ticks of the group', async () => {
  const { link, ana, shopPhone, group, shown } = await fixture()

  await link.send(say('3EB0AAAA00000001', 'Bom dia'))
  await shop.simulator.until('shown', () => shown().every((texts) => texts.length === 1))
  ana.read(shopPhone, group.jid)

  const read = await untilReceived('read', (one) => one.kind === 'ack' && one.ack === 3)
  expect(read).toMatchObject({ chat, ids: ['3EB0AAAA00000001'] })
})

test('a member who could not read a message gets it again, and no member sees it twice', async () => {
  const { link, ana, bia, shopPhone, group, shown } = await fixture()
  await link.send(say('3EB0AAAA00000001', 'O endereço é Rua A, 1'))
  await shop.simulator.until('shown', () => shown().every((texts) => texts.length === 1))

  ana.askAgain(shopPhone, '3EB0AAAA00000001', group.jid)
  await shop.simulator.until('again', () => (ana.arrivals(shopPhone, group.jid)[0]?.stanzas ?? 0) > 1)

  for (const member of [ana, bia])
    expect(member.arrivals(shopPhone, group.jid)).toMatchObject([{ displays: 1 }])
})

test("a member's unreadable message has a placeholder until it is resent", async () => {
  const { ana, shopPhone, group } = await fixture()
  await ana.sendText(shopPhone, 'um', { group: group.jid })
  await shop.untilMessages(1)
  shop.phone.inflict({ kind: 'spoilNext' })

  const id = await ana.sendText(shopPhone, 'dois', { group: group.jid })
  await shop.untilMessages(3)

  expect((await shop.inboundMessages()).slice(1)).toMatchObject([
    { id, chat, author: personAt(ana), content: { kind: 'unsupported', what: 'undecryptable' } },
    { id, chat, author: personAt(ana), content: { text: 'dois' } },
  ])
})

test('a correction or deletion in a group names its author, and changes only their messages', async () => {
  const { ana, bia, shopPhone, group } = await fixture()
  const options = { group: group.jid }
  const id = await ana.sendText(shopPhone, 'às 14h', options)

  await ana.editMessage(shopPhone, id, 'às 15h', options)
  await bia.react(shopPhone, id, '👍', options)
  await ana.deleteMessage(shopPhone, id, options)
  await untilReceived('the deletion', (one) => one.kind === 'deletion')

  expect((await shop.received()).slice(1)).toMatchObject([
    { kind: 'edit', chat, id, author: personAt(ana), text: 'às 15h' },
    { kind: 'reaction', chat, id, author: personAt(bia), onOurs: false },
    { kind: 'deletion', chat, id, author: personAt(ana) },
  ])
})

test('a group has a name and members; a new name is received', async () => {
  const { link, ana, bia, group } = await fixture()

  const info = await link.groupInfo(chat)
  group.rename(ana.phone, 'Obra terminada')
  const renamed = await untilReceived('the new name', (one) => one.kind === 'group')

  expect(info.subject).toBe('Obra da Ana')
  expect(info.members).toMatchObject([personAt(ana), personAt(bia), { phone: shop.phone.phone }])
  expect(renamed).toMatchObject({ chat, subject: 'Obra terminada' })
  expect((await link.groupInfo(chat)).subject).toBe('Obra terminada')
})

test('a new member reads later messages; a member who left does not', async () => {
  const { link, bia, shopPhone, group, shown } = await fixture()
  await link.send(say('3EB0AAAA00000001', 'antes'))
  await shop.simulator.until('shown', () => shown().every((texts) => texts.length === 1))
  const caio = shop.simulator.createContact({ phone: '5551988880003', name: 'Caio' })

  group.add(caio.phone)
  group.remove(bia.phone)
  await shop.simulator.until('the new member', () => group.members.length === 3)
  await link.groupInfo(chat)
  await link.send(say('3EB0AAAA00000002', 'depois'))
  await shop.simulator.until('shown', () => caio.chat(shopPhone, group.jid).length === 1)

  expect(caio.chat(shopPhone, group.jid)).toMatchObject([{ text: 'depois' }])
  expect(bia.chat(shopPhone, group.jid).map(({ text }) => text)).toEqual(['antes'])
})

test('a group that we are not in has no name for us', async () => {
  const { link } = await fixture()

  await expect(link.groupInfo({ kind: 'group', group: '120363999999999999' })).rejects.toThrow()
})
