import type { BotFailureReason } from '@balcao/domain/bot-failures'
import type { MessageId, QueueId, TicketId, UserId } from '@balcao/domain/ids'
import type { VariableFacts } from '@balcao/domain/message-variables'
import type { MediaType } from '@balcao/domain/messages'
import type { PaidErrand } from '../../outside/assistant/port'
import type { BotSettings, Said } from '../../outside/bots/port'
import type { IntegrationRow } from '../integrations/integrations.queries'
import { notShownBodies } from '../messages/inbound-content'
import type { KeptMedia } from '../messages/keep-media'
import type { MediaFacts } from '../messages/media-facts'
import type { PromptRow } from '../prompts/prompts.queries'
import type { SaidRow } from './bots.queries'

interface AnyTurn {
  readonly ticketId: TicketId
  /** What the customer said, and the bot has to answer; for an assistant the newest of it. */
  readonly message: SaidRow
}

/** All that an assistant's answer takes. Keys are in the clear, and live as long as the call. */
export interface PromptTurn extends AnyTurn {
  readonly by: 'prompt'
  readonly prompt: PromptRow
  readonly keys: { readonly apiKey: string | null; readonly voiceKey: string | null }
  readonly customerName: string
  /** Oldest first, what is to be answered last. */
  readonly history: readonly SaidRow[]
  /** Of the history, what is to be answered. */
  readonly unanswered: readonly SaidRow[]
  /** What voice notes of this talk said, by their message. */
  readonly transcripts: Readonly<Record<string, string>>
}

/** All that an outside bot's answer takes. */
export interface IntegrationTurn extends AnyTurn {
  readonly by: 'integration'
  readonly integration: IntegrationRow
  readonly bot: BotSettings
  readonly said: Omit<Said, 'sound'>
  /** Of the integration's own words. */
  readonly variables: VariableFacts
}

export type Turn = PromptTurn | IntegrationTurn

/** Keeps a file of a bot's answer, so that it can be sent. */
export type KeepReply = (bytes: Uint8Array, mediaType: MediaType) => Promise<KeptMedia>

/** What is told of a turn while it is outside. */
export interface Errand extends PaidErrand {
  readonly keepReply: KeepReply
  /** A voice note has been received: it is never paid for again, whatever becomes of the answer. */
  readonly keepTranscript: (messageId: MessageId, words: string) => Promise<void>
}

/** A message of the bot, ready to be sent. */
export interface BotDraft {
  readonly body: string
  readonly mediaType: MediaType | null
  readonly media: MediaFacts | null
}

/** What happens to the ticket after the answer. */
export type Afterwards =
  | { readonly kind: 'goes-on' }
  | { readonly kind: 'people'; readonly queueId: QueueId | null }
  | { readonly kind: 'colleague'; readonly queueId: QueueId; readonly userId: UserId }
  | { readonly kind: 'closed' }

/** What came of a call. */
export interface Outcome {
  readonly drafts: readonly BotDraft[]
  readonly afterwards: Afterwards
  readonly session: string | null
  /** False where the server answered by itself: there is no call to tell of. */
  readonly wasAsked: boolean
  /** Why it, or a part of it, came to nothing. */
  readonly failure: BotFailureReason | null
}

export const noOutcome: Outcome = {
  drafts: [],
  afterwards: { kind: 'goes-on' },
  session: null,
  wasAsked: false,
  failure: null,
}

export function textDraft(body: string): BotDraft {
  return { body, mediaType: null, media: null }
}

/** What was said in words. What stands for a content that we cannot show is none; of a place, what leads to it. */
export function wordsOf({ body, media_type }: Pick<SaidRow, 'body' | 'media_type'>): string {
  if (media_type === null && notShownBodies.includes(body)) return ''
  if (media_type !== 'locationMessage') return body.trim()
  const [_picture, ...words] = body.split('|')
  return words.join(' ').trim()
}

/** A voice note whose sound is here. */
export function soundKeyOf({ media, media_type }: Pick<SaidRow, 'media' | 'media_type'>): string | null {
  return media_type === 'audio' ? (media?.key ?? null) : null
}
