import type { BotFailureReason } from '@balcao/domain/bot-failures'
import type { QueueId, TicketId, UserId } from '@balcao/domain/ids'
import type { VariableFacts } from '@balcao/domain/message-variables'
import type { MediaType } from '@balcao/domain/messages'
import type { BotSettings, Said } from '../../outside/bots/port'
import type { IntegrationRow } from '../integrations/integrations.queries'
import type { MediaFacts } from '../messages/media-facts'
import type { PromptRow } from '../prompts/prompts.queries'
import type { SaidRow } from './bots.queries'

interface AnyTurn {
  readonly ticketId: TicketId
  /** What the customer said, and the bot has to answer; for an assistant the newest of it. */
  readonly message: SaidRow
  readonly transcripts: Readonly<Record<string, string>>
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
  readonly transcripts: Readonly<Record<string, string>>
  readonly tokensIn: number
  readonly tokensOut: number
  /** Why it, or a part of it, came to nothing. */
  readonly failure: BotFailureReason | null
}

export const noOutcome: Outcome = {
  drafts: [],
  afterwards: { kind: 'goes-on' },
  session: null,
  transcripts: {},
  tokensIn: 0,
  tokensOut: 0,
  failure: null,
}

export function textDraft(body: string): BotDraft {
  return { body, mediaType: null, media: null }
}

/** A voice note whose sound is here. */
export function soundKeyOf({ media, media_type }: Pick<SaidRow, 'media' | 'media_type'>): string | null {
  return media_type === 'audio' ? (media?.key ?? null) : null
}
