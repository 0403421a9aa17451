import type { BotFailureReason } from '@balcao/domain/bot-failures'
import type { QueueId, UserId } from '@balcao/domain/ids'
import type { IntegrationType } from '@balcao/domain/integrations'

export interface BotSettings {
  readonly type: IntegrationType
  readonly integrationId: number | null
  readonly name: string
  readonly url: string
  readonly signingSecret: string
  readonly projectName: string
  readonly jsonContent: string
  readonly language: string
  readonly typebotSlug: string
}

export interface CustomerMessage {
  readonly companyId: number
  readonly ticket: { readonly id: number; readonly uuid: string; readonly queueId: number | null }
  readonly contact: { readonly id: number; readonly name: string; readonly number: string }
  readonly message: {
    readonly id: number
    /** Empty for a message without text: a picture, a voice note, a card. */
    readonly text: string
    readonly mediaType: string | null
    /** A signed link to the message's file. */
    readonly mediaUrl: string | null
    readonly sentAt: string
  }
  readonly sound: Uint8Array | null
  /** The bot's own session id for this conversation. Null: the bot starts a session. */
  readonly session: string | null
  readonly now: Date
}

export type BotReply =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image' | 'audio' | 'file'; readonly url: string; readonly caption: string }
  | { readonly kind: 'sound'; readonly bytes: Uint8Array }

export type BotCommand =
  /** The bot has ended: people answer from here on. */
  | { readonly kind: 'stop' }
  | { readonly kind: 'queue'; readonly queueId: QueueId }
  | { readonly kind: 'user'; readonly queueId: QueueId; readonly userId: UserId }

export interface BotAnswer {
  readonly replies: readonly BotReply[]
  readonly command: BotCommand | null
  readonly session: string | null
  /** The bot did not understand the customer. The app sends the integration's text for this case. */
  readonly isLost: boolean
  /** The bot was not called, because it accepts only text now and the message has none. */
  readonly needsWords: boolean
}

export function textRequiredAnswer({ session }: Pick<CustomerMessage, 'session'>): BotAnswer {
  return { replies: [], command: null, session, isLost: false, needsWords: true }
}

export interface OutsideBotClient {
  answer(bot: BotSettings, said: CustomerMessage, signal: AbortSignal): Promise<BotAnswer>
  fetchFile(url: string, signal: AbortSignal): Promise<Uint8Array>
}

/** The message contains no address, secret or customer's text, because it is logged. */
export class BotFailure extends Error {
  override readonly name = 'BotFailure'

  constructor(
    readonly reason: BotFailureReason,
    options?: ErrorOptions,
  ) {
    super(`the outside bot or assistant failed: ${reason}`, options)
  }
}
