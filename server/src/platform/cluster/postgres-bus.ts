import type pg from 'pg'
import { type Bus, busWithoutChannels, packetListeners } from './bus'

const channel = 'balcao'
/** PostgreSQL takes notifications below 8,000 bytes. */
const maxBytes = 7_900 // and the number of the node
/** A UTF-16 code unit takes at most three bytes. */
const maxUnits = 2_600

type Packet = readonly [name: string, body: unknown]

/**
 * The bus over `NOTIFY`, from the one connection of the node: packets that wait travel in one call. It is called after
 * the commit of the act, because a `NOTIFY` within it makes all commits of the server wait for each other (1,060 to
 * 1,780 instead of 6,880 to 11,860 a second). Longer packets travel in parts, which PostgreSQL delivers in order.
 */
export async function openPostgresBus(connection: pg.Client, nodeId: number): Promise<Bus> {
  const { listen, hear } = packetListeners()
  /** By their sender: the parts that have arrived of packets whose last part has not. */
  const begun = new Map<number, string>()
  let waiting: Packet[] = []
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<unknown> | null = null

  connection.on('notification', ({ payload = '' }) => {
    const part = partIn(payload)
    if (part === null || part.from === nodeId) return
    const { from, isLast, text } = part
    const whole = (begun.get(from) ?? '') + text
    begun.delete(from)
    if (!isLast) begun.set(from, whole)
    else for (const [name, body] of JSON.parse(whole) as Packet[]) hear(name, body, from)
  })
  await connection.query(`listen ${channel}`)

  function send(): Promise<unknown> {
    const payloads = payloadsOf(nodeId, JSON.stringify(waiting))
    waiting = []
    next = null
    last = connection.query(`select pg_notify('${channel}', p) from unnest($1::text[]) as p`, [payloads])
    return last
  }

  return {
    ...busWithoutChannels,
    publish({ name }, body) {
      waiting.push([name, body])
      next ??= last.then(send, send)
      const sent = next.then(() => undefined)
      sent.catch(() => undefined) // for callers that ignore it
      return sent
    },
    listen,
  }
}

/** `12.0+…`: part 0 of node 12, and more follow; `12.1:…`: the last one. The number makes equal parts differ. */
function payloadsOf(nodeId: number, text: string): readonly string[] {
  const parts = partsOf(text)
  return parts.map((part, at) => `${nodeId}.${at}${at < parts.length - 1 ? '+' : ':'}${part}`)
}

/** Cuts a text so that each part fits into a notification. */
function partsOf(text: string): readonly string[] {
  if (Buffer.byteLength(text) <= maxBytes) return [text]
  // A cut may separate a pair of surrogates, which alone have no UTF-8: JSON writes them as escapes.
  const escaped = text.replace(/[\ud800-\udfff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`)
  const count = Math.ceil(escaped.length / maxUnits)
  return Array.from({ length: count }, (_, at) => escaped.slice(at * maxUnits, (at + 1) * maxUnits))
}

/** Null for the notification of another program. */
function partIn(
  payload: string,
): { readonly from: number; readonly isLast: boolean; readonly text: string } | null {
  const [head, from, end] = /^(\d+)\.\d+([+:])/.exec(payload) ?? []
  return head === undefined
    ? null
    : { from: Number(from), isLast: end === ':', text: payload.slice(head.length) }
}
