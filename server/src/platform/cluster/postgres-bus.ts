import type pg from 'pg'
import { type Bus, busWithoutCompanyChannels, createPacketListeners } from './bus'

const channel = 'balcao'
/** The largest notification. PostgreSQL limits its text and the node number together to less than 8,000 bytes. */
const maxBytes = 7_900
/** Longer packets are sent in parts of this many UTF-16 code units, each of which takes at most three bytes. */
const maxUnits = 2_600

type Packet = readonly [name: string, body: unknown]

/**
 * Sends packets with `NOTIFY` outside of transactions: within one, it makes all commits of the server wait for each
 * other (1,060 to 1,780 commits a second instead of 6,880 to 11,860). Parts of long packets arrive in order.
 */
export async function openPostgresBus(connection: pg.Client, nodeId: number): Promise<Bus> {
  const { listen, hear } = createPacketListeners()
  /** The received parts of incomplete packets, by sender. */
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
    ...busWithoutCompanyChannels,
    publish({ name }, body) {
      waiting.push([name, body])
      next ??= last.then(send, send)
      const sent = next.then(() => undefined)
      sent.catch(() => undefined) // without this, a caller that ignores the rejection would end the process
      return sent
    },
    listen,
  }
}

/**
 * Splits a packet into notifications: `12.0+…` is part 0 from node 12, `12.1:…` the last part. Numbers make equal parts
 * differ, because PostgreSQL drops equal notifications.
 */
function payloadsOf(nodeId: number, text: string): readonly string[] {
  const parts = partsOf(text)
  return parts.map((part, at) => `${nodeId}.${at}${at < parts.length - 1 ? '+' : ':'}${part}`)
}

function partsOf(text: string): readonly string[] {
  if (Buffer.byteLength(text) <= maxBytes) return [text]
  // Lone surrogates are escaped, because a cut may leave one and it has no UTF-8 encoding.
  const escaped = text.replace(/[\ud800-\udfff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`)
  const count = Math.ceil(escaped.length / maxUnits)
  return Array.from({ length: count }, (_, at) => escaped.slice(at * maxUnits, (at + 1) * maxUnits))
}

/** Parses one notification. Null: another program sent it. */
function partIn(
  payload: string,
): { readonly from: number; readonly isLast: boolean; readonly text: string } | null {
  const [head, from, end] = /^(\d+)\.\d+([+:])/.exec(payload) ?? []
  return head === undefined
    ? null
    : { from: Number(from), isLast: end === ':', text: payload.slice(head.length) }
}
