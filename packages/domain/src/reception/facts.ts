import type { IntegrationId, PromptId, QueueId, QueueOptionId } from '../ids'
import type { TicketStatus } from '../tickets'
import type { Menu } from './menu-words'

/** One option of a queue's menu, with its children. `option` is the customer's answer. */
export interface MenuOption {
  readonly id: QueueOptionId
  readonly option: number
  readonly title: string
  readonly message: string
  readonly children: readonly MenuOption[]
}

/** The assistants that may answer instead of the menu (BOT-11). */
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
  /** By the queue's own hours; only the mode `queue` uses it. */
  readonly isOpen: boolean
  readonly assistants: Assistants
  readonly options: readonly MenuOption[]
}

/** The texts, which are templates, and the automation of the connection that the customer writes to. */
export interface ReceptionConnection {
  readonly greetingMessage: string
  readonly outOfHoursMessage: string
  /** The queue of a ticket after the menu failed; null leaves its queue. */
  readonly sendQueueId: QueueId | null
  /** Minutes before the queues are offered again to the same ticket. */
  readonly timeUseBotQueues: number
  /** The limit of repetitions of a menu; 0 is without limit. */
  readonly maxUseBotQueues: number
  readonly assistants: Assistants
}

/**
 * The state of the bot on a ticket: it has offered the `queues`, or the `options` of the ticket's queue below
 * `optionId` (null: the top), or it has `ended` and sends nothing by itself.
 */
export interface BotPlace {
  readonly stage: 'queues' | 'options' | 'ended'
  readonly optionId: QueueOptionId | null
  /** Consecutive invalid answers. */
  readonly invalidAnswers: number
  /** When the queues were last offered. */
  readonly menuAt: Date | null
}

/** The kind of a message without text. `picture` includes films and stickers; `other` cannot be shown. */
export type Wordless = 'sound' | 'picture' | 'document' | 'place' | 'card' | 'poll' | 'other'

export type CustomerMessage =
  /** A text, also the caption of a picture. */
  | { readonly kind: 'text'; readonly text: string }
  /** Without a text that could name an option. */
  | { readonly kind: 'no-words'; readonly sent: Wordless }
  /** WhatsApp has not delivered the content of the message yet. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'call' }

export interface ReceptionTicket {
  readonly status: TicketStatus
  readonly hasOwner: boolean
  /** This message opened it. */
  readonly isNew: boolean
  readonly isGroup: boolean
  readonly queueId: QueueId | null
  /** A person has owned it, or has answered from the handset: the menu has ended. */
  readonly wasTakenOver: boolean
  /** An assistant has begun to answer it. */
  readonly useIntegration: boolean
  readonly assistants: Assistants
}

/** The facts of a customer's message that reception needs. */
export interface ReceptionFacts {
  readonly message: CustomerMessage
  /** The customer's name, for the variables of texts. */
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
  /** Null: the bot has sent nothing in this ticket yet. */
  readonly bot: BotPlace | null
  /** When the contact last got the closed text. */
  readonly outOfHoursToldAt: Date | null
  readonly now: Date
  readonly timeZone: string
  readonly language: string
}

/** The actions, in this order; texts are ready to be sent. */
export type ReceptionDecision =
  | { readonly decision: 'assign-queue'; readonly queueId: QueueId }
  /** Back to the list of queues. */
  | { readonly decision: 'leave-queue' }
  /** `menu`: the parts of the text, for providers with answers to tap. */
  | {
      readonly decision: 'say'
      readonly text: string
      readonly menu?: Menu
    }
  /** Stores the new state of the bot. */
  | { readonly decision: 'stand'; readonly place: BotPlace }
  /** Records that the contact has got the closed text. */
  | { readonly decision: 'note-out-of-hours' }
  | { readonly decision: 'hand-to-integration'; readonly integrationId: IntegrationId }
  | { readonly decision: 'hand-to-prompt'; readonly promptId: PromptId }
  /** The assistant was deleted: the ticket waits for people. */
  | { readonly decision: 'leave-to-people' }
