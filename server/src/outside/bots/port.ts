import type { BotFailureReason } from '@balcao/domain/bot-failures'
import type { QueueId, UserId } from '@balcao/domain/ids'
import type { IntegrationType } from '@balcao/domain/integrations'

/** An outside bot with its address and secrets, as one call needs it. */
export interface BotSettings {
  readonly type: IntegrationType
  readonly integrationId: number | null
  readonly name: string
  readonly url: string
  readonly signingSecret: string
  readonly projectName: string
  /** The service account of Dialogflow, as its JSON file. */
  readonly jsonContent: string
  readonly language: string
  readonly typebotSlug: string
}

/** What a customer said, and in which conversation. */
export interface Said {
  readonly companyId: number
  readonly ticket: { readonly id: number; readonly uuid: string; readonly queueId: number | null }
  readonly contact: { readonly id: number; readonly name: string; readonly number: string }
  readonly message: {
    readonly id: number
    /** Empty where nothing was said in words: a picture, a voice note, a card. */
    readonly text: string
    readonly mediaType: string | null
    /** A signed link to the file, when there is one. */
    readonly mediaUrl: string | null
    readonly sentAt: string
  }
  /** A voice note, for bots that listen. */
  readonly sound: Uint8Array | null
  /** The bot's own name for the conversation; null begins one. */
  readonly session: string | null
  readonly now: Date
}

export type BotReply =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image' | 'audio' | 'file'; readonly url: string; readonly caption: string }
  /** A sound that came in the answer itself. */
  | { readonly kind: 'sound'; readonly bytes: Uint8Array }

export type BotCommand =
  /** The bot has nothing more to say: people go on. */
  | { readonly kind: 'stop' }
  | { readonly kind: 'queue'; readonly queueId: QueueId }
  | { readonly kind: 'user'; readonly queueId: QueueId; readonly userId: UserId }

export interface BotAnswer {
  readonly replies: readonly BotReply[]
  readonly command: BotCommand | null
  readonly session: string | null
  /** It did not understand: the integration's own words for that stand in. */
  readonly isLost: boolean
  /** Words are all that it takes here, and there were none: it was not asked. */
  readonly needsWords: boolean
}

/** The customer is asked for words, by the app. */
export function wordsNeeded({ session }: Pick<Said, 'session'>): BotAnswer {
  return { replies: [], command: null, session, isLost: false, needsWords: true }
}

/** Outside bots of every type. Rejects with `BotFailure`. */
export interface Bots {
  answer(bot: BotSettings, said: Said, signal: AbortSignal): Promise<BotAnswer>
  /** A file that an answer names. */
  fetchFile(url: string, signal: AbortSignal): Promise<Uint8Array>
}

/** Why a call came to nothing. The message names no address, secret or word of a customer: it ends in logs. */
export class BotFailure extends Error {
  override readonly name = 'BotFailure'

  constructor(
    readonly reason: BotFailureReason,
    options?: ErrorOptions,
  ) {
    super(`the outside bot or assistant failed: ${reason}`, options)
  }
}
