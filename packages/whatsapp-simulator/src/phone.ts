import type { Fault } from './faults'

/** The shop owner's handset: it scans codes, stores the linked devices, and is the target of faults. */
export interface SimulatedPhone {
  readonly phone: string
  readonly name: string
  /** `5551…@s.whatsapp.net` */
  readonly jid: string
  /** `9…@lid` */
  readonly lid: string
  /** Numbers of the linked devices, oldest first. */
  readonly devices: readonly number[]
  /** True while a linked device is connected and has reported that it is active. */
  readonly online: boolean
  /** Stanzas that WhatsApp stores, since no linked device has answered them yet. */
  readonly undelivered: number
  /** Message ids of the copies that the product sent to this handset, in order. */
  readonly ownCopies: readonly string[]
  /** Scans the text of a QR code. Resolves once the companion's device signature is verified; rejects with the reason. */
  scanQr(text: string): Promise<void>
  /** Types the eight letters that the product shows. Resolves and rejects like `scanQr`. */
  enterCode(code: string): Promise<void>
  /**
   * Writes to a contact from the handset itself: linked devices see it as the owner's message. Returns the message id.
   */
  sendText(contactPhone: string, text: string): Promise<string>
  /** A channel that the owner follows posts: as a message, or in a notification, because WhatsApp does both. */
  hearChannel(text: string, way?: { asNotification?: boolean }): void
  drop(): void
  restart(): void
  replaceConnection(): void
  unlink(): void
  refuseNext(code: number): void
  inflict(fault: Fault): void
}
