import { type Bus, packetKind, singleProcessBus } from './cluster/bus'

/**
 * Wake-ups without content: the listener reads the database. A lost or repeated signal is therefore harmless,
 * because the listener also polls slowly and finds what it missed.
 */
export interface Signals {
  wake(topic: SignalTopic, key: string): void
  /** Registers a listener. `key` is an id as text. The returned function removes the listener. */
  onWake(topic: SignalTopic, listener: (key: string) => void): () => void
}

/**
 * The topics, with the format of their keys.
 *
 * `inbound-events`: `company:connection:partition`.
 * `replayed-events`: the company.
 * `outbox`: `company:connection`.
 * `desired-state`: `company:connection`, or the company alone.
 * `outbox-acknowledged`: an outbox item that WhatsApp has answered, `company:connection:item`.
 * `access`: the id of a user whose session or rights changed.
 * `webhooks`: the company.
 */
export type SignalTopic =
  | 'inbound-events'
  | 'replayed-events'
  | 'outbox'
  | 'outbox-acknowledged'
  | 'desired-state'
  | 'access'
  | 'webhooks'

/**
 * The topics that are not sent over the bus, because the process that runs the connection both wakes them and
 * listens.
 */
const withinProcess: ReadonlySet<SignalTopic> = new Set(['inbound-events', 'outbox-acknowledged'])
const wakeUp = packetKind<readonly [topic: SignalTopic, key: string]>('wake-up')

/** The signals between parts of this process, and over the bus those of other processes. */
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
