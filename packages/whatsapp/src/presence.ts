import { type BaileysEventMap, isLidUser, type WASocket } from 'baileys'
import { chatAddressOf, jidOf, personAddressOf } from './addresses'
import type { ChatAddress, TypingEvent } from './gateway'

/** The chats to which each socket has subscribed. WhatsApp sends their presence until the socket closes. */
const watchedOver = new WeakMap<WASocket, Set<string>>()

/** Makes WhatsApp report typing in these chats. Our number must be online for that, which mutes the owner's phone. */
export async function subscribeToChatPresence(
  baileys: WASocket,
  chats: readonly ChatAddress[],
): Promise<void> {
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

/** Reports the typing of a contact. Every presence except typing and recording means that the contact stopped. */
export async function reportTyping(
  baileys: WASocket,
  { id, presences }: BaileysEventMap['presence.update'],
  publish: (sign: TypingEvent) => void,
): Promise<void> {
  const chat = chatAddressOf(id, await phoneOf(id, baileys))
  if (chat === null) return
  for (const [participant, { lastKnownPresence }] of Object.entries(presences)) {
    const author = chat.kind === 'group' ? personAddressOf(participant) : null
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

/** The phone number for a LID, because the server may know the person by phone number only. */
function phoneOf(jid: string, { signalRepository }: WASocket): Promise<string | null> {
  return isLidUser(jid) ? signalRepository.lidMapping.getPNForLID(jid) : Promise.resolve(null)
}
