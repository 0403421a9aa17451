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

/** The person or group of a JID; null for other JIDs. `alternative` is the person's other JID (phone or LID). */
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

/** The JID to send to. First contacts need the phone number, so a known one is preferred; Baileys finds the LID. */
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
