import { type Bus, packetKind, singleProcessBus } from './cluster/bus'

/** Wakes listeners in all processes. A lost wake-up is harmless, because listeners also poll the database slowly. */
export interface Signals {
  wake(topic: WakeUpTopic, key: string): void
  /** Calls the listener with the key of each wake-up, such as an id. The returned function removes the listener. */
  onWake(topic: WakeUpTopic, listener: (key: string) => void): () => void
}

/** What a wake-up is about. The comment of each topic shows the form of its keys. */
export type WakeUpTopic =
  | 'inbound-events' // key: `company:connection:partition`
  | 'replayed-events' // key: `company`
  | 'outbox' // key: `company:connection`
  | 'outbox-acknowledged' // key: `company:connection:item`, the outbox item that WhatsApp has acknowledged
  | 'desired-state' // key: `company:connection`, or `company` for all its connections
  | 'access' // key: `user`, whose session or rights changed
  | 'webhooks' // key: `company`

/** Only the process that runs a connection wakes and listens here, so these wake-ups are not sent to others. */
const withinProcess: ReadonlySet<WakeUpTopic> = new Set(['inbound-events', 'outbox-acknowledged'])
const wakeUp = packetKind<readonly [topic: WakeUpTopic, key: string]>('wake-up')

export function createWakeUpSignals(bus: Bus = singleProcessBus): Signals {
  // Replaces wake-ups of connections that a gap of the bus may have lost: this listener also looks for outbox items.
  bus.onGap(() => wakeHere('desired-state', ''))
  bus.listen(wakeUp, ([topic, key]) => wakeHere(topic, key))
  const listeners = new Map<WakeUpTopic, Set<(key: string) => void>>()
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

  function wakeHere(topic: WakeUpTopic, key: string): void {
    for (const listener of listeners.get(topic) ?? []) listener(key)
  }
}
