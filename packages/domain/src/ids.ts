/**
 * Three kinds of id, never mixed: integers of the database (branded per table), uuids for addresses,
 * and WhatsApp's own message ids.
 */
declare const brand: unique symbol
type Branded<Base, Name extends string> = Base & { readonly [brand]: Name }

export type CompanyId = Branded<number, 'CompanyId'>
export type UserId = Branded<number, 'UserId'>
export type QueueId = Branded<number, 'QueueId'>
/** A line of a queue's menu. */
export type QueueOptionId = Branded<number, 'QueueOptionId'>
export type HolidayId = Branded<number, 'HolidayId'>
export type ConnectionId = Branded<number, 'ConnectionId'>
export type ContactId = Branded<number, 'ContactId'>
/** An import of contacts from a spreadsheet. */
export type ContactImportId = Branded<number, 'ContactImportId'>
export type TicketId = Branded<number, 'TicketId'>
export type MessageId = Branded<number, 'MessageId'>
export type TagId = Branded<number, 'TagId'>
export type NoteId = Branded<number, 'NoteId'>
export type HandoverId = Branded<number, 'HandoverId'>
export type QuickMessageId = Branded<number, 'QuickMessageId'>
export type ScheduleId = Branded<number, 'ScheduleId'>
/** A message template of an official number. */
export type MessageTemplateId = Branded<number, 'MessageTemplateId'>
/** A price of messages over official numbers, of the platform. */
export type MessagePriceId = Branded<number, 'MessagePriceId'>
/** A stored event from WhatsApp. */
export type InboundEventId = Branded<number, 'InboundEventId'>
/** A move from another product's installation. */
export type MoveInId = Branded<number, 'MoveInId'>
export type PlanId = Branded<number, 'PlanId'>
/** A debt of a company for its plan, one for each payment. */
export type InvoiceId = Branded<number, 'InvoiceId'>
/** An assistant: its instructions and its settings. */
export type PromptId = Branded<number, 'PromptId'>
/** An outside bot. */
export type IntegrationId = Branded<number, 'IntegrationId'>
/** A list of numbers for campaigns. */
export type ContactListId = Branded<number, 'ContactListId'>
export type ContactListItemId = Branded<number, 'ContactListItemId'>
/** One message to many (CAMP-01). */
export type CampaignId = Branded<number, 'CampaignId'>
/** One contact of a campaign, with its state. */
export type ShippingId = Branded<number, 'ShippingId'>
/** A number that wants no campaigns. */
export type OptOutId = Branded<number, 'OptOutId'>
/** Files that are sent together. */
export type FileListId = Branded<number, 'FileListId'>
export type FileListOptionId = Branded<number, 'FileListOptionId'>
/** A conversation among colleagues. */
export type ChatId = Branded<number, 'ChatId'>
export type ChatMessageId = Branded<number, 'ChatMessageId'>
/** A help video. */
export type HelpId = Branded<number, 'HelpId'>
export type AnnouncementId = Branded<number, 'AnnouncementId'>
/** An address that receives events. */
export type WebhookId = Branded<number, 'WebhookId'>
/** One event on its way to a webhook. */
export type DeliveryId = Branded<number, 'DeliveryId'>

/** An address in a link or in the browser's bar: RFC 9562, lower case. */
export type Uuid = Branded<string, 'Uuid'>

/** The id that WhatsApp gives a message, or that we reserve before sending: unique within a chat and author. */
export type WhatsappMessageId = Branded<string, 'WhatsappMessageId'>
