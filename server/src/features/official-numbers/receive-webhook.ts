import { createHash } from 'node:crypto'
import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import type { InboundEvent } from '@balcao/whatsapp/ports'
import { batches } from '../../platform/batches'
import type { DataKeys } from '../../platform/encryption'
import type { PlainAnswer, SignedCall, SignedRoute } from '../../platform/http/signed-route'
import type { Log } from '../../platform/log'
import type { CompanyWork, Workplace } from '../../platform/work'
import type { OfficialApi, WebhookParts } from './official-api.port'
import { accountChanged } from './official-numbers.hooks'
import { noteWebhooks, numbersNamed, numbersVerifiedBy } from './official-numbers.queries'
import { credentialsOfEach } from './stored-credentials'

export interface WebhookDependencies {
  readonly api: OfficialApi
  readonly dataKeys: DataKeys
  readonly log: Pick<Log, 'warn'>
  /**
   * Stores inbound events with the commit. A port, because reception needs campaigns, which need templates, which need
   * this feature.
   */
  readonly storeEvents: (
    work: CompanyWork,
    connectionId: ConnectionId,
    events: readonly InboundEvent[],
  ) => void
}

/** Meta sends up to about 3 MB. */
const maxBytes = 4 << 20
export const webhookPath = '/webhooks/whatsapp'
const signatureHeader = 'x-hub-signature-256'

/** The one address of the installation that Meta calls with what happens to official numbers. */
export function webhookRoute(parts: WebhookDependencies): SignedRoute {
  return {
    path: webhookPath,
    maxBytes,
    signature: { header: signatureHeader, form: /^sha256=[0-9a-f]{64}$/i },
    verify: verifyAddress,
    receiver: (workplace) => webhookReceiver(parts, workplace),
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

/** A webhook whose signature was not checked yet. */
interface Webhook {
  readonly call: SignedCall
  readonly body: unknown
  /** Splits the body once. */
  split(): WebhookParts
}

/** A number that a webhook names, directly or by its account. */
interface Named {
  readonly company_id: CompanyId
  readonly connection_id: ConnectionId
  readonly phone_number_id: string
  readonly account_id: string
}

/** Longer bodies are no part of a batch, so that the parameters of its statements stay small. */
const maxBytesInBatch = 64 << 10
const maxBatchSize = 20

/**
 * Stores what a webhook says of our numbers before it answers 200: Meta repeats the whole webhook after any other
 * answer, and the keys of the events skip what is stored already. The secret of each number's own app must sign the body,
 * so a company can't speak for the number of another; until then only the names in the body are read. Parts about unknown
 * numbers are left out with 200, because Meta would repeat them for days after a connection is deleted. Webhooks that come
 * at the same time share one act of each company.
 */
function webhookReceiver(
  parts: WebhookDependencies,
  workplace: Workplace,
): (call: SignedCall) => Promise<PlainAnswer> {
  const carryOut = (webhooks: readonly Webhook[]) => receiveAll(parts, workplace, webhooks)
  const small = batches<Webhook, PlainAnswer>({ carryOut, maxSize: maxBatchSize })
  const large = batches<Webhook, PlainAnswer>({ carryOut, maxSize: 1 })
  return async (call) => {
    const body = parsedJson(call.body)
    if (body === undefined) return { status: 400, text: 'no JSON' }
    let split: WebhookParts | undefined
    const webhook = { call, body, split: () => (split ??= parts.api.split(body)) }
    return (call.body.length > maxBytesInBatch ? large : small)(webhook)
  }
}

/** One transaction finds the numbers of all webhooks, and one of each company stores their events. */
async function receiveAll(
  parts: WebhookDependencies,
  workplace: Workplace,
  webhooks: readonly Webhook[],
): Promise<readonly PlainAnswer[]> {
  const named = webhooks.map((webhook) => ({ webhook, ...parts.api.namesIn(webhook.body) }))
  const numbers = await workplace.withPlatform('route webhooks', ({ db }) =>
    db.rows(numbersNamed, {
      phoneNumberIds: [...new Set(named.flatMap(({ phoneNumberIds }) => phoneNumberIds))],
      accountIds: [...new Set(named.flatMap(({ accountIds }) => accountIds))],
    }),
  )
  const claims = named.flatMap(({ webhook, phoneNumberIds, accountIds }) =>
    numbers.flatMap((number) =>
      phoneNumberIds.includes(number.phone_number_id) || accountIds.includes(number.account_id)
        ? { webhook, number }
        : [],
    ),
  )
  const companies = [...new Set(numbers.map(({ company_id }) => company_id))]
  const stored = await Promise.all(
    companies.map(async (companyId) => {
      const ofCompany = claims.filter(({ number }) => number.company_id === companyId)
      const signed = await receiveOfCompany(parts, workplace, companyId, ofCompany)
      if (signed.length < ofCompany.length)
        parts.log.warn({ companyId }, 'a webhook was not signed for one of its numbers')
      return signed
    }),
  )
  const signed = new Set(stored.flat().map(({ webhook }) => webhook))
  for (const webhook of signed) {
    const { unknown } = webhook.split()
    if (unknown > 0) parts.log.warn({ parts: unknown }, 'parts of a webhook were not understood')
  }
  return webhooks.map((webhook) => {
    const isRefused = !signed.has(webhook) && claims.some((claim) => claim.webhook === webhook)
    return isRefused ? { status: 403, text: 'wrong signature' } : { status: 200, text: 'ok' }
  })
}

/** A webhook that names a number: nothing is true of the number until its app's secret has signed the body. */
interface Claim {
  readonly webhook: Webhook
  readonly number: Named
}

/** Stores the events of the claims that are signed, in the order of the webhooks, and returns these claims. */
function receiveOfCompany(
  { api, dataKeys, storeEvents }: WebhookDependencies,
  workplace: Workplace,
  companyId: CompanyId,
  claims: readonly Claim[],
): Promise<readonly Claim[]> {
  const actor = { kind: 'system', name: 'receive webhooks', companyId, isAwaited: true } as const
  return workplace.withCompany(actor, async (work) => {
    const numbers = [...new Set(claims.map(({ number }) => number))]
    const credentials = await credentialsOfEach(
      work,
      dataKeys,
      numbers.map(({ connection_id }) => connection_id),
    )
    const signed = claims.filter(({ number, webhook: { call } }) => {
      const secret = credentials.get(number.connection_id)?.appSecret
      return secret !== undefined && api.isSigned(secret, call.body, call.headers[signatureHeader] ?? '')
    })
    for (const number of numbers) {
      const ofNumber = signed.filter((claim) => claim.number === number)
      await store(
        work,
        storeEvents,
        number,
        ofNumber.map(({ webhook }) => webhook.split()),
      )
    }
    const heard = numbers.filter((number) => signed.some((claim) => claim.number === number))
    work.db.send(noteWebhooks, {
      connectionIds: heard.map(({ connection_id }) => connection_id),
      at: work.now,
    })
    return signed
  })
}

async function store(
  work: CompanyWork,
  storeEvents: WebhookDependencies['storeEvents'],
  { connection_id: connectionId, phone_number_id, account_id }: Named,
  webhooks: readonly WebhookParts[],
): Promise<void> {
  const events = webhooks.flatMap((webhook) => webhook.events)
  storeEvents(
    work,
    connectionId,
    events.flatMap(({ phoneNumberId, event }) => (phoneNumberId === phone_number_id ? event : [])),
  )
  for (const change of webhooks.flatMap(({ accountChanges }) => accountChanges))
    if (change.accountId === account_id) await work.runHook(accountChanged, { connectionId, change })
}

/** Undefined: it is no JSON. */
function parsedJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
