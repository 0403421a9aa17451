import { type Bus, packetKind, singleProcessBus } from './cluster/bus'

/** Wake-ups without content. A lost one is harmless, because the listener also polls the database slowly. */
export interface Signals {
  wake(topic: SignalTopic, key: string): void
  /** `key` is an id as text. The returned function removes the listener. */
  onWake(topic: SignalTopic, listener: (key: string) => void): () => void
}

/** Each topic with the format of its keys. */
export type SignalTopic =
  | 'inbound-events' // company:connection:partition
  | 'replayed-events' // company
  | 'outbox' // company:connection
  | 'outbox-acknowledged' // company:connection:item, which WhatsApp has answered
  | 'desired-state' // company:connection, or the company alone
  | 'access' // the id of a user whose session or rights changed
  | 'webhooks' // company

/** The process that runs the connection both wakes these topics and listens, so the bus does not carry them. */
const withinProcess: ReadonlySet<SignalTopic> = new Set(['inbound-events', 'outbox-acknowledged'])
const wakeUp = packetKind<readonly [topic: SignalTopic, key: string]>('wake-up')

export function createSignals(bus: Bus = singleProcessBus): Signals {
  // after a gap, the listener of `desired-state` also finds due outbox items
  bus.onGap(() => wakeHere('desired-state', ''))
  bus.listen(wakeUp, ([topic, key]) => wakeHere(topic, key))
  const listeners = new Map<SignalTopic, Set<(key: string) => void>>()
  return {
    wake(topic, key) {
      wakeHere(topic, key)
      if (!withinProcess.has(topic)) void bus.publish(wakeUp, [topic, key])
    },
    onWake(topic, listener) {
      const set = listeners.get(topic) ?? new Set()
      listeners.set(topic, set.add(listener))
      return () => set.delete(listener)
    },
  }

  function wakeHere(topic: SignalTopic, key: string): void {
    for (const listener of listeners.get(topic) ?? []) listener(key)
  }
}
