import type { BotFailureReason } from '@balcao/domain/bot-failures'
import type { MessageId, QueueId, TicketId, UserId } from '@balcao/domain/ids'
import type { MessageVariableData } from '@balcao/domain/message-variables'
import type { MediaType } from '@balcao/domain/messages'
import type { PaidCallOptions } from '../../outside/assistant/port'
import type { BotSettings, CustomerMessage } from '../../outside/bots/port'
import type { IntegrationRow } from '../integrations/integrations.queries'
import { unsupportedBodies } from '../messages/incoming/inbound-content'
import type { StoredMedia } from '../messages/media/keep-media'
import type { MediaMetadata } from '../messages/media/media-facts'
import type { PromptRow } from '../prompts/prompts.queries'
import type { BotConversationMessageRow } from './bots.queries'

interface AnyTurn {
  readonly ticketId: TicketId
  /** The customer's message that this turn answers. An assistant also answers the unanswered ones before it. */
  readonly message: BotConversationMessageRow
}

/** What an assistant's answer needs. The API keys are in plaintext, and in memory only during the call. */
export interface PromptBotTurn extends AnyTurn {
  readonly by: 'prompt'
  readonly prompt: PromptRow
  readonly keys: { readonly apiKey: string | null; readonly voiceKey: string | null }
  readonly customerName: string
  /** The conversation, oldest first; it ends with the messages to answer. */
  readonly history: readonly BotConversationMessageRow[]
  readonly unanswered: readonly BotConversationMessageRow[]
  /** Transcripts of the conversation's voice notes, by message id. */
  readonly transcripts: Readonly<Record<string, string>>
}

export interface IntegrationBotTurn extends AnyTurn {
  readonly by: 'integration'
  readonly integration: IntegrationRow
  readonly bot: BotSettings
  readonly said: Omit<CustomerMessage, 'sound'>
  /** Values for the variables in the texts of the integration. */
  readonly variables: MessageVariableData
}

export type BotTurn = PromptBotTurn | IntegrationBotTurn

export type BotReplyFileWriter = (bytes: Uint8Array, mediaType: MediaType) => Promise<StoredMedia>

/** Callbacks by which a turn reports its costs and results while it calls outside services. */
export interface BotTurnCallbacks extends PaidCallOptions {
  readonly keepReply: BotReplyFileWriter
  /** Stores the transcript of a voice note, so that it is paid for once even if the answer fails. */
  readonly saveTranscript: (messageId: MessageId, words: string) => Promise<void>
}

export interface BotReplyMessage {
  readonly body: string
  readonly mediaType: MediaType | null
  readonly media: MediaMetadata | null
}

/** What happens to the ticket and the bot's conversation after the answer. */
export type BotTurnTicketOutcome =
  | { readonly kind: 'goes-on' }
  | { readonly kind: 'people'; readonly queueId: QueueId | null }
  | { readonly kind: 'colleague'; readonly queueId: QueueId; readonly userId: UserId }
  | { readonly kind: 'closed' }

export interface BotTurnOutcome {
  readonly drafts: readonly BotReplyMessage[]
  readonly afterwards: BotTurnTicketOutcome
  readonly session: string | null
  /** Whether a service was called for this answer, so that the call and its cost are counted. */
  readonly wasAsked: boolean
  /** Why a call for this answer failed. Null: none failed. */
  readonly failure: BotFailureReason | null
}

export const emptyBotTurnOutcome: BotTurnOutcome = {
  drafts: [],
  afterwards: { kind: 'goes-on' },
  session: null,
  wasAsked: false,
  failure: null,
}

export function textReplyMessage(body: string): BotReplyMessage {
  return { body, mediaType: null, media: null }
}

/** The message as text for a bot: a placeholder for unsupported content is empty, a location is its link and name. */
export function textOfBotConversationMessage({ body, media_type }: BotConversationMessageRow): string {
  if (media_type === null && unsupportedBodies.includes(body)) return ''
  if (media_type !== 'locationMessage') return body.trim()
  const [_picture, ...words] = body.split('|')
  return words.join(' ').trim()
}

/** The storage key of a voice note's file; null until the file is stored. */
export function voiceNoteFileKeyOf({ media, media_type }: BotConversationMessageRow): string | null {
  return media_type === 'audio' ? (media?.key ?? null) : null
}
