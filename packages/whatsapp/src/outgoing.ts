import {
  type AnyMessageContent,
  generateWAMessage,
  type proto,
  type WAMessage,
  type WAMessageKey,
  type WASocket,
} from 'baileys'
import { jidOf } from './addresses'
import type { MessageReference, OutgoingContent, QuotedMessage, SendOrder } from './gateway'
import type { LiveSocket } from './live-socket'
import { keepSentMessage, loadSentMessage } from './sent-messages'

/**
 * Sends under the id reserved in the order. What is sent is kept first: a second try sends the very same message, and
 * uploads nothing again. Baileys encrypts with our keys, so each ratchet is committed before the stanza leaves.
 */
export async function sendOrder({ baileys, session }: LiveSocket, order: SendOrder): Promise<void> {
  const jid = jidOf(order.to)
  let message = await loadSentMessage(session, order.id)
  if (message === undefined) {
    message = await compose(baileys, jid, order)
    await keepSentMessage(session, order.id, message)
  }
  await baileys.relayMessage(jid, message, { messageId: order.id })
}

/** Made without Baileys' link previews, which would fetch any address that somebody writes. */
async function compose(baileys: WASocket, jid: string, order: SendOrder): Promise<proto.IMessage> {
  const { message } = await generateWAMessage(jid, await baileysContent(order.content), {
    userJid: baileys.user?.id ?? '',
    upload: baileys.waUploadToServer,
    messageId: order.id,
    ...(order.quoted ? { quoted: quotedMessage(order.quoted) } : {}),
  })
  if (!message) throw new Error('Baileys composed no message')
  return message
}

async function baileysContent(content: OutgoingContent): Promise<AnyMessageContent> {
  if (content.kind === 'text') return { text: content.text, linkPreview: null }
  const bytes = Buffer.from(await content.bytes())
  const { mimetype } = content
  const caption = content.caption === null ? {} : { caption: content.caption }
  switch (content.media) {
    case 'image':
      return { image: bytes, mimetype, ...caption }
    case 'video':
      return { video: bytes, mimetype, ...caption }
    case 'audio':
      // Ogg is what phones record: shown as a voice message, with its waveform.
      return { audio: bytes, mimetype, ptt: mimetype.startsWith('audio/ogg') }
    case 'document':
      return { document: bytes, mimetype, fileName: content.fileName ?? 'arquivo', ...caption }
    case 'sticker':
      return { sticker: bytes, mimetype }
  }
}

function quotedMessage(quoted: QuotedMessage): WAMessage {
  return { key: messageKey(quoted), message: { conversation: quoted.text } }
}

/** A reference of ours as Baileys names messages. */
export function messageKey({ chat, id, fromMe, author }: MessageReference): WAMessageKey {
  return {
    remoteJid: jidOf(chat),
    id,
    fromMe,
    ...(chat.kind === 'group' && author !== null ? { participant: jidOf(author) } : {}),
  }
}
