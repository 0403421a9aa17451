import { MediaGone, type MediaReference } from '@balcao/whatsapp/gateway'
import { ANA, PNG } from '@balcao/whatsapp-simulator/testing/graph-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mediaReference } from './media-reference'
import { aCloudNumber, type CloudNumber, orderOf } from './testing/cloud-number'

// What customers do on the simulated Graph API, through signed webhooks, in our words.

let shop: CloudNumber
beforeEach(async () => {
  shop = await aCloudNumber()
})
afterEach(() => shop.end())

const person = () => ({ kind: 'person', phone: ANA, lid: null, userId: shop.ana.userId(shop.number.id) })
type Written = Parameters<CloudNumber['ana']['write']>[1]

describe('a customer writes', () => {
  test.each<[string, Written, object]>([
    ['a text', 'Oi\0!', { kind: 'text', text: 'Oi!' }],
    [
      'a picture',
      { kind: 'image', bytes: PNG, mimeType: 'image/png', caption: 'Veja' },
      { kind: 'media', media: 'image', caption: 'Veja', mimetype: 'image/png', voice: false },
    ],
    [
      'a voice message',
      { kind: 'voice', bytes: Buffer.from('OggS') },
      { kind: 'media', media: 'audio', voice: true, mimetype: 'audio/ogg; codecs=opus' },
    ],
    [
      'a document',
      { kind: 'document', bytes: Buffer.from('%PDF'), mimeType: 'application/pdf', fileName: 'a.pdf' },
      { kind: 'media', media: 'document', fileName: 'a.pdf' },
    ],
    ['a sticker', { kind: 'sticker', bytes: PNG }, { kind: 'media', media: 'sticker' }],
    [
      'a place',
      { kind: 'location', latitude: -23.5, longitude: -46.6, name: 'Praça' },
      { kind: 'location', latitude: -23.5, longitude: -46.6, description: 'Praça' },
    ],
    [
      'a contact',
      { kind: 'contacts', cards: [{ name: 'João', phone: '+5511977770000' }] },
      { kind: 'contact-card', name: 'João', vcard: expect.stringContaining('5511977770000') },
    ],
    [
      'an order',
      {
        kind: 'order',
        catalogId: '1',
        text: 'Hoje',
        items: [{ product: 'sofa', quantity: 2, price: 99.5, currency: 'BRL' }],
      },
      {
        kind: 'order',
        text: 'Hoje',
        items: [{ product: 'sofa', quantity: 2, price: 99.5, currency: 'BRL' }],
      },
    ],
    [
      'a filled form',
      { kind: 'flowReply', response: { dia: '5' } },
      { kind: 'text', text: expect.stringContaining('dia: 5') },
    ],
    ['a poll', { kind: 'unsupported', what: 'poll' }, { kind: 'unsupported', what: 'poll' }],
    [
      'a kind from later',
      { kind: 'raw', type: 'hologram', content: { x: 1 } },
      { kind: 'unsupported', what: 'hologram' },
    ],
  ])('%s', async (_, written, content) => {
    const wamid = shop.ana.write(shop.number.id, written)

    expect(await shop.received()).toMatchObject([
      { kind: 'message', id: wamid, chat: person(), pushName: 'Ana Flores', fromMe: false, content },
    ])
  })

  test('from an advertisement', async () => {
    shop.ana.write(shop.number.id, 'Quero', { referral: true })

    expect(await shop.received()).toMatchObject([
      { content: { kind: 'text', text: 'Quero' }, advertisement: { url: expect.stringContaining('http') } },
    ])
  })

  test('stops and resumes marketing messages', async () => {
    shop.ana.stopMarketing(shop.number.id)
    shop.ana.resumeMarketing(shop.number.id)

    expect(await shop.received()).toMatchObject([
      { kind: 'preference', chat: person(), wantsMarketing: false },
      { kind: 'preference', chat: person(), wantsMarketing: true },
    ])
  })

  test('without a phone number', async () => {
    shop.ana.hidesPhone = true
    shop.ana.write(shop.number.id, 'Oi')

    expect(await shop.received()).toMatchObject([{ chat: { ...person(), phone: null } }])
  })

  test('an answer to tap, quoting the message with the answers', async () => {
    shop.ana.write(shop.number.id, 'Oi')
    const link = await shop.connected()
    const choices = [{ id: 'menu:1', title: 'Vendas' }]
    await link.send(orderOf({ kind: 'choices', text: 'Setor?', asText: '1', listLabel: 'Ver', choices }))
    const menu = shop.ana.seen(shop.number.id)[0]?.wamid ?? ''
    shop.ana.tap(shop.number.id, menu, 'Vendas')

    expect((await shop.received()).filter(({ kind }) => kind === 'message').at(-1)).toMatchObject({
      content: { kind: 'text', text: 'Vendas', choice: 'menu:1' },
      quotedId: menu,
    })
  })
})

describe('a customer changes', () => {
  test('a message: reaction, edit and deletion', async () => {
    const wamid = shop.ana.write(shop.number.id, 'Oi')
    shop.ana.react(shop.number.id, wamid, '👍')
    shop.ana.react(shop.number.id, wamid, '')
    shop.ana.edit(shop.number.id, wamid, 'Olá')
    shop.ana.revoke(shop.number.id, wamid)

    expect((await shop.received()).slice(1)).toMatchObject([
      { kind: 'reaction', id: wamid, emoji: '👍', onOurs: true },
      { kind: 'reaction', id: wamid, emoji: '👍', onOurs: false },
      { kind: 'reaction', id: wamid, emoji: '', onOurs: true },
      { kind: 'reaction', id: wamid, emoji: '', onOurs: false },
      { kind: 'edit', id: wamid, text: 'Olá' },
      { kind: 'deletion', id: wamid },
    ])
  })

  test('the phone number, and the user id with it', async () => {
    shop.ana.write(shop.number.id, 'Oi')
    await shop.received()
    const former = person()
    shop.ana.changePhone('5511955550000')
    const changes = (await shop.received()).filter(({ kind }) => kind === 'identity')

    const now = { phone: '5511955550000', userId: shop.ana.userId(shop.number.id) }
    expect(now.userId).not.toBe(former.userId)
    expect(changes).toContainEqual(expect.objectContaining({ person: expect.objectContaining(now) }))
    for (const change of changes) expect(change).toMatchObject({ former: { userId: former.userId } })
  })
})

describe('a receipt', () => {
  test('rises to read, and to played for a voice message', async () => {
    shop.ana.write(shop.number.id, 'Oi')
    const link = await shop.connected()
    const file = async () =>
      (await import('node:stream')).Readable.from([Buffer.from('OggS OpusHead\x01\x01')])
    const order = orderOf({ kind: 'voice', seconds: 1, waveform: new Uint8Array(64), file })
    await link.send(order)
    const wamid = shop.ana.seen(shop.number.id)[0]?.wamid ?? ''
    await shop.graph.webhooksSent()
    shop.ana.read(shop.number.id)
    shop.ana.play(shop.number.id, wamid)

    const acks = (await shop.received()).flatMap((one) => (one.kind === 'ack' ? one : []))
    expect(acks.map(({ ack }) => ack)).toEqual([1, 2, 3, 4])
    expect(acks.every(({ ids }) => ids.join() === [order.id, wamid].join())).toBe(true)
  })

  test('of a message that failed later has its code', async () => {
    shop.ana.write(shop.number.id, 'Oi')
    const link = await shop.connected()
    shop.graph.inflict({ kind: 'failLater', code: 131026 })
    const order = orderOf({ kind: 'text', text: 'Olá' })
    await link.send(order)

    expect((await shop.received()).at(-1)).toMatchObject({ kind: 'ack', refusedWith: 131026 })
  })

  test('comes once to the store when webhooks are repeated and swapped', async () => {
    shop.graph.inflict({ kind: 'repeatWebhook', times: 2 })
    shop.graph.inflict({ kind: 'swapWebhooks' })
    shop.ana.write(shop.number.id, 'um')
    shop.ana.write(shop.number.id, 'dois')
    shop.ana.write(shop.number.id, 'três')

    const texts = (await shop.received()).flatMap((one) =>
      one.kind === 'message' && one.content.kind === 'text' ? one.content.text : [],
    )
    expect(texts.toSorted()).toEqual(['dois', 'três', 'um'])
  })
})

describe('a media', () => {
  async function referenceOf(): Promise<MediaReference> {
    const [message] = await shop.received()
    if (message?.kind !== 'message' || message.content.kind !== 'media') throw new Error('no media')
    return message.content.reference
  }

  test('is downloaded with the token and verified', async () => {
    shop.ana.write(shop.number.id, { kind: 'image', bytes: PNG, mimeType: 'image/png' })

    expect(await shop.fetchMedia(await referenceOf())).toEqual(PNG)
  })

  test('is gone after seven days', async () => {
    shop.ana.write(shop.number.id, { kind: 'image', bytes: PNG, mimeType: 'image/png' })
    const reference = await referenceOf()
    shop.clock.advance(8 * 24 * 3_600_000)

    await expect(shop.fetchMedia(reference)).rejects.toBeInstanceOf(MediaGone)
  })

  test('with another hash is refused', async () => {
    shop.ana.write(shop.number.id, { kind: 'image', bytes: PNG, mimeType: 'image/png' })
    const reference = await referenceOf()
    const { id } = JSON.parse(reference.slice('cloud '.length))
    const other = mediaReference({ id, mime: null, sha256: Buffer.alloc(32).toString('base64') })

    await expect(shop.fetchMedia(other)).rejects.toThrow('the hash of this media is wrong')
  })

  test('whose id leads to another path is not asked for', async () => {
    await expect(
      shop.fetchMedia(mediaReference({ id: '..', mime: null, sha256: null })),
    ).rejects.toBeInstanceOf(MediaGone)
  })
})

describe('the token', () => {
  test.each([
    ['another host', { mediaHost: 'lookaside.fbsbx.com' }, 'this media lies outside of Meta'],
    [
      'an unencrypted host that is not on loopback',
      { mediaHost: 'localhost:1' },
      'this media lies outside of Meta',
    ],
  ])('does not go to %s', async (_, settings, message) => {
    await shop.end()
    shop = await aCloudNumber(settings)
    shop.ana.write(shop.number.id, { kind: 'image', bytes: PNG, mimeType: 'image/png' })
    const [received] = await shop.received()
    if (received?.kind !== 'message' || received.content.kind !== 'media') throw new Error('no media')

    await expect(shop.fetchMedia(received.content.reference)).rejects.toThrow(message)
  })
})
