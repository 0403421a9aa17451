import type * as contract from '@balcao/contract/live'

export interface LiveEventPayloads {
  ticket: contract.LiveTicketPayload
  message: contract.LiveMessagePayload
  typing: contract.LiveTypingPayload
  ticketViewers: contract.LiveTicketViewersPayload
  ticketEvent: contract.LiveTicketEventPayload
  note: contract.LiveNotePayload
  handover: contract.LiveHandoverPayload
  mention: contract.LiveMentionPayload
  contact: contract.LiveContactPayload
  contactImport: contract.LiveContactImportPayload
  personalData: contract.LivePersonalDataExportPayload
  moveOut: contract.LiveMoveOutPayload
  contactList: contract.LiveContactListPayload
  contactListItem: contract.LiveContactListItemPayload
  campaign: contract.LiveCampaignPayload
  campaignSettings: contract.LiveCampaignSettingsPayload
  campaignOptOut: contract.LiveOptOutPayload
  connection: contract.LiveConnectionPayload
  connectionSession: contract.LiveConnectionStatePayload
  user: contract.LiveUserPayload
  queue: contract.LiveQueuePayload
  queueOptions: contract.LiveQueueOptionsPayload
  holiday: contract.LiveHolidayPayload
  quickMessage: contract.LiveQuickMessagePayload
  messageTemplate: contract.LiveMessageTemplatePayload
  tag: contract.LiveTagPayload
  schedule: contract.LiveSchedulePayload
  inboundEvents: contract.LiveDeadLettersPayload
  prompt: contract.LivePromptPayload
  queueIntegration: contract.LiveIntegrationPayload
  webhook: contract.LiveWebhookPayload
  fileList: contract.LiveFileListPayload
  chat: contract.LiveInternalChatPayload
  plan: contract.LiveOwnPlanPayload
  plans: contract.LivePlanListPayload
  companies: contract.LiveCompanyListPayload
  payment: contract.LivePaymentPayload
  waitingPayments: contract.LivePaymentsToDecidePayload
  help: contract.LiveHelpVideoPayload
  announcement: contract.LiveAnnouncementPayload
  settings: contract.LiveSettingPayload
  company: contract.LiveOwnCompanyPayload
  storage: contract.LiveStorageFullPayload
  auth: contract.LiveSignedInElsewherePayload
}
