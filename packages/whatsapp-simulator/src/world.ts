import type { Chance } from './chance'
import type { Arrival, ChatEntry } from './contact'
import { emptyGraph, type GraphWorld } from './graph/world'
import { type DeviceKeys, makeParty, type SignalParty } from './signal/party'
import type { SenderKeys } from './signal/sender-keys'
import { type BinaryNode, SERVER, userOf } from './wire/nodes'

/** The whole state of WhatsApp: plain data, written to the state file unchanged. */
export interface World {
  /** The server's keys are derived from it, so it must outlive a restart. */
  seed: string
  accounts: Record<string, Account>
  contacts: Record<string, Contact>
  /** By their address, `…@g.us`. */
  groups: Record<string, Group>
  /** Meta's business platform, which is another service with people of its own. */
  graph: GraphWorld
}

/** A conversation of several people. */
export interface Group {
  jid: string
  subject: string
  /** How the server names members in it: by phone number, or by hidden id as in newer groups. */
  addressing: 'pn' | 'lid'
  /** Phones of contacts and of shops; the first one created the group. */
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
  /** Public one-time keys by id, not used yet. */
  preKeys: Record<string, Buffer>
  needsHistory: boolean
  /** It asked for the whole history when it was linked. */
  wantsFullHistory?: boolean
  /** Stanzas stored until the device has answered them. */
  queue: QueuedStanza[]
  /** Refusals that will follow for stanzas that a retry receipt has already answered, by message id. */
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
  /** Its own sender keys, and those that shops have sent. */
  senderKeys: SenderKeys
  silent: boolean
}

interface Chat {
  entries: Mutable<ChatEntry>[]
  arrivals: Record<string, Mutable<Arrival>>
  /** Sent messages, stored to send them again when the shop could not decrypt one. */
  sent: Record<string, SentMessage>
}

export interface SentMessage {
  /** Encoded `proto.Message`. */
  message: Buffer
  addressing: 'pn' | 'lid'
  groupJid?: string
  /** The stanza's `edit`: 1 for a correction, 7 for a deletion. */
  edit?: string
  /** Linked devices learn that there is a message, without its content. */
  withheld?: Withheld
}

/** Why a linked device gets no content: it must ask the phone, or the message is view-once and only on the phone. */
export type Withheld = 'ask-phone' | 'view-once'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

export function emptyWorld(seed: string): World {
  return { seed, accounts: {}, contacts: {}, groups: {}, graph: emptyGraph() }
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

/** Creates a group; `members` are phones of contacts and shops. */
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

/** The account of an address: a phone number, a hidden id, with or without a device. */
export function accountAt(world: World, jid: string | undefined): Account | undefined {
  return personAt(world.accounts, jid)
}

export function contactAt(world: World, jid: string | undefined): Contact | undefined {
  return personAt(world.contacts, jid)
}

/** The conversation with a shop, or in a group. */
export function chatWith(contact: Contact, place: string): Chat {
  contact.chats[place] ??= { entries: [], arrivals: {}, sent: {} }
  return contact.chats[place]
}

/** The key of the session with a linked device. */
export function deviceAddress(account: Account, device: Device): string {
  return `${account.phone}:${device.id}`
}

export function devicesOf(account: Account): Device[] {
  return Object.values(account.devices).sort((a, b) => a.id - b.id)
}

/** Removes and returns one one-time key of the device, as the server does once for each. */
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

function personAt<T extends Person>(people: Record<string, T>, jid: string | undefined): T | undefined {
  const user = userOf(jid)
  return people[user] ?? Object.values(people).find((one) => userOf(one.lid) === user)
}
