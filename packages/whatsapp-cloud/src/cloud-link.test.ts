import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { WhatsappMessageId } from '@balcao/domain/ids'
import {
  NotConnected,
  type OutgoingContent,
  SendOutcomeUnknown,
  SendRefused,
  UnsupportedByProvider,
  type WhatsappLink,
} from '@balcao/whatsapp/gateway'
import { ANA, NUMBER, PNG } from '@balcao/whatsapp-simulator/testing/graph-client'
import { afterEach, describe, expect, test } from 'vitest'
import { aCloudNumber, ana, type CloudNumber, orderOf, reservedId } from './testing/cloud-number'

let shop: CloudNumber
afterEach(() => shop.end())

/** A connected number to which Ana has written. */
async function openShop(settings?: Parameters<typeof aCloudNumber>[0]): Promise<WhatsappLink> {
  shop = await aCloudNumber(settings)
  shop.ana.write(shop.number.id, 'Oi')
  return shop.connected()
}

const hello: OutgoingContent = { kind: 'text', text: 'Olá' }
const fileOf = (bytes: Buffer) => async () => Readable.from([bytes])
const lastSeen = () => shop.ana.seen(shop.number.id).at(-1)
const choices = (titles: readonly string[]) => titles.map((title, at) => ({ id: `c${at + 1}`, title }))

async function rejection(act: Promise<unknown>): Promise<unknown> {
  return act.then(
    () => 'resolved',
    (error: unknown) => error,
  )
}

describe('a connection', () => {
  test('opens when Meta describes its number, and reports its digits', async () => {
    await openShop()

    expect(shop.reports.map(({ status, cause, phone }) => [status, cause, phone])).toEqual([
      ['OPENING', null, null],
      ['CONNECTED', null, NUMBER],
    ])
  })

  test('ends without credentials', async () => {
    shop = await aCloudNumber({}, null)
    const link = shop.connect()

    await shop.reported('ended', ({ cause }) => cause === 'credentials-missing')
    expect(await rejection(link.send(orderOf(hello)))).toBeInstanceOf(NotConnected)
  })

  test('ends with a wrong token, and the log holds none', async () => {
    shop = await aCloudNumber({}, { token: 'EAAwrong' })
    shop.connect()

    const report = await shop.reported('ended', ({ status }) => status === 'DISCONNECTED')
    expect(report.cause).toBe('token-refused')
    expect(shop.logs.join()).toContain('"code":190')
    expect(shop.logs.join()).not.toContain('EAAwrong')
  })

  test('ends with a token that may not use the number', async () => {
    shop = await aCloudNumber({}, { phoneNumberId: '123' })
    shop.connect()

    expect((await shop.reported('ended', ({ status }) => status === 'DISCONNECTED')).cause).toBe(
      'token-refused',
    )
  })

  test.each([
    ['PENDING', 'number-not-registered'],
    ['BANNED', 'banned'],
  ] as const)('ends while the number is %s', async (status, cause) => {
    shop = await aCloudNumber()
    shop.meta.setStatus(status)
    shop.connect()

    expect((await shop.reported('ended', (report) => report.status === 'DISCONNECTED')).cause).toBe(cause)
  })

  test('asks again after an hour', async () => {
    await openShop()
    shop.meta.setStatus('PENDING')
    shop.clock.advance(3_600_000)

    expect((await shop.reported('ended', ({ status }) => status === 'DISCONNECTED')).cause).toBe(
      'number-not-registered',
    )
  })

  test('stays restricted over such a check, until Meta takes a message', async () => {
    const link = await openShop()
    shop.graph.inflict({ kind: 'refuse', calls: 'sends', code: 131048 })
    await rejection(link.send(orderOf(hello)))
    shop.clock.advance(3_600_000)
    const unknown = { chat: ana, id: 'wamid.unknown' as WhatsappMessageId, fromMe: false, author: null }
    for (let turn = 0; turn < 3; turn += 1) await link.markRead([unknown]) // calls behind that of the check
    const checked = shop.reports.at(-1)
    await link.send(orderOf(hello))

    expect(checked).toMatchObject({ status: 'CONNECTED', cause: 'restricted' })
    expect(shop.reports.at(-1)).toMatchObject({ status: 'CONNECTED', cause: null })
  })

  test('retries while Meta cannot be reached, TIMEOUT after a minute, and opens once it answers', async () => {
    shop = await aCloudNumber({ url: await deadAddress() })
    shop.connect()
    const waiting = await shop.reported('waiting', ({ nextAttemptAt }) => nextAttemptAt !== null)
    shop.clock.advance(61_000)
    const late = await shop.reported('late', ({ status }) => status === 'TIMEOUT')

    expect(waiting).toMatchObject({ status: 'OPENING', cause: 'network', retries: 1 })
    expect(late).toMatchObject({ cause: 'network' })
  })

  test('retries after trouble of Meta', async () => {
    shop = await aCloudNumber()
    shop.graph.inflict({ kind: 'refuse', calls: 'all', code: 2, times: 2 })
    shop.connect()
    for (const retries of [1, 2]) {
      await shop.reported(
        `attempt ${retries}`,
        (report) => report.retries === retries && !!report.nextAttemptAt,
      )
      shop.clock.advance(5_000)
    }

    await shop.reported('connected', ({ status }) => status === 'CONNECTED')
  })

  test('reports its stop, and nothing after it', async () => {
    const link = await openShop()
    await link.stop()
    const count = shop.reports.length
    shop.clock.advance(7_200_000)

    expect(shop.reports.at(-1)).toMatchObject({ status: 'DISCONNECTED', cause: 'stopped' })
    expect(shop.reports).toHaveLength(count)
    expect(await rejection(link.send(orderOf(hello)))).toBeInstanceOf(NotConnected)
  })

  test('waits at its stop for a message that is being sent', async () => {
    const link = await openShop()
    const gate = shop.keys.holdNext(() => true)
    const sent = link.send(orderOf(hello))
    await gate.held
    const stopped = link.stop()
    gate.release()

    await Promise.all([sent, stopped])
    expect(lastSeen()?.text).toBe('Olá')
  })

  test('ends at once and in silence when its lease is lost', async () => {
    const link = await openShop()
    const count = shop.reports.length
    shop.leaseLost.abort()

    expect(shop.reports).toHaveLength(count)
    expect(await rejection(link.send(orderOf(hello)))).toBeInstanceOf(NotConnected)
  })

  test('forgets the credentials at a log-out, and leaves the number at Meta as it is', async () => {
    const link = await openShop()
    await link.logout()

    expect(shop.reports.at(-1)).toMatchObject({ status: 'DISCONNECTED', unlinked: true, phone: null })
    expect(await shop.keys.load('cloud', ['credentials'])).toEqual(new Map())
    expect(shop.meta.status).toBe('CONNECTED')
  })
})

describe('a message', () => {
  test('goes out under its reserved id; the answer and the statuses give it another', async () => {
    const link = await openShop()
    const order = orderOf(hello)
    await link.send(order)
    const seen = lastSeen()

    expect(seen).toMatchObject({ text: 'Olá', callbackData: order.id })
    expect(await shop.noted()).toMatchObject([
      { kind: 'ack', ids: [order.id, seen?.wamid], ack: 0, givenId: seen?.wamid, chat: ana },
      { kind: 'identity', person: { phone: ANA, userId: shop.ana.userId(shop.number.id) } },
    ])
    const receipts = (await shop.received()).filter(({ kind }) => kind === 'ack')
    expect(receipts).toMatchObject([
      { ids: [order.id, seen?.wamid], ack: 1, givenId: seen?.wamid, charge: { category: 'service' } },
      { ids: [order.id, seen?.wamid], ack: 2 },
    ])
  })

  test.each<[string, OutgoingContent, object]>([
    ['a text', hello, { kind: 'text', text: 'Olá' }],
    [
      'three answers as buttons',
      { kind: 'choices', text: 'Setor?', asText: 'x', listLabel: 'Ver', choices: choices(['A', 'B', 'C']) },
      {
        kind: 'interactive',
        text: 'Setor?',
        buttons: [{ id: 'c1', title: 'A' }, { id: 'c2' }, { id: 'c3' }],
      },
    ],
    [
      'four answers as a list',
      {
        kind: 'choices',
        text: 'Setor?',
        asText: 'x',
        listLabel: 'Ver todas as opções do menu',
        choices: choices(['A', 'B', 'C', 'D']),
      },
      {
        kind: 'interactive',
        text: 'Setor?',
        buttons: [{ id: 'c1' }, { id: 'c2' }, { id: 'c3' }, { id: 'c4' }],
      },
    ],
    [
      'two answers with titles between 20 and 24 characters as a list',
      {
        kind: 'choices',
        text: 'Setor?',
        asText: 'x',
        listLabel: 'Ver',
        choices: choices(['A'.repeat(22), 'B']),
      },
      { kind: 'interactive', content: { type: 'list' } },
    ],
    [
      'eleven answers as a text',
      {
        kind: 'choices',
        text: 'Setor?',
        asText: '1 - A',
        listLabel: 'Ver',
        choices: choices([...'ABCDEFGHIJK']),
      },
      { kind: 'text', text: '1 - A' },
    ],
    [
      'answers with one title as a text',
      { kind: 'choices', text: 'Setor?', asText: '1 - A', listLabel: 'Ver', choices: choices(['A', 'A']) },
      { kind: 'text', text: '1 - A' },
    ],
    [
      'answers below a long text as a text',
      {
        kind: 'choices',
        text: 'x'.repeat(1_025),
        asText: '1 - A',
        listLabel: 'Ver',
        choices: choices(['A']),
      },
      { kind: 'text', text: '1 - A' },
    ],
    [
      'a place',
      { kind: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja', address: null },
      { kind: 'location', text: 'Loja' },
    ],
    [
      'contacts',
      {
        kind: 'contact-card',
        cards: [
          {
            name: 'João',
            vcard: 'BEGIN:VCARD\nFN:João\nTEL;waid=5511977770000:+55 11 97777-0000\nEND:VCARD',
          },
        ],
      },
      { kind: 'contacts', text: 'João' },
    ],
    [
      'a picture with its caption',
      {
        kind: 'media',
        media: 'image',
        mimetype: 'image/png',
        fileName: 'a.png',
        caption: 'Veja',
        file: fileOf(PNG),
      },
      { kind: 'image', text: 'Veja', media: PNG, mimeType: 'image/png' },
    ],
    [
      'a document with its name',
      {
        kind: 'media',
        media: 'document',
        mimetype: 'application/pdf',
        fileName: 'nota "1".pdf',
        caption: null,
        file: fileOf(Buffer.from('%PDF-1')),
      },
      { kind: 'document', fileName: 'nota "1".pdf', media: Buffer.from('%PDF-1') },
    ],
    [
      'a sound without a caption',
      {
        kind: 'media',
        media: 'audio',
        mimetype: 'audio/mpeg',
        fileName: null,
        caption: 'nothing',
        file: fileOf(Buffer.from('ID3')),
      },
      { kind: 'audio', text: '', isVoice: false },
    ],
    [
      'a voice message',
      {
        kind: 'voice',
        seconds: 1,
        waveform: new Uint8Array(64),
        file: fileOf(Buffer.from('OggS OpusHead\x01\x01')),
      },
      { kind: 'audio', isVoice: true },
    ],
  ])('%s', async (_, content, seen) => {
    const link = await openShop()
    await link.send(orderOf(content))

    expect(lastSeen()).toMatchObject(seen)
  })

  test('a template with its values goes to a person who has not written', async () => {
    shop = await aCloudNumber()
    shop.graph.addTemplate({
      accountId: shop.account.id,
      name: 'pedido',
      components: [
        { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::x'] } },
        { type: 'BODY', text: 'Olá {{1}}, pedido {{2}}', example: { body_text: [['Ana', '1']] } },
        {
          type: 'BUTTONS',
          buttons: [
            {
              type: 'URL',
              text: 'Ver',
              url: 'https://ipe.example/{{1}}',
              example: ['https://ipe.example/1'],
            },
            { type: 'QUICK_REPLY', text: 'Sair' },
          ],
        },
      ],
    })
    const link = await shop.connected()
    await link.send(
      orderOf({
        kind: 'template',
        name: 'pedido',
        language: 'pt_BR',
        components: [
          { part: 'header', media: 'image', mimetype: 'image/png', fileName: null, file: fileOf(PNG) },
          { part: 'body', values: [{ text: 'Ana' }, { text: '860198' }] },
          { part: 'button', index: 0, button: 'url', value: '860198' },
          { part: 'button', index: 1, button: 'quick_reply', value: 'sair' },
        ],
      }),
    )

    expect(lastSeen()).toMatchObject({
      kind: 'template',
      text: 'Olá Ana, pedido 860198',
      buttons: [{ title: 'Ver', url: 'https://ipe.example/860198' }, { title: 'Sair' }],
    })
  })

  test('quotes a message that Meta knows, and goes without a quote of another', async () => {
    const link = await openShop()
    const [theirs] = shop.ana.chat(shop.number.id)
    const quoted = { chat: ana, fromMe: false, author: null, text: 'Oi' }
    await link.send(orderOf(hello, { quoted: { ...quoted, id: (theirs?.wamid ?? '') as WhatsappMessageId } }))
    const first = lastSeen()
    await link.send(orderOf(hello, { quoted: { ...quoted, id: reservedId() } }))

    expect(first?.quotes).toBe(theirs?.wamid)
    expect(lastSeen()?.quotes).toBeUndefined()
  })

  test('goes to a person who is known by user id only', async () => {
    shop = await aCloudNumber()
    const rui = shop.graph.addCustomer({ name: 'Rui', username: 'rui' })
    rui.write(shop.number.id, 'Oi')
    const link = await shop.connected()
    const to = { kind: 'person', phone: null, lid: null, userId: rui.userId(shop.number.id) } as const
    await link.send(orderOf(hello, { to }))

    expect(rui.seen(shop.number.id).at(-1)?.text).toBe('Olá')
  })

  test.each<[string, Partial<Parameters<typeof orderOf>[1]> & object, OutgoingContent]>([
    ['a text that is too long', {}, { kind: 'text', text: 'x'.repeat(4_097) }],
    ['a person known by LID only', { to: { kind: 'person', phone: null, lid: '5' } }, hello],
    ['a group', { to: { kind: 'group', group: '5' } }, hello],
  ])('%s is refused before any call', async (_, more, content) => {
    const link = await openShop()
    const before = shop.callback.received.length

    expect(await rejection(link.send(orderOf(content, more)))).toMatchObject({
      code: 131009,
      retryAfterMs: null,
    })
    expect(shop.callback.received).toHaveLength(before)
    expect(shop.store.entries).toEqual([])
  })

  test('4,096 emojis are not too long', async () => {
    const link = await openShop()
    await link.send(orderOf({ kind: 'text', text: '👍'.repeat(2_048) }))

    expect(lastSeen()?.kind).toBe('text')
  })
})

describe('what Meta does not take', () => {
  test.each([
    [131047, null],
    [131026, null],
    [131050, null],
    [100, null],
    [132001, null],
    [131056, 1_000],
    [134101, 60_000],
    [999_999, null],
  ])('%i may be sent again after %j ms', async (code, retryAfterMs) => {
    const link = await openShop()
    shop.graph.inflict({ kind: 'refuse', calls: 'sends', code })

    const error = await rejection(link.send(orderOf(hello)))
    expect(error).toBeInstanceOf(SendRefused)
    expect(error).toMatchObject({ code, retryAfterMs })
    expect(lastSeen()).toBeUndefined()
  })

  test('because of speed may be sent again after growing pauses, or those of Meta', async () => {
    const link = await openShop()
    shop.graph.inflict({ kind: 'refuse', calls: 'sends', code: 130429, times: 3 })
    shop.graph.inflict({ kind: 'refuse', calls: 'sends', code: 80007, retryAfterSeconds: 7 })
    const pauses: unknown[] = []
    for (let turn = 0; turn < 4; turn += 1) {
      const error = await rejection(link.send(orderOf(hello)))
      pauses.push(error instanceof SendRefused && error.retryAfterMs)
      shop.clock.advance(60_000)
    }

    expect(pauses).toEqual([1_000, 2_000, 4_000, 7_000])
  })

  test('because of speed of messages of one moment name one pause', async () => {
    const link = await openShop()
    shop.graph.inflict({ kind: 'refuse', calls: 'sends', code: 130429, times: 4 })

    const errors = await Promise.all([1, 2, 3].map(() => rejection(link.send(orderOf(hello)))))
    shop.clock.advance(1_000)
    const next = await rejection(link.send(orderOf(hello)))

    const pauses = errors.map((error) => (error instanceof SendRefused && error.retryAfterMs) || 0)
    expect(pauses.every((pauseMs) => pauseMs > 0 && pauseMs <= 1_000)).toBe(true)
    expect(next).toMatchObject({ retryAfterMs: 2_000 })
  })

  test('because of speed to one person may be sent again after 4^n s, until one is taken', async () => {
    const link = await openShop()
    shop.graph.inflict({ kind: 'refuse', calls: 'sends', code: 131056, times: 9 })
    const pauseOf = async (order: ReturnType<typeof orderOf>) => {
      const error = await rejection(link.send(order))
      return error instanceof SendRefused && error.retryAfterMs
    }
    const pauses: unknown[] = []
    for (let turn = 0; turn < 8; turn += 1) pauses.push(await pauseOf(orderOf(hello)))
    const other = { kind: 'person', phone: '5511966665555', lid: null } as const
    const ofOther = await pauseOf({ ...orderOf(hello), to: other })
    await link.send(orderOf(hello))
    shop.graph.inflict({ kind: 'refuse', calls: 'sends', code: 131056 })

    expect(pauses).toEqual([1, 4, 16, 64, 256, 1_024, 4_096, 4_096].map((seconds) => seconds * 1_000))
    expect(ofOther).toBe(1_000)
    expect(await pauseOf(orderOf(hello))).toBe(1_000)
  })

  test('as spam shows the connection as restricted until Meta takes a message', async () => {
    const link = await openShop()
    shop.graph.inflict({ kind: 'refuse', calls: 'sends', code: 131048 })
    await rejection(link.send(orderOf(hello)))
    const restricted = shop.reports.at(-1)
    await link.send(orderOf(hello))

    expect(restricted).toMatchObject({ status: 'CONNECTED', cause: 'restricted' })
    expect(shop.reports.at(-1)).toMatchObject({ status: 'CONNECTED', cause: null })
  })

  test.each([131000, 131016, 1, 2])('with trouble %i may have been taken', async (code) => {
    const link = await openShop()
    shop.graph.inflict({ kind: 'refuse', calls: 'sends', code })

    expect(await rejection(link.send(orderOf(hello)))).toBeInstanceOf(SendOutcomeUnknown)
  })

  test.each(['before', 'after'] as const)('a connection cut %s it may have been taken', async (moment) => {
    const link = await openShop()
    shop.graph.inflict({ kind: 'cutSend', moment })
    const order = orderOf(hello)

    expect(await rejection(link.send(order))).toBeInstanceOf(SendOutcomeUnknown)
    const receipts = (await shop.received()).flatMap((one) => (one.kind === 'ack' ? one.ids[0] : []))
    expect(new Set(receipts)).toEqual(new Set(moment === 'after' ? [order.id] : []))
    expect(shop.reports.at(-1)?.status).toBe('CONNECTED')
  })

  test('an answer that does not come in time leaves it open', async () => {
    const link = await openShop({ timeoutMs: 300 })
    shop.graph.inflict({ kind: 'silenceSend', moment: 'after' })

    expect(await rejection(link.send(orderOf(hello)))).toBeInstanceOf(SendOutcomeUnknown)
  })

  test('a note that cannot be stored leaves it open', async () => {
    const link = await openShop()
    shop.keys.failNext(() => true)

    expect(await rejection(link.send(orderOf(hello)))).toBeInstanceOf(SendOutcomeUnknown)
    expect(lastSeen()?.text).toBe('Olá')
  })

  test('a revoked token ends the connection; the message waits', async () => {
    const link = await openShop()
    shop.graph.revokeToken(shop.token)

    expect(await rejection(link.send(orderOf(hello)))).toBeInstanceOf(NotConnected)
    expect(shop.reports.at(-1)).toMatchObject({ status: 'DISCONNECTED', cause: 'token-refused' })
  })

  test('without a connection to Meta it waits, and the connection opens again', async () => {
    const link = await openShop()
    await shop.simulator.close()

    expect(await rejection(link.send(orderOf(hello)))).toBeInstanceOf(NotConnected)
    expect(shop.reports.at(-1)).toMatchObject({ status: 'OPENING', cause: 'network' })
  })

  test('a file that Meta does not take is refused with the message', async () => {
    const link = await openShop()
    const picture: OutgoingContent = {
      kind: 'media',
      media: 'image',
      mimetype: 'image/gif',
      fileName: null,
      caption: null,
      file: fileOf(PNG),
    }

    expect(await rejection(link.send(orderOf(picture)))).toMatchObject({ code: 131053, retryAfterMs: null })
  })

  test('an upload into trouble may be tried again: nothing was sent', async () => {
    const link = await openShop()
    shop.graph.inflict({ kind: 'refuse', calls: 'media', code: 131000 })
    const picture: OutgoingContent = {
      kind: 'media',
      media: 'image',
      mimetype: 'image/png',
      fileName: null,
      caption: null,
      file: fileOf(PNG),
    }

    expect(await rejection(link.send(orderOf(picture)))).toMatchObject({
      name: 'SendRefused',
      retryAfterMs: 1_000,
    })
    await link.send(orderOf(picture))
    expect(lastSeen()?.media).toEqual(PNG)
  })

  describe('a file that was uploaded before', () => {
    const picture = (mimetype = 'image/png'): OutgoingContent => ({
      ...{ kind: 'media', media: 'image', mimetype, fileName: null, caption: null, file: fileOf(PNG) },
    })
    const uploads = () => Object.values(shop.graph.world.media).length
    const pictures = () => shop.ana.seen(shop.number.id).filter(({ media }) => media?.equals(PNG)).length

    test('is sent by its id, also by messages of one moment and after a restart', async () => {
      const link = await openShop()
      await Promise.all([1, 2, 3].map(() => link.send(orderOf(picture()))))
      await link.stop()
      const before = shop.reports.length
      const again = shop.connect()
      await shop.reported(
        'connected again',
        (report) => report.status === 'CONNECTED' && shop.reports.indexOf(report) >= before,
      )
      await again.send(orderOf(picture()))
      await again.send(orderOf(picture('image/jpeg')))

      expect([uploads(), pictures()]).toEqual([2, 5])
    })

    test('is uploaded again once when Meta no longer has it', async () => {
      const link = await openShop()
      await link.send(orderOf(picture()))
      const { media } = shop.graph.world
      for (const id of Object.keys(media)) delete (media as Record<string, unknown>)[id] // Meta deletes it
      await link.send(orderOf(picture()))
      await link.send(orderOf(picture()))

      expect(uploads()).toBe(1)
      expect(pictures()).toBe(3)
    })

    test('is uploaded again after 25 days', async () => {
      const link = await openShop()
      await link.send(orderOf(picture()))
      shop.clock.advance(24 * 86_400_000)
      shop.ana.write(shop.number.id, 'Oi')
      await link.send(orderOf(picture()))
      const inTime = uploads()
      shop.clock.advance(2 * 86_400_000)
      shop.ana.write(shop.number.id, 'Oi')
      await link.send(orderOf(picture()))

      expect([inTime, uploads()]).toEqual([1, 2])
    })

    test('fails with Meta’s refusal when that has another cause', async () => {
      const link = await openShop()
      await link.send(orderOf(picture()))
      shop.graph.inflict({ kind: 'refuse', calls: 'sends', code: 100, times: 2 })

      expect(await rejection(link.send(orderOf(picture())))).toMatchObject({ code: 100, retryAfterMs: null })
      expect(uploads()).toBe(2)
    })
  })

  test('a file that we cannot read fails with its own error', async () => {
    const link = await openShop()
    const file = async () => {
      throw new Error('the file store is away')
    }
    const order = orderOf({
      kind: 'media',
      media: 'image',
      mimetype: 'image/png',
      fileName: null,
      caption: null,
      file,
    })

    expect(await rejection(link.send(order))).toMatchObject({ message: 'the file store is away' })
  })
})

describe('an act', () => {
  const reference = (id = '') => ({ chat: ana, id: id as WhatsappMessageId, fromMe: false, author: null })

  test('sets a reaction, and removes it', async () => {
    const link = await openShop()
    const wamid = shop.ana.chat(shop.number.id)[0]?.wamid
    const reactions = () => shop.ana.chat(shop.number.id)[0]?.reactions
    const id = reservedId()
    await link.react({ id, message: reference(wamid), emoji: '👍' })
    const set = reactions()
    await link.react({ id: reservedId(), message: reference(wamid), emoji: '' })

    expect(set).toEqual({ business: '👍' })
    expect(reactions()).toEqual({})
    expect((await shop.noted())[0]).toMatchObject({ kind: 'ack', ack: 0, ids: [id, expect.any(String)] })
  })

  test('does not react to a message that Meta does not know', async () => {
    const link = await openShop()
    const act = link.react({ id: reservedId(), message: reference(reservedId()), emoji: '👍' })

    expect(await rejection(act)).toMatchObject({ code: 131009 })
  })

  test('marks the newest message as read, and with it the earlier ones', async () => {
    const link = await openShop()
    shop.ana.write(shop.number.id, 'Alô?')
    const theirs = () => shop.ana.chat(shop.number.id)
    await link.markRead(theirs().map(({ wamid }) => reference(wamid)))

    expect(theirs().map(({ isReadByBusiness }) => isReadByBusiness)).toEqual([true, true])
  })

  test('takes no read receipt for an unknown message as a failure', async () => {
    const link = await openShop()

    expect(await rejection(link.markRead([reference('wamid.unknown')]))).toBe('resolved')
  })

  test('shows typing only where the newest message was marked as read', async () => {
    const link = await openShop()
    await link.typing(ana, 'typing')
    const unread = shop.ana.seesTyping(shop.number.id)
    await link.markRead([reference(shop.ana.chat(shop.number.id)[0]?.wamid)])
    await link.typing({ ...ana, userId: 'BR.1' }, 'typing')

    expect([unread, shop.ana.seesTyping(shop.number.id)]).toEqual([false, true])
    shop.graph.inflict({ kind: 'refuse', calls: 'sends', code: 131000 })
    await link.typing(ana, 'typing') // asks nothing of Meta while the sign lasts
    expect(shop.graph.faults()).toHaveLength(1)
    await link.typing(ana, 'nothing')
    expect(await rejection(link.typing(ana, 'recording'))).toBeInstanceOf(UnsupportedByProvider)
  })

  test('remembers the newest messages of a thousand chats', async () => {
    const link = await openShop()
    await link.markRead([reference(shop.ana.chat(shop.number.id)[0]?.wamid)])
    const others = Array.from({ length: 1_000 }, (_, at) => ({
      ...reference(`wamid.${at}`),
      chat: { ...ana, phone: `55119${String(at).padStart(8, '0')}` },
    }))
    await link.markRead(others)
    await link.typing(ana, 'typing')

    expect(shop.ana.seesTyping(shop.number.id)).toBe(false)
  })

  test('is not offered where the Cloud API has none', async () => {
    const link = await openShop()
    const named = { id: reservedId(), message: reference() }
    const acts = [
      link.edit({ ...named, text: 'x' }),
      link.deleteForEverybody(named),
      link.groupInfo({ kind: 'group', group: '1' }),
      link.requestReupload(reference(), 'cloud {}' as never),
      link.lookUp(ANA),
      link.profilePicture(ana),
      link.requestPairingCode(ANA),
    ]

    for (const act of acts) expect(await rejection(act)).toBeInstanceOf(UnsupportedByProvider)
    expect(await rejection(link.watchChats([ana]))).toBe('resolved')
  })
})

/** An address of this machine where nothing listens any more. */
async function deadAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}
