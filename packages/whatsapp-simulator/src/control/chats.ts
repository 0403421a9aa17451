import type { ChatEntry } from '../contact'
import type { SimulatedGroup } from '../play-group'
import type { Simulator } from '../simulator'

/** A row of a phone's list of conversations. */
interface ChatRow {
  /** The key of the conversation: a shop's or a contact's number, or a group's address. */
  readonly key: string
  readonly name: string
  /** The shop in the conversation. */
  readonly shop: string
  readonly group?: string
  readonly members?: readonly string[]
  readonly last: ReturnType<typeof entryView> | null
  readonly unread: number
  readonly typing: boolean
}

/** The conversations on a contact's phone: every shop, and its groups; the newest first. */
export function contactChats(simulator: Simulator, phone: string): ChatRow[] {
  const contact = simulator.contact(phone)
  const withShops = simulator.phones().map((shop) =>
    row(shop.phone, shop.name, shop.phone, contact.chat(shop.phone), isUnreadByContact, {
      typing: contact.shopIsTyping(shop.phone),
    }),
  )
  const inGroups = groupsOf(simulator, phone).flatMap((group) => {
    const shop = shopIn(simulator, group)
    if (!shop) return []
    const typing = contact.shopIsTyping(shop, group.jid)
    return [{ ...groupRow(group, shop, contact.chat(shop, group.jid), isUnreadByContact), typing }]
  })
  return newestFirst([...withShops, ...inGroups])
}

/** The conversations on the shop's handset: contacts with messages in either direction, and groups. */
export function shopChats(simulator: Simulator, shop: string): ChatRow[] {
  const withContacts = simulator.contacts().flatMap((contact) => {
    const entries = contact.chat(shop)
    if (entries.length === 0) return []
    return [row(contact.phone, contact.name, shop, entries, isUnreadByShop)]
  })
  const inGroups = groupsOf(simulator, shop).map((group) =>
    groupRow(group, shop, groupEntries(simulator, shop, group), isUnreadByShop),
  )
  return newestFirst([...withContacts, ...inGroups])
}

/** A conversation as the shop's handset shows it. */
export function shopChat(simulator: Simulator, shop: string, place: string): readonly ChatEntry[] {
  const group = simulator.groups().find(({ jid }) => jid === place)
  return group ? groupEntries(simulator, shop, group) : simulator.contact(place).chat(shop)
}

/** An entry with the addresses of its files on the page. */
export function entryView(entry: ChatEntry) {
  const { pictureId, fileId } = entry
  return {
    ...entry,
    ...(pictureId && { pictureUrl: `/pictures/${pictureId}` }),
    ...(fileId && { fileUrl: `/pictures/${fileId}` }),
  }
}

/** Each member has a screen of its own. The longest one has the most entries; ticks come from the author's screen. */
function groupEntries(simulator: Simulator, shop: string, group: SimulatedGroup): readonly ChatEntry[] {
  const people = simulator.contacts().filter(({ phone }) => group.members.includes(phone))
  const screens = people.map(({ phone, chat }) => ({ phone, entries: chat(shop, group.jid) }))
  const longest = screens.reduce(
    (best, { entries }) => (entries.length > best.length ? entries : best),
    noEntries,
  )
  const own = new Map(
    screens.flatMap(({ phone, entries }) =>
      entries.filter(({ author }) => author === phone).map((entry) => [entry.id, entry] as const),
    ),
  )
  return longest.map((entry) => own.get(entry.id) ?? entry)
}

const noEntries: readonly ChatEntry[] = []

function isUnreadByContact({ from, readByContact }: ChatEntry): boolean {
  return from === 'shop' && !readByContact
}

function isUnreadByShop({ from, kind, tick }: ChatEntry): boolean {
  return from === 'contact' && kind !== 'call' && tick !== 'read' && tick !== 'played'
}

function row(
  key: string,
  name: string,
  shop: string,
  entries: readonly ChatEntry[],
  isUnread: (entry: ChatEntry) => boolean,
  more: Partial<ChatRow> = {},
): ChatRow {
  const last = entries.at(-1)
  const unread = entries.filter(isUnread).length
  return { key, name, shop, last: last ? entryView(last) : null, unread, typing: false, ...more }
}

function groupRow(
  { jid, subject, members }: SimulatedGroup,
  shop: string,
  entries: readonly ChatEntry[],
  isUnread: (entry: ChatEntry) => boolean,
): ChatRow {
  return row(jid, subject, shop, entries, isUnread, { group: jid, members })
}

function groupsOf(simulator: Simulator, phone: string): SimulatedGroup[] {
  return simulator.groups().filter(({ members }) => members.includes(phone))
}

function shopIn(simulator: Simulator, { members }: SimulatedGroup): string | undefined {
  return simulator.phones().find(({ phone }) => members.includes(phone))?.phone
}

/** A conversation without a message comes last, in order of creation. */
function newestFirst(rows: ChatRow[]): ChatRow[] {
  return rows.sort((a, b) => (b.last?.at ?? '').localeCompare(a.last?.at ?? ''))
}
