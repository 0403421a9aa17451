import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { InboundEvent } from '@balcao/whatsapp/ports'
import { z } from 'zod'
import { encodeCloudEvent } from './event-content'
import { personAddressFrom, storableIdOf } from './names'
import { isRecord, nullableNumber, nullableObject, nullableText, objectList } from './shapes'

export interface SplitWebhook {
  readonly events: readonly PhoneNumberEvent[]
  readonly accountChanges: readonly AccountChange[]
  /** The parts that this version does not read. */
  readonly unread: readonly UnknownWebhookPart[]
}
/** A message, status, preference, call or changed user id of one number. */
export interface PhoneNumberEvent {
  readonly phoneNumberId: string
  readonly field: string
  readonly event: InboundEvent
}
/** A part that this version cannot read. Its inbound event only stores it, and has no other effect. */
export interface UnknownWebhookPart {
  readonly phoneNumberId: string | null
  readonly accountId: string | null
  readonly field: string
  readonly event: InboundEvent
}
/** A change of an account or its templates. `field` and `value` are Meta's. */
export interface AccountChange {
  readonly accountId: string
  readonly field: string
  readonly value: unknown
  /** The time of the webhook's entry, to the second; null if the entry has none. */
  readonly at: Date | null
}

/** Compares in constant time. Meta signs no timestamp, so a replay passes; its events are skipped as duplicates. */
export function hasValidWebhookSignature(
  appSecret: string,
  rawBody: Uint8Array,
  header: string | null | undefined,
): boolean {
  const given = /^sha256=([0-9a-f]{64})$/i.exec(header ?? '')?.[1] ?? ''
  const expected = createHmac('sha256', appSecret).update(rawBody).digest()
  const signature = Buffer.from(given, 'hex')
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}

/** Webhook fields about an account, its numbers and templates, and customers' preferences without a number. */
const accountFields = new Set([
  'account_alerts',
  'account_review_update',
  'account_update',
  'business_capability_update',
  'message_template_components_update',
  'message_template_quality_update',
  'message_template_status_update',
  'phone_number_name_update',
  'phone_number_quality_update',
  'security',
  'template_category_update',
  'user_preferences',
])

/** Fields whose content is stored unread. Their arrival only starts a check of the account's numbers. */
const contentIsUnread = new Set([
  'account_alerts',
  'account_review_update',
  'account_update',
  'security',
  'user_preferences',
])

const envelope = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: objectList({
    id: nullableText,
    time: nullableNumber,
    changes: objectList({ field: nullableText, value: z.unknown() }),
  }),
})
const place = z.object({
  metadata: nullableObject({ phone_number_id: nullableText }),
  waba_info: nullableObject({ waba_id: nullableText }),
})

/** The most entries plus changes of a webhook. Meta sends at most 1,000 updates, perhaps each in its own entry. */
const maxParts = 5_000
const metaId = /^\d{1,40}$/

/**
 * The ids of the numbers and accounts in a webhook whose signature is not verified yet. Null for more parts than Meta
 * sends, so that a forged body costs little time.
 */
export function numberAndAccountIdsInWebhook(
  body: unknown,
): { readonly phoneNumberIds: string[]; readonly accountIds: string[] } | null {
  const phoneNumberIds = new Set<string>()
  const accountIds = new Set<string>()
  if (countParts(body) > maxParts) return null
  for (const { id, changes } of envelope.safeParse(body).data?.entry ?? []) {
    accountIds.add(id ?? '')
    for (const { value } of changes) {
      const { metadata, waba_info: account } = place.safeParse(value).data ?? {}
      phoneNumberIds.add(metadata?.phone_number_id ?? '')
      accountIds.add(account?.waba_id ?? '')
    }
  }
  const valid = (ids: ReadonlySet<string>) => [...ids].filter((id) => metaId.test(id))
  return { phoneNumberIds: valid(phoneNumberIds), accountIds: valid(accountIds) }
}

function countParts(body: unknown): number {
  const entries = isRecord(body) && Array.isArray(body.entry) ? body.entry : []
  const changes = entries.map((entry) =>
    isRecord(entry) && Array.isArray(entry.changes) ? entry.changes.length : 0,
  )
  return changes.reduce((sum, count) => sum + count, entries.length)
}

/** Splits a webhook into one event per element. U+0000 is removed, because PostgreSQL cannot store it. */
export function splitWebhook(body: unknown): SplitWebhook {
  const read = envelope.safeParse(withoutNul(body, 0)).data
  if (read === undefined) return { events: [], accountChanges: [], unread: [] }
  const events: PhoneNumberEvent[] = []
  const accountChanges: AccountChange[] = []
  const unread: UnknownWebhookPart[] = []
  for (const { id, time, changes } of read.entry) {
    for (const { field, value } of changes) {
      const { metadata, waba_info: account } = place.safeParse(value).data ?? {}
      const phoneNumberId = metadata?.phone_number_id ?? null
      // In events about a partner's account, the entry has the id of the business portfolio instead.
      const accountId = account?.waba_id ?? id
      const elements = field === null || !isRecord(value) ? [] : elementsOf(field, value)
      const keep = (part: unknown) => {
        const event = unreadEvent(field ?? '', part, time)
        unread.push({ phoneNumberId, accountId, field: field ?? '', event })
      }
      if (elements.length > 0 && field !== null && phoneNumberId !== null) {
        for (const { name, content } of elements) {
          if (name === null) keep(content)
          else events.push({ phoneNumberId, field, event: eventOf(name, { field, value: content, time }) })
        }
      } else if (field !== null && accountId !== null && accountFields.has(field)) {
        accountChanges.push({ accountId, field, value, at: instantOf(time) })
        if (contentIsUnread.has(field)) keep(value)
      } else if (!isRecord(value) || !Array.isArray(value.user_actions)) {
        keep(value)
      }
    }
  }
  return { events, accountChanges, unread }
}

function instantOf(seconds: number | null): Date | null {
  const instant = new Date((seconds ?? Number.NaN) * 1_000)
  return Number.isNaN(instant.getTime()) ? null : instant
}

const longestUnread = 64_000

function unreadEvent(field: string, value: unknown, time: number | null): InboundEvent {
  const text = JSON.stringify({ field, value })
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 32)
  const part = text.slice(0, longestUnread)
  return eventOf({ key: ['unread', hash], chat: 'unread' }, { field: 'unread', value: part, time })
}

/** A copy of a webhook's change with only one element of its list. `name` is null if the element is malformed. */
interface Element {
  readonly name: EventName | null
  readonly content: unknown
}
interface EventName {
  /** Identifies the event. A webhook that Meta repeats has the same parts, so its event is stored once. */
  readonly key: readonly (string | null)[]
  /** The partition key. Events of one person have the same key, and are handled in order. */
  readonly chat: string
}

function elementsOf(field: string, value: Record<string, unknown>): readonly Element[] {
  // Long texts are cut, because each element gets a copy of these fields.
  const rest = { messaging_product: 'whatsapp', metadata: shortMetadata(value.metadata) }
  const contactsFor = contactsByName(value.contacts)
  const copies = (list: unknown, name: string, nameOf: (one: unknown) => EventName | null): Element[] =>
    listIn(list).map((one) => {
      const contacts = fieldsWithContacts.has(field) ? { contacts: contactsFor(one) } : {}
      return { name: nameOf(one), content: { ...rest, ...contacts, [name]: [one] } }
    })
  switch (field) {
    case 'user_id_update':
      return copies(value.user_id_update ?? (isRecord(value.user_id) ? value : null), field, updateName)
    case 'user_preferences':
      return copies(value.user_preferences, field, preferenceName)
    case 'smb_message_echoes':
      return copies(value.message_echoes, 'message_echoes', echoName)
    case 'calls':
      return copies(value.calls, field, callName)
    case 'messages':
      return [
        ...copies(value.messages, field, messageName),
        ...copies(value.statuses, 'statuses', statusName),
      ]
    default:
      return []
  }
}

/** The webhook fields whose value has a list `contacts`, which describes the people of the value's elements. */
const fieldsWithContacts = new Set(['user_preferences', 'calls', 'messages'])

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : isRecord(value) ? [value] : []
}

const messageFacts = z.object({
  id: nullableText,
  type: nullableText,
  from: nullableText,
  from_user_id: nullableText,
})

function messageName(message: unknown): EventName | null {
  const { id, type, from, from_user_id: userId } = messageFacts.safeParse(message).data ?? {}
  if (!id) return null
  // The type is part of the key, because a placeholder and its media have the same id.
  return { key: [id, type ?? 'unknown'], chat: chatOf(from, userId) ?? id }
}

const echoFacts = z.object({
  id: nullableText,
  type: nullableText,
  to: nullableText,
  to_user_id: nullableText,
})

/** The key and partition of a message that the business wrote in the app on its phone. */
function echoName(echo: unknown): EventName | null {
  const { id, type, to, to_user_id: userId } = echoFacts.safeParse(echo).data ?? {}
  const chat = chatOf(to, userId)
  return id && chat !== null ? { key: [id, type ?? 'unknown'], chat } : null
}

const callFacts = z.object({
  id: nullableText,
  event: nullableText,
  direction: nullableText,
  from: nullableText,
  from_user_id: nullableText,
})

/** Null for calls that the business made in another program; they are kept unread. */
function callName(call: unknown): EventName | null {
  const { id, event, direction, from, from_user_id: userId } = callFacts.safeParse(call).data ?? {}
  const chat = chatOf(from, userId)
  if (!id || !event || chat === null || direction !== 'USER_INITIATED') return null
  return { key: [id, 'call', event], chat }
}

const statusFacts = z.object({
  id: nullableText,
  status: nullableText,
  recipient_id: nullableText,
  recipient_user_id: nullableText,
  errors: objectList({ code: nullableText }),
})

function statusName(status: unknown): EventName | null {
  const read = statusFacts.safeParse(status).data
  if (!read?.id || !read.status) return null
  const [error] = read.errors
  return {
    key: [read.id, 'status', read.status, ...(error ? [error.code] : [])],
    chat: chatOf(read.recipient_id, read.recipient_user_id) ?? read.id,
  }
}

const updateFacts = z.object({
  wa_id: nullableText,
  user_id: nullableObject({ previous: nullableText, current: nullableText }),
  timestamp: nullableText,
})

function updateName(update: unknown): EventName | null {
  const { user_id: change, wa_id: phone, timestamp } = updateFacts.safeParse(update).data ?? {}
  if (!change?.current) return null
  const { previous, current } = change
  return {
    key: ['user_id_update', previous, current, timestamp ?? null],
    chat: chatOf(phone, previous) ?? current,
  }
}

const preferenceFacts = z.object({
  wa_id: nullableText,
  user_id: nullableText,
  category: nullableText,
  value: nullableText,
  timestamp: nullableText,
})

function preferenceName(preference: unknown): EventName | null {
  const read = preferenceFacts.safeParse(preference).data
  const chat = chatOf(read?.wa_id, read?.user_id)
  if (chat === null || !read?.value) return null
  return { key: ['user_preferences', chat, read.category, read.value, read.timestamp], chat }
}

/** The partition of a person. The user id comes first, because the phone may be missing in some events. */
function chatOf(phone: string | null | undefined, userId: string | null | undefined): string | null {
  const person = personAddressFrom(phone ?? null, userId ?? null)
  return person === null ? null : (person.userId ?? person.phone)
}

const ownerFacts = z.object({
  ...{
    from: nullableText,
    from_user_id: nullableText,
    recipient_id: nullableText,
    recipient_user_id: nullableText,
  },
  ...{ wa_id: nullableText, user_id: nullableText },
})
const contactFacts = z.object({
  wa_id: nullableText,
  user_id: nullableText,
  parent_user_id: nullableText,
  profile: nullableObject({ name: nullableText, username: nullableText }),
})

/** The most characters of a name or id. Meta's are shorter. */
const longestFact = 512

function clipped(fact: string | null | undefined): string | undefined {
  return fact?.slice(0, longestFact)
}

/** Returns a lookup of an element's contacts. It uses a map, because a change may have 1,000 elements and contacts. */
function contactsByName(contacts: unknown): (element: unknown) => readonly unknown[] {
  const short = listIn(contacts).flatMap((contact) => {
    const { wa_id, user_id, parent_user_id, profile } = contactFacts.safeParse(contact).data ?? {}
    return {
      wa_id: clipped(wa_id),
      user_id: clipped(user_id),
      parent_user_id: clipped(parent_user_id),
      profile: { name: clipped(profile?.name), username: clipped(profile?.username) },
    }
  })
  const byName = new Map(
    short.flatMap((one) => [one.wa_id, one.user_id].flatMap((name) => (name ? [[name, one] as const] : []))),
  )
  return (element) => {
    if (short.length < 2) return short
    const names = Object.values(ownerFacts.safeParse(element).data ?? {})
    const found = names.flatMap((name) => (name ? (byName.get(name) ?? []) : []))
    return [...new Set(found)]
  }
}

const metadataFacts = z.object({ phone_number_id: nullableText, display_phone_number: nullableText })

function shortMetadata(metadata: unknown): object {
  const { phone_number_id, display_phone_number } = metadataFacts.safeParse(metadata).data ?? {}
  return { phone_number_id: clipped(phone_number_id), display_phone_number: clipped(display_phone_number) }
}

function eventOf({ key, chat }: EventName, content: Parameters<typeof encodeCloudEvent>[0]): InboundEvent {
  return {
    key: storableIdOf(`cloud:${key.map((part) => part ?? '').join(':')}`),
    chat: storableIdOf(chat),
    content: encodeCloudEvent(content),
    needsAcknowledgement: false,
  }
}

/** Deeper values become null. Meta sends none, but a stranger's JSON can be deeper than the stack allows. */
const deepest = 40

function withoutNul(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.replaceAll('\u0000', '')
  if (typeof value !== 'object' || value === null) return value
  if (depth >= deepest) return null
  if (Array.isArray(value)) return value.map((one) => withoutNul(one, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name.replaceAll('\u0000', ''), withoutNul(part, depth + 1)]),
  )
}
