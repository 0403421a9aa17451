import type { Connection } from './connection'
import { connectionOf, type Service, troubleOf } from './service'
import { type BinaryNode, children, node, SERVER } from './wire/nodes'
import { type Account, type Device, devicesOf } from './world'

/** Classes of stanza that WhatsApp stores for a device until the device has answered them. */
const KEPT = new Set(['message', 'receipt', 'notification', 'call'])

/**
 * Sends a stanza to one device, and stores it if it needs an answer. Other stanzas are lost while the device is
 * offline.
 */
export function deliver(service: Service, account: Account, device: Device, stanza: BinaryNode): void {
  const connection = connectionOf(service, account, device)
  const receiving = connection?.login?.active === true
  if (KEPT.has(stanza.tag)) {
    forget(device, stanza.tag, stanza.attrs.id, stanza.attrs.type)
    device.queue.push({ stanza, timesSent: receiving ? 1 : 0 })
  }
  if (receiving) sendNow(service, account, device, connection, stanza)
}

/** In order and once, unless a fault changes that. */
function sendNow(
  service: Service,
  account: Account,
  device: Device,
  connection: Connection,
  stanza: BinaryNode,
): void {
  const trouble = troubleOf(service, account.phone)
  const held = trouble.heldBack.get(device.id)
  if (stanza.tag === 'message' && trouble.swapNext > 0 && !held) {
    trouble.swapNext--
    trouble.heldBack.set(device.id, stanza)
    return
  }
  connection.send(stanza)
  if (stanza.tag === 'message' && trouble.repeatNext > 0) {
    trouble.repeatNext--
    connection.send({ ...stanza, attrs: { ...stanza.attrs } })
  }
  if (stanza.tag !== 'message' || !held) return
  trouble.heldBack.delete(device.id)
  connection.send(held)
}

/** Sends a stanza to every linked device. */
export function deliverToAll(service: Service, account: Account, stanza: BinaryNode): void {
  for (const device of devicesOf(account))
    deliver(service, account, device, { ...stanza, attrs: { ...stanza.attrs } })
}

/** Sends a device all unanswered stanzas, marked as offline, and then reports the end of the queue. */
export function handOverQueue(service: Service, connection: Connection, device: Device): void {
  const { queue } = device
  if (queue.length > 0) connection.send(offlinePreview(queue.map(({ stanza }) => stanza)))
  for (const queued of queue) {
    if (queued.timesSent > 0) service.stats.redelivered++
    queued.timesSent++
    connection.send({ ...queued.stanza, attrs: { ...queued.stanza.attrs, offline: '1' } })
  }
  // Without this closing stanza the product withholds its events.
  connection.send(node('ib', { from: SERVER }, [node('offline', { count: String(queue.length) })]))
}

/** The device has answered with a receipt, so its messages leave the queue. */
export function settleByReceipt(service: Service, device: Device, receipt: BinaryNode): void {
  service.stats.receipts++
  for (const id of receiptIds(receipt)) {
    // Baileys asks again and refuses the stanza a moment later; that refusal must not discard the resent one.
    if (receipt.attrs.type === 'retry') device.owedNacks[id] = (device.owedNacks[id] ?? 0) + 1
    forget(device, 'message', id)
  }
}

/** The device has acknowledged a stanza, or refused it when the ack carries an error. */
export function settleByAck(service: Service, device: Device, ack: BinaryNode): void {
  const { class: tag = '', id = '', error } = ack.attrs
  if (error) service.stats.nacks[error] = (service.stats.nacks[error] ?? 0) + 1
  const owed = device.owedNacks[id] ?? 0
  if (tag === 'message' && error && owed > 0) {
    device.owedNacks[id] = owed - 1
    return
  }
  forget(device, tag, id, ack.attrs.type)
}

/** The ids in a receipt: its own and those of its list. */
export function receiptIds(receipt: BinaryNode): string[] {
  const items = children(children(receipt, 'list')[0], 'item').map((item) => item.attrs.id)
  return [receipt.attrs.id, ...items].filter((id) => id !== undefined)
}

/** Delivered and read receipts share the id of the message, so receipts are also matched by type. */
function forget(device: Device, tag: string, id: string | undefined, type?: string | undefined): void {
  device.queue = device.queue.filter(({ stanza }) => {
    const isThis = stanza.tag === tag && stanza.attrs.id === id
    const isThisType = tag !== 'receipt' || stanza.attrs.type === type
    return !(isThis && isThisType)
  })
}

function offlinePreview(stanzas: BinaryNode[]): BinaryNode {
  const count = (tag: string) => String(stanzas.filter((stanza) => stanza.tag === tag).length)
  const counts = {
    count: String(stanzas.length),
    message: count('message'),
    receipt: count('receipt'),
    notification: count('notification'),
    appdata: '0',
  }
  return node('ib', { from: SERVER }, [node('offline_preview', counts)])
}
