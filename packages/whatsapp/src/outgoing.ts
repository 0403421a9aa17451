import type { Readable } from 'node:stream'
import {
  type AnyMessageContent,
  generateWAMessage,
  isJidGroup,
  isLidUser,
  type proto,
  type WAMessage,
  type WAMessageKey,
  type WASocket,
} from 'baileys'
import { jidOf } from './addresses'
import { runInAsyncContext } from './async-context'
import {
  type MessageDeletionRequest,
  type MessageEditRequest,
  type MessageReactionRequest,
  type MessageReference,
  type MessageSendRequest,
  type OutgoingContent,
  type QuotedMessage,
  UnsupportedByProvider,
} from './gateway'
import { keyFromJson } from './key-json'
import type { LiveSocket } from './live-socket'
import { loadSentMessage, storeSentMessage } from './sent-messages'

/**
 * Makes a retry send our group key again. Baileys records the key as sent before it sends the key, so after a crash
 * some members may lack it.
 */
async function carryGroupKeyAgain({ session }: LiveSocket, jid: string): Promise<void> {
  if (isJidGroup(jid)) await session.commit([{ type: 'sender-key-memory', id: jid, value: null }], [])
}

/** The most devices in one query for their keys. */
const devicesAtOnce = 50

/** Opens sessions with a group's members in small queries. Baileys' single query would block all other sending. */
async function openGroupSessions({ baileys, session, groups }: LiveSocket, jid: string): Promise<void> {
  if (!isJidGroup(jid)) return
  const known = (await session.load('sender-key-memory', [jid])).get(jid)
  const haveKey = known === undefined ? {} : keyFromJson<Record<string, boolean>>(known)
  const { participants } = await groups.get(jid)
  const members = participants.map(({ id }) => id)
  const devices = await baileys.getUSyncDevices(members, true, false)
  const waiting = devices.map((device) => device.jid).filter((device) => !haveKey[device])
  for (let from = 0; from < waiting.length; from += devicesAtOnce) {
    const some = waiting.slice(from, from + devicesAtOnce)
    // Loads the sessions into the cache with one query; Baileys would load them one by one.
    await session.load('session', some.map(baileys.signalRepository.jidToSignalProtocolAddress))
    await baileys.assertSessions(some)
  }
}

/** The message is stored first, so that a retry sends the same message without another upload. */
export async function sendMessageOverSocket(live: LiveSocket, order: MessageSendRequest): Promise<void> {
  const jid = jidOf(order.to)
  const quoted = order.quoted ? { quoted: await quotedMessage(live, order.quoted) } : {}
  await sendOnce(live, jid, order, async () =>
    buildContent(live.baileys, jid, order.id, await baileysContent(order.content), quoted),
  )
}

/** Edits a message, with 1 as the stanza's `edit` attribute. A deletion by the author has 7. */
export async function sendEdit(live: LiveSocket, order: MessageEditRequest): Promise<void> {
  const { message, text } = order
  const edit = await baileysMessageKey(live, message)
  await sendChange(live, order, message, { text, edit, linkPreview: null }, '1')
}

export async function sendReaction(live: LiveSocket, order: MessageReactionRequest): Promise<void> {
  const { message, emoji } = order
  const key = await baileysMessageKey(live, message)
  await sendChange(live, order, message, { react: { key, text: emoji } })
}

export async function sendDeletion(live: LiveSocket, order: MessageDeletionRequest): Promise<void> {
  const { message } = order
  await sendChange(live, order, message, { delete: await baileysMessageKey(live, message) }, '7')
}

async function sendChange(
  live: LiveSocket,
  order: Named,
  { chat }: MessageReference,
  content: AnyMessageContent,
  edit?: string,
): Promise<void> {
  const jid = jidOf(chat)
  await sendOnce(
    live,
    jid,
    order,
    () => buildContent(live.baileys, jid, order.id, content),
    edit ? { edit } : {},
  )
}

type Named = Pick<MessageSendRequest, 'id' | 'isFirstTry'>

async function sendOnce(
  live: LiveSocket,
  jid: string,
  { id, isFirstTry = false }: Named,
  make: () => Promise<proto.IMessage>,
  additionalAttributes: Record<string, string> = {},
): Promise<void> {
  const { baileys, session } = live
  const sentBefore = isFirstTry ? undefined : await loadSentMessage(session, id)
  const message = sentBefore ?? (await make())
  if (!isFirstTry) await carryGroupKeyAgain(live, jid)
  await openGroupSessions(live, jid)
  if (sentBefore === undefined) storeSentMessage(session, id, message)
  const relay = () => baileys.relayMessage(jid, message, { messageId: id, additionalAttributes })
  await runInAsyncContext({ chat: jid }, relay)
  await session.settled() // resolves when the stanza was sent; rejects when a commit before it failed
}

/** Composes the content without Baileys' link previews, which would fetch any address in the text. */
async function buildContent(
  baileys: WASocket,
  jid: string,
  messageId: string,
  content: AnyMessageContent,
  more: { quoted?: WAMessage } = {},
): Promise<proto.IMessage> {
  const { message } = await generateWAMessage(jid, content, {
    userJid: baileys.user?.id ?? '',
    upload: baileys.waUploadToServer,
    messageId,
    ...more,
  })
  if (!message) throw new Error('Baileys composed no message')
  return message
}

async function baileysContent(content: OutgoingContent): Promise<AnyMessageContent> {
  switch (content.kind) {
    case 'text':
      return { text: content.text, linkPreview: null }
    case 'choices':
      return { text: content.asText, linkPreview: null }
    case 'template':
      throw new UnsupportedByProvider('a linked device sends no templates')
    case 'media':
      return mediaContent(content, await content.file())
    case 'voice':
      return voiceContent(content, await content.file())
    case 'location':
      return {
        location: {
          degreesLatitude: content.latitude,
          degreesLongitude: content.longitude,
          ...(content.name === null ? {} : { name: content.name }),
          ...(content.address === null ? {} : { address: content.address }),
        },
      }
    case 'contact-card': {
      const contacts = content.cards.map(({ name, vcard }) => ({ displayName: name, vcard }))
      return { contacts: { displayName: content.cards.map(({ name }) => name).join(', '), contacts } }
    }
  }
}

function mediaContent(
  { media, mimetype, caption, fileName }: Extract<OutgoingContent, { kind: 'media' }>,
  stream: Readable,
): AnyMessageContent {
  // Baileys streams the file into an encrypted copy in the temporary folder, and uploads the copy.
  const file = { stream }
  const words = caption === null ? {} : { caption }
  switch (media) {
    case 'image':
      return { image: file, mimetype, ...words }
    case 'video':
      return { video: file, mimetype, ...words }
    case 'audio':
      return { audio: file, mimetype, ptt: false }
    case 'document':
      return { document: file, mimetype, fileName: fileName ?? 'arquivo', ...words }
    case 'sticker':
      return { sticker: file, mimetype }
  }
}

/** The content of a voice note. Baileys' types omit the waveform, which its code sends. */
function voiceContent(
  { seconds, waveform }: Extract<OutgoingContent, { kind: 'voice' }>,
  stream: Readable,
): AnyMessageContent {
  const mimetype = 'audio/ogg; codecs=opus'
  const voice = {
    audio: { stream },
    mimetype,
    ptt: true,
    seconds: Math.max(1, Math.round(seconds)),
    waveform,
  }
  return voice
}

async function quotedMessage(live: LiveSocket, quoted: QuotedMessage): Promise<WAMessage> {
  return { key: await baileysMessageKey(live, quoted), message: { conversation: quoted.text } }
}

/** Baileys' key of a message. In a group, it has the author's phone number or LID, as the group's member list does. */
export async function baileysMessageKey(
  { groups }: Pick<LiveSocket, 'groups'>,
  { chat, id, fromMe, author }: MessageReference,
): Promise<WAMessageKey> {
  const remoteJid = jidOf(chat)
  if (chat.kind !== 'group' || author === null || fromMe) return { remoteJid, id, fromMe }
  const { participants } = await groups.get(remoteJid)
  const namesByLid = participants.some((one) => isLidUser(one.id))
  const participant = jidOf(namesByLid && author.lid !== null ? { ...author, phone: null } : author)
  return { remoteJid, id, fromMe, participant }
}
