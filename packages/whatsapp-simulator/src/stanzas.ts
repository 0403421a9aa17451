import type { Connection, Login } from './connection'
import { settleByAck } from './delivery'
import { groupHandlers } from './handlers/groups'
import type { IqHandlers } from './handlers/iq'
import { linkCodeHandlers } from './handlers/link-code'
import { goOnline, loginHandlers } from './handlers/login'
import { mediaHandlers } from './handlers/media-conn'
import { finishPairing } from './handlers/pairing'
import { prekeyHandlers } from './handlers/prekeys'
import { settingsHandlers } from './handlers/settings'
import { usyncHandlers } from './handlers/usync'
import { takeAcknowledgement } from './notices'
import { takeCallSignal } from './play-call'
import { takeReceipt } from './receipts'
import { takeMessage } from './reception'
import { type Service, seconds, troubleOf, typingKey } from './service'
import { type BinaryNode, children, node, SERVER } from './wire/nodes'
import { contactAt, contactsIn } from './world'

const IQ_HANDLERS: IqHandlers = {
  ...prekeyHandlers,
  ...usyncHandlers,
  ...groupHandlers,
  ...settingsHandlers,
  ...mediaHandlers,
  ...loginHandlers,
  ...linkCodeHandlers,
}

/** Informational stanzas of the product that need no answer. */
const KNOWN_NOTES = new Set(['offline_batch', 'unified_session', 'dirty', 'clean'])

/** Handles every stanza of a product after its handshake; an unknown one is counted. */
export async function takeStanza(
  service: Service,
  connection: Connection,
  stanza: BinaryNode,
): Promise<void> {
  const { login } = connection
  if (stanza.tag === 'iq') return takeIq(service, connection, stanza)
  if (stanza.tag === 'presence') return
  if (stanza.tag === 'ack' && !login) return takeAcknowledgement(service, connection, stanza)
  if (stanza.tag === 'ib') return takeNotes(service, stanza)
  if (!login) return countUnknown(service, `${stanza.tag} before login`)
  switch (stanza.tag) {
    case 'message':
      return takeMessage(service, connection, login, stanza)
    case 'receipt':
      return takeReceiptUnlessLost(service, connection, login, stanza)
    case 'call':
      return takeCallSignal(service, connection, stanza)
    case 'ack':
      return takeAnswerUnlessLost(service, login, stanza)
    case 'chatstate':
      return takeChatState(service, login.account.phone, stanza)
    default:
      countUnknown(service, stanza.tag)
  }
}

async function takeIq(service: Service, connection: Connection, iq: BinaryNode): Promise<void> {
  const { id = '', type = '', xmlns = '' } = iq.attrs
  if (type === 'result' || type === 'error') {
    if (connection.pairing?.offer?.iqId === id) finishPairing(service, connection, iq)
    return
  }
  const key = `${type} ${xmlns} ${children(iq)[0]?.tag ?? ''}`
  const handler = IQ_HANDLERS[key]
  if (!handler) {
    countUnknown(service, `iq ${key.trim()}`)
    return sendRefusal(connection, iq, '501', 'feature-not-implemented')
  }
  const answer = await handler(service, connection, iq)
  if (!Array.isArray(answer)) return sendRefusal(connection, iq, answer.code, answer.text)
  const attrs = { from: askedOf(iq), id, type: 'result', t: seconds(service) }
  connection.send(node('iq', attrs, answer.length > 0 ? answer : undefined))
  if (key === 'set passive active') await goOnline(service, connection)
  if (key === 'set md remove-companion-device') connection.noise.close()
}

/** Without an answer the product would hang for a minute. */
function sendRefusal(connection: Connection, iq: BinaryNode, code: string, text: string): void {
  const attrs = { from: askedOf(iq), id: iq.attrs.id ?? '', type: 'error' }
  connection.send(node('iq', attrs, [node('error', { code, text })]))
}

/** An answer comes from the queried address: the server's, or a group's. */
function askedOf({ attrs }: BinaryNode): string {
  return attrs.to?.replace(/^@/, '') || SERVER
}

async function takeReceiptUnlessLost(
  service: Service,
  connection: Connection,
  login: Login,
  receipt: BinaryNode,
) {
  const trouble = troubleOf(service, login.account.phone)
  if (trouble.loseReceipts > 0) {
    trouble.loseReceipts--
    service.stats.lostReceipts++
    return
  }
  connection.send(receiptAck(receipt))
  await takeReceipt(service, login, receipt)
}

function takeAnswerUnlessLost(service: Service, { account, device }: Login, ack: BinaryNode): void {
  const trouble = troubleOf(service, account.phone)
  if (trouble.loseAnswers > 0) {
    trouble.loseAnswers--
    service.stats.lostAnswers++
  } else settleByAck(service, device, ack)
}

function receiptAck({ attrs }: BinaryNode): BinaryNode {
  const { id = '', to = '', type, participant } = attrs
  return node('ack', {
    class: 'receipt',
    id,
    from: to,
    ...(type && { type }),
    ...(participant && { participant }),
  })
}

function takeChatState(service: Service, shop: string, stanza: BinaryNode): void {
  const { world, typing, happenings } = service
  const group = world.groups[stanza.attrs.to ?? '']
  const contact = contactAt(world, stanza.attrs.to)
  const readers = group ? contactsIn(world, group) : contact ? [contact] : []
  for (const { phone } of readers) {
    const key = typingKey(shop, phone, group?.jid)
    if (children(stanza)[0]?.tag === 'composing') typing.add(key)
    else typing.delete(key)
    happenings.tell({ kind: 'chat', phone: shop, contact: phone })
  }
}

function takeNotes(service: Service, stanza: BinaryNode): void {
  for (const { tag } of children(stanza)) if (!KNOWN_NOTES.has(tag)) countUnknown(service, `ib ${tag}`)
}

function countUnknown(service: Service, what: string): void {
  service.stats.unknown.push(what)
}
