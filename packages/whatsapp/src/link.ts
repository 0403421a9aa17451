import { jidEncode } from 'baileys'
import { jidOf, personAddressOf } from './addresses'
import type { Clock } from './clock'
import {
  type GroupAddress,
  type GroupInfo,
  LinkingRefused,
  NotConnected,
  type PersonAddress,
  type WhatsappLink,
} from './gateway'
import type { LiveSocket } from './live-socket'
import { baileysMessageKey, sendDeletion, sendEdit, sendMessageOverSocket, sendReaction } from './outgoing'
import { subscribeToChatPresence } from './presence'
import { requestMediaReupload } from './reupload'
import { whatsappRefusalCodeOf } from './socket-news'
import type { SocketSupervisor } from './supervisor'

export function whatsappLink(supervisor: SocketSupervisor, clock: Clock): WhatsappLink {
  /** Runs `act` on the open socket. When the socket ends meanwhile, every error becomes `NotConnected`. */
  async function whileConnected<Result>(act: (socket: LiveSocket) => Promise<Result>): Promise<Result> {
    const socket = supervisor.status() === 'CONNECTED' ? supervisor.socket() : null
    if (socket === null) throw new NotConnected('this connection is not open')
    try {
      return await act(socket)
    } catch (error) {
      if (supervisor.socket() === socket && socket.baileys.ws.isOpen) throw error
      throw new NotConnected('this connection closed meanwhile', { cause: error })
    }
  }

  return {
    send: (order) => whileConnected((socket) => sendMessageOverSocket(socket, order)),
    edit: (order) => whileConnected((socket) => sendEdit(socket, order)),
    react: (order) => whileConnected((socket) => sendReaction(socket, order)),
    deleteForEverybody: (order) => whileConnected((socket) => sendDeletion(socket, order)),
    typing: (chat, doing) =>
      whileConnected(({ baileys }) => baileys.sendPresenceUpdate(presences[doing], jidOf(chat))),
    watchChats: (chats) => whileConnected(({ baileys }) => subscribeToChatPresence(baileys, chats)),
    groupInfo: (group) => whileConnected((socket) => groupInfo(socket, group)),
    requestReupload: (message, reference) =>
      whileConnected(async (socket) =>
        requestMediaReupload(socket, clock, await baileysMessageKey(socket, message), reference),
      ),
    markRead: (messages) =>
      whileConnected(async (socket) => {
        const keys = await Promise.all(messages.map((message) => baileysMessageKey(socket, message)))
        await socket.baileys.readMessages(keys)
      }),
    lookUp: (phone) => whileConnected((socket) => lookUp(socket, phone)),
    profilePicture: (chat) => whileConnected((socket) => profilePicture(socket, jidOf(chat))),
    async requestPairingCode(phone) {
      const socket = supervisor.canUsePairingCode() ? supervisor.socket() : null
      const linking = socket?.linking ?? null
      if (linking === null) throw new NotConnected('letters can be asked for only while a code is shown')
      try {
        const letters = await linking.requestLetters(phone)
        supervisor.happened({ kind: 'lettersAsked' })
        return letters
      } catch (error) {
        if (supervisor.socket() !== socket || !(error instanceof LinkingRefused))
          throw new NotConnected('this connection closed meanwhile', { cause: error })
        supervisor.happened({ kind: 'lettersRefused' })
        throw error
      }
    },
    logout: () => whileConnected((socket) => supervisor.logOut(socket)),
    stop: () => supervisor.stop(),
  }
}

const presences = { typing: 'composing', recording: 'recording', nothing: 'paused' } as const

async function groupInfo({ groups }: LiveSocket, group: GroupAddress): Promise<GroupInfo> {
  const { subject, participants } = await groups.get(jidOf(group))
  const members = participants.flatMap(
    ({ id, phoneNumber, lid }) => personAddressOf(id, phoneNumber ?? lid) ?? [],
  )
  return { subject, members }
}

async function lookUp({ baileys }: LiveSocket, phone: string): Promise<PersonAddress | null> {
  const answer = await baileys.onWhatsApp(jidEncode(phone, 's.whatsapp.net'))
  if (answer === undefined) throw new Error('WhatsApp did not say whether this number exists')
  const found = answer.find(({ exists }) => exists)
  if (found === undefined) return null
  return personAddressOf(found.jid, await baileys.signalRepository.lidMapping.getLIDForPN(found.jid))
}

async function profilePicture({ baileys }: LiveSocket, jid: string): Promise<string | null> {
  try {
    return (await baileys.profilePictureUrl(jid, 'image')) ?? null
  } catch (error) {
    const code = whatsappRefusalCodeOf(error)
    if (code === 401 || code === 404) return null // the picture is hidden, or there is none
    throw error
  }
}
