import type { Chance } from './chance'
import type { Arrival, ChatEntry } from './contact'
import { type DeviceKeys, makeParty, type SignalParty } from './signal/party'
import type { SenderKeys } from './signal/sender-keys'
import { type BinaryNode, SERVER, userOf } from './wire/nodes'

/** Everything that WhatsApp would remember: plain data, written to the state file as it stands. */
export interface World {
  /** Keys of the server come from it, so it must outlive a restart. */
  seed: string
  accounts: Record<string, Account>
  contacts: Record<string, Contact>
  /** By their address, `…@g.us`. */
  groups: Record<string, Group>
}

/** Several people in one conversation. */
export interface Group {
  jid: string
  subject: string
  /** How the server names members in it: by phone number, or by hidden id as in newer groups. */
  addressing: 'pn' | 'lid'
  /** Phones of contacts and of shops; the first one made the group. */
  members: string[]
  /** Seconds since 1970. */
  createdAt: number
}

interface Person {
  phone: string
  name: string
  jid: string
  lid: string
  party: SignalParty
}

/** A shop's number: the owner's handset and the devices linked to it. */
export interface Account extends Person {
  devices: Record<string, Device>
  nextDevice: number
  /** Ids of the copies that linked devices sent to the handset. */
  ownCopies: string[]
}

/** A linked device, as the server knows it. */
export interface Device {
  id: number
  noiseKey: Buffer
  keys: Omit<DeviceKeys, 'preKey'>
  /** Public one-time keys by id, not handed out yet. */
  preKeys: Record<string, Buffer>
  needsHistory: boolean
  /** It asked for the whole history when it was linked. */
  wantsFullHistory?: boolean
  /** Stanzas kept until the device has answered for them. */
  queue: QueuedStanza[]
  /** Refusals still to come for stanzas that a retry receipt has already answered, by message id. */
  owedNacks: Record<string, number>
}

interface QueuedStanza {
  stanza: BinaryNode
  timesSent: number
}

export interface Contact extends Person {
  picture?: Buffer
  /** By the shop's phone; those of groups by the group's address. */
  chats: Record<string, Chat>
  /** Its own keys of groups, and those that shops have handed out. */
  senderKeys: SenderKeys
  silent: boolean
}

interface Chat {
  entries: Mutable<ChatEntry>[]
  arrivals: Record<string, Mutable<Arrival>>
  /** What this contact sent, kept to send it again when the shop could not decrypt it. */
  sent: Record<string, SentMessage>
}

export interface SentMessage {
  /** Encoded `proto.Message`. */
  message: Buffer
  addressing: 'pn' | 'lid'
  groupJid?: string
  /** The stanza's `edit`: 1 for a correction, 7 for a deletion. */
  edit?: string
  /** Linked devices are told that there is a message, and not what it says. */
  withheld?: Withheld
}

/** Why a linked device gets no content: it must ask the phone, or it is to be seen once and on the phone alone. */
export type Withheld = 'ask-phone' | 'view-once'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

export function emptyWorld(seed: string): World {
  return { seed, accounts: {}, contacts: {}, groups: {} }
}

/** Adds a shop's number, linked to nothing yet. */
export function addAccount(
  world: World,
  chance: Chance,
  { phone, name, lid }: { phone: string; name: string; lid?: string | undefined },
): Account {
  const account: Account = {
    ...person(chance, phone, name, lid ?? `9${phone}`),
    devices: {},
    nextDevice: 1,
    ownCopies: [],
  }
  world.accounts[phone] = account
  return account
}

export function addContact(
  world: World,
  chance: Chance,
  {
    phone,
    name,
    lid,
    picture,
  }: { phone: string; name: string; lid?: string | undefined; picture?: Buffer | undefined },
): Contact {
  const contact: Contact = {
    ...person(chance, phone, name, lid ?? `8${phone}`),
    ...(picture && { picture }),
    chats: {},
    senderKeys: {},
    silent: false,
  }
  world.contacts[phone] = contact
  return contact
}

/** Makes a group; `members` are phones of contacts and shops. */
export function addGroup(world: World, group: Group): Group {
  world.groups[group.jid] = group
  return group
}

export function contactsIn(world: World, group: Group): Contact[] {
  return group.members.flatMap((phone) => world.contacts[phone] ?? [])
}

/** How the server names a member of a group. */
export function memberJid(group: Group, { jid, lid }: { jid: string; lid: string }): string {
  return group.addressing === 'lid' ? lid : jid
}

/** Whoever an address means: a phone number, a hidden id, with or without a device. */
export function accountAt(world: World, jid: string | undefined): Account | undefined {
  return whoever(world.accounts, jid)
}

export function contactAt(world: World, jid: string | undefined): Contact | undefined {
  return whoever(world.contacts, jid)
}

/** The conversation with a shop, or in a group. */
export function chatWith(contact: Contact, place: string): Chat {
  contact.chats[place] ??= { entries: [], arrivals: {}, sent: {} }
  return contact.chats[place]
}

/** What a session with a linked device is kept under. */
export function deviceAddress(account: Account, device: Device): string {
  return `${account.phone}:${device.id}`
}

export function devicesOf(account: Account): Device[] {
  return Object.values(account.devices).sort((a, b) => a.id - b.id)
}

/** Hands out one one-time key of the device, as the server does once for each. */
export function takePreKey(device: Device): DeviceKeys['preKey'] {
  const [id] = Object.keys(device.preKeys)
  const publicKey = id === undefined ? undefined : device.preKeys[id]
  if (id === undefined || !publicKey) return undefined
  delete device.preKeys[id]
  return { keyId: Number(id), publicKey }
}

function person(chance: Chance, phone: string, name: string, lidUser: string): Person {
  return { phone, name, jid: `${phone}@${SERVER}`, lid: `${lidUser}@lid`, party: makeParty(chance) }
}

function whoever<T extends Person>(people: Record<string, T>, jid: string | undefined): T | undefined {
  const user = userOf(jid)
  return people[user] ?? Object.values(people).find((one) => userOf(one.lid) === user)
}
