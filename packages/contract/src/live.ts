import type {
  AnnouncementId,
  CampaignId,
  ChatId,
  CompanyId,
  ConnectionId,
  ContactId,
  ContactListId,
  ContactListItemId,
  FileListId,
  HelpId,
  HolidayId,
  InboundEventId,
  IntegrationId,
  InvoiceId,
  MessageTemplateId,
  NoteId,
  OptOutId,
  PromptId,
  QueueId,
  QuickMessageId,
  ScheduleId,
  TagId,
  TicketId,
  UserId,
  WebhookId,
} from '@balcao/domain/ids'
import type { AnnouncementView } from './announcements'
import type { CampaignSettingView, CampaignView, OptOutView } from './campaigns'
import type { ChatMessageView, ChatView } from './chats'
import type { ConnectionLiveState, ConnectionView } from './connections'
import type { ContactImportView } from './contact-imports'
import type { ContactListItemView, ContactListView } from './contact-lists'
import type { ContactView } from './contacts'
import type { FileListView } from './file-lists'
import type { HandoverView } from './handovers'
import type { HelpVideoView } from './helps'
import type { HolidayView } from './holidays'
import type { IntegrationView } from './integrations'
import type { MessageTemplateView } from './message-templates'
import type { MessageView } from './messages'
import type { MoveOutView } from './move-out'
import type { MentionView, NoteView } from './notes'
import type { SessionUser, SettingView, UserView } from './people'
import type { PersonalDataExportView } from './personal-data'
import type { PlanView } from './plans'
import type { PromptView } from './prompts'
import type { QueueView } from './queues'
import type { QuickMessageView } from './quick-messages'
import type { DeadLetter } from './reception'
import type { ScheduleView } from './schedules'
import type { TagWithUsageView } from './tags'
import type { TicketEventView } from './ticket-events'
import type { TicketView } from './tickets'

/**
 * The channel names of live events on the wire, as the specification spells them (core 7.6). Code inside the
 * server uses event names like `ticket.changed` instead.
 */
export const liveChannel = {
  ticket: (company: CompanyId) => `company-${company}-ticket`,
  message: (company: CompanyId) => `company-${company}-appMessage`,
  typing: (company: CompanyId) => `company-${company}-typing`,
  ticketViewers: (company: CompanyId) => `company-${company}-ticketViewers`,
  ticketEvent: (company: CompanyId) => `company-${company}-ticketEvent`,
  note: (company: CompanyId) => `company-${company}-ticketNote`,
  handover: (company: CompanyId) => `company-${company}-handover`,
  mention: (company: CompanyId) => `company-${company}-mention`,
  contact: (company: CompanyId) => `company-${company}-contact`,
  contactImport: (company: CompanyId) => `company-${company}-contactImport`,
  personalData: (company: CompanyId) => `company-${company}-personalData`,
  moveOut: (company: CompanyId) => `company-${company}-moveOut`,
  connection: (company: CompanyId) => `company-${company}-whatsapp`,
  connectionSession: (company: CompanyId) => `company-${company}-whatsappSession`,
  user: (company: CompanyId) => `company-${company}-user`,
  queue: (company: CompanyId) => `company-${company}-queue`,
  queueOptions: (company: CompanyId) => `company-${company}-queueOptions`,
  holiday: (company: CompanyId) => `company-${company}-holiday`,
  inboundEvents: (company: CompanyId) => `company-${company}-inTray`,
  tag: (company: CompanyId) => `company-${company}-tag`,
  messageTemplate: (company: CompanyId) => `company-${company}-messageTemplate`,
  quickMessage: (company: CompanyId) => `company-${company}-quickmessage`,
  schedule: (company: CompanyId) => `company-${company}-schedule`,
  prompt: (company: CompanyId) => `company-${company}-prompt`,
  queueIntegration: (company: CompanyId) => `company-${company}-queueIntegration`,
  webhook: (company: CompanyId) => `company-${company}-webhook`,
  /** Carries `create`, `update` and `delete` events (WIRE-trap-13). */
  fileList: (company: CompanyId) => `company${company}-file`,
  /** For existing clients: carries `create` and `update` only, because a `delete` here would break them. */
  keptFileList: (company: CompanyId) => `company-${company}-file`,
  contactList: (company: CompanyId) => `company-${company}-ContactList`,
  contactListItem: (company: CompanyId) => `company-${company}-ContactListItem`,
  /** Item events for existing clients, which subscribe to one list (RT-22). */
  itemOfContactList: (company: CompanyId, list: ContactListId) =>
    `company-${company}-ContactListItem-${list}`,
  campaign: (company: CompanyId) => `company-${company}-campaign`,
  campaignSettings: (company: CompanyId) => `company-${company}-campaignSettings`,
  campaignOptOut: (company: CompanyId) => `company-${company}-campaignOptOut`,
  plan: (company: CompanyId) => `company-${company}-plan`,
  plans: (company: CompanyId) => `company-${company}-plans`,
  companies: (company: CompanyId) => `company-${company}-companies`,
  payment: (company: CompanyId) => `company-${company}-payment`,
  waitingPayments: (company: CompanyId) => `company-${company}-waitingPayments`,
  help: (company: CompanyId) => `company-${company}-help`,
  /** The name contains no company, since announcements are the same for all. */
  announcement: () => 'company-announcement',
  settings: (company: CompanyId) => `company-${company}-settings`,
  company: (company: CompanyId) => `company-${company}-company`,
  storage: (company: CompanyId) => `company-${company}-storage`,
  chat: (company: CompanyId) => `company-${company}-chat`,
  /** Repeats the events of `chat` for existing clients, with the same subscribers (RT-22). */
  ofChat: (company: CompanyId, chat: ChatId) => `company-${company}-chat-${chat}`,
  chatOfUser: (company: CompanyId, user: UserId) => `company-${company}-chat-user-${user}`,
  auth: (company: CompanyId) => `company-${company}-auth`,
} as const

/**
 * Further names under which existing clients subscribe to a channel. Payload and subscribers are the same
 * (RT-22).
 */
export function channelAliasesOf(name: string, company: CompanyId): readonly string[] {
  switch (name) {
    case liveChannel.quickMessage(company):
      return [`company${company}-quickemessage`] // misspelt by existing clients
    case liveChannel.schedule(company):
      return [`company${company}-schedule`]
    case liveChannel.prompt(company):
      return ['prompt'] // a name without the company; only the channel's own subscribers get the event
    default:
      return []
  }
}

/**
 * Why a ticket leaves a list: its status changed, the viewer may no longer read it, or it was deleted
 * (RT-24).
 */
export type TicketListRemovalReason = 'status' | 'access' | 'deleted'

export type LiveTicketPayload =
  | {
      readonly action: 'update'
      readonly ticketId: TicketId
      readonly ticket: TicketView
      /** True: the conversation got messages of another contact through a merge, so fetch it again. */
      readonly conversationChanged?: boolean
    }
  | {
      readonly action: 'delete'
      readonly ticketId: TicketId
      readonly reason: TicketListRemovalReason
      readonly version: number
      /** The ticket in which the conversation continues, when the receiver may read it. */
      readonly mergedInto?: TicketId
      /** Only with the reason `access`, when a person transferred the ticket. */
      readonly transfer?: TicketTransferDetails
    }
  | { readonly action: 'updateUnread'; readonly ticketId: TicketId; readonly version: number }

/** Tells viewers who lost access to a ticket that it was transferred. */
export interface TicketTransferDetails {
  readonly by: { readonly id: UserId; readonly name: string }
  readonly contactName: string
  /** The new owner; null when the ticket waits in the queue. */
  readonly user: { readonly id: UserId; readonly name: string } | null
  readonly queueName: string | null
}

export type LiveMessagePayload =
  | {
      readonly action: 'create'
      readonly message: MessageView
      readonly ticket: TicketView
      readonly contact: TicketView['contact']
    }
  | { readonly action: 'update'; readonly message: MessageView }

export type TypingActivity = 'typing' | 'recording' | 'nothing'

/**
 * Somebody types or records in a conversation that the receiver has open. `contact` is the contact or group
 * member, `user` is the colleague, and one of them is null. Pages remove the indicator `typingIndicatorLifetimeMs`
 * milliseconds after the last event.
 */
export interface LiveTypingPayload {
  readonly ticketId: TicketId
  readonly doing: TypingActivity
  readonly contact: { readonly id: ContactId; readonly name: string } | null
  readonly user: { readonly id: UserId; readonly name: string } | null
}

/**
 * All users who have this conversation open, each once, including the receiver. Admins in the spy dialog are
 * left out.
 */
export interface LiveTicketViewersPayload {
  readonly ticketId: TicketId
  readonly users: readonly { readonly id: UserId; readonly name: string }[]
}

/** A new event line for the open conversation, such as a transfer. */
export interface LiveTicketEventPayload {
  readonly action: 'create'
  readonly event: TicketEventView
}

export type LiveNotePayload =
  | { readonly action: 'create'; readonly note: NoteView }
  | { readonly action: 'delete'; readonly ticketId: TicketId; readonly noteId: NoteId }

/** A colleague transferred a ticket to the receiver, or the receiver opened a transferred ticket. */
export type LiveHandoverPayload =
  | { readonly action: 'create'; readonly handover: HandoverView }
  | { readonly action: 'delete'; readonly ticketId: TicketId }

/** A note mentions the receiver, or notes that mention the receiver were read or deleted. */
export type LiveMentionPayload =
  | { readonly action: 'create'; readonly mention: MentionView }
  | { readonly action: 'delete'; readonly noteIds: readonly NoteId[] }

export type LiveContactPayload =
  | { readonly action: 'create' | 'update'; readonly contact: ContactView }
  | { readonly action: 'delete'; readonly contactId: ContactId }
  /** Many contacts were added or changed at once: fetch the lists again. */
  | { readonly action: 'reload' }
/** The progress of a contact import, sent to users who may import. */
export type LiveContactImportPayload = { readonly action: 'update'; readonly import: ContactImportView }

/** The progress of a personal data export, sent to users who may order one. */
export type LivePersonalDataExportPayload = { readonly action: 'update' } & Pick<
  PersonalDataExportView,
  'contactId' | 'state' | 'total' | 'done'
>

/** The progress of an export of all company data, sent to users who may order one. */
export type LiveMoveOutPayload = { readonly action: 'update' } & Pick<MoveOutView, 'state' | 'total' | 'done'>

/**
 * A connection changed. A new connection also sends `update`, because existing clients ignore `create` and
 * insert unknown connections on `update` (WIRE-trap-14).
 */
export type LiveConnectionPayload =
  | { readonly action: 'update'; readonly whatsapp: ConnectionView }
  | { readonly action: 'delete'; readonly whatsappId: ConnectionId }
export type LiveConnectionStatePayload = { readonly action: 'update'; readonly session: ConnectionLiveState }

/**
 * Sent to admins when a message's file could not be stored: the disk is full (`full`), or the company's
 * storage limit is reached (`company-full`).
 */
export interface LiveStorageFullPayload {
  readonly action: 'full' | 'company-full'
}

/**
 * Sent to admins, without message texts. `create`: an inbound event became a dead letter. `delete`: an event
 * is no longer a dead letter. `clear`: no dead letter is left.
 */
export type LiveDeadLettersPayload =
  | { readonly action: 'create'; readonly entry: DeadLetter }
  | { readonly action: 'delete'; readonly entryId: InboundEventId }
  | { readonly action: 'clear' }

/** A user changed. The user themself gets the whole session user, everybody else the list's view. */
export type LiveUserPayload =
  | { readonly action: 'create' | 'update'; readonly user: UserView | SessionUser }
  | { readonly action: 'delete'; readonly userId: UserId }
export type LiveQueuePayload =
  | { readonly action: 'create' | 'update'; readonly queue: QueueView }
  | { readonly action: 'delete'; readonly queueId: QueueId }
/** A queue's menu changed: fetch the menu again. */
export type LiveQueueOptionsPayload = { readonly action: 'update'; readonly queueId: QueueId }
/** Holidays changed; `holidays` contains the new and renamed ones. */
export type LiveHolidayPayload =
  | { readonly action: 'update'; readonly holidays: readonly HolidayView[] }
  | { readonly action: 'delete'; readonly holidayId: HolidayId }
/** A tag changed. `tags` holds one tag; existing clients expect the plural name. */
export type LiveTagPayload =
  | { readonly action: 'create' | 'update'; readonly tags: TagWithUsageView }
  | { readonly action: 'delete'; readonly tagId: TagId }
export type LiveQuickMessagePayload =
  | { readonly action: 'create' | 'update'; readonly record: QuickMessageView }
  | { readonly action: 'delete'; readonly id: QuickMessageId }
export type LiveMessageTemplatePayload =
  | { readonly action: 'create' | 'update'; readonly record: MessageTemplateView }
  | { readonly action: 'delete'; readonly id: MessageTemplateId; readonly connectionId: ConnectionId }
export type ScheduleChangePayload =
  | { readonly action: 'create' | 'update'; readonly schedules: ScheduleView }
  | { readonly action: 'delete'; readonly scheduleId: ScheduleId }
/**
 * A schedule changed. The payload contains it as `schedule` and as `schedules`, because existing clients read
 * one or the other (WIRE-trap-11).
 */
export type LiveSchedulePayload =
  | (Exclude<ScheduleChangePayload, { readonly action: 'delete' }> & { readonly schedule: ScheduleView })
  | Extract<ScheduleChangePayload, { readonly action: 'delete' }>
export type LivePromptPayload =
  | { readonly action: 'create' | 'update'; readonly prompt: PromptView }
  /** Sent after each answer of the assistant, without the instructions, which may be long. */
  | ({ readonly action: 'spending'; readonly promptId: PromptId } & Pick<
      PromptView,
      'spending' | 'lastCallAt' | 'lastFailure'
    >)
  | { readonly action: 'delete'; readonly promptId: PromptId }
/** A webhook or one of its deliveries changed. Sent to users who manage webhooks. */
export interface LiveWebhookPayload {
  readonly action: 'update'
  readonly webhookId: WebhookId
}

export type LiveIntegrationPayload =
  | { readonly action: 'create' | 'update'; readonly queueIntegration: IntegrationView }
  | { readonly action: 'delete'; readonly integrationId: IntegrationId }
/** A file list changed. `files` holds one list; existing clients expect this name. */
export type LiveFileListPayload =
  | { readonly action: 'create' | 'update'; readonly files: FileListView }
  | { readonly action: 'delete'; readonly fileId: FileListId }
export type LiveContactListPayload =
  | { readonly action: 'create' | 'update'; readonly record: ContactListView }
  | { readonly action: 'delete'; readonly id: ContactListId }
export type LiveContactListItemPayload =
  | { readonly action: 'create' | 'update'; readonly record: ContactListItemView }
  | { readonly action: 'delete'; readonly id: ContactListItemId; readonly contactListId: ContactListId }
  /** Many items changed at once. `records` contains them if they are few; otherwise fetch the list again. */
  | {
      readonly action: 'reload'
      readonly contactListId: ContactListId
      readonly records: readonly ContactListItemView[]
    }
/**
 * A campaign or its counts changed. The counts change after each contact, and the report page then fetches
 * the contacts' states again. The status `FINALIZADA` also arrives as an `update` (CAMP-34).
 */
export type LiveCampaignPayload =
  | { readonly action: 'create' | 'update'; readonly record: CampaignView }
  | { readonly action: 'delete'; readonly id: CampaignId }
export type LiveCampaignSettingsPayload = {
  readonly action: 'create'
  readonly record: readonly CampaignSettingView[]
}
export type LiveOptOutPayload =
  | { readonly action: 'create'; readonly record: OptOutView }
  | { readonly action: 'delete'; readonly id: OptOutId }
/** The company's own plan changed. */
export type LivePlanPayload = { readonly action: 'update'; readonly plan: PlanView }
/** The platform's plans changed: fetch them again. Sent to super users of every company. */
export type LivePlansPayload = { readonly action: 'reload' }
/** The platform's companies changed: fetch them again. Sent to super users of every company. */
export type LiveCompaniesPayload = { readonly action: 'reload' }
/** A payment arrived, with the company's new due date and plan (SUBSCR-11). */
export type LivePaymentPayload = {
  readonly action: 'CONCLUIDA'
  readonly company: SessionUser['company']
  readonly invoiceId: InvoiceId
}
/**
 * The number of payments that need a decision of the platform's owner. Sent to super users of every company.
 */
export type LiveWaitingPaymentsPayload = { readonly action: 'update'; readonly count: number }
/** A help video of the platform changed. Sent to every company. */
export type LiveHelpPayload =
  | { readonly action: 'create' | 'update'; readonly record: HelpVideoView }
  | { readonly action: 'delete'; readonly id: HelpId }
/**
 * An announcement of the platform changed. Sent to every company. When it becomes inactive, users who do not
 * manage announcements get a `delete` (ANNOUNCE-08).
 */
export type LiveAnnouncementPayload =
  | { readonly action: 'create' | 'update'; readonly record: AnnouncementView }
  | { readonly action: 'delete'; readonly id: AnnouncementId }
/** The user's own company changed (name, due date, support visit): fetch the session user again. */
export type LiveCompanyPayload = { readonly action: 'update' }
export type LiveSettingPayload = {
  readonly action: 'update'
  readonly setting: SettingView
}

/**
 * Sent to the members of a chat only. `record` repeats the chat under the name that existing clients read.
 */
export type LiveInternalChatPayload =
  | { readonly action: 'create' | 'update'; readonly chat: ChatView; readonly record: ChatView }
  | {
      readonly action: 'new-message'
      /** Contains the chat's members too, where existing clients read them (WIRE-trap-15). */
      readonly newMessage: ChatMessageView & { readonly chat: Pick<ChatView, 'id' | 'users'> }
      readonly chat: ChatView
    }
  /** The chat was deleted, or the receiver is no longer a member. */
  | { readonly action: 'delete'; readonly id: ChatId }

/**
 * Tells a user's earlier sockets that the account was opened elsewhere, before the server closes them
 * (AUTH-19).
 */
export type LiveSignedInElsewherePayload = {
  readonly action: 'update'
  readonly user: { readonly id: UserId; readonly email: string; readonly companyId: CompanyId }
}

/** The socket messages with which a client joins and leaves the rooms of a view. */
export const roomSocketMessages = {
  tickets: { join: 'joinTickets', leave: 'leaveTickets' }, // takes a ticket status
  notification: { join: 'joinNotification', leave: 'leaveNotification' },
  /**
   * Takes a ticket id. An admin's spy dialog adds `{ spy: true }`, which hides the admin from the viewers.
   */
  chatBox: { join: 'joinChatBox', leave: 'leaveChatBox' },
} as const
/**
 * The client emits this message on load and every five minutes to report that the user is present (RT-17).
 */
export const userStatusSocketMessage = 'userStatus'
/**
 * The server emits this message after it has registered the socket's subscriber; the client may then join
 * rooms (RT-25).
 */
export const readySocketMessage = 'ready'
/**
 * The client emits this message with `{ ticketId, doing }` when its user starts to type or record, and again
 * every few seconds.
 */
export const typingSocketMessage = 'typing'
/** How long a page shows one typing event, in milliseconds. */
export const typingIndicatorLifetimeMs = 10_000
