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
import { inContext } from './async-context'
import {
  type DeletionOrder,
  type EditOrder,
  type MessageReference,
  NotOffered,
  type OutgoingContent,
  type QuotedMessage,
  type ReactionOrder,
  type SendOrder,
} from './gateway'
import { keyFromText } from './key-json'
import type { LiveSocket } from './live-socket'
import { loadSentMessage, storeSentMessage } from './sent-messages'

/**
 * Makes a resent message carry our key to the group again. Baileys records the receivers of the key when it writes the
 * stanza, so a server that crashed then has given it to no member.
 */
async function carryGroupKeyAgain({ session }: LiveSocket, jid: string): Promise<void> {
  if (isJidGroup(jid)) await session.commit([{ type: 'sender-key-memory', id: jid, value: null }], [])
}

/** Number of devices whose keys one query asks for. */
const devicesAtOnce = 50

/**
 * Opens a session with each device that has yet to get our key to a group, before Baileys relays the message: its relay
 * blocks everything else that the number sends, and would ask for the keys of all members in one query.
 */
async function openGroupSessions({ baileys, session, groups }: LiveSocket, jid: string): Promise<void> {
  if (!isJidGroup(jid)) return
  const known = (await session.load('sender-key-memory', [jid])).get(jid)
  const haveKey = known === undefined ? {} : keyFromText<Record<string, boolean>>(known)
  const { participants } = await groups.get(jid)
  const members = participants.map(({ id }) => id)
  const devices = await baileys.getUSyncDevices(members, true, false)
  const waiting = devices.map((device) => device.jid).filter((device) => !haveKey[device])
  for (let from = 0; from < waiting.length; from += devicesAtOnce) {
    const some = waiting.slice(from, from + devicesAtOnce)
    // Baileys loads them one by one: loading them into the cache first costs one query of the key store.
    await session.load('session', some.map(baileys.signalRepository.jidToSignalProtocolAddress))
    await baileys.assertSessions(some)
  }
}

/**
 * Sends under the id reserved in the order. The message is stored first, so a second attempt sends the very same
 * message without another upload. Baileys encrypts with our keys, so each ratchet is committed before the stanza is
 * sent.
 */
export async function sendOrder(live: LiveSocket, order: SendOrder): Promise<void> {
  const jid = jidOf(order.to)
  const quoted = order.quoted ? { quoted: await quotedMessage(live, order.quoted) } : {}
  await sendOnce(live, jid, order, async () =>
    buildContent(live.baileys, jid, order.id, await baileysContent(order.content), quoted),
  )
}

/** The stanza names the kind of change: 1 for a correction, 7 for a deletion by its author. */
export async function sendEdit(live: LiveSocket, order: EditOrder): Promise<void> {
  const { message, text } = order
  const edit = await messageKey(live, message)
  await sendChange(live, order, message, { text, edit, linkPreview: null }, '1')
}

export async function sendReaction(live: LiveSocket, order: ReactionOrder): Promise<void> {
  const { message, emoji } = order
  const key = await messageKey(live, message)
  await sendChange(live, order, message, { react: { key, text: emoji } })
}

export async function sendDeletion(live: LiveSocket, order: DeletionOrder): Promise<void> {
  const { message } = order
  await sendChange(live, order, message, { delete: await messageKey(live, message) }, '7')
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

interface Named {
  readonly id: string
  readonly isFirstTry?: boolean
}

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
  await inContext({ chat: jid }, relay)
  await session.settled() // the stanza has left, or a commit before it has failed
}

/** Composes without Baileys' link previews, which would fetch any address in the text. */
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
      throw new NotOffered('a linked device sends no templates')
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
  // Baileys streams it into an encrypted copy in the folder for temporary files, and uploads that.
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

/** Baileys passes the waveform on; only its types omit it. */
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
  return { key: await messageKey(live, quoted), message: { conversation: quoted.text } }
}

/** Our message reference as a key of Baileys. In a group the author has the address form that the group uses. */
export async function messageKey(
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
