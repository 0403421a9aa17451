import { messageErrorForMetaCode } from '@balcao/domain/official-numbers'
import { capabilitiesOf } from '@balcao/domain/providers'
import { safeDisplayName } from '@balcao/domain/shown-name'
import type {
  InboundAddressMatch,
  InboundCall,
  InboundMessage,
  InboundReceipt,
  InboundUpdate,
  MessageCharge,
  PersonAddress,
} from '@balcao/whatsapp/gateway'
import { isContentAwaited } from '@balcao/whatsapp/gateway'
import { z } from 'zod'
import { decodeCloudEvent } from './event-content'
import { advertisementPreviewIn, inboundContentOf, messageContentShape } from './message-content'
import { messageIdFrom, personAddressFrom, reservedIdIn, storableIdOf } from './names'
import { isRecord, nullableBoolean, nullableNumber, nullableObject, nullableText, objectList } from './shapes'

const contacts = objectList({
  profile: nullableObject({ name: nullableText, username: nullableText }),
  wa_id: nullableText,
  user_id: nullableText,
})
type Contacts = z.infer<typeof contacts>

const messageShape = {
  ...messageContentShape,
  id: nullableText,
  type: nullableText,
  from: nullableText,
  from_user_id: nullableText,
  group_id: nullableText,
  timestamp: nullableNumber,
  context: nullableObject({ id: nullableText }),
  reaction: nullableObject({ message_id: nullableText, emoji: nullableText }),
  system: nullableObject({
    type: nullableText,
    wa_id: nullableText,
    new_wa_id: nullableText,
    user_id: nullableText,
  }),
  edit: nullableObject({
    original_message_id: nullableText,
    message: nullableObject({ type: nullableText, ...messageContentShape }),
  }),
  revoke: nullableObject({ original_message_id: nullableText }),
}
type Message = z.infer<z.ZodObject<typeof messageShape>>

const callShape = {
  id: nullableText,
  event: nullableText,
  from: nullableText,
  from_user_id: nullableText,
  timestamp: nullableNumber,
  start_time: nullableNumber,
  duration: nullableNumber,
}
type Call = z.infer<z.ZodObject<typeof callShape>>

const statusShape = {
  id: nullableText,
  status: nullableText,
  recipient_id: nullableText,
  recipient_user_id: nullableText,
  biz_opaque_callback_data: nullableText,
  pricing: nullableObject({ billable: nullableBoolean, category: nullableText, type: nullableText }),
  errors: objectList({ code: nullableNumber }),
}
type Status = z.infer<z.ZodObject<typeof statusShape>>

const change = z.object({ contacts, messages: objectList(messageShape), statuses: objectList(statusShape) })
const echoes = z.object({
  message_echoes: objectList({ ...messageShape, to: nullableText, to_user_id: nullableText }),
})
type Echo = z.infer<typeof echoes>['message_echoes'][number]
const callsIn = z.object({ contacts, calls: objectList(callShape) })
const updates = z.object({
  user_id_update: objectList({
    wa_id: nullableText,
    user_id: nullableObject({ previous: nullableText, current: nullableText }),
  }),
})

const preferences = z.object({
  contacts,
  user_preferences: objectList({
    wa_id: nullableText,
    user_id: nullableText,
    category: nullableText,
    value: nullableText,
  }),
})
type Preferences = z.infer<typeof preferences>

const accepted = z.object({
  id: z.string(),
  wamid: z.string(),
  phone: nullableText,
  user_id: nullableText,
  answered: nullableObject({ wa_id: nullableText, user_id: nullableText }),
})
export type AcceptedMessageRecord = z.output<typeof accepted>

/** Unknown shapes of Meta become `unsupported` messages or nothing. Throws only for another driver's bytes. */
export async function parseCloudEvent(content: Uint8Array): Promise<readonly InboundUpdate[]> {
  const { field, value, time = null } = decodeCloudEvent(content)
  switch (field) {
    case 'messages': {
      const read = change.safeParse(value).data
      if (read === undefined) return []
      return [
        ...read.messages
          .flatMap((message) => inboundIn(message, read.contacts, time))
          .map(withRaw(isRecord(value) ? value.messages : null)),
        ...read.statuses.flatMap((status) => receiptIn(status, read.contacts)),
      ]
    }
    case 'smb_message_echoes':
      return (echoes.safeParse(value).data?.message_echoes ?? [])
        .flatMap((echo) => inboundEcho(echo, time))
        .map(withRaw(isRecord(value) ? value.message_echoes : null))
    case 'calls': {
      const read = callsIn.safeParse(value).data
      return read === undefined ? [] : read.calls.flatMap((call) => inboundCall(call, read.contacts))
    }
    case 'user_id_update':
      return (updates.safeParse(value).data?.user_id_update ?? []).flatMap(({ wa_id: phone, user_id: ids }) =>
        identityOf(
          personAddressFrom(phone, ids?.current ?? null),
          personAddressFrom(null, ids?.previous ?? null),
        ),
      )
    case 'user_preferences': {
      const read = preferences.safeParse(value).data
      return read === undefined
        ? []
        : read.user_preferences.flatMap((one) => preferenceIn(one, read.contacts))
    }
    case 'accepted': {
      const read = accepted.safeParse(value).data
      return read === undefined ? [] : inboundAcceptance(read)
    }
    default:
      return []
  }
}

function preferenceIn(
  { wa_id: phone, user_id: userId, category, value }: Preferences['user_preferences'][number],
  contacts: Contacts,
): readonly InboundUpdate[] {
  const chat = personAddressFrom(phone, userId)
  const isKnown = category === 'marketing_messages' && (value === 'stop' || value === 'resume')
  if (chat === null || !isKnown) return []
  const pushName = pushNameOf(contactOf(contacts, phone, userId))
  return [{ kind: 'preference', chat, pushName, wantsMarketing: value === 'resume' }]
}

function pushNameOf(contact: Contacts[number] | null): string | null {
  const { name, username } = contact?.profile ?? {}
  return safeDisplayName(name || (username ? `@${username}` : '')) || null
}

const longestRaw = 16_000

/** Attaches Meta's JSON to a message that cannot be shown. The message is the only element of `elements`. */
function withRaw(elements: unknown): (inbound: InboundUpdate) => InboundUpdate {
  return (inbound) => {
    if (
      inbound.kind !== 'message' ||
      inbound.content.kind !== 'unsupported' ||
      isContentAwaited(inbound.content)
    )
      return inbound
    const element = Array.isArray(elements) ? elements[0] : null
    const raw = JSON.stringify(element).slice(0, longestRaw)
    return { ...inbound, raw }
  }
}

const replyWindowMs = (capabilitiesOf('cloud').replyWindowHours ?? 0) * 3_600_000

interface Envelope {
  readonly message: Message
  readonly chat: PersonAddress
  /** True for a message that the business wrote in the app on its phone. */
  readonly fromMe: boolean
  readonly at: Date
}

/** A message that the business wrote on its phone. It neither opens nor extends the reply window. */
function inboundEcho(echo: Echo, time: number | null): readonly InboundUpdate[] {
  const chat = personAddressFrom(echo.to, echo.to_user_id)
  if (chat === null || !echo.id) return []
  const envelope = { message: echo, chat, fromMe: true, at: instantOf(echo.timestamp ?? time) }
  const read = Object.hasOwn(changeReaders, echo.type ?? '') ? changeReaders[echo.type ?? ''] : undefined
  return read?.(envelope) ?? [messageOf(envelope, null, echo.type ?? '')]
}

/** A customer's call opens the reply window, answered or not. Only its end event is read, which has the outcome. */
function inboundCall(call: Call, contacts: Contacts): readonly InboundCall[] {
  const { chat } = personIn(contacts, call.from, call.from_user_id)
  if (chat === null || !call.id || call.event !== 'terminate') return []
  const at = instantOf(call.start_time ?? call.timestamp)
  const outcome = (call.duration ?? 0) > 0 || call.start_time !== null ? 'answered' : 'missed'
  const replyUntil = new Date(at.getTime() + replyWindowMs)
  return [{ kind: 'call', id: storableIdOf(call.id), chat, video: false, outcome, at, replyUntil }]
}

function inboundIn(message: Message, contacts: Contacts, time: number | null): readonly InboundUpdate[] {
  const { contact, chat } = personIn(contacts, message.from, message.from_user_id)
  if (chat === null || !message.id) return []
  const envelope = { message, chat, fromMe: false, at: instantOf(message.timestamp ?? time) }
  const isChange = Object.hasOwn(changeReaders, message.type ?? '')
  // Group conversations are not supported. A member's message is shown nevertheless, so that attendants notice it.
  if (message.group_id !== null) return isChange ? [] : [messageOf(envelope, contact, 'group')]
  if (isChange) return changeReaders[message.type ?? '']?.(envelope) ?? []
  return [messageOf(envelope, contact, message.type ?? ''), ...sharedNumber(envelope)]
}

function messageOf(
  { message, chat, fromMe, at }: Envelope,
  contact: Contacts[number] | null,
  type: string,
): InboundMessage {
  const advertisement = advertisementPreviewIn(message)
  return {
    kind: 'message',
    id: messageIdFrom(message.id ?? ''),
    chat,
    fromMe,
    author: null,
    pushName: pushNameOf(contact),
    sentAt: at,
    content: inboundContentOf(type, message),
    ...(advertisement && { advertisement }),
    quotedId: message.context?.id ? messageIdFrom(message.context.id) : null,
    ...(message.group_id === null && !fromMe && { replyUntil: new Date(at.getTime() + replyWindowMs) }),
  }
}

/** Links both addresses when a customer known only by user id shares a phone number at our request. */
function sharedNumber({ message: { type, contacts }, chat }: Envelope): readonly InboundAddressMatch[] {
  const [card] = contacts
  if (type !== 'contacts' || chat.phone !== null || card?.origin !== 'contact_request') return []
  const { wa_id: id, phone } = card.phones[0] ?? {}
  const person = personAddressFrom(id ?? phone?.replace(/\D/g, '') ?? null, chat.userId ?? null)
  return person?.phone ? identityOf(person, null) : []
}

const changeReaders: Readonly<Record<string, (envelope: Envelope) => readonly InboundUpdate[]>> = {
  /** Meta does not say whether the reaction's message is ours, so two updates cover both. At most one applies. */
  reaction: ({ message: { reaction }, chat, fromMe, at }) => {
    if (!reaction?.message_id) return []
    const common = { id: messageIdFrom(reaction.message_id), emoji: reaction.emoji ?? '', chat, at }
    return [true, false].map((onOurs) => ({ kind: 'reaction', ...common, onOurs, fromMe, author: null }))
  },
  edit: ({ message: { edit }, chat, fromMe, at }) => {
    const content = edit?.message ? inboundContentOf(edit.message.type ?? 'text', edit.message) : null
    if (!edit?.original_message_id || content === null) return []
    const corrected =
      content.kind === 'text'
        ? content.text
        : content.kind === 'media'
          ? content.caption
          : captionIn(edit.message)
    if (corrected === null) return []
    return [
      {
        kind: 'edit',
        chat,
        id: messageIdFrom(edit.original_message_id),
        fromMe,
        author: null,
        text: corrected,
        editedAt: at,
      },
    ]
  },
  revoke: ({ message: { revoke }, chat, fromMe }) =>
    revoke?.original_message_id
      ? [{ kind: 'deletion', chat, id: messageIdFrom(revoke.original_message_id), fromMe, author: null }]
      : [],
  /** Links a contact's former address, which sends the message about the change, to the new number or user id. */
  system: ({ message: { system }, chat }) => {
    if (system === null) return []
    const phone = system.wa_id ?? system.new_wa_id
    const isNewPhone = phone !== null && phone !== chat.phone
    if (!isNewPhone && system.user_id === null) return []
    return identityOf(personAddressFrom(phone ?? chat.phone, system.user_id), chat)
  },
}

/** The new caption of an edited media message. `inboundContentOf` cannot read an edit whose file id Meta omitted. */
function captionIn(message: NonNullable<Message['edit']>['message']): string | null {
  const file = message?.image ?? message?.video ?? message?.document
  return file?.caption ?? null
}

function identityOf(
  person: PersonAddress | null,
  former: PersonAddress | null,
): readonly InboundAddressMatch[] {
  if (person === null || (former === null && (person.phone === null || person.userId === undefined)))
    return []
  return [{ kind: 'identity', person, ...(former && { former }) }]
}

/** Meta's status `failed` is ack 1, because Meta at least accepted the message. */
const levels: Readonly<Record<string, InboundReceipt['ack']>> = {
  sent: 1,
  failed: 1,
  delivered: 2,
  read: 3,
  played: 4,
}
const unnamedFailure = 131000

/**
 * The error code of a failed status. An unknown code becomes 131000: the server would take it for a failure of its own,
 * which a later status `sent` clears.
 */
function refusalIn([error]: Status['errors']): number {
  const code = error?.code ?? unnamedFailure
  return messageErrorForMetaCode(code) === null ? unnamedFailure : code
}

function receiptIn(status: Status, contacts: Contacts): readonly InboundUpdate[] {
  const ack = Object.hasOwn(levels, status.status ?? '') ? levels[status.status ?? ''] : undefined
  if (ack === undefined || !status.id) return []
  const { recipient_id: phone, recipient_user_id: userId, pricing } = status
  const reserved = reservedIdIn(status.biz_opaque_callback_data)
  const given = messageIdFrom(status.id)
  const charge = chargeIn(pricing)
  return [
    {
      kind: 'ack',
      chat: personIn(contacts, phone, userId).chat ?? nameless,
      ids: reserved === null ? [given] : [reserved, given], // the message may be stored under either id
      ack,
      refusedWith: status.status === 'failed' ? refusalIn(status.errors) : null,
      ...(reserved && { givenId: given }),
      ...(charge && { charge }),
    },
  ]
}

/** The chat of a receipt without a recipient, for which the server searches all chats for the message id. */
const nameless: PersonAddress = { kind: 'person', phone: null, lid: null }

/** Meta is replacing the field `billable` by `type`, so `type` has priority when both are present. */
function chargeIn(pricing: Status['pricing']): MessageCharge | null {
  if (!pricing?.category) return null
  const { category, type, billable } = pricing
  const isBilled = type === 'regular' || (!type?.startsWith('free') && billable === true)
  return { category: category.toLowerCase(), isBilled }
}

function inboundAcceptance({
  id,
  wamid,
  phone,
  user_id,
  answered,
}: z.infer<typeof accepted>): readonly InboundUpdate[] {
  const reserved = reservedIdIn(id)
  const chat = personAddressFrom(phone, user_id)
  if (reserved === null || chat === null) return []
  const person = personAddressFrom(answered?.wa_id ?? phone, answered?.user_id ?? user_id)
  const given = messageIdFrom(wamid)
  const isNews = person !== null && (person.phone !== chat.phone || person.userId !== chat.userId)
  return [
    { kind: 'ack', chat, ids: [reserved, given], ack: 0, refusedWith: null, givenId: given },
    ...(isNews ? identityOf(person, person.phone === chat.phone || chat.phone === null ? null : chat) : []),
  ]
}

/** The contact and chat address of a webhook element. Phone and user id may be in the element or in its contact. */
function personIn(contacts: Contacts, phone: string | null, userId: string | null) {
  const contact = contactOf(contacts, phone, userId)
  const chat = personAddressFrom(phone ?? contact?.wa_id ?? null, userId ?? contact?.user_id ?? null)
  return { contact, chat }
}

/** The contact of a webhook element: the one with the given phone or user id, or else the only one. */
function contactOf(contacts: Contacts, phone: string | null, userId: string | null): Contacts[number] | null {
  const found = contacts.find(
    (one) => (userId !== null && one.user_id === userId) || (phone !== null && one.wa_id === phone),
  )
  return found ?? (contacts.length === 1 ? (contacts[0] ?? null) : null)
}

/** The year 5138 in Unix seconds. Larger values can only be milliseconds. */
const latestSeconds = 1e11
const latestMs = 4e14

function instantOf(seconds: number | null): Date {
  const ms = seconds === null ? 0 : Math.abs(seconds) > latestSeconds ? seconds : seconds * 1000
  return new Date(Math.min(Math.max(0, ms), latestMs))
}
