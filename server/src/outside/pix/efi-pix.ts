import { z } from 'zod'
import type { EgressAnswer, EgressClient } from '../../platform/egress/egress-client'
import { EgressFailure } from '../../platform/egress/egress-failure'
import { PixFailure, type PixPayment, type PixProvider } from './port'
import { deriveKey, isSameSecret } from './webhook-secret'

/** The addresses of Efí's API (dev.efipay.com.br/docs/api-pix): the Central Bank's Pix API with a login. */
export const efiBaseUrls = {
  production: 'https://pix.api.efipay.com.br',
  homologation: 'https://pix-h.api.efipay.com.br',
} as const

export interface EfiDependencies {
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly pixKey: string
  /** The HTTP client with the certificate that Efí issued. It calls only Efí. */
  readonly outside: Pick<EgressClient, 'get' | 'post' | 'put'>
  /** The installation's secret, from which the webhook's secret is derived. */
  readonly secret: string
  readonly now: () => Date
}

const limits = { maxBytes: 1 << 20, timeoutMs: 15_000 }
const lifeSeconds = 3_600
const tokenMarginMs = 60_000

const tokenShape = z.object({ access_token: z.string(), expires_in: z.number() })
const chargeShape = z.object({
  status: z.string(),
  pixCopiaECola: z.string().optional(),
  loc: z.object({ id: z.number() }).optional(),
  pix: z.array(z.object({ endToEndId: z.string().optional(), valor: z.string() })).default([]),
})
type Charge = z.output<typeof chargeShape>
const codeShape = z.object({ qrcode: z.string() })

export function efiPix(parts: EfiDependencies): PixProvider {
  const { outside, pixKey } = parts
  const webhookSecret = deriveKey('efi webhook', parts.secret)
  let token: { readonly text: string; readonly goodUntil: number } | null = null

  return {
    name: 'efi',
    expiresAfterSeconds: lifeSeconds,
    newTxid: (_, random) => random, // Efí requires 26 to 35 letters and digits
    async charge({ txid, amount, text }) {
      const body = {
        calendario: { expiracao: lifeSeconds },
        valor: { original: amount.toFixed(2) },
        chave: pixKey,
        solicitacaoPagador: text,
      }
      const answer = await call((headers) =>
        outside.put(`${parts.baseUrl}/v2/cob/${txid}`, JSON.stringify(body), { ...limits, headers }),
      )
      // A refusal may mean that the charge exists already: an earlier call created it, and its answer was lost.
      const made = isGood(answer) ? readAnswer(answer, chargeShape) : await chargeOf(txid)
      if (made === null) throw new PixFailure(`Efí refused a charge with ${answer.status}`)
      return { code: made.pixCopiaECola ?? (await codeOf(made)) }
    },
    isGenuine: ({ hmac }) => isSameSecret(hmac, webhookSecret),
    // A notice proves only its sender, so the payment is read from Efí's API.
    proofOf: (_, txid) => paymentOf(txid),
    ask: paymentOf,
    async announceWebhook(address) {
      // Efí appends a path to the address; the parameter `ignorar` absorbs it.
      const body = JSON.stringify({ webhookUrl: `${address}?hmac=${webhookSecret}&ignorar=` })
      const url = `${parts.baseUrl}/v2/webhook/${encodeURIComponent(pixKey)}`
      const answer = await call((headers) =>
        outside.put(url, body, { ...limits, headers: { ...headers, 'x-skip-mtls-checking': 'true' } }),
      )
      if (!isGood(answer)) throw new PixFailure(`Efí refused the webhook with ${answer.status}`)
    },
  }

  async function paymentOf(txid: string): Promise<PixPayment | null> {
    const charge = await chargeOf(txid)
    if (charge === null || charge.status !== 'CONCLUIDA') return null
    const cents = charge.pix.reduce((sum, { valor }) => sum + Math.round(Number(valor) * 100), 0)
    return { amount: cents / 100, endToEndId: charge.pix[0]?.endToEndId ?? null }
  }

  async function chargeOf(txid: string): Promise<Charge | null> {
    const answer = await call((headers) =>
      outside.get(`${parts.baseUrl}/v2/cob/${txid}`, { ...limits, headers }),
    )
    if (answer.status === 404) return null
    if (!isGood(answer)) throw new PixFailure(`Efí did not show a charge: ${answer.status}`)
    return readAnswer(answer, chargeShape)
  }

  async function codeOf({ loc }: Charge): Promise<string> {
    if (loc === undefined) throw new PixFailure('Efí gave a charge without a code')
    const answer = await call((headers) =>
      outside.get(`${parts.baseUrl}/v2/loc/${loc.id}/qrcode`, { ...limits, headers }),
    )
    if (!isGood(answer)) throw new PixFailure(`Efí did not give a code: ${answer.status}`)
    return readAnswer(answer, codeShape).qrcode
  }

  /** If Efí refuses the cached token, gets a new one and repeats the call once. */
  async function call(
    ask: (headers: Readonly<Record<string, string>>) => Promise<EgressAnswer>,
  ): Promise<EgressAnswer> {
    try {
      const answer = await ask(headersOf(await goodToken()))
      if (answer.status !== 401) return answer
      token = null
      return await ask(headersOf(await goodToken()))
    } catch (error) {
      if (error instanceof EgressFailure) throw new PixFailure('Efí could not be reached', { cause: error })
      throw error
    }
  }

  async function goodToken(): Promise<string> {
    const at = parts.now().getTime()
    if (token !== null && token.goodUntil > at) return token.text
    const basic = Buffer.from(`${parts.clientId}:${parts.clientSecret}`).toString('base64')
    const answer = await outside.post(
      `${parts.baseUrl}/oauth/token`,
      JSON.stringify({ grant_type: 'client_credentials' }),
      { ...limits, headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' } },
    )
    if (!isGood(answer)) throw new PixFailure(`Efí refused the credentials with ${answer.status}`)
    const { access_token, expires_in } = readAnswer(answer, tokenShape)
    token = { text: access_token, goodUntil: at + expires_in * 1_000 - tokenMarginMs }
    return access_token
  }
}

function headersOf(token: string) {
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
}

function isGood({ status }: EgressAnswer): boolean {
  return status >= 200 && status < 300
}

function readAnswer<Shape extends z.ZodType>({ bytes }: EgressAnswer, shape: Shape): z.output<Shape> {
  const parsed = shape.safeParse(jsonOf(bytes.toString('utf8')))
  if (!parsed.success) throw new PixFailure('Efí answered in an unknown format')
  return parsed.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // a body that is not JSON, such as the HTML page of a gateway
  }
}
