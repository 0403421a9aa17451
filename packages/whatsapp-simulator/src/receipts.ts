import type { Login } from './connection'
import { deliver, deliverToAll, receiptIds, settleByReceipt } from './delivery'
import { answerReupload } from './media/reupload'
import { postAgain, startAfresh } from './posting'
import { inTurn, recordError, type Service, seconds, stampFor } from './service'
import { bundleNodes, openSession } from './signal/party'
import { type BinaryNode, bigEndian, bytesIn, child, need, node } from './wire/nodes'
import {
  type Account,
  type Contact,
  chatWith,
  contactAt,
  type Device,
  deviceAddress,
  memberJid,
} from './world'

const KNOWN_TYPES = new Set([
  '',
  'inactive',
  'read',
  'read-self',
  'retry',
  'peer_msg',
  'hist_sync',
  'sender',
  'played',
  'server-error',
])

/** A receipt of the product: it empties the queue, raises ticks, or makes the contact send again. */
export async function takeReceipt(
  service: Service,
  { account, device }: Login,
  receipt: BinaryNode,
): Promise<void> {
  settleByReceipt(service, device, receipt)
  const { type = '', participant, to } = receipt.attrs
  if (!KNOWN_TYPES.has(type)) service.stats.unknown.push(`receipt ${type}`)
  if (type === 'server-error') return answerReupload(service, account, device, receipt)
  const contact = contactAt(service.world, participant ?? to)
  if (!contact) return
  if (type === 'retry')
    return inTurn(service, contact.phone, () => answerRetry(service, contact, account, device, receipt))
  const place = to?.endsWith('@g.us') ? to : account.phone
  if (type === '' || type === 'inactive') raiseTicks(contact, place, receiptIds(receipt), 'delivered')
  if (type === 'read') raiseTicks(contact, place, receiptIds(receipt), 'read')
  if (type === 'played') raiseTicks(contact, place, receiptIds(receipt), 'played')
  service.happenings.tell({ kind: 'chat', phone: account.phone, contact: contact.phone })
}

/** The contact reports the state of the shop's messages; without a type it means delivered. */
export function sendReceipt(
  service: Service,
  contact: Contact,
  account: Account,
  ids: string[],
  { type, group }: { type?: 'read' | 'played'; group?: string | undefined } = {},
): void {
  const [id, ...more] = ids
  if (id === undefined) return
  const sender = senderOf(service, contact, group)
  const attrs = { ...sender, id, t: stampFor(service, account), ...(type && { type }) }
  const items = more.map((other) => node('item', { id: other }))
  deliverToAll(
    service,
    account,
    node('receipt', attrs, more.length > 0 ? [node('list', {}, items)] : undefined),
  )
}

/**
 * The contact could not decrypt a message and requests it again from that device, with fresh keys for a new session.
 */
export function askDeviceAgain(
  service: Service,
  contact: Contact,
  account: Account,
  device: Device,
  id: string,
  count: number,
  group?: string,
): void {
  service.stats.retriesByContacts++
  const [registration, ...keys] = bundleNodes(contact.party)
  const stamp = seconds(service)
  const content = [node('retry', { count: String(count), id, t: stamp, v: '1' })]
  if (registration) content.push(registration, node('keys', {}, keys))
  deliver(
    service,
    account,
    device,
    node('receipt', { ...senderOf(service, contact, group), id, type: 'retry', t: stamp }, content),
  )
}

/** In groups a receipt comes from the group, and names the member. */
function senderOf(service: Service, contact: Contact, groupJid: string | undefined): Record<string, string> {
  const group = groupJid && service.world.groups[groupJid]
  return group ? { from: group.jid, participant: memberJid(group, contact) } : { from: contact.jid }
}

const TICKS = ['sent', 'delivered', 'read', 'played'] as const

function raiseTicks(contact: Contact, place: string, ids: string[], tick: (typeof TICKS)[number]): void {
  for (const entry of chatWith(contact, place).entries) {
    if (entry.from !== 'contact' || !ids.includes(entry.id)) continue
    if (TICKS.indexOf(tick) > TICKS.indexOf(entry.tick ?? 'sent')) entry.tick = tick
  }
}

async function answerRetry(
  service: Service,
  contact: Contact,
  account: Account,
  device: Device,
  receipt: BinaryNode,
) {
  service.stats.retriesFromProduct++
  startAfresh(contact.party, account, device)
  const keys = child(receipt, 'keys')
  if (keys) {
    const signed = need(keys, 'skey')
    const oneTime = child(keys, 'key')
    await openSession(contact.party, deviceAddress(account, device), {
      registrationId: device.keys.registrationId,
      identity: bytesIn(keys, 'identity'),
      signedPreKey: {
        keyId: bigEndian(bytesIn(signed, 'id')),
        publicKey: bytesIn(signed, 'value'),
        signature: bytesIn(signed, 'signature'),
      },
      preKey: oneTime && { keyId: bigEndian(bytesIn(oneTime, 'id')), publicKey: bytesIn(oneTime, 'value') },
    })
    if (!bytesIn(keys, 'identity').equals(device.keys.identity)) {
      recordError(service, `retry receipt of ${account.phone} names another identity key`)
    }
  }
  for (const id of receiptIds(receipt)) await postAgain(service, contact, account, device, id)
}
