import type { ContactId, MessageId, TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { isOneEmoji, mediaTypes, messageOrigins } from '@balcao/domain/messages'
import { z } from 'zod'
import { endpoint, searchRateLimit, uploadErrorCodes } from './endpoint'
import { ticket } from './tickets'
import {
  idAndName,
  idList,
  idParam,
  idSchema,
  instant,
  messageIdParam,
  money,
  pageFields,
  pagingQuery,
  textField,
  wholeNumber,
  wireBoolean,
} from './wire-values'

const author = idAndName<ContactId>()
export const wireMessage = z.object({
  id: idSchema<MessageId>(),
  ticketId: idSchema<TicketId>(),
  /** The id that the sender's browser generated to recognise its own message; null for inbound messages. */
  clientId: z.uuid().nullable(),
  /**
   * The text or caption. A `locationMessage` has picture (data URL or empty), link and description, separated
   * by bars; a `vcard` has its contact cards, one below the other.
   */
  body: z.string(),
  fromMe: z.boolean(),
  ack: z.number().int().min(0).max(5),
  /** The error code when the server has given up sending; else null. The user may then order a retry. */
  failure: z.string().nullable(),
  read: z.boolean(),
  mediaType: z.enum(mediaTypes).nullable(),
  /** A signed link to the file; null while the server downloads it, or when the download failed. */
  mediaUrl: z.string().nullable(),
  media: z
    .object({
      /**
       * `not-fetched`: old media, downloaded on request. `no-room`: the storage was full, so it is missing.
       */
      state: z.enum(['ready', 'on-its-way', 'failed', 'not-fetched', 'no-room']),
      mimetype: z.string(),
      fileName: z.string().nullable(),
      sizeBytes: z.number().int().nullable(),
      seconds: z.number().int().nullable(),
      width: z.number().int().nullable(),
      height: z.number().int().nullable(),
      /** The number of a document's pages; null when the sender's phone did not report it. */
      pages: z.number().int().nullable(),
      /** True for a voice note, false for a sound file. */
      isVoice: z.boolean(),
      /** Loudness over time, values of 0 to 100; only some voice notes have it. */
      waveform: z.array(z.number().int().min(0).max(100)).nullable(),
      /** A signed link to the thumbnail, a WebP at most 480 pixels wide; null when there is none. */
      thumbnailUrl: z.string().nullable(),
      /** A signed link to the sound as MP3, because iPhones cannot play OGG; null until the MP3 exists. */
      compatibleUrl: z.string().nullable(),
    })
    .nullable(),
  /**
   * The preview of a link, which the sender's phone made: the server never opens the link. `url` is http or
   * https, the other texts are one line each, `picture` is a JPEG of at most 16 kB in base64.
   */
  linkPreview: z
    .object({
      url: z.string(),
      title: z.string(),
      description: z.string(),
      picture: z.string().optional(),
    })
    .nullable(),
  isDeleted: z.boolean(),
  isEdited: z.boolean(),
  isViewOnce: z.boolean(),
  /**
   * The last change that WhatsApp refused for good. A refused edit or reaction is already reverted here;
   * after a refused deletion only the customer still sees the message.
   */
  refusedChange: z.enum(['edit', 'reaction', 'deletion']).nullable(),
  /**
   * The reactions, oldest first, one per person. `user` is the user who reacted; null for a customer's
   * reaction, and for one from the linked phone.
   */
  reactions: z.array(
    z.object({
      emoji: z.string(),
      fromMe: z.boolean(),
      contact: author.nullable(),
      user: z.object({ id: z.number().int(), name: z.string() }).nullable(),
      createdAt: instant,
    }),
  ),
  /** True when the origin is `bot` or `automatic`. */
  isAutomatic: z.boolean(),
  /** What wrote an outgoing message. Null for inbound messages and very old ones. */
  origin: z.enum(messageOrigins).nullable(),
  /** Who sent an inbound message: the contact, or in a group the member; null for our own messages. */
  contact: author.nullable(),
  user: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  quotedMsg: z
    .object({
      id: idSchema<MessageId>(),
      clientId: z.uuid().nullable(),
      body: z.string(),
      fromMe: z.boolean(),
      mediaType: z.enum(mediaTypes).nullable(),
      mediaUrl: z.string().nullable(),
      /** The kind and file name of the quoted media, which the quotation shows; null when it is a text. */
      media: z
        .object({ mimetype: z.string(), fileName: z.string().nullable(), isVoice: z.boolean() })
        .nullable(),
      isDeleted: z.boolean(),
      contact: author.nullable(),
    })
    .nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type MessageView = z.output<typeof wireMessage>

/** A text to send. Multipart forms encode line breaks as CR LF (RFC 7578); the schema restores LF. */
const writtenText = textField(limits.messageText.max).transform((written) => written.replaceAll('\r\n', '\n'))

/** Parses a multipart form's JSON text (MESSAGE-06). Other text stays, and the schema then refuses it. */
function jsonFromForm(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (value === '') return null
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

const params = z.object({ ticketId: idParam<TicketId>() })

const placeWords = textField(limits.placeText.max)
  .optional()
  .transform((words) => words?.trim() || null)

const sharedPlace = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  name: placeWords,
  address: placeWords,
})

const contactsToShare = idList<ContactId>().refine((ids) => ids.length <= limits.sharedContacts, 'Too Long!')

const optionalMessageId = z.preprocess(
  (value) => (value === '' ? undefined : value),
  messageIdParam().optional(),
)

export const listMessages = endpoint('GET /messages/:ticketId', {
  name: 'messages.list',
  summary:
    'The conversation with the contact, newest page first, each page in time order; marks read for the owner, unless `unseen`',
  access: 'session',
  planFlag: 'none',
  params,
  query: z.object({
    pageNumber: pagingQuery.pageNumber,
    /** Gives only messages older than this id. A page number would shift when new messages arrive. */
    before: optionalMessageId,
    /** Gives only messages newer than this id. */
    after: optionalMessageId,
    /** A page around this message, to open a search result or quote far back in the conversation. */
    around: optionalMessageId,
    /** The page size, 20 by default. */
    limit: wholeNumber(limits.messagesPage, limits.listPage).pipe(z.number().min(1)).default(limits.listPage),
    /** True when the browser tab is hidden: the server then does not mark the messages as read. */
    unseen: wireBoolean.optional(),
  }),
  answer: z.object({
    messages: z.array(wireMessage),
    ticket,
    /** True when newer messages follow. Only in answers to `after` and `around`. */
    hasNewer: z.boolean().optional(),
    /** `count` is the conversation's length only on the last page by `pageNumber`, else a lower bound. */
    ...pageFields,
  }),
  errors: ['ERR_NO_TICKET_FOUND'],
})

export const searchMessages = endpoint('GET /messages/:ticketId/search', {
  name: 'messages.search',
  summary:
    'The messages of the conversation that have these words, newest first, as ids; case and accents do not count. One call reads a bounded number of messages: `next` says where the following call begins',
  access: 'session',
  planFlag: 'none',
  pace: searchRateLimit,
  params,
  query: z.object({
    searchParam: textField(limits.conversationSearch.words.max)
      .transform((words) => words.trim())
      .refine((words) => words.length >= limits.conversationSearch.words.min, 'Too Short!'),
    /** The `next` of the previous call. */
    before: optionalMessageId,
  }),
  answer: z.object({
    found: z.array(idSchema<MessageId>()),
    /** Send it as `before` to search older messages. Null when the whole conversation was searched. */
    next: idSchema<MessageId>().nullable(),
  }),
  errors: ['ERR_NO_TICKET_FOUND'],
})

export const sendMessage = endpoint('POST /messages/:ticketId', {
  name: 'messages.send',
  summary:
    'Stores a message (or one per file) and hands it to the outbox; a repeated `clientId` changes nothing. Its content is a text, files with captions, a location, or contacts',
  access: 'session',
  planFlag: 'none',
  takesFiles: true,
  params,
  body: z.object({
    body: z.union([writtenText, z.array(writtenText).max(30)]).default(''),
    /** The id that the browser generated: one for a text, or one for each file, in their order. */
    clientId: z.union([z.uuid(), z.array(z.uuid()).max(30)]).optional(),
    /**
     * `true` sends a sound file as a voice note (CONVO-13): one value, or one for each file, in their order.
     */
    voice: z.union([wireBoolean, z.array(wireBoolean).max(30)]).optional(),
    quotedMsg: z.preprocess(jsonFromForm, z.union([z.null(), z.object({ id: messageIdParam() })])).optional(),
    location: z.preprocess(jsonFromForm, z.union([z.null(), sharedPlace])).optional(),
    /** Contacts of the company, sent as cards with name and number. */
    contactIds: contactsToShare.optional(),
    /** Clients of the earlier API send `fromMe` and the fields after it; the server ignores them. */
    fromMe: wireBoolean.optional(),
    read: wireBoolean.optional(),
    mediaUrl: z.string().optional(),
  }),
  answer: z.union([wireMessage, z.array(wireMessage)]),
  errors: [
    'ERR_WAPP_MSG_WINDOW_CLOSED',
    'ERR_WAPP_MSG_CONTENT',
    'ERR_NO_TICKET_FOUND',
    'ERR_NO_MESSAGE_FOUND',
    'ERR_TICKET_STATE',
    'ERR_CREATING_MESSAGE',
    ...uploadErrorCodes,
    'ERR_NO_DEF_WAPP_FOUND',
    'ERR_NO_CONTACT_FOUND',
    'ERR_CONTACT_WITHOUT_NUMBER',
  ],
})

const messageParams = z.object({ messageId: messageIdParam() })

export const deleteMessage = endpoint('DELETE /messages/:messageId', {
  name: 'messages.delete',
  summary: 'Deletes one of our messages for everybody',
  access: 'session',
  planFlag: 'none',
  params: messageParams,
  answer: wireMessage,
  errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_DELETE_WAPP_MSG', 'ERR_NOT_OFFERED'],
})

export const editMessage = endpoint('PUT /messages/:messageId', {
  name: 'messages.edit',
  summary: 'Corrects the text of one of our messages, for everybody, within a quarter of an hour',
  access: 'session',
  planFlag: 'none',
  params: messageParams,
  body: z.object({ body: writtenText }),
  answer: wireMessage,
  errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_EDIT_WAPP_MSG', 'ERR_NOT_OFFERED'],
})

export const reactToMessage = endpoint('POST /messages/:messageId/reaction', {
  name: 'messages.react',
  summary: "Sets the company's one reaction on a message; an empty `emoji` removes it",
  access: 'session',
  planFlag: 'none',
  params: messageParams,
  body: z.object({
    emoji: textField(64).refine((emoji) => emoji === '' || isOneEmoji(emoji), 'Invalid emoji'),
  }),
  answer: wireMessage,
  errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_REACT_WAPP_MSG'],
})

export const getMessageInfo = endpoint('GET /messages/:messageId/info', {
  name: 'messages.info',
  summary: 'When a message of ours was sent, delivered, read and played, as far as WhatsApp reported it',
  access: 'session',
  planFlag: 'none',
  params: messageParams,
  answer: z.object({
    messageId: idSchema<MessageId>(),
    createdAt: instant,
    /**
     * The four times at which WhatsApp reported the message as sent, delivered, read and played; null before,
     * and for inbound messages. In groups, each is the first member's report.
     */
    sentAt: instant.nullable(),
    deliveredAt: instant.nullable(),
    readAt: instant.nullable(),
    playedAt: instant.nullable(),
    /** The user who sent it; null for inbound messages, those from the linked phone, and deleted accounts. */
    sentBy: z.object({ id: z.number().int(), name: z.string() }).nullable(),
    isGroup: z.boolean(),
    /** What Meta charged, by category such as `service`; omitted when Meta reported no charge. */
    charge: z
      .object({
        category: z.string(),
        isBilled: z.boolean(),
        /** The cost by the price list of the message's day; null when free, or without a stored price. */
        cost: money.nullable(),
      })
      .optional(),
  }),
  errors: ['ERR_NO_MESSAGE_FOUND'],
})

export const retryMessage = endpoint('POST /messages/:messageId/retry', {
  name: 'messages.retry',
  summary:
    'Tries again: sends a failed message under the id reserved for it, or fetches a failed media again',
  access: 'session',
  planFlag: 'none',
  params: messageParams,
  answer: wireMessage,
  errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_TICKET_STATE', 'ERR_FETCH_WAPP_MSG'],
})
