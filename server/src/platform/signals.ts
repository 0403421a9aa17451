/**
 * Wake-ups within this process: "there is something for you", never what it is. Whoever is woken looks into the
 * database, so a lost or doubled signal does no harm; a slow look of its own catches what another process wrote.
 */
export interface Signals {
  wake(topic: Topic, key: string): void
  /** `key` is the thing's id as text. The answer stops listening. */
  onWake(topic: Topic, listener: (key: string) => void): () => void
}

/** `inbound queue`: `company:connection`, or with `:partition` behind it; `outbox` and `desired-state`: `company:connection`,
 *  or for a desired state the company alone; `outbox-acknowledged`: an order of the
 *  outbox that WhatsApp has answered, `company:connection:order`; `access`: the id of a user whose session or rights
 *  changed. */
export type Topic = 'inbound-events' | 'outbox' | 'outbox-acknowledged' | 'desired-state' | 'access'

export function createSignals(): Signals {
  const listeners = new Map<Topic, Set<(key: string) => void>>()
  return {
    wake(topic, key) {
      for (const listener of listeners.get(topic) ?? []) listener(key)
    },
    onWake(topic, listener) {
      const set = listeners.get(topic) ?? new Set()
      listeners.set(topic, set.add(listener))
      return () => set.delete(listener)
    },
  }
}
