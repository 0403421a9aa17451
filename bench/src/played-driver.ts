import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { WhatsappMessageId } from '@balcao/domain/ids'
import { type CommitQueue, commitQueue } from '@balcao/whatsapp/commit-line'
import type { InboundMessage, WhatsappGateway, WhatsappLink } from '@balcao/whatsapp/gateway'

/** A customer's text to one of the numbers. */
export interface PlayedText {
  /** The index of the number, in the order in which they were connected. */
  readonly number: number
  readonly phone: string
  readonly text: string
}

/** WhatsApp's driver without network and cryptography: it delivers its texts as if they had been decrypted. */
export interface PlayedDriver extends WhatsappGateway {
  /**
   * Each number receives one text per turn of the event loop and commits as the driver does: texts that arrive during a
   * commit share the next one. Resolves after the last commit. `begun` is called as each is delivered.
   */
  hear(texts: readonly PlayedText[], begun?: (text: string) => void): Promise<void>
  readonly numbers: number
}

/** The size of a libsignal session with a few old chains. */
const ratchet = 'r'.repeat(1_200)

export function playedDriver(): PlayedDriver {
  const lines: CommitQueue[] = []
  let inbound = 0

  async function hearOne(line: CommitQueue, { phone, text }: PlayedText): Promise<void> {
    const id = (++inbound).toString(16).toUpperCase().padStart(32, '0')
    const message: InboundMessage = {
      kind: 'message',
      id: id as WhatsappMessageId, // created here, in WhatsApp's form
      chat: { kind: 'person', phone, lid: null },
      fromMe: false,
      author: null,
      pushName: `Cliente ${phone.slice(-4)}`,
      sentAt: new Date(),
      content: { kind: 'text', text },
      quotedId: null,
    }
    const committed = line.add(
      [{ type: 'session', id: phone, value: ratchet }],
      [{ key: id, chat: phone, content: Buffer.from(JSON.stringify(message)), needsAcknowledgement: false }],
    )
    line.start()
    await committed
  }

  return {
    get numbers() {
      return lines.length
    },
    async hear(texts, begun) {
      await Promise.all(
        lines.map(async (line, number) => {
          const heard: Promise<void>[] = []
          for (const text of texts) {
            if (text.number !== number) continue
            begun?.(text.text)
            heard.push(hearOne(line, text))
            await nextTurn()
          }
          await Promise.all(heard)
        }),
      )
    },
    connect({ keys, report }) {
      lines.push(commitQueue((changes, entries) => keys.commit(changes, entries)))
      queueMicrotask(() =>
        report({ ...connected, phone: `55519999${String(lines.length).padStart(5, '0')}` }),
      )
      return link
    },
    async translate(content) {
      const message = JSON.parse(Buffer.from(content).toString()) as InboundMessage // written above
      return [{ ...message, sentAt: new Date(message.sentAt) }]
    },
    fetchMedia: () => Readable.from([]),
  }
}

const never = () => Promise.reject(new Error('not available in this bench'))

const link: WhatsappLink = {
  send: async () => undefined,
  markRead: async () => undefined,
  deleteForEverybody: async () => undefined,
  watchChats: async () => undefined,
  typing: async () => undefined,
  stop: async () => undefined,
  profilePicture: async () => null,
  requestReupload: never,
  logout: never,
  lookUp: never,
  requestPairingCode: never,
  edit: never,
  react: never,
  groupInfo: never,
}

const connected = {
  status: 'CONNECTED',
  qr: null,
  qrExpiresAt: null,
  cause: null,
  step: null,
  nextAttemptAt: null,
  retries: 0,
  unlinked: false,
} as const
