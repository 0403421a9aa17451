/**
 * The storage that the driver needs. The server implements it in SQL; tests implement it in memory. Every value is
 * secret (a full account take-over, and message bodies): encrypt it at rest. Rows of type `sent-message` serve
 * customers whose phone asks for a message again; they may be purged after 14 days.
 */
export interface KeyStore {
  /** Values by id; absent ids are omitted. Sees everything committed before the call. */
  load(type: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /**
   * One transaction for key changes and inbound events. Rejects with `LeaseLost`, and changes nothing, when another
   * process has taken this connection. Inbound events with a known `key` are skipped.
   */
  commit(changes: readonly KeyChange[], entries: readonly InboundEvent[]): Promise<void>
  /** The content of a stored inbound event (retained for at least 14 days), for a stanza that is delivered again. */
  recall(key: string): Promise<Uint8Array | null>
  /** Inbound events whose own effect (group keys, app state, history) must be repeated after a crash, in order of arrival. */
  unacknowledged(): Promise<readonly InboundEvent[]>
  /** The effect of these inbound events has been committed. */
  acknowledge(keys: readonly string[]): Promise<void>
  /** Deletes every key of this connection (after 401 or logout). Inbound events stay. */
  clear(): Promise<void>
}

export interface KeyChange {
  readonly type: string
  readonly id: string
  /** null deletes. */
  readonly value: string | null
}

/** One inbound event, stored before its receipt is sent. */
export interface InboundEvent {
  /** Unique within the connection: SHA-256 of the ciphertext in hex, or a name from the driver. */
  readonly key: string
  /** Inbound events of one chat are handled in order, different chats concurrently. */
  readonly chat: string
  /** Opaque to the owner; `WhatsappGateway.translate` reads it. */
  readonly content: Uint8Array
  /** True when the driver must see it again after a crash (see `unacknowledged`). */
  readonly needsAcknowledgement: boolean
}

export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}
