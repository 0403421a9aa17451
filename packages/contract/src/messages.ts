import type { ContactId, MessageId, TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { isOneEmoji, mediaTypes, messageOrigins } from '@balcao/domain/messages'
import { z } from 'zod'
import { endpoint, searchPace } from './endpoint'
import { ticket } from './tickets'
import {
  flag,
  idList,
  idParam,
  instant,
  messageIdParam,
  money,
  page,
  paging,
  text,
  wholeNumber,
} from './wire-values'

const idSchema = <Id>() => z.number().int() as unknown as z.ZodType<Id, number> // branded on the way out

const author = z.object({ id: idSchema<ContactId>(), name: z.string() })

/** A message for the conversation and the events (MESSAGE-01). */
export const wireMessage = z.object({
  id: idSchema<MessageId>(),
  ticketId: idSchema<TicketId>(),
  /** The id that the sender's browser generated, by which it recognises its bubble; null for inbound messages. */
  clientId: z.uuid().nullable(),
  /**
   * The text, or the caption. Of a `locationMessage`: picture (a data address, or empty), link and description,
   * separated by bars. Of a `vcard`: the cards, one below the other.
   */
  body: z.string(),
  fromMe: z.boolean(),
  ack: z.number().int().min(0).max(5),
  /** Why sending failed for good; null otherwise. Pages then offer *try again*. */
  failure: z.string().nullable(),
  read: z.boolean(),
  mediaType: z.enum(mediaTypes).nullable(),
  /** Signed link; null while the media is being fetched, or when fetching failed. */
  mediaUrl: z.string().nullable(),
  media: z
    .object({
      /**
       * `not-fetched`: old media, which a user fetches with *try again*. `no-room`: the company's storage was full. The
       * server fetches it once there is room, or when a user asks.
       */
      state: z.enum(['ready', 'on-its-way', 'failed', 'not-fetched', 'no-room']),
      mimetype: z.string(),
      fileName: z.string().nullable(),
      sizeBytes: z.number().int().nullable(),
      seconds: z.number().int().nullable(),
      width: z.number().int().nullable(),
      height: z.number().int().nullable(),
      /** Page count of an inbound document, where its sender's phone sent one; null otherwise. */
      pages: z.number().int().nullable(),
      /** Recorded and shown as a voice note, not sent as a file. */
      isVoice: z.boolean(),
      /** Loudness over time, values of 0 to 100; only some voice notes have it. */
      waveform: z.array(z.number().int().min(0).max(100)).nullable(),
      /** Signed link to the thumbnail: WebP, at most 480 pixels wide. Null without one. */
      thumbnailUrl: z.string().nullable(),
      /**
       * Signed link to a sound as MP3, which every browser plays: iPhones play no OGG. It is the file itself where that
       * is MP3. Null for other media, and while there is no MP3: then only `mediaUrl` plays.
       */
      compatibleUrl: z.string().nullable(),
    })
    .nullable(),
  /**
   * The sender's phone made this preview of a link in the text; the server fetches no address. `url` is http or https,
   * the others are one line each, `description` may be empty. `picture` is a JPEG of at most 16 kB in base64, missing
   * where none came. Null for messages written here, and for most inbound ones.
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
  /** Its author edited it after sending. */
  isEdited: z.boolean(),
  /** Its sender allows one view. */
  isViewOnce: z.boolean(),
  /**
   * The change that WhatsApp refused for good: our last edit or reaction (already reverted here), or our deletion
   * (deleted here, still shown to the customer; deleting it again retries). Null otherwise.
   */
  refusedChange: z.enum(['edit', 'reaction', 'deletion']).nullable(),
  /** Oldest first, one for each person who reacted; ours is the company's, set by `user` or (null) on the handset. */
  reactions: z.array(
    z.object({
      emoji: z.string(),
      fromMe: z.boolean(),
      contact: author.nullable(),
      user: z.object({ id: z.number().int(), name: z.string() }).nullable(),
      createdAt: instant,
    }),
  ),
  /** Marked as automatic: its origin is `bot` or `automatic`. */
  isAutomatic: z.boolean(),
  /**
   * The origin of an outgoing message: `person` (in this product), `device` (typed on the linked phone), `bot` (menu,
   * assistant or outside bot in its turn), `automatic` (greeting, farewell, transfer notice), `campaign`, `schedule`,
   * `api`. Null for inbound messages, and for messages stored before origins existed.
   */
  origin: z.enum(messageOrigins).nullable(),
  /** The contact of the conversation, or the author within a group; null for our own messages. */
  contact: author.nullable(),
  /** The user who wrote it. */
  user: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  quotedMsg: z
    .object({
      id: idSchema<MessageId>(),
      clientId: z.uuid().nullable(),
      body: z.string(),
      fromMe: z.boolean(),
      mediaType: z.enum(mediaTypes).nullable(),
      mediaUrl: z.string().nullable(),
      /** The media that names its file in one line; null without media. */
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

/** Multipart forms encode each line break as CR LF (RFC 7578, HTML form encoding); a message has LF. */
const writtenText = text(limits.messageText.max).transform((written) => written.replaceAll('\r\n', '\n'))

/**
 * In a multipart form it is a JSON text (MESSAGE-06). An empty text counts as absent; the schema below refuses invalid
 * JSON.
 */
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

const placeWords = text(limits.placeText.max)
  .optional()
  .transform((words) => words?.trim() || null)

const sharedPlace = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  name: placeWords,
  address: placeWords,
})

/** An empty value counts as absent, as in other lists of ids. */
const contactsToShare = idList<ContactId>().refine((ids) => ids.length <= limits.sharedContacts, 'Too Long!')

const optionalMessageId = z.preprocess(
  (value) => (value === '' ? undefined : value),
  messageIdParam().optional(),
)

export const listMessages = endpoint({
  name: 'messages.list',
  summary:
    'The conversation with the contact, newest page first, each page in time order; marks read for the owner, unless `unseen`',
  method: 'GET',
  path: '/messages/:ticketId',
  access: 'session',
  planFlag: 'none',
  params,
  query: z.object({
    pageNumber: paging.pageNumber,
    /** Instead of a page number: messages older than this one, so that arriving messages do not shift the pages. */
    before: optionalMessageId,
    /** The page that follows this message. */
    after: optionalMessageId,
    /** A page up to this message and one after it: a search or a quote opens it, at any distance. */
    around: optionalMessageId,
    /** Messages of a page, 20 by default: a client that jumps far back asks for more. */
    limit: wholeNumber(limits.messagesPage, limits.listPage).pipe(z.number().min(1)).default(limits.listPage),
    /** Fetched by a hidden page: marks no message as read. */
    unseen: flag.optional(),
  }),
  answer: z.object({
    messages: z.array(wireMessage),
    ticket,
    /** Only for `after` and `around`: newer messages follow. Absent for the newest page. */
    hasNewer: z.boolean().optional(),
    /** `count` is a lower bound of the conversation's length, and exact on the last page by number. */
    ...page,
  }),
  errors: ['ERR_NO_TICKET_FOUND'],
})

export const searchMessages = endpoint({
  name: 'messages.search',
  summary:
    'The messages of the conversation that have these words, newest first, as ids; case and accents do not count. One call reads a bounded number of messages: `next` says where the following call begins',
  method: 'GET',
  path: '/messages/:ticketId/search',
  access: 'session',
  planFlag: 'none',
  pace: searchPace,
  params,
  query: z.object({
    searchParam: text(limits.conversationSearch.words.max)
      .transform((words) => words.trim())
      .refine((words) => words.length >= limits.conversationSearch.words.min, 'Too Short!'),
    /** The `next` of the previous call: only older messages are searched. */
    before: optionalMessageId,
  }),
  answer: z.object({
    found: z.array(idSchema<MessageId>()),
    /** Pass it as `before` to search the older messages. Null when the whole conversation was searched. */
    next: idSchema<MessageId>().nullable(),
  }),
  errors: ['ERR_NO_TICKET_FOUND'],
})

export const sendMessage = endpoint({
  name: 'messages.send',
  summary:
    'Stores a message (or one per file) and hands it to the outbox; a repeated `clientId` changes nothing. Its content is a text, files with captions, a location, or contacts',
  method: 'POST',
  path: '/messages/:ticketId',
  access: 'session',
  planFlag: 'none',
  takesFiles: true,
  params,
  body: z.object({
    body: z.union([writtenText, z.array(writtenText).max(30)]).default(''),
    /** One for a text; one for each file, in their order. */
    clientId: z.union([z.uuid(), z.array(z.uuid()).max(30)]).optional(),
    /** `true` sends a sound as a voice note (CONVO-13). One for a file; one for each of several, in their order. */
    voice: z.union([flag, z.array(flag).max(30)]).optional(),
    quotedMsg: z.preprocess(jsonFromForm, z.union([z.null(), z.object({ id: messageIdParam() })])).optional(),
    location: z.preprocess(jsonFromForm, z.union([z.null(), sharedPlace])).optional(),
    /** Contacts of the company, sent as cards with name and number. */
    contactIds: contactsToShare.optional(),
    /** Accepted for existing clients and without effect: a posted message is ours, and no address is fetched. */
    fromMe: flag.optional(),
    read: flag.optional(),
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
    'ERR_UPLOAD_TOO_LARGE',
    'ERR_UPLOAD_EMPTY',
    'ERR_STORAGE_FULL',
    'ERR_COMPANY_STORAGE_FULL',
    'ERR_TOO_MANY_UPLOADS',
    'ERR_NO_DEF_WAPP_FOUND',
    'ERR_NO_CONTACT_FOUND',
    'ERR_CONTACT_WITHOUT_NUMBER',
  ],
})

const messageParams = z.object({ messageId: messageIdParam() })

export const deleteMessage = endpoint({
  name: 'messages.delete',
  summary: 'Deletes one of our messages for everybody',
  method: 'DELETE',
  path: '/messages/:messageId',
  access: 'session',
  planFlag: 'none',
  params: messageParams,
  answer: wireMessage,
  errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_DELETE_WAPP_MSG', 'ERR_NOT_OFFERED'],
})

export const editMessage = endpoint({
  name: 'messages.edit',
  summary: 'Corrects the text of one of our messages, for everybody, within a quarter of an hour',
  method: 'PUT',
  path: '/messages/:messageId',
  access: 'session',
  planFlag: 'none',
  params: messageParams,
  body: z.object({ body: writtenText }),
  answer: wireMessage,
  errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_EDIT_WAPP_MSG', 'ERR_NOT_OFFERED'],
})

export const reactToMessage = endpoint({
  name: 'messages.react',
  summary: "Sets the company's one reaction on a message; an empty `emoji` removes it",
  method: 'POST',
  path: '/messages/:messageId/reaction',
  access: 'session',
  planFlag: 'none',
  params: messageParams,
  body: z.object({
    emoji: text(64).refine((emoji) => emoji === '' || isOneEmoji(emoji), 'Invalid emoji'),
  }),
  answer: wireMessage,
  errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_REACT_WAPP_MSG'],
})

export const messageInfo = endpoint({
  name: 'messages.info',
  summary: 'When a message of ours was sent, delivered, read and played, as far as WhatsApp reported it',
  method: 'GET',
  path: '/messages/:messageId/info',
  access: 'session',
  planFlag: 'none',
  params: messageParams,
  answer: z.object({
    messageId: idSchema<MessageId>(),
    createdAt: instant,
    /**
     * Each null until WhatsApp reports it; null for inbound messages and those stored before receipts were. In a group:
     * when its first member received or read it.
     */
    sentAt: instant.nullable(),
    deliveredAt: instant.nullable(),
    readAt: instant.nullable(),
    playedAt: instant.nullable(),
    /** The user who wrote it; null for inbound messages, the handset and deleted accounts. */
    sentBy: z.object({ id: z.number().int(), name: z.string() }).nullable(),
    isGroup: z.boolean(),
    /** What Meta charges for it over an official number, by its category, such as `service`; absent: not told. */
    charge: z
      .object({
        category: z.string(),
        isBilled: z.boolean(),
        /** By the price of its day; null: free, or no price is stored. */
        cost: money.nullable(),
      })
      .optional(),
  }),
  errors: ['ERR_NO_MESSAGE_FOUND'],
})

export const retryMessage = endpoint({
  name: 'messages.retry',
  summary:
    'Tries again: sends a failed message under the id reserved for it, or fetches a failed media again',
  method: 'POST',
  path: '/messages/:messageId/retry',
  access: 'session',
  planFlag: 'none',
  params: messageParams,
  answer: wireMessage,
  errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_TICKET_STATE', 'ERR_FETCH_WAPP_MSG'],
})
