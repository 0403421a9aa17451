import { createHash } from 'node:crypto'
import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import type { InboundEvent } from '@balcao/whatsapp/ports'
import type { DataKeys } from '../../platform/encryption'
import type { PlainAnswer, SignedCall, SignedRoute } from '../../platform/http/signed-route'
import type { Log } from '../../platform/log'
import type { CompanyWork, Workplace } from '../../platform/work'
import { storeInboundEvent } from '../reception/inbound-events'
import type { AccountChange, OfficialApi } from './official-api.port'
import { accountChanged } from './official-numbers.hooks'
import { noteWebhooks, numbersNamed, numbersVerifiedBy } from './official-numbers.queries'
import { storedCredentials } from './stored-credentials'

export interface WebhookDependencies {
  readonly api: OfficialApi
  readonly dataKeys: DataKeys
  readonly log: Pick<Log, 'warn'>
}

/** Meta sends up to about 3 MB. */
const maxBytes = 4 << 20
const signatureHeader = 'x-hub-signature-256'

/** The one address of the installation that Meta calls with what happens to official numbers. */
export function webhookRoute(parts: WebhookDependencies): SignedRoute {
  return {
    path: '/webhooks/whatsapp',
    maxBytes,
    verify: verifyAddress,
    receive: (workplace, call) => receiveWebhook(parts, workplace, call),
  }
}

/** Meta asks once, when a person enters address and verify token in its console. */
async function verifyAddress(
  workplace: Workplace,
  query: Readonly<Record<string, string>>,
): Promise<PlainAnswer> {
  const token = query['hub.verify_token'] ?? ''
  if (query['hub.mode'] !== 'subscribe' || token === '') return { status: 400, text: 'no verification' }
  const verified = await workplace.withPlatform('verify webhook address', ({ db, now }) =>
    db.rows(numbersVerifiedBy, { verifyTokenHash: hashOfVerifyToken(token), at: now }),
  )
  if (verified.length === 0) return { status: 403, text: 'unknown verify token' }
  return { status: 200, text: query['hub.challenge'] ?? '' }
}

export function hashOfVerifyToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** What a webhook has for the connections of one company. */
interface Share {
  readonly connectionId: ConnectionId
  readonly events: readonly InboundEvent[]
  readonly changes: readonly AccountChange[]
}

/**
 * Stores what the webhook says of our numbers before it answers 200: Meta repeats the whole webhook after any other
 * answer, and the keys of the events skip what is stored already. The secret of each number's own app must sign the body,
 * so a company can't speak for the number of another. Parts about unknown numbers are left out with 200, because Meta
 * would repeat them for days after a connection is deleted.
 */
async function receiveWebhook(
  { api, dataKeys, log }: WebhookDependencies,
  workplace: Workplace,
  { body, headers }: SignedCall,
): Promise<PlainAnswer> {
  const signature = headers[signatureHeader]
  if (signature === undefined) return { status: 401, text: 'no signature' }
  const parsed = parsedJson(body)
  if (parsed === undefined) return { status: 400, text: 'no JSON' }
  const { events, accountChanges } = api.split(parsed)
  const numbers = await workplace.withPlatform('route webhook', ({ db }) =>
    db.rows(numbersNamed, {
      phoneNumberIds: [...new Set(events.map(({ phoneNumberId }) => phoneNumberId))],
      accountIds: [...new Set(accountChanges.map(({ accountId }) => accountId))],
    }),
  )
  const shares = new Map<CompanyId, Share[]>()
  for (const { company_id: companyId, connection_id: connectionId, ...number } of numbers) {
    const share = {
      connectionId,
      events: events.flatMap(({ phoneNumberId, event }) =>
        phoneNumberId === number.phone_number_id ? event : [],
      ),
      changes: accountChanges.filter(({ accountId }) => accountId === number.account_id),
    }
    shares.set(companyId, [...(shares.get(companyId) ?? []), share])
  }
  let isAnySigned = shares.size === 0
  for (const [companyId, ofCompany] of shares) {
    const actor = { kind: 'system', name: 'receive webhook', companyId } as const
    const stored = await workplace.withCompany(actor, (work) =>
      storeSigned(work, dataKeys, ofCompany, (secret) => api.isSigned(secret, body, signature)),
    )
    if (stored > 0) isAnySigned = true
    if (stored < ofCompany.length) log.warn({ companyId }, 'a webhook was not signed for one of its numbers')
  }
  return isAnySigned ? { status: 200, text: 'ok' } : { status: 403, text: 'wrong signature' }
}

/** Returns for how many of the connections the signature is right. */
async function storeSigned(
  work: CompanyWork,
  dataKeys: DataKeys,
  shares: readonly Share[],
  isSigned: (secret: string) => boolean,
): Promise<number> {
  const signed: Share[] = []
  for (const share of shares) {
    const credentials = await storedCredentials(work, dataKeys, share.connectionId)
    if (credentials !== null && isSigned(credentials.appSecret)) signed.push(share)
  }
  for (const { connectionId, events } of signed) storeInboundEvent(work, dataKeys, connectionId, events)
  if (signed.length === 0) return 0
  work.db.send(noteWebhooks, { connectionIds: signed.map(({ connectionId }) => connectionId), at: work.now })
  for (const { connectionId, changes } of signed)
    for (const change of changes) await work.runHook(accountChanged, { connectionId, change })
  return signed.length
}

/** Undefined: it is no JSON. */
function parsedJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
