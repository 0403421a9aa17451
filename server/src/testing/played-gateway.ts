import type { ConnectionId } from '@balcao/domain/ids'
import {
  type ChatAddress,
  type InboundContent,
  MediaGone,
  type MediaReference,
  type MessageSendRequest,
  type WhatsappGateway,
  type WhatsappLink,
} from '@balcao/whatsapp/gateway'
import type { TestCompany } from './test-app'

/** WhatsApp controlled by hand: every connection opens at once and records the sent items. */
export interface PlayedGateway extends WhatsappGateway {
  /** The sent items, oldest first. */
  readonly orders: readonly MessageSendRequest[]
  /** Makes WhatsApp's server return these bytes for this name; `gone`: it has deleted them. */
  hold(place: string, bytes: Uint8Array | 'gone'): void
  /** The number of download attempts for this name. */
  triesOf(place: string): number
  /**
   * Makes the sender's phone upload this media again, at this place; without it the phone does not have it any more.
   */
  phoneHas(place: string, movedTo: string): void
  /** Makes the sender's phone unreachable. */
  phoneIsOff(place: string): void
  /** Sets the answer to a request for a linking code; without it the driver fails. */
  answersPairing(answer: (phone: string) => Promise<string>): void
  /** WhatsApp's server acknowledges the message of this item. */
  acknowledge(company: TestCompany, connectionId: ConnectionId, order: MessageSendRequest): Promise<void>
}

export function playedGateway(): PlayedGateway {
  const orders: MessageSendRequest[] = []
  const held = new Map<string, Uint8Array | 'gone'>()
  const tries = new Map<string, number>()
  const phones = new Map<string, string | 'off'>()
  const never = () => Promise.reject(new Error('not used in these tests'))
  let pairing: (phone: string) => Promise<string> = never
  const link: WhatsappLink = {
    send: async (order) => void orders.push(order),
    markRead: async () => undefined,
    deleteForEverybody: async () => undefined,
    async requestReupload(_, reference) {
      const movedTo = phones.get(reference)
      if (movedTo === undefined) throw new MediaGone('the phone no longer has it')
      if (movedTo === 'off') throw new Error('the phone does not answer')
      return movedTo as MediaReference // references in tests are names of places
    },
    stop: async () => undefined,
    logout: never,
    lookUp: never,
    profilePicture: never,
    requestPairingCode: (phone) => pairing(phone),
    edit: never,
    react: never,
    typing: never,
    watchChats: async () => undefined,
    groupInfo: never,
  }
  return {
    orders,
    connect({ report }) {
      queueMicrotask(() => report({ ...connected }))
      return link
    },
    translate: async () => [],
    async *fetchMedia(reference) {
      tries.set(reference, (tries.get(reference) ?? 0) + 1)
      const bytes = held.get(reference)
      if (bytes === 'gone') throw new MediaGone('410')
      if (bytes === undefined) throw new Error('the host does not answer')
      yield bytes
    },
    hold: (place, bytes) => held.set(place, bytes),
    triesOf: (place) => tries.get(place) ?? 0,
    phoneHas: (place, movedTo) => phones.set(place, movedTo),
    phoneIsOff: (place) => phones.set(place, 'off'),
    answersPairing: (answer) => {
      pairing = answer
    },
    acknowledge: (company, connectionId, order) => company.tells(connectionId, ackOf(order.to, order.id)),
  }
}

const connected = {
  status: 'CONNECTED',
  qr: null,
  qrExpiresAt: null,
  cause: null,
  step: null,
  nextAttemptAt: null,
  retries: 0,
  phone: '5551999990000',
  unlinked: false,
} as const

function ackOf(chat: ChatAddress, id: MessageSendRequest['id']) {
  return { kind: 'ack', chat, ids: [id], ack: 1, refusedWith: null } as const
}

type InboundMedia = Extract<InboundContent, { kind: 'media' }>

/** A media from a customer, with its bytes at `place`. */
export function mediaAt(place: string, change: Partial<InboundMedia> = {}): InboundMedia {
  return {
    kind: 'media',
    media: 'image',
    caption: '',
    mimetype: 'image/png',
    fileName: null,
    sizeBytes: null,
    seconds: null,
    width: null,
    height: null,
    voice: false,
    waveform: null,
    viewOnce: false,
    reference: place as MediaReference, // references in tests are names of places
    ...change,
  }
}
