/**
 * Three kinds of id, never mixed: integers of the database (branded per table), uuids for addresses,
 * and WhatsApp's own message ids.
 */
declare const brand: unique symbol
type Branded<Base, Name extends string> = Base & { readonly [brand]: Name }

export type CompanyId = Branded<number, 'CompanyId'>
export type UserId = Branded<number, 'UserId'>
export type QueueId = Branded<number, 'QueueId'>
export type ConnectionId = Branded<number, 'ConnectionId'>
export type ContactId = Branded<number, 'ContactId'>
export type TicketId = Branded<number, 'TicketId'>
export type MessageId = Branded<number, 'MessageId'>
export type TagId = Branded<number, 'TagId'>
export type NoteId = Branded<number, 'NoteId'>
export type QuickMessageId = Branded<number, 'QuickMessageId'>
export type ScheduleId = Branded<number, 'ScheduleId'>
/** Something that WhatsApp said, as it lies in the in-tray. */
export type TrayEntryId = Branded<number, 'TrayEntryId'>
export type PlanId = Branded<number, 'PlanId'>
/** A help video. */
export type HelpId = Branded<number, 'HelpId'>

/** An address in a link or in the browser's bar: RFC 9562, lower case. */
export type Uuid = Branded<string, 'Uuid'>

/** The id that WhatsApp gives a message, or that we reserve before sending: unique within a chat and author. */
export type WhatsappMessageId = Branded<string, 'WhatsappMessageId'>
