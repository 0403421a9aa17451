/** A Pix to be asked for. */
export interface PixAsked {
  readonly txid: string
  /** In BRL. */
  readonly amount: number
  /** What the payer reads in their bank's app. */
  readonly text: string
}

/** What was paid, as the provider proves it. */
export interface PixPaid {
  /** In BRL. */
  readonly amount: number
  readonly endToEndId: string | null
}

/** What somebody told our webhook. */
export interface PixNotice {
  readonly hmac: string
  readonly pix: readonly { readonly txid: string; readonly endToEndId: string; readonly valor: string }[]
}

/** Somebody who takes Pix for the platform. What goes wrong outside is a `PixFailure`. */
export interface PixProvider {
  readonly name: 'efi' | 'static' | 'sandbox'
  /** How long a Pix may be paid; null: it does not expire. */
  readonly expiresAfterSeconds: number | null
  /** A reference as this provider takes it, made of the invoice and 32 random hexadecimal digits. */
  newTxid(invoiceId: number, random: string): string
  /** The text behind the QR. Asked again under the same txid it is the same Pix. */
  charge(asked: PixAsked): Promise<{ readonly code: string }>
  /** Whether the provider says this; decided in constant time. */
  isGenuine(notice: PixNotice): boolean
  /** What a genuine notice proves of one Pix; null: nothing was paid. */
  proofOf(notice: PixNotice, txid: string): Promise<PixPaid | null>
  /** What became of a Pix, should the notice be lost; null: nothing was paid, or the provider can't tell. */
  ask(txid: string): Promise<PixPaid | null>
  /** Has notices sent to this address. */
  announceWebhook?(address: string): Promise<void>
  /** Plays that a Pix is paid: what the provider would tell then. Only where nobody pays with money. */
  play?(txid: string, amount: number): PixNotice
}

/** The provider did not answer, or said no. The message names no secret. */
export class PixFailure extends Error {
  override readonly name = 'PixFailure'
}
