import type { Connection } from './connection'
import type { Service } from './service'
import { type BinaryNode, node, SERVER } from './wire/nodes'

/** A notification before the login that its companion has not acknowledged yet. */
interface Notice {
  readonly stanza: BinaryNode
  timer: NodeJS.Timeout
}

/** The unacknowledged notifications of one connection, by the id of the stanza. */
export type Notices = Map<string, Notice>

/** Sends a notification to a companion that is being linked; see the rule `acknowledgements`. */
export function notify(
  service: Service,
  connection: Connection,
  attrs: { id: string; type: string; t: string },
  content: BinaryNode[],
): void {
  const stanza = node('notification', { from: SERVER, ...attrs }, content)
  connection.send(stanza)
  if (service.linkingRules.repeatsNotices) connection.send(stanza)
  if (!service.linkingRules.acknowledgements || connection.pairing === undefined) return
  const { notices } = connection.pairing
  const giveUp = () => {
    service.stats.unacknowledged.push(attrs.type)
    connection.ended = true
    connection.noise.close()
  }
  const sendAgain = () => {
    connection.send(stanza)
    notices.set(attrs.id, { stanza, timer: setTimeout(giveUp, service.acknowledgeWithinMs) })
  }
  notices.set(attrs.id, { stanza, timer: setTimeout(sendAgain, service.acknowledgeWithinMs) })
}

/** The companion acknowledges a notification. An acknowledgement must repeat its id and its type. */
export function takeAcknowledgement(service: Service, connection: Connection, { attrs }: BinaryNode): void {
  const notices = connection.pairing?.notices
  const notice = notices?.get(attrs.id ?? '')
  if (notices === undefined || notice === undefined) return
  if (attrs.class !== 'notification' || attrs.type !== notice.stanza.attrs.type) {
    service.stats.errors.push(`acknowledgement of another kind: ${attrs.class} ${attrs.type}`)
    return
  }
  clearTimeout(notice.timer)
  notices.delete(attrs.id ?? '')
  service.happenings.tell({ kind: 'companions' })
}

/** Resolves when every notification was acknowledged; rejects when the companion disconnects before. */
export async function acknowledged(service: Service, connection: Connection): Promise<void> {
  await service.happenings.until('the companion acknowledges', () => {
    if (!service.connections.has(connection)) throw new Error('the companion went away')
    return connection.pairing?.notices.size === 0
  })
}

/** Clears the waiting notifications after the socket has closed. */
export function forgetNotices(connection: Connection): void {
  for (const { timer } of connection.pairing?.notices.values() ?? []) clearTimeout(timer)
  connection.pairing?.notices.clear()
}
