/**
 * Stores a connection's keys and inbound events. Every value allows taking over the account, or is a message body:
 * encrypt it at rest. Rows of type `sent-message` serve phones that request a message again, for 14 days at most.
 */
export interface KeyStore {
  /** Values by id; missing ids are omitted. It reads everything that was committed before the call. */
  load(type: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** One transaction, without inbound events whose `key` is stored. Throws `LeaseLost` if another process took over. */
  commit(changes: readonly KeyChange[], entries: readonly InboundEvent[]): Promise<void>
  /** The content of a stored inbound event, for a stanza that is delivered again within 14 days. */
  recall(key: string): Promise<Uint8Array | null>
  /** Inbound events whose effect inside the driver must be repeated after a crash, in order of arrival. */
  unacknowledged(): Promise<readonly InboundEvent[]>
  /** Records that the effects of these inbound events are committed. */
  acknowledge(keys: readonly string[]): Promise<void>
  /** Deletes every key of this connection, after a 401 or logout. Inbound events stay. */
  clear(): Promise<void>
}

export interface KeyChange {
  readonly type: string
  readonly id: string
  readonly value: string | null
}

export interface InboundEvent {
  /** Unique within the connection: the SHA-256 of the ciphertext in hex, or a key that the driver derives. */
  readonly key: string
  /** The conversation. Inbound events of one conversation are handled in order, others concurrently. */
  readonly chat: string
  /** Bytes that only the driver understands; `WhatsappGateway.translate` reads them. */
  readonly content: Uint8Array
  readonly needsAcknowledgement: boolean
}

export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}
