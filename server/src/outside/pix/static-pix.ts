import { pixCode } from '@balcao/domain/pix-code'
import type { PixProvider } from './port'

export interface PixReceiver {
  readonly key: string
  readonly receiver: string
  readonly city: string
}

/** Creates codes from a Pix key alone. The bank sends no notices, so a super user confirms payments by hand. */
export function staticPix(receiver: PixReceiver): PixProvider {
  return {
    name: 'static',
    expiresAfterSeconds: null,
    newTxid: pixReferenceOf,
    charge: async ({ txid, amount }) => ({ code: pixCode({ ...receiver, amount, reference: txid }) }),
    isGenuine: () => false,
    proofOf: async () => null,
    ask: async () => null,
  }
}

/** Short enough for a static code, and readable on a statement: `FAT12X0A1B2C3D4E`. */
export function pixReferenceOf(invoiceId: number, random: string): string {
  return `FAT${invoiceId}X${random.slice(0, 10)}`.toUpperCase()
}
