/**
 * What the driver needs from its owner. The server fulfils these in SQL; tests fulfil them in memory.
 * Everything handed over here is secret (a full account take-over, and message bodies): encrypt it at rest.
 * Rows of type `sent-message` answer customers whose phone asks for a message again; they may be purged after 14 days.
 */
export interface KeyStore {
  /** Values by id; absent ids are left out. Sees everything committed before the call. */
  load(type: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /**
   * One transaction: key changes and inbound events stand together or not at all. Rejects (and changes nothing) with
   * `LeaseLost` when another process has taken this connection. Inbound events whose `key` is known already are skipped.
   */
  commit(changes: readonly KeyChange[], entries: readonly InboundEvent[]): Promise<void>
  /** The content of an inbound event put into the inbound queue earlier (kept at least 14 days), for a stanza that is delivered again. */
  recall(key: string): Promise<Uint8Array | null>
  /** Inbound events whose own effect (group keys, app state, history) must be repeated after a crash, in order of arrival. */
  unacknowledged(): Promise<readonly InboundEvent[]>
  /** The effect of these inbound events has been committed. */
  acknowledge(keys: readonly string[]): Promise<void>
  /** Forgets every key of this connection (after 401 or logout). Inbound events stay. */
  clear(): Promise<void>
}

export interface KeyChange {
  readonly type: string
  readonly id: string
  /** null deletes. */
  readonly value: string | null
}

/** One thing heard, kept before its receipt leaves. */
export interface InboundEvent {
  /** Unique within the connection: SHA-256 of the ciphertext in hex, or a name the driver makes. */
  readonly key: string
  /** Inbound events of one chat are handled in order, chats side by side. */
  readonly chat: string
  /** Opaque to the owner; `WhatsappGateway.translate` reads it. */
  readonly content: Uint8Array
  /** True when the driver must see it again after a crash (see `unacknowledged`). */
  readonly needsAcknowledgement: boolean
}

export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}
