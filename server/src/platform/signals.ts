/**
 * Wake-ups within this process, without content: the listener reads the database. A lost or repeated signal is
 * therefore harmless, and a slow poll of the listener finds rows of other processes.
 */
export interface Signals {
  wake(topic: Topic, key: string): void
  /** `key` is an id as text. The returned function stops listening. */
  onWake(topic: Topic, listener: (key: string) => void): () => void
}

/**
 * The keys. `inbound-events`: `company:connection`, optionally with `:partition`. `outbox`: `company:connection`.
 * `desired-state`: the same, or the company alone. `outbox-acknowledged`: an outbox item that WhatsApp has answered,
 * `company:connection:item`. `access`: the id of a user whose session or rights changed. `webhooks`: the company.
 */
export type Topic =
  | 'inbound-events'
  | 'outbox'
  | 'outbox-acknowledged'
  | 'desired-state'
  | 'access'
  | 'webhooks'

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
