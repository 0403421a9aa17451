import type {
  LiveAnnouncementPayload,
  LiveCampaignPayload,
  LiveCampaignSettingsPayload,
  LiveCompaniesPayload,
  LiveCompanyPayload,
  LiveConnectionPayload,
  LiveConnectionStatePayload,
  LiveContactImportPayload,
  LiveContactListItemPayload,
  LiveContactListPayload,
  LiveContactPayload,
  LiveDeadLettersPayload,
  LiveFileListPayload,
  LiveHandoverPayload,
  LiveHelpPayload,
  LiveHolidayPayload,
  LiveIntegrationPayload,
  LiveInternalChatPayload,
  LiveMentionPayload,
  LiveMessagePayload,
  LiveMessageTemplatePayload,
  LiveMoveOutPayload,
  LiveNotePayload,
  LiveOptOutPayload,
  LivePaymentPayload,
  LivePersonalDataExportPayload,
  LivePlanPayload,
  LivePlansPayload,
  LivePromptPayload,
  LiveQueueOptionsPayload,
  LiveQueuePayload,
  LiveQuickMessagePayload,
  LiveSchedulePayload,
  LiveSettingPayload,
  LiveSignedInElsewherePayload,
  LiveStorageFullPayload,
  LiveTagPayload,
  LiveTicketEventPayload,
  LiveTicketPayload,
  LiveTicketViewersPayload,
  LiveTypingPayload,
  LiveUserPayload,
  LiveWaitingPaymentsPayload,
  LiveWebhookPayload,
} from '@balcao/contract/live'

/** The payload of each channel of the contract. */
export interface LiveEventPayloads {
  ticket: LiveTicketPayload
  message: LiveMessagePayload
  typing: LiveTypingPayload
  ticketViewers: LiveTicketViewersPayload
  ticketEvent: LiveTicketEventPayload
  note: LiveNotePayload
  handover: LiveHandoverPayload
  mention: LiveMentionPayload
  contact: LiveContactPayload
  contactImport: LiveContactImportPayload
  personalData: LivePersonalDataExportPayload
  moveOut: LiveMoveOutPayload
  contactList: LiveContactListPayload
  contactListItem: LiveContactListItemPayload
  campaign: LiveCampaignPayload
  campaignSettings: LiveCampaignSettingsPayload
  campaignOptOut: LiveOptOutPayload
  connection: LiveConnectionPayload
  connectionSession: LiveConnectionStatePayload
  user: LiveUserPayload
  queue: LiveQueuePayload
  queueOptions: LiveQueueOptionsPayload
  holiday: LiveHolidayPayload
  quickMessage: LiveQuickMessagePayload
  messageTemplate: LiveMessageTemplatePayload
  tag: LiveTagPayload
  schedule: LiveSchedulePayload
  inboundEvents: LiveDeadLettersPayload
  prompt: LivePromptPayload
  queueIntegration: LiveIntegrationPayload
  webhook: LiveWebhookPayload
  fileList: LiveFileListPayload
  chat: LiveInternalChatPayload
  plan: LivePlanPayload
  plans: LivePlansPayload
  companies: LiveCompaniesPayload
  payment: LivePaymentPayload
  waitingPayments: LiveWaitingPaymentsPayload
  help: LiveHelpPayload
  announcement: LiveAnnouncementPayload
  settings: LiveSettingPayload
  company: LiveCompanyPayload
  storage: LiveStorageFullPayload
  auth: LiveSignedInElsewherePayload
}
