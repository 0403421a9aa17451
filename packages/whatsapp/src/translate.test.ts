import { jpegHeader } from '@balcao/domain/testing/jpegs'
import { encodeWAMessage, proto } from 'baileys'
import { describe, expect, test } from 'vitest'
import type { InboundContent } from './gateway'
import { encodeInboundContent } from './inbound-content'
import { parseBaileysEvent } from './translate'

const me = { id: '5551999990000:1@s.whatsapp.net', lid: '99000000000000:1@lid' }
const { Type } = proto.Message.ProtocolMessage

const direct = {
  id: 'ABCD',
  from: '5551988880001@s.whatsapp.net',
  sender_lid: '85551988880001@lid',
  addressing_mode: 'pn',
  notify: 'Ana',
  t: '1763640000',
}
const fromHandset = {
  id: 'ABCD',
  from: me.id,
  sender_lid: me.lid,
  recipient: '5551988880001@s.whatsapp.net',
  peer_recipient_lid: '85551988880001@lid',
  addressing_mode: 'pn',
  t: '1763640000',
}
const ana = { kind: 'person', phone: '5551988880001', lid: '85551988880001' }

function hear(message: proto.IMessage, attrs: Record<string, string> = direct, type = 'msg') {
  const plaintext = encodeWAMessage(message).toString('base64')
  return parseBaileysEvent(
    encodeInboundContent({ kind: 'stanza', me, attrs, enc: { v: '2', type }, plaintext }),
  )
}

async function contentOf(message: proto.IMessage): Promise<InboundContent | undefined> {
  const [inbound] = await hear(message)
  return inbound?.kind === 'message' ? inbound.content : undefined
}

const place = { url: 'https://mmg.whatsapp.net/v/x', directPath: '/v/x', mediaKey: Buffer.alloc(32, 1) }

describe('the content of a message', () => {
  const cases: ReadonlyArray<readonly [string, proto.IMessage, object]> = [
    ['a plain text', { conversation: 'oi' }, { kind: 'text', text: 'oi' }],
    ['a text with context', { extendedTextMessage: { text: 'oi' } }, { kind: 'text', text: 'oi' }],
    [
      'a text with a link preview, without its invalid picture',
      {
        extendedTextMessage: {
          text: 'Este: loja.com.br/sofa',
          matchedText: 'loja.com.br/sofa',
          title: 'Sofá Serra',
          description: 'Três lugares',
          jpegThumbnail: Buffer.from('jpeg'),
        },
      },
      {
        kind: 'text',
        text: 'Este: loja.com.br/sofa',
        preview: { url: 'https://loja.com.br/sofa', title: 'Sofá Serra', description: 'Três lugares' },
      },
    ],
    [
      'a text that disappears',
      { ephemeralMessage: { message: { conversation: 'oi' } } },
      { kind: 'text', text: 'oi' },
    ],
    [
      'an answer by button',
      { buttonsResponseMessage: { selectedDisplayText: 'Sim' } },
      { kind: 'text', text: 'Sim' },
    ],
    ['an answer from a list', { listResponseMessage: { title: 'Vendas' } }, { kind: 'text', text: 'Vendas' }],
    [
      'a picture',
      {
        imageMessage: {
          ...place,
          mimetype: 'image/jpeg',
          caption: 'olha',
          width: 3,
          height: 2,
          fileLength: 9,
        },
      },
      {
        kind: 'media',
        media: 'image',
        caption: 'olha',
        mimetype: 'image/jpeg',
        sizeBytes: 9,
        width: 3,
        height: 2,
      },
    ],
    [
      'a picture to be seen once',
      { viewOnceMessageV2: { message: { imageMessage: { ...place, mimetype: 'image/jpeg' } } } },
      { kind: 'media', media: 'image', viewOnce: true, voice: false },
    ],
    ['a video', { videoMessage: { ...place, seconds: 5 } }, { kind: 'media', media: 'video', seconds: 5 }],
    [
      'a voice message',
      { audioMessage: { ...place, ptt: true } },
      { kind: 'media', media: 'audio', voice: true },
    ],
    [
      'a document with a caption',
      {
        documentWithCaptionMessage: {
          message: { documentMessage: { ...place, fileName: 'a.pdf', caption: 'nota', pageCount: 3 } },
        },
      },
      { kind: 'media', media: 'document', fileName: 'a.pdf', caption: 'nota', pages: 3 },
    ],
    [
      'a picture beside an empty text',
      { conversation: '', imageMessage: place },
      { kind: 'media', media: 'image' },
    ],
    ['a sticker', { stickerMessage: place }, { kind: 'media', media: 'sticker' }],
    ['a media without its key', { imageMessage: { mimetype: 'image/jpeg' } }, { kind: 'unsupported' }],
    [
      'a place',
      { locationMessage: { degreesLatitude: -30, degreesLongitude: -51, name: 'Loja' } },
      { kind: 'location', latitude: -30, longitude: -51, description: 'Loja', thumbnail: null },
    ],
    [
      'a place that is not on earth, for which no map has a link',
      { locationMessage: { degreesLatitude: 91, degreesLongitude: -51, name: 'Loja' } },
      { kind: 'text', text: '📍 Loja (91, -51)' },
    ],
    [
      'a contact',
      { contactMessage: { displayName: 'Bia', vcard: 'BEGIN:VCARD' } },
      { kind: 'contact-card', name: 'Bia', vcard: 'BEGIN:VCARD' },
    ],
    [
      'a poll with one answer',
      {
        pollCreationMessageV3: {
          name: 'Quando?',
          options: [{ optionName: 'Sábado' }, { optionName: 'Domingo' }],
          selectableOptionsCount: 1,
        },
      },
      { kind: 'poll', question: 'Quando?', choices: ['Sábado', 'Domingo'], manyAllowed: false },
    ],
    [
      'a poll with many answers',
      { pollCreationMessage: { name: 'Cores?', options: [], selectableOptionsCount: 0 } },
      { kind: 'poll', question: 'Cores?', choices: [], manyAllowed: true },
    ],
    [
      'something new',
      { eventMessage: { name: 'Inauguração' } },
      { kind: 'unsupported', what: 'eventMessage' },
    ],
  ]
  test.each(cases)('%s', async (_, message, content) => {
    expect(
      await contentOf({ ...message, messageContextInfo: { messageSecret: Buffer.alloc(32) } }),
    ).toMatchObject(content)
  })
})

describe('stanzas that are no message', () => {
  const cases: ReadonlyArray<readonly [string, proto.IMessage]> = [
    ['a group key alone', { senderKeyDistributionMessage: { groupId: 'x@g.us' } }],
    ['a reaction to nothing', { reactionMessage: { text: '👍', key: {} } }],
    ['a reaction without even a key', { reactionMessage: { text: '👍' } }],
    ['a vote without a key', { pollUpdateMessage: {} }],
    ['a correction without a text', { protocolMessage: { type: Type.MESSAGE_EDIT, key: { id: 'X' } } }],
    ['a pin', { pinInChatMessage: { key: { id: 'X' } } }],
    ['a setting', { protocolMessage: { type: Type.EPHEMERAL_SETTING } }],
    ['a vote', { pollUpdateMessage: { pollCreationMessageKey: { id: 'X' } } }],
    ['nothing', {}],
  ]
  test.each(cases)('%s', async (_, message) => {
    expect(await hear(message)).toEqual([])
  })

  test.each([
    ['a status', { ...direct, from: 'status@broadcast', participant: direct.from }],
    ['a channel', { ...direct, from: '123@newsletter' }],
  ])('%s', async (_, attrs) => {
    expect(await hear({ conversation: 'oi' }, attrs)).toEqual([])
  })

  test('rubbish', async () => {
    const entry = { kind: 'stanza', me, attrs: direct, enc: { type: 'msg' }, plaintext: 'AAECAw==' } as const

    expect(await parseBaileysEvent(encodeInboundContent(entry))).toEqual([])
  })
})

describe('the chat and the author', () => {
  test('a person is known by phone and LID, whichever came first', async () => {
    const byLid = { ...direct, from: '85551988880001@lid', sender_pn: direct.from, addressing_mode: 'lid' }

    const expected = {
      chat: ana,
      fromMe: false,
      author: null,
      pushName: 'Ana',
      sentAt: new Date(1763640000000),
    }
    expect(await hear({ conversation: 'oi' })).toMatchObject([expected])
    expect(await hear({ conversation: 'oi' }, byLid)).toMatchObject([expected])
  })

  test("the owner's message belongs to the conversation with the recipient, without our own LID", async () => {
    const message = { deviceSentMessage: { destinationJid: direct.from, message: { conversation: 'oi' } } }

    expect(await hear(message, fromHandset)).toMatchObject([{ chat: ana, fromMe: true, pushName: null }])
  })

  test('a group message has an author', async () => {
    const attrs = {
      ...direct,
      from: '120363000000000001@g.us',
      participant: direct.from,
      participant_lid: direct.sender_lid,
    }

    expect(await hear({ conversation: 'oi' }, attrs, 'skmsg')).toMatchObject([
      { chat: { kind: 'group', group: '120363000000000001' }, author: ana },
    ])
  })

  test('a list message to us belongs to its sender, one person under both addresses', async () => {
    const toList = { ...direct, from: '1763640000@broadcast', participant: direct.from }
    const hidden = {
      ...toList,
      participant: direct.sender_lid,
      participant_pn: direct.from,
      addressing_mode: 'lid',
    }

    for (const attrs of [toList, hidden])
      expect(await hear({ conversation: 'promoção' }, attrs)).toMatchObject([{ chat: ana, author: null }])
  })

  test("the owner's message to a list has no conversation, for its recipients are unknown", async () => {
    const toList = { id: 'ABCD', from: '1763640000@broadcast', t: '1763640000' }
    const byNumber = { ...toList, participant: me.id, participant_lid: me.lid, addressing_mode: 'pn' }
    const hidden = { ...toList, participant: me.lid, participant_pn: me.id, addressing_mode: 'lid' }

    for (const attrs of [byNumber, hidden]) {
      expect(await hear({ conversation: 'promoção' }, attrs)).toEqual([])
      const unread = encodeInboundContent({ kind: 'unread', me, attrs, why: 'undecryptable' })
      expect(await parseBaileysEvent(unread)).toEqual([])
    }
  })

  test('a quote names the quoted message', async () => {
    const message = { extendedTextMessage: { text: 'sim', contextInfo: { stanzaId: 'QUOTED' } } }

    expect(await hear(message)).toMatchObject([{ quotedId: 'QUOTED' }])
  })
})

describe('messages about messages', () => {
  const revoke = { protocolMessage: { type: Type.REVOKE, key: { id: 'GONE' } } }

  test("a deletion belongs to the message's author", async () => {
    expect(await hear(revoke)).toEqual([
      { kind: 'deletion', chat: ana, id: 'GONE', fromMe: false, author: null },
    ])
    expect(await hear(revoke, fromHandset)).toEqual([
      { kind: 'deletion', chat: ana, id: 'GONE', fromMe: true, author: null },
    ])
  })

  test('a correction changes a text, or a caption', async () => {
    const edit = (editedMessage: proto.IMessage) =>
      hear({
        protocolMessage: { type: Type.MESSAGE_EDIT, key: { id: 'X' }, editedMessage, timestampMs: 5000 },
      })
    const expected = {
      kind: 'edit',
      chat: ana,
      id: 'X',
      fromMe: false,
      author: null,
      editedAt: new Date(5000),
    }

    expect(await edit({ conversation: 'às 15h' })).toEqual([{ ...expected, text: 'às 15h' }])
    expect(await edit({ imageMessage: { caption: 'este' } })).toEqual([{ ...expected, text: 'este' }])
  })

  test('a corrected text comes with its own link preview and its picture', async () => {
    const jpegThumbnail = jpegHeader(100, 56)
    const editedMessage = {
      extendedTextMessage: { text: 'loja.com', matchedText: 'loja.com', title: 'Loja', jpegThumbnail },
    }
    const protocolMessage = { type: Type.MESSAGE_EDIT, key: { id: 'X' }, editedMessage }

    expect(await hear({ protocolMessage })).toMatchObject([
      {
        kind: 'edit',
        text: 'loja.com',
        preview: {
          url: 'https://loja.com/',
          title: 'Loja',
          description: '',
          picture: Buffer.from(jpegThumbnail).toString('base64'),
        },
      },
    ])
  })

  test.each([
    ['a link that is not in the text', { matchedText: 'mal.example', title: 'Banco' }],
    ['an address besides the one in the text', { matchedText: 'javascript:alert(1)', title: 'Banco' }],
    ['nothing about the page', { matchedText: 'loja.com' }],
    ['a title for no link', { title: 'Banco' }],
  ])('a text that comes with %s is a text alone', async (_, fields) => {
    const text = 'Veja loja.com e javascript:alert(1)'

    expect(await contentOf({ extendedTextMessage: { text, ...fields } })).toEqual({ kind: 'text', text })
  })

  test('a document without a page count has none', async () => {
    const content = await contentOf({ documentMessage: { ...place, pageCount: 0 } })

    expect(content).not.toHaveProperty('pages')
  })

  test('a reaction names the author of its message', async () => {
    const react = (fromMe: boolean) =>
      hear({
        reactionMessage: { key: { remoteJid: me.id, fromMe, id: 'X' }, text: '👍', senderTimestampMs: 5000 },
      })

    expect(await react(false)).toMatchObject([{ kind: 'reaction', id: 'X', onOurs: true, fromMe: false }])
    expect(await react(true)).toMatchObject([{ onOurs: false, emoji: '👍', at: new Date(5000) }])
  })

  const resent = {
    key: { remoteJid: direct.from, id: 'AD', fromMe: false },
    message: { conversation: 'vi o anúncio' },
    messageTimestamp: 1763640000,
  }
  const fromPhone = {
    protocolMessage: {
      type: Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
      peerDataOperationRequestResponseMessage: {
        peerDataOperationResult: [
          {
            placeholderMessageResendResponse: {
              webMessageInfoBytes: proto.WebMessageInfo.encode(
                proto.WebMessageInfo.fromObject(resent),
              ).finish(),
            },
          },
        ],
      },
    },
  }

  test('a message that only the phone could read is received from the phone', async () => {
    const attrs = { id: 'P', from: me.id, category: 'peer', t: '1763640000' }

    expect(await hear(fromPhone, attrs)).toMatchObject([
      { kind: 'message', id: 'AD', chat: { phone: '5551988880001' }, content: { text: 'vi o anúncio' } },
    ])
  })

  test('a stranger who claims to be our phone is not trusted', async () => {
    expect(await hear(fromPhone)).toEqual([])
  })
})

test.each(['\u0000', 'X'.repeat(9_000), '\ud83d'])(
  'an id that no row could hold gets a stable replacement: %j',
  async (id) => {
    const deletion = () => hear({ protocolMessage: { type: Type.REVOKE, key: { id } } })
    const message = () => hear({ conversation: 'oi' }, { ...direct, id })

    const [[deleted], [said]] = [await deletion(), await message()]
    const ids = [deleted, said].map((one) => one && 'id' in one && one.id)
    expect(ids[0]).toMatch(/^strange-[0-9a-f]{64}$/)
    expect(ids[1]).toBe(ids[0])
  },
)

test('an event that needed no decryption is returned as stored', async () => {
  const tick = {
    kind: 'ack',
    chat: { kind: 'group', group: '1' },
    ids: [],
    ack: 2,
    refusedWith: null,
  } as const

  expect(await parseBaileysEvent(encodeInboundContent({ kind: 'inbound', inbound: [tick] }))).toEqual([tick])
})
