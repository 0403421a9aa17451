import type { InboundMessage } from '@balcao/whatsapp/gateway'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeCloudEvent, isCloudContent } from './event-content'
import { ana, inboundIn, messageOf, statusOf, webhookOf } from './testing/webhooks'
import { parseCloudEvent } from './translate'

const chat = { kind: 'person', phone: ana.wa_id, lid: null, userId: ana.user_id }

async function messageIn(webhook: unknown): Promise<InboundMessage> {
  const [one, ...others] = await inboundIn(webhook)
  if (one?.kind !== 'message' || others.length > 0) throw new Error('not one message')
  return one
}

async function contentIn(message: object) {
  return (await messageIn(messageOf(message))).content
}

const picture = { id: '1003', mime_type: 'image/jpeg', sha256: 'c2hh' }
const file = {
  sizeBytes: null,
  seconds: null,
  width: null,
  height: null,
  voice: false,
  waveform: null,
  viewOnce: false,
}

describe('a message of a customer', () => {
  test('has sender, name, time and the id of the quoted message', async () => {
    const message = await messageIn(
      messageOf({ type: 'text', text: { body: 'Oi' }, context: { from: '551133334444', id: 'wamid.Q' } }),
    )

    expect(message).toEqual({
      kind: 'message',
      id: 'wamid.A',
      chat,
      fromMe: false,
      author: null,
      pushName: 'Ana',
      sentAt: new Date(1_767_225_660_000),
      content: { kind: 'text', text: 'Oi' },
      quotedId: 'wamid.Q',
      replyUntil: new Date(1_767_312_060_000),
    })
  })

  test('may come without phone, name or list of contacts', async () => {
    const hidden = { from: undefined, type: 'text', text: { body: 'Oi' } }

    expect(await messageIn(messageOf(hidden, { contacts: undefined }))).toMatchObject({
      chat: { kind: 'person', phone: null, lid: null, userId: ana.user_id },
      pushName: null,
    })
    expect(
      await messageIn(
        messageOf(hidden, { contacts: [{ profile: { username: 'ana.flores' }, user_id: ana.user_id }] }),
      ),
    ).toMatchObject({ chat: { phone: null, userId: ana.user_id }, pushName: '@ana.flores' })
  })

  test('may come without user id, and with numbers in place of texts', async () => {
    const old = { from: 5511988887777, from_user_id: undefined, timestamp: 1767225660, type: 'text' }
    const message = await messageIn(messageOf({ ...old, text: { body: 5 } }, { contacts: [] }))

    expect(message).toMatchObject({
      chat: { kind: 'person', phone: ana.wa_id, lid: null },
      sentAt: new Date(1_767_225_660_000),
      content: { kind: 'text', text: '5' },
    })
  })

  test('has the user id of the only contact, which may lack the phone', async () => {
    const contacts = [{ profile: { name: 'Ana' }, user_id: ana.user_id }]
    const message = messageOf({ from_user_id: undefined, type: 'text', text: { body: 'Oi' } }, { contacts })

    expect(await messageIn(message)).toMatchObject({ chat, pushName: 'Ana' })
  })

  test('without a time has that of the webhook', async () => {
    const message = await messageIn(messageOf({ timestamp: undefined, type: 'text', text: { body: 'Oi' } }))

    expect(message.sentAt).toEqual(new Date(1_767_225_600_000))
  })

  test('takes its name from its own contact among several', async () => {
    const contacts = [
      { profile: { name: 'Bia' }, wa_id: '5511900000000' },
      { profile: { name: 'Ana' }, ...ana },
    ]

    expect((await messageIn(messageOf({ type: 'text', text: { body: 'Oi' } }, { contacts }))).pushName).toBe(
      'Ana',
    )
  })

  test('without any address is left out', async () => {
    const webhook = messageOf({ from: undefined, from_user_id: undefined, type: 'text' }, { contacts: [] })

    expect(await inboundIn(webhook)).toEqual([])
  })

  test("in a group is its writer's, without content", async () => {
    const message = await messageIn(messageOf({ type: 'text', text: { body: 'Oi' }, group_id: 'g1' }))

    expect(message).toMatchObject({ chat, content: { kind: 'unsupported', what: 'group' } })
    expect(
      await inboundIn(messageOf({ type: 'revoke', revoke: { original_message_id: 'x' }, group_id: 'g1' })),
    ).toEqual([])
  })
})

describe('the content of a message', () => {
  const reference = (id = '1003', mime: string | null = 'image/jpeg', sha256: string | null = 'c2hh') =>
    `cloud ${JSON.stringify({ id, mime, sha256 })}`

  test.each([
    [
      'a picture',
      { type: 'image', image: { ...picture, caption: 'Olhe', url: 'https://x' } },
      {
        kind: 'media',
        media: 'image',
        caption: 'Olhe',
        mimetype: 'image/jpeg',
        fileName: null,
        ...file,
        reference: reference(),
      },
    ],
    [
      'a video',
      { type: 'video', video: { ...picture, mime_type: 'video/mp4' } },
      {
        kind: 'media',
        media: 'video',
        caption: '',
        mimetype: 'video/mp4',
        fileName: null,
        ...file,
        reference: reference('1003', 'video/mp4'),
      },
    ],
    [
      'a voice message',
      { type: 'audio', audio: { id: '5', mime_type: 'audio/ogg; codecs=opus', sha256: 'c2hh', voice: true } },
      {
        kind: 'media',
        media: 'audio',
        caption: '',
        mimetype: 'audio/ogg; codecs=opus',
        fileName: null,
        ...file,
        voice: true,
        reference: reference('5', 'audio/ogg; codecs=opus'),
      },
    ],
    [
      'a document',
      {
        type: 'document',
        document: { id: '5', mime_type: 'application/pdf', filename: 'nota.pdf', file_size: '12' },
      },
      {
        kind: 'media',
        media: 'document',
        caption: '',
        mimetype: 'application/pdf',
        fileName: 'nota.pdf',
        ...file,
        sizeBytes: 12,
        reference: reference('5', 'application/pdf', null),
      },
    ],
    [
      'a sticker without type',
      { type: 'sticker', sticker: { id: '5', animated: false } },
      {
        kind: 'media',
        media: 'sticker',
        caption: '',
        mimetype: 'application/octet-stream',
        fileName: null,
        ...file,
        reference: reference('5', null, null),
      },
    ],
    ['a picture without id', { type: 'image', image: {} }, { kind: 'unsupported', what: 'image without id' }],
    [
      'a place',
      {
        type: 'location',
        location: { latitude: -23.5, longitude: '-46.6', name: 'Praça', address: 'Rua A, 1' },
      },
      {
        kind: 'location',
        latitude: -23.5,
        longitude: -46.6,
        description: 'Praça, Rua A, 1',
        thumbnail: null,
      },
    ],
    [
      'a place that is on no map',
      { type: 'location', location: { latitude: 91, longitude: 0, name: 'Lua' } },
      { kind: 'text', text: '📍 Lua' },
    ],
    [
      'the tap on a button of a template',
      { type: 'button', button: { payload: 'sair', text: 'Não quero' } },
      { kind: 'text', text: 'Não quero', choice: 'sair' },
    ],
    [
      'the tap on a button',
      {
        type: 'interactive',
        interactive: { type: 'button_reply', button_reply: { id: '1', title: 'Vendas' } },
      },
      { kind: 'text', text: 'Vendas', choice: '1' },
    ],
    [
      'the tap on a row',
      {
        type: 'interactive',
        interactive: { type: 'list_reply', list_reply: { id: '2', title: 'Suporte', description: 'x' } },
      },
      { kind: 'text', text: 'Suporte', choice: '2' },
    ],
    [
      'a filled form',
      {
        type: 'interactive',
        interactive: {
          type: 'nfm_reply',
          nfm_reply: {
            name: 'flow',
            body: 'Enviado',
            response_json: '{"flow_token":"t","dia":"5","horas":["9","10"]}',
          },
        },
      },
      { kind: 'text', text: 'Enviado\ndia: 5\nhoras: 9, 10' },
    ],
    [
      'a filled form that is unreadable',
      {
        type: 'interactive',
        interactive: { type: 'nfm_reply', nfm_reply: { body: 'Enviado', response_json: '{' } },
      },
      { kind: 'text', text: 'Enviado' },
    ],
    [
      'a permission to call',
      { type: 'interactive', interactive: { type: 'call_permission_reply', call_permission_reply: {} } },
      { kind: 'unsupported', what: 'call_permission_reply' },
    ],
    [
      'an order',
      {
        type: 'order',
        order: {
          catalog_id: '1',
          text: 'Para hoje',
          product_items: [
            { product_retailer_id: 'sofa', quantity: '2', item_price: 99.5, currency: 'BRL' },
            { product_retailer_id: 'mesa' },
          ],
        },
      },
      {
        kind: 'order',
        text: 'Para hoje',
        items: [
          { product: 'sofa', quantity: 2, price: 99.5, currency: 'BRL' },
          { product: 'mesa', quantity: 1, price: 0, currency: '' },
        ],
      },
    ],
    [
      'a poll, which Meta does not deliver',
      { type: 'unsupported', unsupported: { type: 'poll' }, errors: [{ code: 131051 }] },
      { kind: 'unsupported', what: 'poll' },
    ],
    ['a kind that Meta does not name', { type: 'unsupported' }, { kind: 'unsupported', what: 'unsupported' }],
    [
      'a message to be seen once',
      { type: 'unsupported', unsupported: { type: 'view_once' } },
      { kind: 'unsupported', what: 'view-once' },
    ],
    ['a media that follows', { type: 'media_placeholder' }, { kind: 'unsupported', what: 'unavailable' }],
    ['a kind from later', { type: 'hologram', hologram: {} }, { kind: 'unsupported', what: 'hologram' }],
    ['no kind', { type: undefined }, { kind: 'unsupported', what: 'unsupported' }],
    ['a text without text', { type: 'text', text: [] }, { kind: 'unsupported', what: 'text' }],
    ['a name of any object', { type: 'toString' }, { kind: 'unsupported', what: 'toString' }],
  ])('%s', async (_, message, content) => {
    expect(await contentIn(message)).toEqual(content)
  })

  test('that cannot be shown is kept as Meta sent it, cut after 16,000 characters', async () => {
    const message = (more: object) => messageIn(messageOf(more))
    const strange = await message({ type: 'hologram', hologram: { size: 3 }, later: ['x'] })
    const large = await message({ type: 'hologram', hologram: 'x'.repeat(50_000) })

    expect(JSON.parse(strange.raw ?? '')).toMatchObject({
      type: 'hologram',
      hologram: { size: 3 },
      later: ['x'],
    })
    expect(large.raw).toHaveLength(16_000)
    expect(await message({ type: 'text', text: { body: 'Oi' } })).not.toHaveProperty('raw')
    expect(await message({ type: 'media_placeholder' })).not.toHaveProperty('raw') // its content follows
  })

  test.each([
    ['text', { text: { body: 'Quero este' } }],
    ['image', { image: { ...picture, caption: 'Este' } }],
    ['audio', { audio: { ...picture, voice: true } }],
    ['button', { button: { text: 'Sim', payload: 's' } }],
    ['hologram', {}],
  ])('of type %s has the advertisement from which the customer wrote', async (type, content) => {
    const withAd = (referral: object) => messageIn(messageOf({ type, ...content, referral }))
    const referral = { source_url: 'https://fb.me/x', headline: 'Sofá', body: 'Só hoje', source_type: 'ad' }

    expect((await withAd(referral)).advertisement).toEqual({
      ...{ url: 'https://fb.me/x', title: 'Sofá', description: 'Só hoje' },
    })
    expect(await withAd({ source_url: 'javascript:alert(1)', headline: 'x' })).not.toHaveProperty(
      'advertisement',
    )
  })

  test('contacts become cards, one below the other', async () => {
    const contacts = [
      {
        name: { formatted_name: 'João; Silva', first_name: 'João', last_name: 'Silva' },
        phones: [{ phone: '+55 11 97777-0000', wa_id: '5511977770000', type: 'CELL' }],
        emails: [{ email: 'j@x.br', type: 'WORK' }],
        org: { company: 'Ipê' },
      },
      { name: { first_name: 'Rita' } },
    ]

    expect(await contentIn({ type: 'contacts', contacts })).toEqual({
      kind: 'contact-card',
      name: 'João; Silva, Rita',
      vcard: [
        'BEGIN:VCARD',
        'VERSION:3.0',
        'N:Silva;João;;;',
        'FN:João\\; Silva',
        'TEL;type=CELL;waid=5511977770000:+55 11 97777-0000',
        'EMAIL;type=WORK:j@x.br',
        'ORG:Ipê;',
        'END:VCARD',
        'BEGIN:VCARD',
        'VERSION:3.0',
        'N:;Rita;;;',
        'FN:Rita',
        'END:VCARD',
      ].join('\n'),
    })
  })
})

describe('a change', () => {
  test.each([
    ['👍', '👍'],
    ['', ''],
    [undefined, ''],
  ])('reaction %j is to one of our messages, or to one of theirs', async (emoji, given) => {
    const inbound = await inboundIn(
      messageOf({ type: 'reaction', reaction: { message_id: 'wamid.R', emoji } }),
    )

    expect(inbound).toEqual(
      [true, false].map((onOurs) => ({
        kind: 'reaction',
        chat,
        id: 'wamid.R',
        onOurs,
        fromMe: false,
        author: null,
        emoji: given,
        at: new Date(1_767_225_660_000),
      })),
    )
  })

  test.each([
    ['text', { type: 'text', text: { body: 'Novo' } }, 'Novo'],
    ['caption', { type: 'image', image: { caption: 'Novo' } }, 'Novo'],
    ['caption with its file', { type: 'image', image: { ...picture, caption: 'Novo' } }, 'Novo'],
  ])('another %s', async (_, message, text) => {
    const edit = { original_message_id: 'wamid.O', message }

    expect(await inboundIn(messageOf({ id: 'wamid.E', type: 'edit', edit }))).toEqual([
      {
        kind: 'edit',
        chat,
        id: 'wamid.O',
        fromMe: false,
        author: null,
        text,
        editedAt: new Date(1_767_225_660_000),
      },
    ])
  })

  test('a deletion', async () => {
    expect(
      await inboundIn(messageOf({ type: 'revoke', revoke: { original_message_id: 'wamid.O' } })),
    ).toEqual([{ kind: 'deletion', chat, id: 'wamid.O', fromMe: false, author: null }])
  })

  test.each([
    ['reaction', {}],
    ['edit', { edit: { original_message_id: 'wamid.O' } }],
    ['edit', { edit: { message: { type: 'text', text: { body: 'x' } } } }],
    ['revoke', { revoke: [] }],
    ['system', { system: { type: 'other', body: 'x' } }],
    ['system', {}],
  ])('%s without its facts is nothing', async (type, more) => {
    expect(await inboundIn(messageOf({ type, ...more }))).toEqual([])
  })
})

describe('an identity', () => {
  const former = chat

  test.each([
    [
      { type: 'user_changed_number', wa_id: '5511955550000', user_id: 'BR.99' },
      { kind: 'person', phone: '5511955550000', lid: null, userId: 'BR.99' },
    ],
    [
      { type: 'user_changed_number', new_wa_id: '5511955550000' },
      { kind: 'person', phone: '5511955550000', lid: null },
    ],
    [
      { type: 'user_changed_user_id', user_id: 'BR.99' },
      { kind: 'person', phone: ana.wa_id, lid: null, userId: 'BR.99' },
    ],
  ])('changes by a message of the system: %j', async (system, person) => {
    expect(await inboundIn(messageOf({ type: 'system', system }, { contacts: undefined }))).toEqual([
      { kind: 'identity', person, former },
    ])
  })

  test.each([
    ['as a list', (update: object) => ({ user_id_update: [update] })],
    ['alone', (update: object) => ({ user_id_update: update })],
    ['as the value', (update: object) => update],
  ])('changes by an update of the user id, %s', async (_, wrap) => {
    const update = {
      wa_id: ana.wa_id,
      detail: 'x',
      user_id: { previous: 'BR.1', current: 'BR.2' },
      timestamp: '1',
    }

    expect(await inboundIn(webhookOf(wrap(update), 'user_id_update'))).toEqual([
      {
        kind: 'identity',
        person: { kind: 'person', phone: ana.wa_id, lid: null, userId: 'BR.2' },
        former: { kind: 'person', phone: null, lid: null, userId: 'BR.1' },
      },
    ])
  })

  test('gets the phone number that a customer without one shares on request', async () => {
    const contacts = [
      { origin: 'contact_request', phones: [{ phone: '+55 11 98888-7777', wa_id: ana.wa_id }] },
    ]
    const inbound = await inboundIn(
      messageOf({ from: undefined, type: 'contacts', contacts }, { contacts: undefined }),
    )

    expect(inbound).toMatchObject([{ kind: 'message' }, { kind: 'identity', person: chat }])
  })

  test('gets no phone number from a card of another person', async () => {
    const contacts = [{ phones: [{ phone: '+55 11 98888-7777', wa_id: ana.wa_id }] }]
    const inbound = await inboundIn(
      messageOf({ from: undefined, type: 'contacts', contacts }, { contacts: [] }),
    )

    expect(inbound).toMatchObject([{ kind: 'message' }])
  })
})

describe('a message of the business from its phone', () => {
  const echoOf = (echo: object) =>
    webhookOf(
      {
        message_echoes: [
          {
            ...{ from: '551133334444', to: ana.wa_id, to_user_id: ana.user_id },
            ...{ id: 'wamid.E', timestamp: '1767225660', ...echo },
          },
        ],
      },
      'smb_message_echoes',
    )

  test('is ours, and leaves the reply window as it is', async () => {
    expect(await inboundIn(echoOf({ type: 'text', text: { body: 'Do balcão' } }))).toEqual([
      {
        kind: 'message',
        id: 'wamid.E',
        chat,
        fromMe: true,
        author: null,
        pushName: null,
        sentAt: new Date(1_767_225_660_000),
        content: { kind: 'text', text: 'Do balcão' },
        quotedId: null,
      },
    ])
  })

  test('corrects and deletes its own', async () => {
    const edit = { original_message_id: 'wamid.O', message: { type: 'text', text: { body: 'Certo' } } }
    const revoke = { original_message_id: 'wamid.O' }

    expect(await inboundIn(echoOf({ type: 'edit', edit }))).toMatchObject([
      { kind: 'edit', chat, id: 'wamid.O', fromMe: true, text: 'Certo' },
    ])
    expect(await inboundIn(echoOf({ type: 'revoke', revoke }))).toMatchObject([
      { kind: 'deletion', chat, id: 'wamid.O', fromMe: true },
    ])
  })

  test('of an unknown kind keeps its source', async () => {
    expect(await inboundIn(echoOf({ type: 'hologram', hologram: { size: 3 } }))).toMatchObject([
      { fromMe: true, content: { kind: 'unsupported' }, raw: expect.stringContaining('"size":3') },
    ])
  })

  test('to an unnamed person is nothing', async () => {
    expect(await inboundIn(echoOf({ to: undefined, to_user_id: undefined, type: 'text' }))).toEqual([])
  })
})

describe('a call', () => {
  const callOf = (call: object) =>
    webhookOf(
      {
        calls: [
          {
            ...{ id: 'wacid.1', from: ana.wa_id, from_user_id: ana.user_id, direction: 'USER_INITIATED' },
            ...{ timestamp: '1767225660', ...call },
          },
        ],
      },
      'calls',
    )
  const ended = { kind: 'call', id: 'wacid.1', chat, video: false }

  test('of a customer is missed or answered, and opens the reply window at its end', async () => {
    expect(await inboundIn(callOf({ event: 'terminate', status: 'FAILED' }))).toEqual([
      {
        ...ended,
        outcome: 'missed',
        at: new Date(1_767_225_660_000),
        replyUntil: new Date(1_767_312_060_000),
      },
    ])
    const answered = { event: 'terminate', status: ['COMPLETED'], start_time: '1767225600', duration: 60 }
    expect(await inboundIn(callOf(answered))).toEqual([
      {
        ...ended,
        outcome: 'answered',
        at: new Date(1_767_225_600_000),
        replyUntil: new Date(1_767_312_000_000),
      },
    ])
  })

  test('that begins to ring is nothing yet', async () => {
    expect(await inboundIn(callOf({ event: 'connect', session: { sdp: 'v=0' } }))).toEqual([])
  })
})

const reserved = '3EB00123456789ABCDEF01'

describe('a status', () => {
  test.each([
    ['sent', 1],
    ['delivered', 2],
    ['read', 3],
    ['played', 4],
  ])('%s raises the ack to %i and gives the id', async (status, ack) => {
    expect(await inboundIn(statusOf({ status, biz_opaque_callback_data: reserved }))).toEqual([
      { kind: 'ack', chat, ids: [reserved, 'wamid.B'], ack, refusedWith: null, givenId: 'wamid.B' },
    ])
  })

  test.each([undefined, 'company-7:out-991', reserved.toLowerCase()])(
    'with reference %j names the message by its given id',
    async (biz_opaque_callback_data) => {
      expect(await inboundIn(statusOf({ status: 'read', biz_opaque_callback_data }))).toEqual([
        { kind: 'ack', chat, ids: ['wamid.B'], ack: 3, refusedWith: null },
      ])
    },
  )

  test.each([
    [[{ code: 131047, title: 'Re-engagement message' }], 131047],
    [[{ code: '131026' }], 131026],
    [[], 131000],
    [undefined, 131000],
  ])('failed with %j', async (errors, refusedWith) => {
    expect(await inboundIn(statusOf({ status: 'failed', errors }))).toMatchObject([{ ack: 1, refusedWith }])
  })

  test.each([
    [
      { category: 'service', type: 'regular' },
      { category: 'service', isBilled: true },
    ],
    [
      { category: 'service', type: 'free_customer_service', billable: true },
      { category: 'service', isBilled: false },
    ],
    [
      { category: 'marketing', billable: true },
      { category: 'marketing', isBilled: true },
    ],
    [
      { category: 'utility', billable: false },
      { category: 'utility', isBilled: false },
    ],
    [{ billable: true }, undefined],
  ])('with price %j', async (pricing, charge) => {
    const [receipt] = await inboundIn(statusOf({ status: 'sent', pricing }))

    expect(receipt).toMatchObject({ kind: 'ack', ack: 1 })
    expect(receipt?.kind === 'ack' && receipt.charge).toEqual(charge)
  })

  test('without an address counts for any chat', async () => {
    const hidden = { recipient_id: undefined, recipient_user_id: undefined }

    expect(await inboundIn(statusOf({ ...hidden, status: 'read' }))).toMatchObject([
      { chat: { kind: 'person', phone: null, lid: null }, ids: ['wamid.B'] },
    ])
  })

  test('of an unknown kind is nothing', async () => {
    expect(await inboundIn(statusOf({ status: 'pondered' }))).toEqual([])
    expect(await inboundIn(statusOf({ status: 'constructor' }))).toEqual([])
  })
})

describe('our note of an accepted message', () => {
  const noted = (value: object) =>
    parseCloudEvent(
      encodeCloudEvent({ field: 'accepted', value: { id: reserved, wamid: 'wamid.B', ...value } }),
    )

  test('gives the id; Meta has yet to send it', async () => {
    expect(await noted({ phone: ana.wa_id, user_id: null, answered: { wa_id: ana.wa_id } })).toEqual([
      {
        kind: 'ack',
        chat: { kind: 'person', phone: ana.wa_id, lid: null },
        ids: [reserved, 'wamid.B'],
        ack: 0,
        refusedWith: null,
        givenId: 'wamid.B',
      },
    ])
  })

  test('tells another spelling of the number, and the user id', async () => {
    const [, identity] = await noted({ phone: '551188887777', user_id: null, answered: ana })

    expect(identity).toEqual({
      kind: 'identity',
      person: chat,
      former: { kind: 'person', phone: '551188887777', lid: null },
    })
    expect(await noted({ phone: ana.wa_id, user_id: null, answered: ana })).toMatchObject([
      { kind: 'ack' },
      { kind: 'identity', person: chat },
    ])
  })
})

test('a strange id is replaced by its hash', async () => {
  const message = await messageIn(messageOf({ id: 'ã'.repeat(9), type: 'text', text: { body: 'Oi' } }))

  expect(message.id).toMatch(/^strange-[0-9a-f]{64}$/)
})

test('bytes of another driver are refused', async () => {
  const foreign = Buffer.from('{"kind":"stanza"}')

  expect(isCloudContent(foreign)).toBe(false)
  await expect(parseCloudEvent(foreign)).rejects.toThrow('no event of the Cloud API')
})

test('any shape of an element is read', async () => {
  const words = fc.constantFrom(
    'text',
    'image',
    'audio',
    'location',
    'contacts',
    'reaction',
    'button',
    'interactive',
    'order',
    'system',
    'edit',
    'revoke',
    'unsupported',
    'sent',
    'failed',
    'wamid.A',
    '5511988887777',
    '{}',
    'BR.1',
  )
  const keys = fc.constantFrom(
    'id',
    'type',
    'from',
    'from_user_id',
    'timestamp',
    'text',
    'body',
    'image',
    'audio',
    'location',
    'contacts',
    'reaction',
    'message_id',
    'button',
    'interactive',
    'nfm_reply',
    'response_json',
    'button_reply',
    'order',
    'product_items',
    'system',
    'wa_id',
    'user_id',
    'edit',
    'original_message_id',
    'message',
    'revoke',
    'status',
    'recipient_id',
    'errors',
    'pricing',
    'referral',
    'source_url',
    'context',
    'name',
    'phones',
    'vcard',
    'profile',
  )
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      words,
      fc.anything(),
      fc.dictionary(keys, tie('tree')),
      fc.array(tie('tree'), { maxLength: 3 }),
    ),
  }))
  await fc.assert(
    fc.asyncProperty(
      tree,
      fc.dictionary(keys, tree),
      words,
      fc.constantFrom('messages', 'statuses'),
      async (any, facts, type, list) => {
        const shared = { contacts: [any] }
        const element = { id: 'wamid.A', from: ana.wa_id, type, status: type, [type]: any, ...facts }
        const inbound = await inboundIn(JSON.parse(safeJson(webhookOf({ ...shared, [list]: [element] }))))
        for (const one of inbound) expect(JSON.stringify(one)).toBeTypeOf('string')
      },
    ),
    { numRuns: 500 },
  )
})

function safeJson(value: unknown): string {
  return JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one))
}
