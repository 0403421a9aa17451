import { createHmac } from 'node:crypto'
import { pixCode } from '@balcao/domain/pix-code'
import type { PixProvider, PixWebhookRequest } from './port'
import { pixReferenceOf } from './static-pix'
import { deriveKey, isSameSecret } from './webhook-secret'

const hourSeconds = 3_600

/** A simulated bank without real money, which signs each of its notices. For the demo and tests. */
export function sandboxPix(secret: string): PixProvider & Required<Pick<PixProvider, 'play'>> {
  const key = deriveKey('sandbox payments', secret)
  const signatureOf = (pix: PixWebhookRequest['pix']) => {
    const said = pix.map(({ txid, endToEndId, valor }) => [txid, endToEndId, valor])
    return createHmac('sha256', key).update(JSON.stringify(said)).digest('hex')
  }
  return {
    name: 'sandbox',
    expiresAfterSeconds: hourSeconds,
    newTxid: pixReferenceOf,
    charge: async ({ txid, amount }) => ({
      code: pixCode({
        key: 'ninguem@balcao.invalid',
        receiver: 'PAGAMENTO SIMULADO',
        city: 'BALCAO',
        amount,
        reference: txid,
      }),
    }),
    isGenuine: ({ hmac, pix }) => isSameSecret(hmac, signatureOf(pix)),
    proofOf: async ({ pix }, txid) => {
      const paid = pix.find((one) => one.txid === txid)
      return paid === undefined ? null : { amount: Number(paid.valor), endToEndId: paid.endToEndId }
    },
    ask: async () => null,
    play: (txid, amount) => {
      const pix = [{ txid, endToEndId: `E${txid}`, valor: amount.toFixed(2) }]
      return { pix, hmac: signatureOf(pix) }
    },
  }
}
