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

/** The channel names of live events on the wire (specification core 7.6). */
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
  fileList: (company: CompanyId) => `company${company}-file`,
  /** The file lists' channel for clients of the earlier API. It has no `delete` events, which break them. */
  keptFileList: (company: CompanyId) => `company-${company}-file`,
  contactList: (company: CompanyId) => `company-${company}-ContactList`,
  contactListItem: (company: CompanyId) => `company-${company}-ContactListItem`,
  /** Events of one contact list's items. Clients of the earlier API subscribe to single lists (RT-22). */
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
  /** The channel's name contains no company, since announcements are the same for all companies. */
  announcement: () => 'company-announcement',
  settings: (company: CompanyId) => `company-${company}-settings`,
  company: (company: CompanyId) => `company-${company}-company`,
  storage: (company: CompanyId) => `company-${company}-storage`,
  chat: (company: CompanyId) => `company-${company}-chat`,
  /** Repeats the events of `chat`, because clients of the earlier API subscribe to one chat (RT-22). */
  ofChat: (company: CompanyId, chat: ChatId) => `company-${company}-chat-${chat}`,
  chatOfUser: (company: CompanyId, user: UserId) => `company-${company}-chat-user-${user}`,
  auth: (company: CompanyId) => `company-${company}-auth`,
} as const

/** Other names of a channel, for clients of the earlier API. Events and receivers are the same (RT-22). */
export function channelAliasesOf(name: string, company: CompanyId): readonly string[] {
  switch (name) {
    case liveChannel.quickMessage(company):
      return [`company${company}-quickemessage`] // misspelled, as clients of the earlier API expect it
    case liveChannel.schedule(company):
      return [`company${company}-schedule`]
    case liveChannel.prompt(company):
      return ['prompt'] // no company in this name; still only the company's users get the event
    default:
      return []
  }
}

export type TicketListRemovalReason = 'status' | 'access' | 'deleted'

export type LiveTicketPayload =
  | {
      readonly action: 'update'
      readonly ticketId: TicketId
      readonly ticket: TicketView
      /** True: a merge added another contact's messages to the conversation, so clients fetch it again. */
      readonly conversationChanged?: boolean
    }
  | {
      readonly action: 'delete'
      readonly ticketId: TicketId
      readonly reason: TicketListRemovalReason
      readonly version: number
      /** After a merge, the ticket in which the conversation continues, if the receiver may read it. */
      readonly mergedInto?: TicketId
      readonly transfer?: TicketTransferDetails
    }
  | { readonly action: 'updateUnread'; readonly ticketId: TicketId; readonly version: number }

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
 * A contact or group member (`contact`) or a colleague (`user`) types or records; the other field is null.
 */
export interface LiveTypingPayload {
  readonly ticketId: TicketId
  readonly doing: TypingActivity
  readonly contact: { readonly id: ContactId; readonly name: string } | null
  readonly user: { readonly id: UserId; readonly name: string } | null
}

/**
 * The users who have the ticket open, including the receiver of the event. Admins who only watch (`spy`) are
 * left out.
 */
export interface LiveTicketViewersPayload {
  readonly ticketId: TicketId
  readonly users: readonly { readonly id: UserId; readonly name: string }[]
}

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
  /** Many contacts changed at once: fetch the lists again. */
  | { readonly action: 'reload' }
/** Sent to users who may import contacts. */
export type LiveContactImportPayload = { readonly action: 'update'; readonly import: ContactImportView }

/** Sent to users who may order a personal data export. */
export type LivePersonalDataExportPayload = { readonly action: 'update' } & Pick<
  PersonalDataExportView,
  'contactId' | 'state' | 'total' | 'done'
>

/** Sent to users who may order an export of all company data. */
export type LiveMoveOutPayload = { readonly action: 'update' } & Pick<MoveOutView, 'state' | 'total' | 'done'>

/** A new connection also sends `update`: clients of the earlier API ignore `create` (WIRE-trap-14). */
export type LiveConnectionPayload =
  | { readonly action: 'update'; readonly whatsapp: ConnectionView }
  | { readonly action: 'delete'; readonly whatsappId: ConnectionId }
export type LiveConnectionStatePayload = { readonly action: 'update'; readonly session: ConnectionLiveState }

/** Sent to admins when a file cannot be stored: the disk is full (`full`), or the company's storage is. */
export interface LiveStorageFullPayload {
  readonly action: 'full' | 'company-full'
}

/** Sent to admins. `create`: an inbound event failed for good (a dead letter). `clear`: none is left. */
export type LiveDeadLettersPayload =
  | { readonly action: 'create'; readonly entry: DeadLetter }
  | { readonly action: 'delete'; readonly entryId: InboundEventId }
  | { readonly action: 'clear' }

/** A user changed. This user gets the full session data, others get only what lists of users show. */
export type LiveUserPayload =
  | { readonly action: 'create' | 'update'; readonly user: UserView | SessionUser }
  | { readonly action: 'delete'; readonly userId: UserId }
export type LiveQueuePayload =
  | { readonly action: 'create' | 'update'; readonly queue: QueueView }
  | { readonly action: 'delete'; readonly queueId: QueueId }
export type LiveQueueOptionsPayload = { readonly action: 'update'; readonly queueId: QueueId }
/** `update` contains only the holidays that are new or have a new name. */
export type LiveHolidayPayload =
  | { readonly action: 'update'; readonly holidays: readonly HolidayView[] }
  | { readonly action: 'delete'; readonly holidayId: HolidayId }
/** `tags` holds a single tag; clients of the earlier API expect the plural name. */
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
/** Holds the schedule twice: clients of the earlier API read `schedule` or `schedules` (WIRE-trap-11). */
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
/** `files` holds a single file list; clients of the earlier API expect this name. */
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
/** A campaign or its contacts' counts changed. Its end (`FINALIZADA`) is an `update` (CAMP-34). */
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
export type LiveOwnPlanPayload = { readonly action: 'update'; readonly plan: PlanView }
/** Sent to the platform's owners when any plan changed: fetch the list of plans again. */
export type LivePlanListPayload = { readonly action: 'reload' }
/** Sent to the platform's owners when any company changed: fetch the list of companies again. */
export type LiveCompanyListPayload = { readonly action: 'reload' }
/** A payment arrived, with the company's new due date and plan (SUBSCR-11). */
export type LivePaymentPayload = {
  readonly action: 'CONCLUIDA'
  readonly company: SessionUser['company']
  readonly invoiceId: InvoiceId
}
/** How many payments need the platform owner's decision. Sent to the platform's owners only. */
export type LivePaymentsToDecidePayload = { readonly action: 'update'; readonly count: number }
/** A help video changed. Sent to the users of every company. */
export type LiveHelpVideoPayload =
  | { readonly action: 'create' | 'update'; readonly record: HelpVideoView }
  | { readonly action: 'delete'; readonly id: HelpId }
/** An announcement that becomes inactive is a `delete` for users who may not manage them (ANNOUNCE-08). */
export type LiveAnnouncementPayload =
  | { readonly action: 'create' | 'update'; readonly record: AnnouncementView }
  | { readonly action: 'delete'; readonly id: AnnouncementId }
/** The user's own company changed (name, due date, support visit): fetch the session user again. */
export type LiveOwnCompanyPayload = { readonly action: 'update' }
export type LiveSettingPayload = {
  readonly action: 'update'
  readonly setting: SettingView
}

/** Sent to the chat's members. `record` repeats the chat, as clients of the earlier API read this name. */
export type LiveInternalChatPayload =
  | { readonly action: 'create' | 'update'; readonly chat: ChatView; readonly record: ChatView }
  | {
      readonly action: 'new-message'
      /** The new message. Clients of the earlier API read the chat's members inside it (WIRE-trap-15). */
      readonly newMessage: ChatMessageView & { readonly chat: Pick<ChatView, 'id' | 'users'> }
      readonly chat: ChatView
    }
  /** The chat was deleted, or the receiver is no longer a member. */
  | { readonly action: 'delete'; readonly id: ChatId }

/** The account was opened elsewhere. The server then closes this user's earlier sockets (AUTH-19). */
export type LiveSignedInElsewherePayload = {
  readonly action: 'update'
  readonly user: { readonly id: UserId; readonly email: string; readonly companyId: CompanyId }
}

export const roomSocketMessageNames = {
  tickets: { join: 'joinTickets', leave: 'leaveTickets' }, // takes a ticket status
  notification: { join: 'joinNotification', leave: 'leaveNotification' },
  /** Opens or leaves a ticket's conversation. With `{ spy: true }`, an admin is not listed as a viewer. */
  chatBox: { join: 'joinChatBox', leave: 'leaveChatBox' },
} as const
/** The client sends this message on load and every five minutes: the user is present (RT-17). */
export const userStatusSocketMessage = 'userStatus'
/** The server sends this message when the socket is authenticated; the client may then join rooms (RT-25). */
export const readySocketMessage = 'ready'
/** The client sends this message with `{ ticketId, doing }` every few seconds while its user types. */
export const typingSocketMessage = 'typing'
/** How long a page shows one typing event, in milliseconds. */
export const typingIndicatorLifetimeMs = 10_000
