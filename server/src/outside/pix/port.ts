export interface PixRequest {
  readonly txid: string
  /** In reais, not centavos. */
  readonly amount: number
  /** The text that the payer reads in the bank's app. */
  readonly text: string
}

export interface PixPayment {
  /** In reais, not centavos. */
  readonly amount: number
  readonly endToEndId: string | null
}

export interface PixWebhookRequest {
  readonly hmac: string
  readonly pix: readonly { readonly txid: string; readonly endToEndId: string; readonly valor: string }[]
}

/** A service that creates Pix charges for the platform's invoices. Its methods reject with `PixFailure`. */
export interface PixProvider {
  readonly name: 'efi' | 'static' | 'sandbox'
  /** The lifetime of a charge; null: it does not expire. */
  readonly expiresAfterSeconds: number | null
  /** Creates a reference in this provider's format, from the invoice and 32 random hexadecimal digits. */
  newTxid(invoiceId: number, random: string): string
  /** Creates a charge and returns the text of its QR code. The same txid returns the same charge. */
  charge(asked: PixRequest): Promise<{ readonly code: string }>
  /** Whether the provider sent this notice; compares in constant time. */
  isGenuine(notice: PixWebhookRequest): boolean
  /** The payment that a genuine notice proves; null: the charge was not paid. */
  proofOf(notice: PixWebhookRequest, txid: string): Promise<PixPayment | null>
  /** Asks whether a charge was paid. Null: it was not, or the provider cannot report payments. */
  ask(txid: string): Promise<PixPayment | null>
  announceWebhook?(address: string): Promise<void>
  /** Simulates a payment and returns its notice. Only for providers without real money. */
  play?(txid: string, amount: number): PixWebhookRequest
}

/** The provider did not answer, or refused. The message contains no secret. */
export class PixFailure extends Error {
  override readonly name = 'PixFailure'
}
