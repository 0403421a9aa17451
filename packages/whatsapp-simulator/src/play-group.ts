import { messageId } from './chance'
import { deliverToAll } from './delivery'
import { type Service, stampFor } from './service'
import { node } from './wire/nodes'
import { type Account, addGroup, type Contact, type Group, memberJid } from './world'

/** A group that shops and contacts are in. */
export interface SimulatedGroup {
  /** `…@g.us` */
  readonly jid: string
  readonly subject: string
  /** Phones of its members, the founder first. */
  readonly members: readonly string[]
  /** A member, by phone, gives the group another name: the shops in it are told. */
  rename(by: string, subject: string): void
  /** Somebody comes in or leaves: the shops in it are told. */
  add(phone: string): void
  remove(phone: string): void
}

export interface NewGroup {
  /** The part before `@g.us`; made up when absent. */
  id?: string
  subject: string
  members: string[]
  addressing?: 'pn' | 'lid'
}

/** Makes a group; one that exists already is given back as it is. */
export function makeGroup(service: Service, { id, subject, members, addressing = 'lid' }: NewGroup): Group {
  const digits = String(service.chance.between(0, 899_999_999) + 100_000_000)
  const jid = `${id ?? `120363${digits}`}@g.us`
  const createdAt = Math.floor(service.now() / 1000)
  return (
    service.world.groups[jid] ?? addGroup(service.world, { jid, subject, members, addressing, createdAt })
  )
}

/** The group with that address. Writing to one that nobody has made yet makes it, with the writer and the shop. */
export function groupFor(service: Service, jid: string, contact: Contact, account: Account): Group {
  const [id = ''] = jid.split('@')
  const group = makeGroup(service, {
    id,
    subject: `Grupo de ${contact.name}`,
    members: [contact.phone, account.phone],
    addressing: 'pn',
  })
  for (const phone of [contact.phone, account.phone])
    if (!group.members.includes(phone)) group.members.push(phone)
  return group
}

/** Puts a group into the hands of a test. */
export function playGroup(service: Service, group: Group): SimulatedGroup {
  return {
    jid: group.jid,
    get subject() {
      return group.subject
    },
    get members() {
      return [...group.members]
    },
    rename(by, subject) {
      group.subject = subject
      tellShops(service, group, by, 'subject', { subject, s_t: String(Math.floor(service.now() / 1000)) })
    },
    add(phone) {
      if (!group.members.includes(phone)) group.members.push(phone)
      tellShops(service, group, phone, 'add', {}, phone)
    },
    remove(phone) {
      group.members = group.members.filter((member) => member !== phone)
      tellShops(service, group, phone, 'remove', {}, phone)
    },
  }
}

function tellShops(
  service: Service,
  group: Group,
  by: string,
  tag: string,
  attrs: Record<string, string>,
  affected?: string,
): void {
  const { accounts, contacts } = service.world
  const author = accounts[by] ?? contacts[by]
  const whom = affected === undefined ? undefined : (accounts[affected] ?? contacts[affected])
  if (!author) throw new Error(`nobody has the number ${by}`)
  service.happenings.tell({ kind: 'contacts' })
  const change = node(tag, attrs, whom && [node('participant', { jid: memberJid(group, whom) })])
  for (const phone of group.members) {
    const account = accounts[phone]
    if (!account) continue
    const participant =
      group.addressing === 'lid'
        ? { participant: author.lid, participant_pn: author.jid }
        : { participant: author.jid, participant_lid: author.lid }
    const id = messageId(service.chance)
    const stanza = {
      from: group.jid,
      type: 'w:gp2',
      id,
      ...participant,
      notify: author.name,
      t: stampFor(service, account),
    }
    deliverToAll(service, account, node('notification', stanza, [change]))
  }
}
