import { type BaileysEventMap, isLidUser, type WASocket } from 'baileys'
import { addressOf, jidOf, personOf } from './addresses'
import type { ChatAddress, TypingSign } from './gateway'

/** The subscribed chats of a socket: WhatsApp sends their presence until that socket closes. */
const watchedOver = new WeakMap<WASocket, Set<string>>()

/**
 * WhatsApp reports typing only to accounts that are online and have subscribed to that chat. Being online silences the
 * owner's handset, so the number is online only while a user views a conversation. May repeat.
 */
export async function watchChats(baileys: WASocket, chats: readonly ChatAddress[]): Promise<void> {
  const watched = watchedOver.get(baileys)
  if (chats.length === 0) {
    if (watched !== undefined) await baileys.sendPresenceUpdate('unavailable')
    watchedOver.delete(baileys)
    return
  }
  if (watched === undefined) await baileys.sendPresenceUpdate('available')
  const known = watched ?? new Set()
  watchedOver.set(baileys, known)
  for (const jid of chats.map(jidOf)) {
    if (known.has(jid)) continue
    known.add(jid)
    await baileys.presenceSubscribe(jid)
  }
}

/** Publishes the typing of a presence; being online or away ends it. */
export async function tellTyping(
  baileys: WASocket,
  { id, presences }: BaileysEventMap['presence.update'],
  publish: (sign: TypingSign) => void,
): Promise<void> {
  const chat = addressOf(id, await phoneOf(id, baileys))
  if (chat === null) return
  for (const [participant, { lastKnownPresence }] of Object.entries(presences)) {
    const author = chat.kind === 'group' ? personOf(participant) : null
    publish({ chat, author, doing: presenceKinds[lastKnownPresence] })
  }
}

const presenceKinds = {
  composing: 'typing',
  recording: 'recording',
  paused: 'nothing',
  available: 'nothing',
  unavailable: 'nothing',
} as const

/** Features may know the person by the number alone. */
function phoneOf(jid: string, { signalRepository }: WASocket): Promise<string | null> {
  return isLidUser(jid) ? signalRepository.lidMapping.getPNForLID(jid) : Promise.resolve(null)
}
