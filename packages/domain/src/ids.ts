/** The type of each kind of id: a brand makes TypeScript refuse one kind where another is expected. */
declare const brand: unique symbol
type Branded<Base, Name extends string> = Base & { readonly [brand]: Name }

export type CompanyId = Branded<number, 'CompanyId'>
export type UserId = Branded<number, 'UserId'>
export type QueueId = Branded<number, 'QueueId'>
export type QueueOptionId = Branded<number, 'QueueOptionId'>
export type HolidayId = Branded<number, 'HolidayId'>
export type ConnectionId = Branded<number, 'ConnectionId'>
export type ContactId = Branded<number, 'ContactId'>
export type ContactImportId = Branded<number, 'ContactImportId'>
export type TicketId = Branded<number, 'TicketId'>
export type MessageId = Branded<number, 'MessageId'>
export type TagId = Branded<number, 'TagId'>
export type NoteId = Branded<number, 'NoteId'>
export type HandoverId = Branded<number, 'HandoverId'>
export type QuickMessageId = Branded<number, 'QuickMessageId'>
export type ScheduleId = Branded<number, 'ScheduleId'>
export type MessageTemplateId = Branded<number, 'MessageTemplateId'>
export type MessagePriceId = Branded<number, 'MessagePriceId'>
/** The id of a stored event from WhatsApp. */
export type InboundEventId = Branded<number, 'InboundEventId'>
/** The id of a migration from another product's installation. */
export type MoveInId = Branded<number, 'MoveInId'>
export type PlanId = Branded<number, 'PlanId'>
export type InvoiceId = Branded<number, 'InvoiceId'>
/** The id of an assistant: instructions for a language model, and settings. */
export type PromptId = Branded<number, 'PromptId'>
export type IntegrationId = Branded<number, 'IntegrationId'>
export type ContactListId = Branded<number, 'ContactListId'>
export type ContactListItemId = Branded<number, 'ContactListItemId'>
export type CampaignId = Branded<number, 'CampaignId'>
export type ShippingId = Branded<number, 'ShippingId'>
/** The id of a number that must not get campaigns. */
export type OptOutId = Branded<number, 'OptOutId'>
export type FileListId = Branded<number, 'FileListId'>
export type FileListOptionId = Branded<number, 'FileListOptionId'>
export type ChatId = Branded<number, 'ChatId'>
export type ChatMessageId = Branded<number, 'ChatMessageId'>
export type HelpId = Branded<number, 'HelpId'>
export type AnnouncementId = Branded<number, 'AnnouncementId'>
export type WebhookId = Branded<number, 'WebhookId'>
export type DeliveryId = Branded<number, 'DeliveryId'>

/** A uuid (RFC 9562) in lower case, which identifies an object in web addresses. */
export type Uuid = Branded<string, 'Uuid'>

/** WhatsApp's id of a message, reserved by us before sending; unique within a chat and author. */
export type WhatsappMessageId = Branded<string, 'WhatsappMessageId'>
