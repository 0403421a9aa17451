import { messageId } from './chance'
import type { Connection } from './connection'
import type { CallEnd, SimulatedCall } from './contact'
import { deliverToAll } from './delivery'
import { type Service, stampFor } from './service'
import { type BinaryNode, children, node } from './wire/nodes'
import { type Account, type Contact, chatWith } from './world'

/** Rings at the shop: the signals of a call for linked devices. No sound is transmitted. */
export function startCall(
  service: Service,
  contact: Contact,
  account: Account,
  { video = false, id = service.chance.bytes(16).toString('hex').toUpperCase(), claims = contact.jid },
): SimulatedCall {
  const signal = (tag: string, attrs: Record<string, string> = {}, content?: BinaryNode[]) => {
    const call = { 'call-id': id, 'call-creator': claims, ...attrs }
    signalCall(service, contact, account, node(tag, call, content))
  }
  const sound = node('audio', { enc: 'opus', rate: '16000' })
  signal('offer', {}, video ? [sound, node('video', { enc: 'h.264' })] : [sound])
  const end = (callEnd: CallEnd, attrs: Record<string, string> = {}) => {
    if (!service.ringing.delete(id)) return // it has ended, and retains its outcome
    signal('terminate', attrs)
    const at = new Date(service.now()).toISOString()
    const entry = { id: messageId(service.chance), from: 'contact', at, kind: 'call', text: '' } as const
    chatWith(contact, account.phone).entries.push({ ...entry, video, callEnd })
    service.happenings.tell({ kind: 'chat', phone: account.phone, contact: contact.phone })
    service.happenings.tell({ kind: 'call', id })
  }
  const refuse = () => end('refuse', { reason: 'rejected_elsewhere' })
  service.ringing.set(id, refuse)
  return {
    id,
    hangUp: () => end('hangUp'),
    timeOut: () => end('timeOut', { reason: 'timeout' }),
    answerOnHandset: () => end('answer', { reason: 'accepted_elsewhere' }),
    refuseOnHandset: refuse,
  }
}

/** Delivers one signal of a call; `sender` is the sender according to the server. */
export function signalCall(
  service: Service,
  contact: Contact,
  account: Account,
  signal: BinaryNode,
  sender: Record<string, string> = { from: contact.jid, sender_lid: contact.lid },
): void {
  const stanza = {
    ...sender,
    id: service.chance.bytes(8).toString('hex').toUpperCase(),
    notify: contact.name,
    t: stampFor(service, account),
  }
  deliverToAll(service, account, node('call', stanza, [signal]))
}

/** A linked device refuses a call: the caller is notified, and the shop's other devices stop ringing. */
export function takeCallSignal(service: Service, connection: Connection, call: BinaryNode): void {
  const { id = '', to = '' } = call.attrs
  const signal = children(call)[0]
  if (signal?.tag !== 'reject') throw new Error(`no linked device says ${signal?.tag} of a call`)
  connection.send(node('ack', { class: 'call', type: 'reject', id, from: to }))
  service.ringing.get(signal.attrs['call-id'] ?? '')?.()
}
