import { createHash } from 'node:crypto'
import type { CompanyId } from '@balcao/domain/ids'
import type { DataKeys } from '../../platform/encryption'
import type { PlainAnswer, SignedCall, SignedRoute } from '../../platform/http/signed-route'
import type { Log } from '../../platform/log'
import type { CompanyWork, Workplace } from '../../platform/work'
import { storeInboundEvent } from '../reception/inbound-events'
import type { OfficialApi, WebhookParts } from './official-api.port'
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
export const webhookPath = '/webhooks/whatsapp'
const signatureHeader = 'x-hub-signature-256'

/** The one address of the installation that Meta calls with what happens to official numbers. */
export function webhookRoute(parts: WebhookDependencies): SignedRoute {
  return {
    path: webhookPath,
    maxBytes,
    signature: { header: signatureHeader, form: /^sha256=[0-9a-f]{64}$/i },
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

/** A number that a webhook names, directly or by its account. */
type Named = Awaited<ReturnType<typeof namedNumbers>>[number]

function namedNumbers(
  workplace: Workplace,
  names: { readonly phoneNumberIds: readonly string[]; readonly accountIds: readonly string[] },
) {
  return workplace.withPlatform('route webhook', ({ db }) => db.rows(numbersNamed, names))
}

/**
 * Stores what the webhook says of our numbers before it answers 200: Meta repeats the whole webhook after any other
 * answer, and the keys of the events skip what is stored already. The secret of each number's own app must sign the body,
 * so a company can't speak for the number of another; until then only the names in the body are read. Parts about unknown
 * numbers are left out with 200, because Meta would repeat them for days after a connection is deleted.
 */
async function receiveWebhook(
  { api, dataKeys, log }: WebhookDependencies,
  workplace: Workplace,
  { body, headers }: SignedCall,
): Promise<PlainAnswer> {
  const signature = headers[signatureHeader] ?? ''
  const parsed = parsedJson(body)
  if (parsed === undefined) return { status: 400, text: 'no JSON' }
  const numbers = await namedNumbers(workplace, api.namesIn(parsed))
  const companies = new Map<CompanyId, Named[]>()
  for (const number of numbers)
    companies.set(number.company_id, [...(companies.get(number.company_id) ?? []), number])
  let parts: WebhookParts | undefined
  const split = () => {
    parts ??= api.split(parsed)
    return parts
  }
  let isAnySigned = companies.size === 0
  for (const [companyId, ofCompany] of companies) {
    const actor = { kind: 'system', name: 'receive webhook', companyId } as const
    const stored = await workplace.withCompany(actor, async (work) => {
      const signed = await signedNumbers(work, dataKeys, ofCompany, (secret) =>
        api.isSigned(secret, body, signature),
      )
      if (signed.length > 0) await store(work, dataKeys, signed, split())
      return signed.length
    })
    if (stored > 0) isAnySigned = true
    if (stored < ofCompany.length) log.warn({ companyId }, 'a webhook was not signed for one of its numbers')
  }
  if ((parts?.unknown ?? 0) > 0) log.warn({ parts: parts?.unknown }, 'parts of a webhook were not understood')
  return isAnySigned ? { status: 200, text: 'ok' } : { status: 403, text: 'wrong signature' }
}

/** Those of these numbers whose app's secret signed the webhook. */
async function signedNumbers(
  work: CompanyWork,
  dataKeys: DataKeys,
  numbers: readonly Named[],
  isSigned: (secret: string) => boolean,
): Promise<readonly Named[]> {
  const credentials = await Promise.all(
    numbers.map(({ connection_id: id }) => storedCredentials(work, dataKeys, id)),
  )
  return numbers.filter((_, at) => {
    const secret = credentials[at]?.appSecret
    return secret !== undefined && isSigned(secret)
  })
}

async function store(
  work: CompanyWork,
  dataKeys: DataKeys,
  numbers: readonly Named[],
  { events, accountChanges }: WebhookParts,
): Promise<void> {
  for (const number of numbers) {
    const ofNumber = events.flatMap(({ phoneNumberId, event }) =>
      phoneNumberId === number.phone_number_id ? event : [],
    )
    storeInboundEvent(work, dataKeys, number.connection_id, ofNumber)
  }
  work.db.send(noteWebhooks, {
    connectionIds: numbers.map(({ connection_id }) => connection_id),
    at: work.now,
  })
  for (const { connection_id: connectionId, account_id } of numbers)
    for (const change of accountChanges)
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
