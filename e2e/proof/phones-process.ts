import type { Fault } from '@balcao/whatsapp-simulator/faults'
import type { Happening } from '@balcao/whatsapp-simulator/happenings'
import { startSimulator } from '@balcao/whatsapp-simulator/simulator'
import type { BinaryNode } from '@balcao/whatsapp-simulator/wire/nodes'
import { openMetaAccount } from '../src/meta-account'
import { pictureOf } from './pictures'

/**
 * The simulated WhatsApp as a process of its own, so that it can be killed separately, and can kill at the very moment
 * when a stanza passes. Its parent sends commands over the IPC channel; without the parent it ends.
 */

/** The name of a stanza's passing. */
export type WirePoint = 'receipt' | 'message' | 'ack' | 'status answered' | 'channel answered'

export interface PhonesSettings {
  readonly port: number
  /** Null: its state is lost when it ends. */
  readonly stateFile: string | null
  readonly seed: string
  /** Milliseconds by which WhatsApp's clock differs from ours. */
  readonly clockAheadMs: number
}

export type Verbs = typeof verbs
export type Order = { readonly number: number; readonly verb: keyof Verbs; readonly args: readonly unknown[] }
export type Answer =
  | { readonly ready: { url: string; port: number } }
  | { readonly number: number; readonly value: unknown }
  | { readonly number: number; readonly error: string }

const settings: PhonesSettings = JSON.parse(process.argv[2] ?? '{}')
let clockAheadMs = settings.clockAheadMs
const simulator = await startSimulator({
  port: settings.port,
  latency: 0,
  seed: settings.seed,
  history: false,
  ...(settings.stateFile !== null && { stateFile: settings.stateFile, survivesKills: true }),
  clock: () => Date.now() + clockAheadMs,
})

/** More than the product reads from the wire at once, so that a flood never pauses. */
const mostUndelivered = 400

/** When the product's receipt for a customer's message came, in milliseconds since 1970, by the message's id. */
const receipts = new Map<string, number>()

const verbs = {
  shop: (phone: string, name: string) => void simulator.createPhone({ phone, name }),
  customer: (phone: string, name: string) => void simulator.createContact({ phone, name }),
  customers(phones: readonly string[]) {
    for (const phone of phones) simulator.createContact({ phone, name: `Cliente ${phone}` })
  },
  group: (id: string, subject: string, members: string[]) =>
    simulator.createGroup({ id, subject, members }).jid,
  /** Scans the next code that the product holds up. */
  async link(phone: string): Promise<void> {
    const shop = simulator.phone(phone)
    if (shop.devices.length === 0) {
      const held = await simulator.until(
        'a code is held up',
        () => simulator.waiting().find(({ qr }) => qr),
        120_000,
      )
      await shop.scanQr(held.qr ?? '')
    }
    await simulator.until('linked', () => shop.online, 120_000)
  },
  scan: (phone: string, qr: string) => simulator.phone(phone).scanQr(qr),
  metaAccount: () => openMetaAccount(simulator.graph),
  setCallback: (appId: string, url: string, verifyToken: string) =>
    simulator.graph.setCallback(appId, url, verifyToken),
  online: () => simulator.phones().every(({ online }) => online),
  /** Repeated under the same id, it is delivered again. */
  say: (from: string, shop: string, text: string, id: string, group: string | null) =>
    simulator.contact(from).sendText(shop, text, { id, ...(group !== null && { group }) }),
  /** A picture of its own, with the text as its caption. */
  sayPicture: (from: string, shop: string, caption: string, id: string, group: string | null) =>
    simulator.contact(from).sendPicture(shop, pictureOf(caption), {
      id,
      caption,
      mimetype: 'image/png',
      ...(group !== null && { group }),
    }),
  /** Returns the time when the stanza was sent to the product, in milliseconds since 1970. */
  async sayTimed(from: string, shop: string, text: string, id: string): Promise<number> {
    await simulator.contact(from).sendText(shop, text, { id })
    return performance.timeOrigin + performance.now()
  },
  /** Waits until the product has read enough of the earlier messages: more would only fill WhatsApp's queue. */
  async sayWhenTaken(from: string, shop: string, text: string, id: string): Promise<void> {
    const hasRoom = () => simulator.phone(shop).undelivered < mostUndelivered
    await simulator.until('the product takes more', hasRoom, 60_000)
    await simulator.contact(from).sendText(shop, text, { id })
  },
  /** Messages outside conversations: a status of a customer, and a post of a channel that the shop follows. */
  async chatter(customer: string, shop: string): Promise<void> {
    await simulator.contact(customer).postStatus(shop, 'estado de ninguém')
    simulator.phone(shop).hearChannel('canal de ninguém')
  },
  edit: (from: string, shop: string, id: string, text: string) =>
    simulator.contact(from).editMessage(shop, id, text),
  react: (from: string, shop: string, id: string, emoji: string) =>
    simulator.contact(from).react(shop, id, emoji),
  takeBack: (from: string, shop: string, id: string) => simulator.contact(from).deleteMessage(shop, id),
  read: (phone: string, shop: string) => void simulator.contact(phone).read(shop),
  sayDelivered: (phone: string, shop: string, id: string) => simulator.contact(phone).sayDelivered(shop, id),
  silent(phone: string, silent: boolean) {
    simulator.contact(phone).silent = silent
  },
  /** The shop's bubbles on a contact's phone, in order. */
  shown: (phone: string, place: string, shop: string) =>
    simulator
      .contact(phone)
      .chat(shop, place === shop ? undefined : place)
      .filter(({ from }) => from === 'shop')
      .map(({ id, text }) => ({ id, text })),
  /** Notes from now on when receipts of messages come. */
  noteReceipts: () =>
    void simulator.listen((happening) => {
      if (happening.kind !== 'wire' || !isAt('receipt', happening)) return
      for (const id of receiptIds(happening.node)) if (!receipts.has(id)) receipts.set(id, Date.now())
    }),
  receipts: () => [...receipts].map(([id, atMs]) => ({ id, atMs })),
  arrivals: (phone: string, place: string, shop: string) =>
    simulator.contact(phone).arrivals(shop, place === shop ? undefined : place),
  inflict: (phone: string, fault: Fault) => simulator.phone(phone).inflict(fault),
  devices: (phone: string) => simulator.phone(phone).devices,
  stats: () => simulator.stats,
  setClock(aheadMs: number) {
    clockAheadMs = aheadMs
  },
  /** Resolves when so many stanzas have passed from now on. */
  async stanzas(count: number): Promise<void> {
    let passed = 0
    const stop = simulator.listen(({ kind }) => {
      if (kind === 'wire') passed += 1
    })
    await simulator.until('stanzas have passed', () => passed >= count, 120_000).finally(stop)
  },
  /** Kills that process, or itself, at the moment when such a stanza passes. */
  strikeAt: (point: WirePoint, pid: number | null) =>
    new Promise<void>((resolve) => {
      const stop = simulator.listen((happening) => {
        if (!isAt(point, happening)) return
        stop()
        process.kill(pid ?? process.pid, 'SIGKILL')
        resolve()
      })
    }),
}

/** A receipt may be for several messages: the others are items of its list. */
function receiptIds({ attrs, content }: BinaryNode): string[] {
  const lists = Array.isArray(content) ? content : []
  const items = lists.flatMap((list) => (Array.isArray(list.content) ? list.content : []))
  return [attrs.id, ...items.map((item) => item.attrs.id)].filter((id) => id !== undefined)
}

function isAt(point: WirePoint, happening: Happening): boolean {
  if (happening.kind !== 'wire') return false
  const { direction, node } = happening
  if (point === 'ack') return direction === 'out' && node.tag === 'ack' && node.attrs.class === 'message'
  if (direction !== 'in' || node.attrs.category === 'peer') return false
  if (point === 'message') return node.tag === 'message'
  if (point === 'status answered') return answers(node, '@broadcast')
  if (point === 'channel answered') return answers(node, '@newsletter')
  // A device also sends this receipt for a message that its user has not opened.
  return node.tag === 'receipt' && [undefined, 'inactive'].includes(node.attrs.type)
}

function answers({ tag, attrs }: BinaryNode, server: string): boolean {
  return tag === 'ack' && attrs.class === 'message' && attrs.to?.endsWith(server) === true
}

async function carryOut({ number, verb, args }: Order): Promise<void> {
  // The parent may be dead: then this process ends too.
  const tell = (answer: Answer) => process.send?.(answer, undefined, undefined, () => {})
  try {
    // The parent's handle has the types of these very verbs.
    const act = verbs[verb] as (...args: readonly unknown[]) => unknown
    const value = await act(...args)
    simulator.save()
    tell({ number, value })
  } catch (cause) {
    tell({ number, error: cause instanceof Error ? cause.message : String(cause) })
  }
}

process.on('message', (order: Order) => void carryOut(order))
process.on('disconnect', () => process.exit(0))
process.send?.({
  ready: { url: simulator.url, port: Number(new URL(simulator.pageUrl).port) },
} satisfies Answer)
