import type { IntegrationId, PromptId, QueueId, QueueOptionId } from '../ids'
import type { TicketStatus } from '../tickets'

/** One line of a queue's menu, with those below it. `option` is what the customer answers. */
export interface MenuOption {
  readonly id: QueueOptionId
  readonly option: number
  readonly title: string
  readonly message: string
  readonly children: readonly MenuOption[]
}

/** Who may answer instead of the menu (BOT-11). */
export interface Assistants {
  readonly integrationId: IntegrationId | null
  readonly promptId: PromptId | null
}

/** A queue of the connection. Its texts are templates. */
export interface ReceptionQueue {
  readonly id: QueueId
  readonly name: string
  readonly greetingMessage: string
  readonly outOfHoursMessage: string
  /** By the queue's own hours; matters in the mode `queue` only. */
  readonly isOpen: boolean
  readonly assistants: Assistants
  readonly options: readonly MenuOption[]
}

/** The texts, which are templates, and the automation of the connection over which the customer writes. */
export interface ReceptionConnection {
  readonly greetingMessage: string
  readonly outOfHoursMessage: string
  /** Where a ticket goes when the menu did not help; null keeps it where it is. */
  readonly sendQueueId: QueueId | null
  /** Minutes before the queues are offered again to the same ticket. */
  readonly timeUseBotQueues: number
  /** How often a menu is repeated; 0 is without limit. */
  readonly maxUseBotQueues: number
  readonly assistants: Assistants
}

/**
 * Where the bot stands with a ticket: it has offered the `queues`, or the `options` of the ticket's queue below
 * `optionId` (null: the top), or it has `ended` and says nothing by itself any more.
 */
export interface BotPlace {
  readonly stage: 'queues' | 'options' | 'ended'
  readonly optionId: QueueOptionId | null
  /** Answers in a row that were none. */
  readonly invalidAnswers: number
  /** When the queues were offered last. */
  readonly menuAt: Date | null
}

/** What came instead of words. A picture may be a film or a sticker; `other` is what we cannot show. */
export type Wordless = 'sound' | 'picture' | 'document' | 'place' | 'card' | 'poll' | 'other'

export type CustomerMessage =
  /** Words, also those below a picture. */
  | { readonly kind: 'text'; readonly text: string }
  /** Nothing that could name an option. */
  | { readonly kind: 'no-words'; readonly sent: Wordless }
  /** Its content is not here yet. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'call' }

export interface ReceptionTicket {
  readonly status: TicketStatus
  readonly hasOwner: boolean
  /** This message has opened it. */
  readonly isNew: boolean
  readonly isGroup: boolean
  readonly queueId: QueueId | null
  /** A person has had it before, or has answered from the handset: the menu is over. */
  readonly wasTakenOver: boolean
  /** An assistant has begun to answer it. */
  readonly useIntegration: boolean
  readonly assistants: Assistants
}

/** All that reception needs to know of a customer's message. */
export interface ReceptionFacts {
  readonly message: CustomerMessage
  /** The customer's, for the variables of texts. */
  readonly name: string
  readonly number: string
  readonly email: string
  readonly ticket: ReceptionTicket
  readonly connection: ReceptionConnection
  /** The queues of the connection, in their order. */
  readonly queues: readonly ReceptionQueue[]
  readonly hours: {
    readonly mode: 'disabled' | 'company' | 'queue'
    readonly isCompanyOpen: boolean
  }
  /** Null: it has said nothing in this ticket yet. */
  readonly bot: BotPlace | null
  /** When the contact was last told that nobody is there. */
  readonly outOfHoursToldAt: Date | null
  readonly now: Date
  readonly timeZone: string
  readonly language: string
}

/** What to do, in this order; texts are ready to be sent. */
export type ReceptionDecision =
  | { readonly decision: 'assign-queue'; readonly queueId: QueueId }
  /** Back to the list of queues. */
  | { readonly decision: 'leave-queue' }
  | { readonly decision: 'say'; readonly text: string }
  /** From now on the bot stands here. */
  | { readonly decision: 'stand'; readonly place: BotPlace }
  /** The contact has now been told that nobody is there. */
  | { readonly decision: 'note-out-of-hours' }
  | { readonly decision: 'hand-to-integration'; readonly integrationId: IntegrationId }
  | { readonly decision: 'hand-to-prompt'; readonly promptId: PromptId }
  /** Who answered is gone: the ticket waits for people. */
  | { readonly decision: 'leave-to-people' }
