import { createHmac } from 'node:crypto'
import { createConnection } from '@balcao/contract/connections'
import { setUpOfficialNumber } from '@balcao/contract/official-numbers'
import type { ConnectionId } from '@balcao/domain/ids'
import type { Simulator } from '@balcao/whatsapp-simulator/simulator'
import { type Calls, signInForCalls } from './calls'
import { type MetaAccount, openMetaAccount } from './meta-account'
import { admin, type Product } from './product'

export const webhookPath = '/webhooks/whatsapp'

/** A number of the official API that the product has set up, at the simulated Meta. */
export interface OfficialNumber {
  readonly id: string
  /** Of Meta. */
  readonly accountId: string
  readonly connectionId: ConnectionId
  /** The secret of its app, which signs webhooks. */
  readonly secret: string
  calls(): Promise<Calls>
}

export async function setUpOfficial({ graph }: Simulator, product: Product): Promise<OfficialNumber> {
  const meta = openMetaAccount(graph)
  return setUpNumber(meta, product, (url, verifyToken) => graph.setCallback(meta.appId, url, verifyToken))
}

/** `setCallback` enters address and verify token in Meta's console. */
export async function setUpNumber(
  { appSecret, accountId, phoneNumberId, token }: MetaAccount,
  product: Product,
  setCallback: (url: string, verifyToken: string) => Promise<unknown>,
): Promise<OfficialNumber> {
  const calls = await signInForCalls(product.url, admin.email, admin.password)
  const { id: connectionId } = await calls(createConnection, { body: { name: 'Oficial', provider: 'cloud' } })
  const { verifyToken } = await calls(setUpOfficialNumber, {
    params: { connectionId },
    body: { accountId, token, appSecret, phoneNumberId },
  })
  await setCallback(product.url + webhookPath, verifyToken)
  return {
    id: phoneNumberId,
    accountId,
    connectionId,
    secret: appSecret,
    calls: () => signInForCalls(product.url, admin.email, admin.password),
  }
}

/** The header with which Meta signs a webhook. */
export function signatureOf(secret: string, body: string): Record<string, string> {
  return { 'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` }
}

/** Posts a webhook of the number to the product, signed as Meta signs it. Null: the product did not answer. */
export async function postWebhook(
  product: Product,
  { secret }: OfficialNumber,
  body: string,
): Promise<number | null> {
  const answer = await fetch(product.url + webhookPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signatureOf(secret, body) },
    body,
  }).catch(() => null)
  await answer?.text().catch(() => '')
  return answer?.status ?? null
}

/** The webhook of one text to the number. */
export function textWebhook(phoneNumberId: string, from: string, id: string, body: string): string {
  const contacts = [{ profile: { name: `Cliente ${from.slice(-4)}` }, wa_id: from }]
  const messages = [{ id, from, timestamp: now(), type: 'text', text: { body } }]
  return webhookOf(phoneNumberId, { contacts, messages })
}

/** The webhook of a status of a message that the number sent. */
export function statusWebhook(phoneNumberId: string, to: string, id: string, status: string): string {
  return webhookOf(phoneNumberId, { statuses: [{ id, status, timestamp: now(), recipient_id: to }] })
}

function webhookOf(phoneNumberId: string, content: object): string {
  const value = { messaging_product: 'whatsapp', metadata: { phone_number_id: phoneNumberId }, ...content }
  return JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
  })
}

const now = () => String(Math.floor(Date.now() / 1_000))
