import {
  isHostedLidUser,
  isHostedPnUser,
  isJidGroup,
  isLidUser,
  isPnUser,
  jidDecode,
  jidEncode,
} from 'baileys'
import type { ChatAddress, PersonAddress } from './gateway'

/** The address in a JID, null for other kinds of JIDs. `alternative` is the same person's other JID. */
export function chatAddressOf(jid: string, alternative?: string | null): ChatAddress | null {
  if (isJidGroup(jid)) return { kind: 'group', group: jidUserOf(jid) }
  return personAddressOf(jid, alternative)
}

export function personAddressOf(jid: string, alternative?: string | null): PersonAddress | null {
  const jids = [jid, ...(alternative ? [alternative] : [])]
  const phone = jids.find((one) => isPnUser(one) || isHostedPnUser(one))
  const lid = jids.find((one) => isLidUser(one) || isHostedLidUser(one))
  if (phone === undefined && lid === undefined) return null
  return {
    kind: 'person',
    phone: phone === undefined ? null : jidUserOf(phone),
    lid: lid === undefined ? null : jidUserOf(lid),
  }
}

/** The JID to send to. A known phone number is preferred, because first contacts need it; Baileys finds the LID. */
export function jidOf(address: ChatAddress): string {
  if (address.kind === 'group') return jidEncode(address.group, 'g.us')
  if (address.phone !== null) return jidEncode(address.phone, 's.whatsapp.net')
  if (address.lid !== null) return jidEncode(address.lid, 'lid')
  throw new Error('a person without phone number and LID cannot be addressed')
}

export function jidUserOf(jid: string): string {
  return jidDecode(jid)?.user ?? ''
}

export function isSameJidUser(one: string | undefined, other: string | undefined): boolean {
  if (!one || !other) return false
  return jidUserOf(one) === jidUserOf(other) && isLidUser(one) === isLidUser(other)
}
