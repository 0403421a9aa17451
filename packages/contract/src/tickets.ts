import type {
  CompanyId,
  ConnectionId,
  ContactId,
  IntegrationId,
  MessageId,
  PromptId,
  QueueId,
  TagId,
  TicketId,
  UserId,
} from '@balcao/domain/ids'
import { type LiveTicketStatus, liveTicketStatuses, ticketStatuses } from '@balcao/domain/tickets'
import { z } from 'zod'
import { endpoint, searchRateLimit } from './endpoint'
import { noteForm } from './notes'
import { tag } from './tags'
import {
  idAndName,
  idList,
  idParam,
  idSchema,
  instant,
  omittable,
  optionalId,
  pageFields,
  pagingQuery,
  resultMessageAnswer,
  wireBoolean,
} from './wire-values'

export const ticket = z.object({
  id: idSchema<TicketId>(),
  uuid: z.uuid(),
  status: z.enum(ticketStatuses),
  companyId: idSchema<CompanyId>(),
  userId: idSchema<UserId>().nullable(),
  user: idAndName<UserId>().nullable(),
  queueId: idSchema<QueueId>().nullable(),
  queue: z.object({ id: idSchema<QueueId>(), name: z.string(), color: z.string() }).nullable(),
  whatsappId: idSchema<ConnectionId>().nullable(),
  /** The ticket's connection. `capabilitiesOf` returns what its `provider` supports. */
  whatsapp: z.object({ id: idSchema<ConnectionId>(), name: z.string(), provider: z.string() }).nullable(),
  contactId: idSchema<ContactId>(),
  contact: z.object({
    id: idSchema<ContactId>(),
    name: z.string(),
    number: z.string(),
    email: z.string(),
    profilePicUrl: z.string().nullable(),
    isGroup: z.boolean(),
    extraInfo: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
  tags: z.array(tag.omit({ kanban: true })),
  lastMessage: z.string(),
  lastMessageFromMe: z.boolean(),
  lastMessageAck: z.number().int(),
  lastMessageFailed: z.boolean(),
  /** The author of a group's last message; null for our own or an unknown author. */
  lastMessageAuthor: idAndName<ContactId>().nullable(),
  /** The customer's last text, for a pending ticket whose last message is automatic; else null. */
  customerWords: z.string().nullable(),
  /** When a snoozed ticket wakes by itself; null when only a message of the customer wakes it. */
  snoozedUntil: instant.nullable(),
  /** Until when free messages may be sent; null when the reply window is closed, or no window applies. */
  replyUntil: instant.nullable(),
  /** When the customer wrote the first message that is still unanswered; null when all are answered. */
  waitingSince: instant.nullable(),
  unreadMessages: z.number().int(),
  isGroup: z.boolean(),
  chatbot: z.boolean(),
  useIntegration: z.boolean(),
  promptId: z.number().int().nullable(),
  integrationId: z.number().int().nullable(),
  createdAt: instant,
  /** The time of the last message or act. Lists sort by it, newest first. */
  updatedAt: instant,
  /** Increases with every change, so that a reducer can ignore older events. */
  version: z.number().int(),
})
export type TicketView = z.output<typeof ticket>

/** A day to filter by. An instant is cut to its day; an empty text means no filter. */
const daySchema = omittable(
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}/)
    .transform((value) => value.slice(0, 10))
    .refine((value) => !Number.isNaN(Date.parse(value))),
)

export const ticketListQuery = z.object({
  ...pagingQuery,
  status: z.preprocess((value) => (value === '' ? undefined : value), z.enum(ticketStatuses).optional()),
  showAll: wireBoolean.default(false),
  withUnreadMessages: wireBoolean.default(false),
  /** Filters by queues. Omitted: every queue that the caller serves. */
  queueIds: idList<QueueId>().optional(),
  tags: idList<TagId>().default([]),
  users: idList<UserId>().default([]),
  date: daySchema,
  updatedAt: daySchema,
})

const messageSearchMatch = z.object({
  ticketId: idSchema<TicketId>(),
  messageId: idSchema<MessageId>(),
  /** One line of the message's text around the match. */
  excerpt: z.string(),
  /** The matches in the excerpt: start and end, in UTF-16 units. */
  marks: z.array(z.tuple([z.number().int(), z.number().int()]).readonly()).readonly(),
})
export type MessageSearchMatch = z.output<typeof messageSearchMatch>

export const listTickets = endpoint('GET /tickets', {
  name: 'tickets.list',
  summary:
    'Tickets that the caller may see, newest change first, 40 a page. With `searchParam` those whose contact or messages have these words; `count` is then the least that is known, and exact on the last page',
  access: 'session',
  planFlag: 'none',
  query: ticketListQuery,
  pace: searchRateLimit,
  answer: z.object({
    tickets: z.array(ticket),
    /** Only for searches: for each ticket that was found through a message, the matching message. */
    found: z.array(messageSearchMatch).readonly().optional(),
    ...pageFields,
  }),
})

/** A count for each status but `closed`. The cast restores the key types that `Object.fromEntries` loses. */
const liveCounts = Object.fromEntries(
  liveTicketStatuses.map((status) => [status, z.number().int()]),
) as Record<LiveTicketStatus, z.ZodNumber>

export const countTickets = endpoint('GET /tickets/counts', {
  name: 'tickets.counts',
  summary: "The number of tickets in the caller's sub-tabs, and of unread ones",
  access: 'session',
  planFlag: 'none',
  query: z.object({ showAll: wireBoolean.default(false), queueIds: idList<QueueId>().optional() }),
  answer: z.object({
    ...liveCounts,
    unqueued: z.number().int(),
    unread: z.number().int(),
  }),
})

export const getConnectionOutage = endpoint('GET /tickets/outage', {
  name: 'tickets.outage',
  summary:
    "For the notice of an outage: the connections of the caller's open tickets, and the admins, who can link them again",
  access: 'session',
  planFlag: 'none',
  answer: z.object({
    connectionIds: z.array(idSchema<ConnectionId>()),
    admins: z.array(idAndName<UserId>()),
  }),
})

const ticketParams = z.object({ ticketId: idParam<TicketId>() })

export const getTicket = endpoint('GET /tickets/:ticketId', {
  name: 'tickets.get',
  summary: 'One ticket',
  access: 'session',
  planFlag: 'none',
  params: ticketParams,
  answer: ticket,
  errors: ['ERR_NO_TICKET_FOUND'],
})

export const getTicketByUuid = endpoint('GET /tickets/u/:uuid', {
  name: 'tickets.getByUuid',
  summary: 'One ticket by its address',
  access: 'session',
  planFlag: 'none',
  params: z.object({ uuid: z.string() }),
  answer: ticket,
  errors: ['ERR_NO_TICKET_FOUND'],
})

export const listOtherTicketsOfContact = endpoint('GET /tickets/:ticketId/others', {
  name: 'tickets.others',
  summary: "The other tickets of this ticket's contact that the caller may see, newest first, ten a page",
  access: 'session',
  planFlag: 'none',
  params: ticketParams,
  query: z.object({ pageNumber: pagingQuery.pageNumber }),
  answer: z.object({ tickets: z.array(ticket), hasMore: z.boolean() }),
  errors: ['ERR_NO_TICKET_FOUND'],
})

export const listTicketsOfContact = endpoint('GET /contacts/:contactId/tickets', {
  name: 'tickets.ofContact',
  summary: 'The tickets of a contact that the caller may see, newest first, ten a page',
  access: 'session',
  planFlag: 'none',
  params: z.object({ contactId: idParam<ContactId>() }),
  query: z.object({ pageNumber: pagingQuery.pageNumber }),
  answer: z.object({ tickets: z.array(ticket), hasMore: z.boolean() }),
  errors: ['ERR_NO_CONTACT_FOUND'],
})

export const createTicket = endpoint('POST /tickets', {
  name: 'tickets.create',
  summary: 'Opens a ticket of the caller for a contact; 409 with the existing one as JSON text (TICKET-35)',
  access: 'session',
  planFlag: 'none',
  body: z.object({
    contactId: idParam<ContactId>(),
    queueId: optionalId<QueueId>(),
    whatsappId: optionalId<ConnectionId>(),
    /** Ignored, though clients of the earlier API send it: the caller becomes the owner (TICKET-30). */
    userId: optionalId<UserId>(),
    status: z.string().optional(),
  }),
  answer: ticket,
  errors: [
    'ERR_NO_CONTACT_FOUND',
    'ERR_QUEUE_REQUIRED',
    'ERR_QUEUE_NOT_FOUND',
    'ERR_NO_WAPP_FOUND',
    'ERR_NO_DEF_WAPP_FOUND',
    'ERR_OTHER_OPEN_TICKET',
    'ERR_CREATING_TICKET',
  ],
})

export const acceptNextTicket = endpoint('POST /tickets/next', {
  name: 'tickets.acceptNext',
  summary: 'Accepts the ticket that has waited longest of those the caller may accept; null when none waits',
  access: 'session',
  planFlag: 'none',
  answer: z.object({ ticket: ticket.nullable() }),
})

export const updateTicket = endpoint('PUT /tickets/:ticketId', {
  name: 'tickets.update',
  summary:
    'Accept, return, resolve, reopen or transfer, told apart by the fields (specification core 4.1). A ticket that is not closed by it stores the three fields of its bot as sent',
  access: 'session',
  planFlag: 'none',
  params: ticketParams,
  body: z.object({
    status: z.enum(ticketStatuses).optional(),
    userId: optionalId<UserId>(),
    queueId: optionalId<QueueId>(),
    whatsappId: optionalId<ConnectionId>(),
    useIntegration: z.preprocess((value) => value ?? false, wireBoolean).optional(),
    promptId: optionalId<PromptId>(),
    integrationId: optionalId<IntegrationId>(),
    /** A text for the receiver of a transfer, stored as an internal note. */
    note: noteForm.shape.note.optional(),
  }),
  answer: ticket,
  errors: [
    'ERR_NO_TICKET_FOUND',
    'ERR_TICKET_ALREADY_ACCEPTED',
    'ERR_TICKET_STATE',
    'ERR_OTHER_OPEN_TICKET',
    'ERR_QUEUE_REQUIRED',
    'ERR_QUEUE_NOT_FOUND',
    'ERR_NO_USER_FOUND',
    'ERR_USER_NOT_IN_QUEUE',
    'ERR_NO_WAPP_FOUND',
    'ERR_NO_PROMPT_FOUND',
    'ERR_NO_INTEGRATION_FOUND',
    'ERR_SUPPORT_MAY_NOT',
  ],
})

export const snoozeTicket = endpoint('POST /tickets/:ticketId/snooze', {
  name: 'tickets.snooze',
  summary:
    "Puts off an open ticket until a time, or with null until the customer writes. It keeps its owner and leaves their list; the customer's message wakes it at any time",
  access: 'session',
  planFlag: 'none',
  params: ticketParams,
  body: z.object({
    /**
     * When the ticket wakes, before the year 3000: JavaScript and PostgreSQL format later years differently.
     */
    until: z.iso
      .datetime({ offset: true })
      .refine((moment) => new Date(moment).getUTCFullYear() < 3_000)
      .nullable(),
  }),
  answer: ticket,
  errors: ['ERR_NO_TICKET_FOUND', 'ERR_TICKET_STATE', 'ERR_SCHEDULE_IN_PAST'],
})

export const wakeTicket = endpoint('POST /tickets/:ticketId/wake', {
  name: 'tickets.wake',
  summary: 'Opens a snoozed ticket again, for its owner',
  access: 'session',
  planFlag: 'none',
  params: ticketParams,
  answer: ticket,
  errors: ['ERR_NO_TICKET_FOUND', 'ERR_TICKET_STATE'],
})

export const deleteTicket = endpoint('DELETE /tickets/:ticketId', {
  name: 'tickets.delete',
  summary: 'Deletes a ticket with its messages',
  access: 'ticket-options:deleteTicket',
  planFlag: 'none',
  closedToSupport: true,
  params: ticketParams,
  answer: resultMessageAnswer,
  errors: ['ERR_NO_TICKET_FOUND'],
})
