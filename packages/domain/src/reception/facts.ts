import type { IntegrationId, PromptId, QueueId, QueueOptionId } from '../ids'
import type { TicketStatus } from '../tickets'
import type { BotMenu } from './menu-words'

/** One option of a queue's menu, with its children. The customer types `option` to choose it. */
export interface MenuOption {
  readonly id: QueueOptionId
  readonly option: number
  readonly title: string
  readonly message: string
  readonly children: readonly MenuOption[]
}

/** The assistants that may answer instead of the menu (BOT-11). */
export interface AssistantIds {
  readonly integrationId: IntegrationId | null
  readonly promptId: PromptId | null
}

/** A queue as reception needs it. Its messages are templates with variables. */
export interface ReceptionQueue {
  readonly id: QueueId
  readonly name: string
  readonly greetingMessage: string
  readonly outOfHoursMessage: string
  /** True when the queue's own hours say open. Used only if queues have hours of their own (mode `queue`). */
  readonly isOpen: boolean
  readonly assistants: AssistantIds
  readonly options: readonly MenuOption[]
}

/** A connection as reception needs it. Its messages are templates with variables. */
interface ReceptionConnection {
  readonly greetingMessage: string
  readonly outOfHoursMessage: string
  /** The queue that a ticket gets after too many invalid answers; null leaves the ticket in its queue. */
  readonly sendQueueId: QueueId | null
  /** For so many minutes after offering the queues, the bot does not offer them again in the ticket. */
  readonly timeUseBotQueues: number
  /** How often the bot repeats a menu; 0 means no limit. */
  readonly maxUseBotQueues: number
  readonly assistants: AssistantIds
}

/**
 * Which menu the bot last sent. `queues`: the list of queues. `options`: the children of `optionId` (null:
 * the top). `ended`: none; the bot reacts only to `#`.
 */
export interface BotState {
  readonly stage: 'queues' | 'options' | 'ended'
  readonly optionId: QueueOptionId | null
  readonly invalidAnswers: number
  readonly menuAt: Date | null
}

/** The kind of a message without text. `picture` includes videos and stickers; `other` cannot be shown. */
export type NonTextMessageKind = 'sound' | 'picture' | 'document' | 'place' | 'card' | 'poll' | 'other'

export type CustomerMessage =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'no-words'; readonly sent: NonTextMessageKind }
  /** WhatsApp has not delivered the content of the message yet. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'call' }

interface ReceptionTicket {
  readonly status: TicketStatus
  readonly hasOwner: boolean
  readonly isNew: boolean
  readonly isGroup: boolean
  readonly queueId: QueueId | null
  /** True when a person has owned the ticket, or has answered from the phone: the menu then ends. */
  readonly wasTakenOver: boolean
  /** True when an assistant has begun to answer in the ticket. */
  readonly useIntegration: boolean
  readonly assistants: AssistantIds
}

export interface ReceptionInput {
  readonly message: CustomerMessage
  readonly name: string
  readonly number: string
  readonly email: string
  readonly ticket: ReceptionTicket
  readonly connection: ReceptionConnection
  /** The queues of the connection, in the menu's order. */
  readonly queues: readonly ReceptionQueue[]
  readonly hours: {
    readonly mode: 'disabled' | 'company' | 'queue'
    readonly isCompanyOpen: boolean
  }
  /** The bot's state; null before its first message in this ticket. */
  readonly bot: BotState | null
  /** When the contact last got the out-of-hours text, which is sent once an hour at most. */
  readonly outOfHoursToldAt: Date | null
  readonly now: Date
  readonly timeZone: string
  readonly language: string
}

/** An action that reception decides on. The actions run in order; their texts are ready to be sent. */
export type ReceptionDecision =
  | { readonly decision: 'assign-queue'; readonly queueId: QueueId }
  /** Leaves the queue for the list of queues. */
  | { readonly decision: 'leave-queue' }
  /** Sends a text. `menu` has the same text in parts, for providers with buttons and lists. */
  | { readonly decision: 'say'; readonly text: string; readonly menu?: BotMenu }
  | { readonly decision: 'stand'; readonly place: BotState }
  /** Records that the contact got the out-of-hours text. */
  | { readonly decision: 'note-out-of-hours' }
  | { readonly decision: 'hand-to-integration'; readonly integrationId: IntegrationId }
  | { readonly decision: 'hand-to-prompt'; readonly promptId: PromptId }
  /** The assistant was deleted, so the ticket waits for people. */
  | { readonly decision: 'leave-to-people' }
