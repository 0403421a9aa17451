import { createHmac } from 'node:crypto'
import type { OfficialCredentials } from '@balcao/domain/official-credentials'
import type { OfficialSetUpFailureReason } from '@balcao/domain/official-numbers'
import { z } from 'zod'
import { type GraphClient, graphClient } from './graph'
import { GraphError, GraphUnreachable } from './graph-error'
import type { GraphSettings } from './settings'
import { nullableBoolean, nullableNumber, nullableObject, nullableText, objectList, textList } from './shapes'

// The Graph API calls for setting up an official number. They reject with `SetUpFailed`. None of them registers the
// number, because Meta allows only ten registrations in 72 hours.

export class SetUpFailed extends Error {
  override readonly name = 'SetUpFailed'
  /** `detail` is shown to users: the missing permissions, or Meta's explanation. */
  constructor(
    readonly reason: OfficialSetUpFailureReason,
    readonly detail = '',
    options?: ErrorOptions,
  ) {
    super(`the set-up failed: ${reason}`, options)
  }
}

/** The permissions that a token needs: for messages, and for accounts with their numbers and templates. */
export const requiredTokenScopes = ['whatsapp_business_messaging', 'whatsapp_business_management'] as const

/** A number in Meta's terms; a field is null when Meta does not report it. */
export interface PhoneNumberDetails {
  readonly id: string
  /** The phone number in digits. */
  readonly phone: string | null
  /** The number in Meta's format, such as `+55 11 3333-4444`. */
  readonly shown: string | null
  readonly verifiedName: string | null
  /** Meta's quality rating: GREEN, YELLOW, RED or UNKNOWN. */
  readonly quality: string | null
  /** The status, such as CONNECTED, PENDING, BANNED or RESTRICTED. */
  readonly status: string | null
  /** The review of the display name, such as APPROVED or DECLINED. */
  readonly nameStatus: string | null
  /** The throughput level, such as STANDARD or HIGH. */
  readonly throughput: string | null
  /** True when the number is registered with Meta, so that it sends and receives. */
  readonly isRegistered: boolean
}

const numberShape = {
  id: nullableText,
  display_phone_number: nullableText,
  verified_name: nullableText,
  quality_rating: nullableText,
  status: nullableText,
  name_status: nullableText,
  platform_type: nullableText,
  throughput: nullableObject({ level: nullableText }),
}
const numberFields =
  'id,display_phone_number,verified_name,quality_rating,status,name_status,platform_type,throughput'

const unregistered = new Set(['PENDING', 'DISCONNECTED', 'DELETED', 'MIGRATED', 'UNVERIFIED'])

function numberOf(given: z.infer<z.ZodObject<typeof numberShape>>, id: string): PhoneNumberDetails {
  return {
    id: given.id ?? id,
    phone: given.display_phone_number?.replace(/\D/g, '') || null,
    shown: given.display_phone_number,
    verifiedName: given.verified_name,
    quality: given.quality_rating,
    status: given.status,
    nameStatus: given.name_status,
    throughput: given.throughput?.level ?? null,
    isRegistered: !unregistered.has(given.status ?? '') && given.platform_type !== 'NOT_APPLICABLE',
  }
}

const pagesAtMost = 20

export async function listAccountNumbers(
  client: GraphClient,
  accountId: string,
): Promise<readonly PhoneNumberDetails[]> {
  const numbers = z.object({ data: objectList(numberShape), paging: pagingShape })
  return failingAs('account-unknown', async () => {
    const found: PhoneNumberDetails[] = []
    const path = [accountId, 'phone_numbers']
    for await (const page of fetchGraphListPages(client, path, numberFields, numbers, pagesAtMost))
      found.push(...page.flatMap((one) => (one.id === null ? [] : numberOf(one, one.id))))
    return found
  })
}

/** Meta's paging of lists: `next` is omitted on the last page. */
export const pagingShape = nullableObject({
  cursors: nullableObject({ after: nullableText }),
  next: nullableText,
})

/** Reads a list of the Graph API page by page. `schema` parses one page, and must contain `pagingShape`. */
export async function* fetchGraphListPages<Item>(
  client: GraphClient,
  path: readonly string[],
  fields: string,
  schema: z.ZodType<{ data: Item[]; paging: z.output<typeof pagingShape> }>,
  mostPages: number,
): AsyncGenerator<Item[]> {
  let after: string | null = null
  for (let at = 0; at < mostPages; at++) {
    const query: Record<string, string> = { fields, limit: '100', ...(after && { after }) }
    const { data, paging } = await client.call({ method: 'GET', path, query }, schema)
    yield data
    after = paging?.next ? (paging.cursors?.after ?? null) : null
    if (after === null) return
  }
}

/** Reads a number from Meta. Rejects with `GraphError` or `GraphUnreachable`, which the supervisor distinguishes. */
export async function fetchPhoneNumberDetails(
  client: GraphClient,
  phoneNumberId: string,
  signal?: AbortSignal,
): Promise<PhoneNumberDetails> {
  const number = await client.call(
    { method: 'GET', path: [phoneNumberId], query: { fields: numberFields }, signal },
    z.object(numberShape),
  )
  return numberOf(number, phoneNumberId)
}

/** The limit, such as `TIER_1K`. Meta renamed its field and refuses unknown fields, so both names are tried. */
export async function fetchMessagingLimit(
  client: GraphClient,
  phoneNumberId: string,
): Promise<string | null> {
  for (const field of ['whatsapp_business_manager_messaging_limit', 'messaging_limit_tier']) {
    try {
      const answer = await client.call(
        { method: 'GET', path: [phoneNumberId], query: { fields: field } },
        z.object({ [field]: nullableText }),
      )
      if (answer[field]) return answer[field]
    } catch (error) {
      if (!(error instanceof GraphError) || error.code !== 100)
        throw setUpFailure(error, 'number-not-of-account')
    }
  }
  return null
}

export interface TokenDetails {
  /** The token's permissions; null when Meta does not list them, so that only failing calls show what is missing. */
  readonly scopes: readonly string[] | null
  /** When the token expires; null when it never does, or this is unknown. */
  readonly expiresAt: Date | null
  readonly appId: string | null
  /** How the token was checked. `calls`: Meta did not describe the token, but the token lists the account's numbers. */
  readonly by: 'debug_token' | 'calls'
}

const debugged = z.object({
  data: nullableObject({
    app_id: nullableText,
    is_valid: nullableBoolean,
    expires_at: nullableNumber,
    scopes: textList,
    error: nullableObject({ subcode: nullableNumber }),
  }),
})
const expiredSubcode = 463

/** Asks Meta to describe the token. If Meta refuses, the token must at least list the account's numbers. */
export async function checkAccessToken(
  settings: GraphSettings,
  {
    token,
    accountId,
    appId,
    appSecret,
  }: Pick<OfficialCredentials, 'token' | 'accountId' | 'appId' | 'appSecret'>,
  now: Date,
): Promise<TokenDetails> {
  const askers = [...(appId === null ? [] : [`${appId}|${appSecret}`]), token]
  for (const asker of askers) {
    const facts = await described(settings, asker, token)
    if (facts === null) continue
    const expiresAt = facts.expires_at ? new Date(facts.expires_at * 1000) : null
    const hasExpired = facts.error?.subcode === expiredSubcode || (expiresAt !== null && expiresAt <= now)
    if (hasExpired) throw new SetUpFailed('token-expired')
    if (facts.is_valid === false) throw new SetUpFailed('token-wrong')
    const missing = requiredTokenScopes.filter((scope) => !facts.scopes.includes(scope))
    if (missing.length > 0) throw new SetUpFailed('scope-missing', missing.join(', '))
    return { scopes: facts.scopes, expiresAt, appId: facts.app_id, by: 'debug_token' }
  }
  await listAccountNumbers(graphClient(settings, token), accountId)
  return { scopes: null, expiresAt: null, appId: null, by: 'calls' }
}

type Described = NonNullable<z.infer<typeof debugged>['data']>

/** Asks Meta to describe `token`, with `asker` as the access token. Null when Meta refuses. */
async function described(settings: GraphSettings, asker: string, token: string): Promise<Described | null> {
  try {
    const { data } = await graphClient(settings, asker).call(
      { method: 'GET', path: ['debug_token'], query: { input_token: token } },
      debugged,
    )
    return data
  } catch (error) {
    if (!(error instanceof GraphError) || error.isUnclear) throw setUpFailure(error, 'token-wrong')
    if (asker === token && error.kind === 'token-gone') throw setUpFailure(error, 'token-wrong')
    return null
  }
}

/** Throws if the app secret is wrong. Without a known app id, Meta verifies an HMAC of the token instead. */
export async function checkAppSecret(
  settings: GraphSettings,
  {
    token,
    accountId,
    appId,
    appSecret,
  }: Pick<OfficialCredentials, 'token' | 'accountId' | 'appId' | 'appSecret'>,
): Promise<'app-token' | 'proof'> {
  if (appId !== null) {
    const asApp = graphClient(settings, `${appId}|${appSecret}`)
    await failingAs('secret-wrong', () =>
      asApp.call({ method: 'GET', path: ['debug_token'], query: { input_token: token } }, debugged),
    ).catch((error: unknown) => {
      // The app's own access token failed, so the app secret is wrong.
      throw error instanceof SetUpFailed && error.reason !== 'graph-unreachable'
        ? new SetUpFailed('secret-wrong', error.detail, { cause: error })
        : error
    })
    return 'app-token'
  }
  const client = graphClient(settings, token)
  const cheap = (query: Record<string, string>) =>
    client.call(
      { method: 'GET', path: [accountId, 'phone_numbers'], query: { fields: 'id', limit: '1', ...query } },
      z.object({}),
    )
  // The first call has no `appsecret_proof`, and shows that the token works. So if Meta refuses the second call, the
  // app secret is wrong.
  await failingAs('account-unknown', () => cheap({}))
  const proof = createHmac('sha256', appSecret).update(token).digest('hex')
  await failingAs('secret-wrong', () => cheap({ appsecret_proof: proof }))
  return 'proof'
}

export interface WebhookCallbackOverride {
  readonly address: string
  readonly verifyToken: string
}

/** Subscribes the token's app to the account's webhooks, without which no message arrives. Idempotent. */
export async function subscribeToWebhooks(
  client: GraphClient,
  accountId: string,
  override?: WebhookCallbackOverride,
): Promise<void> {
  const json =
    override === undefined
      ? {}
      : { override_callback_uri: override.address, verify_token: override.verifyToken }
  await failingAs('account-unknown', () =>
    client.call(
      { method: 'POST', path: [accountId, 'subscribed_apps'], json },
      z.object({ success: nullableBoolean }),
    ),
  )
}

/** True when this app gets the account's webhooks; without a known app id, when any app does. */
export async function isSubscribedToWebhooks(
  client: GraphClient,
  accountId: string,
  appId: string | null,
): Promise<boolean> {
  const apps = z.object({
    data: objectList({ id: nullableText, whatsapp_business_api_data: nullableObject({ id: nullableText }) }),
  })
  const { data } = await failingAs('account-unknown', () =>
    client.call({ method: 'GET', path: [accountId, 'subscribed_apps'] }, apps),
  )
  return data.some((app) => appId === null || (app.whatsapp_business_api_data?.id ?? app.id) === appId)
}

export type AccountSecrets = Pick<OfficialCredentials, 'accountId' | 'token' | 'appSecret'> &
  Partial<Pick<OfficialCredentials, 'appId'>>

export async function checkAccountSetUp(
  settings: GraphSettings,
  { appId = null, ...secrets }: AccountSecrets,
  now: Date,
): Promise<{ readonly numbers: readonly PhoneNumberDetails[]; readonly token: TokenDetails }> {
  const token = await checkAccessToken(settings, { ...secrets, appId }, now)
  const numbers = await listAccountNumbers(graphClient(settings, secrets.token), secrets.accountId)
  await checkAppSecret(settings, { ...secrets, appId: token.appId ?? appId })
  return { numbers, token }
}

export interface CheckedPhoneNumber extends PhoneNumberDetails {
  readonly messagingLimit: string | null
  readonly tokenExpiresAt: Date | null
  readonly appId: string | null
}

export async function checkPhoneNumberSetUp(
  settings: GraphSettings,
  credentials: Omit<OfficialCredentials, 'verifyToken'>,
  now: Date,
): Promise<CheckedPhoneNumber> {
  const { accountId, phoneNumberId } = credentials
  const client = graphClient(settings, credentials.token)
  const token = await checkAccessToken(settings, credentials, now)
  const appId = token.appId ?? credentials.appId
  // Meta signs webhooks with the current app secret. If an admin renewed the secret at Meta, this check fails.
  if (appId !== null) await checkAppSecret(settings, { ...credentials, appId })
  const number = await failingAs('number-not-of-account', () =>
    fetchPhoneNumberDetails(client, phoneNumberId),
  )
  if (!number.isRegistered) throw new SetUpFailed('number-not-registered', number.shown ?? '')
  if (!(await isSubscribedToWebhooks(client, accountId, appId))) throw new SetUpFailed('app-not-subscribed')
  const messagingLimit = await fetchMessagingLimit(client, phoneNumberId)
  return { ...number, messagingLimit, tokenExpiresAt: token.expiresAt, appId: token.appId }
}

async function failingAs<Result>(
  usual: OfficialSetUpFailureReason,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    throw setUpFailure(error, usual)
  }
}

/** Converts an error of the Graph API. `usual` is the reason when the error's code identifies no other. */
function setUpFailure(error: unknown, usual: OfficialSetUpFailureReason): unknown {
  const options = { cause: error }
  if (error instanceof GraphUnreachable) return new SetUpFailed('graph-unreachable', '', options)
  if (!(error instanceof GraphError)) return error
  return new SetUpFailed(reasonOf(error, usual), error.details ?? '', options)
}

function reasonOf(error: GraphError, usual: OfficialSetUpFailureReason): OfficialSetUpFailureReason {
  // A rate limit or a fault of Meta says nothing about the credentials.
  if (error.isUnclear || error.kind === 'too-fast') return 'graph-unreachable'
  if (error.kind === 'token-gone') return error.subcode === expiredSubcode ? 'token-expired' : 'token-wrong'
  if (error.kind === 'not-allowed') return 'scope-missing'
  return error.code === 133010 ? 'number-not-registered' : usual
}
