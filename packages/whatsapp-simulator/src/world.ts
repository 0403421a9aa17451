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
  /** By the shop's phone. */
  chats: Record<string, Chat>
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
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

export function emptyWorld(seed: string): World {
  return { seed, accounts: {}, contacts: {} }
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

/** Whoever an address means: a phone number, a hidden id, with or without a device. */
export function accountAt(world: World, jid: string | undefined): Account | undefined {
  return whoever(world.accounts, jid)
}

export function contactAt(world: World, jid: string | undefined): Contact | undefined {
  return whoever(world.contacts, jid)
}

export function chatWith(contact: Contact, shop: string): Chat {
  contact.chats[shop] ??= { entries: [], arrivals: {}, sent: {} }
  return contact.chats[shop]
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
