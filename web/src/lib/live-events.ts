import type {
  LiveAnnouncement,
  LiveCampaign,
  LiveCampaignSettings,
  LiveCompanies,
  LiveCompany,
  LiveConnection,
  LiveConnectionState,
  LiveContact,
  LiveContactImport,
  LiveContactList,
  LiveContactListItem,
  LiveDeadLetters,
  LiveFileList,
  LiveHandover,
  LiveHelp,
  LiveHoliday,
  LiveIntegration,
  LiveInternalChat,
  LiveMention,
  LiveMessage,
  LiveMessageTemplate,
  LiveMoveOut,
  LiveNote,
  LiveOptOut,
  LivePayment,
  LivePersonalData,
  LivePlan,
  LivePlans,
  LivePrompt,
  LiveQueue,
  LiveQueueOptions,
  LiveQuickMessage,
  LiveSchedule,
  LiveSetting,
  LiveSignedInElsewhere,
  LiveStorageFull,
  LiveTag,
  LiveTicket,
  LiveTicketEvent,
  LiveTicketViewers,
  LiveTyping,
  LiveUser,
  LiveWaitingPayments,
  LiveWebhook,
} from '@balcao/contract/live'

/** The payload of each channel of the contract. */
export interface LiveEvents {
  ticket: LiveTicket
  message: LiveMessage
  typing: LiveTyping
  ticketViewers: LiveTicketViewers
  ticketEvent: LiveTicketEvent
  note: LiveNote
  handover: LiveHandover
  mention: LiveMention
  contact: LiveContact
  contactImport: LiveContactImport
  personalData: LivePersonalData
  moveOut: LiveMoveOut
  contactList: LiveContactList
  contactListItem: LiveContactListItem
  campaign: LiveCampaign
  campaignSettings: LiveCampaignSettings
  campaignOptOut: LiveOptOut
  connection: LiveConnection
  connectionSession: LiveConnectionState
  user: LiveUser
  queue: LiveQueue
  queueOptions: LiveQueueOptions
  holiday: LiveHoliday
  quickMessage: LiveQuickMessage
  messageTemplate: LiveMessageTemplate
  tag: LiveTag
  schedule: LiveSchedule
  inboundEvents: LiveDeadLetters
  prompt: LivePrompt
  queueIntegration: LiveIntegration
  webhook: LiveWebhook
  fileList: LiveFileList
  chat: LiveInternalChat
  plan: LivePlan
  plans: LivePlans
  companies: LiveCompanies
  payment: LivePayment
  waitingPayments: LiveWaitingPayments
  help: LiveHelp
  announcement: LiveAnnouncement
  settings: LiveSetting
  company: LiveCompany
  storage: LiveStorageFull
  auth: LiveSignedInElsewhere
}
