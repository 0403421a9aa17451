import type { PixNotice, PixProvider } from '../../outside/pix/port'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { chargeByTxid } from './charges.queries'

/** The notice that the sandbox bank would send to our webhook for a payment of this Pix. */
export async function playPayment(
  { db }: Pick<CompanyWork, 'db'>,
  txid: string,
  provider: PixProvider | null,
): Promise<{ hmac: string; pix: PixNotice['pix'][number][] }> {
  if (provider?.play === undefined) throw refuse('ERR_NO_PAYMENT_PROVIDER')
  const charge = await db.row(chargeByTxid, { txid })
  if (charge === null) throw refuse('ERR_NO_INVOICE_FOUND')
  const { hmac, pix } = provider.play(txid, charge.amount)
  return { hmac, pix: [...pix] }
}
