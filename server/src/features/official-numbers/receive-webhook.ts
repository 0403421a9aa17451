import { createHash } from 'node:crypto'
import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import type { InboundEvent } from '@balcao/whatsapp/ports'
import { createBatcher, createBatcherByKey } from '../../platform/batches'
import type { DataKeys } from '../../platform/encryption'
import type { PlainTextAnswer, SignedRoute, SignedRouteCall } from '../../platform/http/signed-route'
import type { Log } from '../../platform/log'
import type { CompanyWork, Workplace } from '../../platform/work'
import { connectionToRead } from '../connections/connections.access'
import { recordConnectionChanged } from '../connections/connections.events'
import type { OfficialApi, WebhookParts, WebhookSubjectIds } from './official-api.port'
import { metaAccountChanged } from './official-numbers.hooks'
import {
  markNumbersVerifiedByToken,
  type NumberNamedByWebhookRow,
  numbersNamedByWebhooks,
  saveFirstMessageTime,
  saveWebhookTimes,
} from './official-numbers.queries'
import { credentialsOfNumbers } from './stored-credentials'

export interface OfficialWebhookDependencies {
  readonly api: OfficialApi
  readonly dataKeys: DataKeys
  readonly log: Pick<Log, 'warn'>
  /** Stores events. A parameter, because this feature can't import reception, which depends on it. */
  readonly storeEvents: (
    work: CompanyWork,
    connectionId: ConnectionId,
    events: readonly InboundEvent[],
  ) => void
}

/** The most bytes of a webhook's body. Meta sends up to about 3 MB. */
const maxBytes = 4 << 20
export const officialWebhookPath = '/webhooks/whatsapp'
const signatureHeader = 'x-hub-signature-256'

export function officialWebhookRoute(parts: OfficialWebhookDependencies): SignedRoute {
  return {
    path: officialWebhookPath,
    maxBytes,
    signature: { header: signatureHeader, form: /^sha256=[0-9a-f]{64}$/i },
    verify: verifyAddress,
    receiver: (workplace) => webhookReceiver(parts, workplace),
  }
}

/** Answers Meta's check of the webhook address, when a person enters address and verify token in Meta's console. */
async function verifyAddress(
  workplace: Workplace,
  query: Readonly<Record<string, string>>,
): Promise<PlainTextAnswer> {
  const token = query['hub.verify_token'] ?? ''
  if (query['hub.mode'] !== 'subscribe' || token === '') return { status: 400, text: 'no verification' }
  const verified = await workplace.withPlatform('verify webhook address', ({ db, now }) =>
    db.rows(markNumbersVerifiedByToken, { verifyTokenHash: hashOfVerifyToken(token), at: now }),
  )
  if (verified.length === 0) return { status: 403, text: 'unknown verify token' }
  for (const { company_id: companyId, connection_id: connectionId } of verified)
    await workplace.withCompany({ kind: 'system', name: 'webhook verified', companyId }, (work) =>
      recordOfficial(work, connectionId),
    )
  return { status: 200, text: query['hub.challenge'] ?? '' }
}

export function hashOfVerifyToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** A webhook whose signature was not checked yet. */
interface Webhook {
  readonly call: SignedRouteCall
  readonly names: WebhookSubjectIds
  /** Splits the body at the first call and caches the result. */
  split(): WebhookParts
}

/** A larger webhook body is stored without a batch, so that the parameters of a batch's statements stay small. */
const maxBytesInBatch = 64 << 10
const maxBatchSize = 50

/** What a webhook says about a company's numbers. Untrusted until their app's secret has proved the signature. */
interface Claim {
  readonly webhook: Webhook
  readonly numbers: readonly NumberNamedByWebhookRow[]
}

/**
 * Stores the events before it answers 200: Meta repeats a webhook after any other answer, and event keys detect
 * repeats. A number's own app secret must sign the body, so that a company can't fake events of another company. If a
 * number of the same app has an older secret, the answer is 403, so that Meta repeats the webhook until that secret is
 * renewed. Unknown numbers get 200, because Meta would repeat their webhooks for days.
 */
function webhookReceiver(
  parts: OfficialWebhookDependencies,
  workplace: Workplace,
): (call: SignedRouteCall) => Promise<PlainTextAnswer> {
  const find = createBatcher<Webhook, readonly NumberNamedByWebhookRow[]>({
    carryOut: (webhooks) => numbersOfEach(workplace, webhooks),
    maxSize: maxBatchSize,
  })
  const receive = (companyId: CompanyId, claims: readonly Claim[]) =>
    receiveOfCompany(parts, workplace, companyId, claims)
  const receiveTogether = createBatcherByKey<CompanyId, Claim, readonly ConnectionId[]>({
    carryOut: receive,
    maxSize: maxBatchSize,
  })
  return async (call) => {
    const body = parsedJson(call.body)
    if (body === undefined) return { status: 400, text: 'no JSON' }
    let split: WebhookParts | undefined
    const names = parts.api.namesIn(body)
    if (names === null) return { status: 400, text: 'too many parts' }
    const webhook = { call, names, split: () => (split ??= parts.api.split(body)) }
    const named = await find(webhook)
    const companies = [...new Set(named.map(({ company_id }) => company_id))]
    const signed = await Promise.all(
      companies.map(async (companyId) => {
        const numbers = named.filter(({ company_id }) => company_id === companyId)
        const claim = { webhook, numbers }
        const isSmall = call.body.length <= maxBytesInBatch
        const [ids = []] = isSmall
          ? [await receiveTogether(companyId, claim)]
          : await receive(companyId, [claim])
        if (ids.length < numbers.length)
          parts.log.warn({ companyId }, 'a webhook was not signed for one of its numbers')
        return ids
      }),
    )
    const isSignedFor = new Set(signed.flat())
    const isSigned = isSignedFor.size > 0
    const signer = named.find(({ connection_id }) => isSignedFor.has(connection_id))?.app_id ?? null
    const lacksSignature = named.some(
      ({ connection_id, phone_number_id, app_id }) =>
        !isSignedFor.has(connection_id) &&
        names.phoneNumberIds.includes(phone_number_id) &&
        (app_id === null || signer === null || app_id === signer),
    )
    if (lacksSignature || (named.length > 0 && !isSigned)) return { status: 403, text: 'wrong signature' }
    return { status: 200, text: 'ok' }
  }
}

async function numbersOfEach(
  workplace: Workplace,
  webhooks: readonly Webhook[],
): Promise<readonly (readonly NumberNamedByWebhookRow[])[]> {
  const named = webhooks.map(({ names }) => names)
  const numbers = await workplace.withPlatform('route webhooks', ({ db }) =>
    db.rows(numbersNamedByWebhooks, {
      phoneNumberIds: [...new Set(named.flatMap(({ phoneNumberIds }) => phoneNumberIds))],
      accountIds: [...new Set(named.flatMap(({ accountIds }) => accountIds))],
    }),
  )
  return named.map(({ phoneNumberIds, accountIds }) =>
    numbers.filter(
      ({ phone_number_id, account_id }) =>
        phoneNumberIds.includes(phone_number_id) || accountIds.includes(account_id),
    ),
  )
}

/** Stores the events in the order of the webhooks. Returns for each the connections whose secrets signed it. */
function receiveOfCompany(
  parts: OfficialWebhookDependencies,
  workplace: Workplace,
  companyId: CompanyId,
  claims: readonly Claim[],
): Promise<readonly (readonly ConnectionId[])[]> {
  const { api, dataKeys } = parts
  const actor = { kind: 'system', name: 'receive webhooks', companyId, isAwaited: true } as const
  return workplace.withCompany(actor, async (work) => {
    const named = new Map(
      claims.flatMap(({ numbers }) => numbers).map((number) => [number.connection_id, number] as const),
    )
    const credentials = await credentialsOfNumbers(work, dataKeys, [...named.keys()])
    const signed = claims.map(({ webhook: { call }, numbers }) => {
      const ids = numbers.map(({ connection_id }) => connection_id)
      return ids.filter((id) => {
        const secret = credentials.get(id)?.appSecret
        return secret !== undefined && api.isSigned(secret, call.body, call.headers[signatureHeader] ?? '')
      })
    })
    for (const [id, number] of named) {
      const ofNumber = claims.filter((_, at) => signed[at]?.includes(id))
      const webhooks = ofNumber.map(({ webhook }) => webhook.split())
      if (webhooks.length > 0) await store(work, parts, number, webhooks)
    }
    work.db.send(saveWebhookTimes, { connectionIds: [...new Set(signed.flat())], at: work.now })
    return signed
  })
}

async function store(
  work: CompanyWork,
  { storeEvents, log }: OfficialWebhookDependencies,
  { connection_id: connectionId, phone_number_id, account_id, has_messages }: NumberNamedByWebhookRow,
  webhooks: readonly WebhookParts[],
): Promise<void> {
  const ours = webhooks
    .flatMap((webhook) => webhook.events)
    .filter(({ phoneNumberId }) => phoneNumberId === phone_number_id)
  const unread = webhooks
    .flatMap((webhook) => webhook.unread)
    .filter(({ phoneNumberId, accountId }) =>
      phoneNumberId === null ? accountId === account_id : phoneNumberId === phone_number_id,
    )
  storeEvents(
    work,
    connectionId,
    [...ours, ...unread].map(({ event }) => event),
  )
  if (!has_messages && ours.some(({ field }) => field === 'messages')) {
    await work.db.run(saveFirstMessageTime, { connectionId, at: work.now })
    await recordOfficial(work, connectionId)
  }
  for (const { field, event } of unread)
    log.warn(
      { connectionId, field: field.slice(0, 100), key: event.key },
      'a part of a webhook is kept unread',
    )
  for (const change of webhooks.flatMap(({ accountChanges }) => accountChanges))
    if (change.accountId === account_id) await work.runHook(metaAccountChanged, { connectionId, change })
}

/** Records that the connection changed, so that open pages show the number's new state. */
async function recordOfficial(work: CompanyWork, connectionId: ConnectionId): Promise<void> {
  recordConnectionChanged(work, await connectionToRead(work, connectionId))
}

/** Parses the body. Undefined: it is no JSON. */
function parsedJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
