import { accountFor, numberFor, type Scope, tokenBy } from './access'
import { type Fields, fieldsOf, requireProduct } from './fields'
import { chosenFields, type GraphAnswer, type GraphCall, pageOf, paramsOf } from './graph-call'
import { GraphError, unknownObject } from './graph-error'
import type { GraphService } from './graph-service'
import { TIERS } from './rates'
import { verifyCallback } from './webhooks'
import type { Account, App, BusinessNumber, Callback, Json } from './world'

const MANAGEMENT: readonly Scope[] = ['whatsapp_business_management']
const EITHER: readonly Scope[] = ['whatsapp_business_management', 'whatsapp_business_messaging']
const MESSAGING: readonly Scope[] = ['whatsapp_business_messaging']
const REGISTRATIONS_MAX = 10
const REGISTRATION_SPAN_MS = 72 * 3_600_000
const SUCCESS: GraphAnswer = { body: { success: true } }

/** `GET /debug_token`: what a token may do. Asked with the app's token or with a token of the same app. */
export function debugToken({ service, caller, query }: GraphCall): GraphAnswer {
  const input = query.get('input_token')
  if (!input) throw new GraphError(100, 'The parameter input_token is required')
  const { token, trouble } = tokenBy(service, input)
  if (!token)
    return {
      body: {
        data: { is_valid: false, scopes: [], error: { code: 190, message: 'Invalid OAuth access token.' } },
      },
    }
  if (token.appId !== caller.app.id)
    throw new GraphError(100, 'The App_id in the input_token did not match the Viewing App')
  return {
    body: {
      data: {
        app_id: token.appId,
        type: 'SYSTEM_USER',
        application: caller.app.name,
        data_access_expires_at: 0,
        expires_at: token.expiresAt === null ? 0 : Math.floor(token.expiresAt / 1000),
        is_valid: !trouble,
        ...(trouble && { error: { code: 190, message: trouble.details, subcode: trouble.subcode } }),
        scopes: token.scopes,
        granular_scopes: token.scopes.map((scope) => ({ scope, target_ids: token.accountIds })),
        user_id: `9${token.appId}`,
      },
    },
  }
}

export function getAccount(call: GraphCall): GraphAnswer {
  const account = accountFor(call.service, call.caller, call.id, MANAGEMENT)
  const all = {
    id: account.id,
    name: account.name,
    currency: 'BRL',
    timezone_id: '25',
    message_template_namespace: `${account.id}_namespace`,
    account_review_status: 'APPROVED',
    owner_business_info: { id: account.portfolioId, name: account.name },
  }
  return {
    body: chosenFields(call.query, all, ['name', 'currency', 'timezone_id', 'message_template_namespace']),
  }
}

export function listNumbers(call: GraphCall): GraphAnswer {
  const account = managed(call)
  const numbers = Object.values(call.service.world.numbers).filter(
    ({ accountId }) => accountId === account.id,
  )
  return { body: pageOf(call.query, numbers, 25, (number) => numberFields(call, account, number)) }
}

export function getNumber(call: GraphCall): GraphAnswer {
  const number = numberFor(call.service, call.caller, call.id, EITHER)
  const account = call.service.world.accounts[number.accountId]
  if (!account) throw unknownObject(call.id)
  return { body: numberFields(call, account, number) }
}

function numberFields({ query }: GraphCall, account: Account, number: BusinessNumber): Json {
  const people = TIERS[number.tier]
  const all = {
    id: number.id,
    display_phone_number: shownNumber(number.displayNumber),
    verified_name: number.verifiedName,
    quality_rating: number.quality,
    quality_score: { score: number.quality },
    code_verification_status: number.pin ? 'VERIFIED' : 'NOT_VERIFIED',
    status: number.status,
    name_status: number.nameStatus,
    platform_type: number.pin ? 'CLOUD_API' : 'NOT_APPLICABLE',
    account_mode: 'LIVE',
    is_official_business_account: false,
    is_pin_enabled: number.pin !== undefined,
    throughput: { level: number.sendsPerSecond > 80 ? 'HIGH' : 'STANDARD' },
    messaging_limit_tier: number.tier,
    whatsapp_business_manager_messaging_limit: number.tier,
    max_daily_conversations_per_business: Number.isFinite(people) ? people : -1,
    health_status: healthOf(account, number),
    webhook_configuration: {
      ...Object.fromEntries(Object.values(number.callbacks).map(({ url }) => ['phone_number', url])),
    },
  }
  return chosenFields(query, all, [
    'verified_name',
    'code_verification_status',
    'display_phone_number',
    'quality_rating',
    'status',
    'platform_type',
    'throughput',
    'webhook_configuration',
  ])
}

function healthOf(account: Account, number: BusinessNumber) {
  const ofAccount = account.isLocked ? 'BLOCKED' : account.hasPaymentMethod ? 'AVAILABLE' : 'LIMITED'
  const ofNumber = number.status === 'CONNECTED' ? 'AVAILABLE' : 'BLOCKED'
  const all = [ofAccount, ofNumber]
  const can_send_message = ['BLOCKED', 'LIMITED', 'AVAILABLE'].find((one) => all.includes(one))
  return {
    can_send_message,
    entities: [
      { entity_type: 'PHONE_NUMBER', id: number.id, can_send_message: ofNumber },
      { entity_type: 'WABA', id: account.id, can_send_message: ofAccount },
    ],
  }
}

/** `+55 11 3333-4444`: Meta writes numbers for people. */
function shownNumber(digits: string): string {
  const [, area, first, last] = /^55(\d\d)(\d{4,5})(\d{4})$/.exec(digits) ?? []
  return area ? `+55 ${area} ${first}-${last}` : `+${digits}`
}

export function listSubscriptions(call: GraphCall): GraphAnswer {
  const account = managed(call)
  const data = Object.entries(account.subscribed).map(([id, { callback }]) => ({
    whatsapp_business_api_data: {
      id,
      name: call.service.world.apps[id]?.name ?? '',
      link: `https://www.facebook.com/games/?app_id=${id}`,
    },
    ...(callback && { override_callback_uri: callback.url }),
  }))
  return { body: { data } }
}

export async function subscribe(call: GraphCall): Promise<GraphAnswer> {
  const account = managed(call)
  const params = fieldsOf(paramsOf(call))
  params.only('override_callback_uri', 'verify_token')
  const callback = await verifiedCallback(params)
  account.subscribed[call.caller.app.id] = { ...(callback && { callback }) }
  return SUCCESS
}

export function unsubscribe(call: GraphCall): GraphAnswer {
  delete managed(call).subscribed[call.caller.app.id]
  return SUCCESS
}

/** `POST /{APP}/subscriptions`: the app's own callback and fields, set with the app's token. */
export async function setAppCallback(call: GraphCall): Promise<GraphAnswer> {
  const app = ownApp(call)
  const params = fieldsOf(paramsOf(call))
  if (params.text('object') !== 'whatsapp_business_account')
    throw new GraphError(100, 'The object must be whatsapp_business_account.')
  const callback = { url: params.text('callback_url'), verifyToken: params.text('verify_token') }
  await verifyCallback(callback)
  app.callback = callback
  const { fields } = params.values
  if (typeof fields === 'string') app.fields = fields.split(',').map((field) => field.trim())
  if (Array.isArray(fields)) app.fields = fields.map(String)
  return SUCCESS
}

export function getAppCallback(call: GraphCall): GraphAnswer {
  const { callback, fields } = ownApp(call)
  if (!callback) return { body: { data: [] } }
  const shown = fields.map((name) => ({ name, version: 'v26.0' }))
  return {
    body: {
      data: [
        { object: 'whatsapp_business_account', callback_url: callback.url, active: true, fields: shown },
      ],
    },
  }
}

function ownApp({ service, caller, id, method }: GraphCall): App {
  const app = service.world.apps[id]
  if (!app || caller.app.id !== id) throw unknownObject(id, method)
  if (caller.token) throw new GraphError(15, 'This method must be called with an app access_token.')
  return app
}

/** `POST /{PHONE}`: the number's own callback, or its two-step PIN. */
export async function changeNumber(call: GraphCall): Promise<GraphAnswer> {
  const number = numberFor(call.service, call.caller, call.id, MANAGEMENT, call.method)
  const params = fieldsOf(paramsOf(call))
  params.only('webhook_configuration', 'pin', 'messaging_product')
  const configuration = params.optionalObject('webhook_configuration')
  if (configuration) {
    configuration.only('override_callback_uri', 'verify_token')
    const callback = await verifiedCallback(configuration)
    if (callback) number.callbacks[call.caller.app.id] = callback
    else delete number.callbacks[call.caller.app.id]
  }
  if (params.has('pin')) number.pin = pinOf(params)
  return SUCCESS
}

/** An empty address takes the override away. */
async function verifiedCallback(params: Fields): Promise<Callback | undefined> {
  const url = params.optionalText('override_callback_uri', { min: 0 })
  if (!url) return undefined
  const callback = { url, verifyToken: params.text('verify_token') }
  await verifyCallback(callback)
  return callback
}

export function register(call: GraphCall): GraphAnswer {
  const number = numberFor(call.service, call.caller, call.id, EITHER, call.method)
  const params = fieldsOf(paramsOf(call))
  params.only('messaging_product', 'pin', 'data_localization_region')
  requireProduct(params)
  const pin = pinOf(params)
  countRegistration(call.service, number)
  if (number.pin !== undefined && number.pin !== pin)
    throw new GraphError(133005, 'The two-step verification PIN is not correct.')
  number.pin = pin
  number.status = 'CONNECTED'
  return SUCCESS
}

export function deregister(call: GraphCall): GraphAnswer {
  const number = numberFor(call.service, call.caller, call.id, EITHER, call.method)
  if (number.status === 'PENDING') throw new GraphError(133010, 'The phone number is not registered.')
  countRegistration(call.service, number)
  number.status = 'PENDING'
  return SUCCESS
}

/** The eleventh within 72 hours locks the number for as long. */
function countRegistration({ now }: GraphService, number: BusinessNumber): void {
  number.registrations = number.registrations.filter((at) => at > now() - REGISTRATION_SPAN_MS)
  if (number.registrations.length >= REGISTRATIONS_MAX)
    throw new GraphError(133016, 'Too many registrations or deregistrations of this number within 72 hours.')
  number.registrations.push(now())
}

function pinOf(params: Fields): string {
  const pin = params.text('pin')
  if (!/^\d{6}$/.test(pin)) throw new GraphError(100, 'The parameter pin must be six digits.')
  return pin
}

export function getProfile(call: GraphCall): GraphAnswer {
  const number = numberFor(call.service, call.caller, call.id, MESSAGING)
  return { body: { data: [{ messaging_product: 'whatsapp', ...number.profile }] } }
}

export function changeProfile(call: GraphCall): GraphAnswer {
  const number = numberFor(call.service, call.caller, call.id, MESSAGING, call.method)
  const params = fieldsOf(paramsOf(call))
  params.only(
    ...['messaging_product', 'about', 'address', 'description', 'email', 'websites', 'vertical'],
    'profile_picture_handle',
  )
  requireProduct(params)
  params.optionalText('about', { max: 139 })
  params.optionalText('address', { max: 256 })
  params.optionalText('description', { max: 512 })
  params.optionalText('email', { max: 128 })
  const { messaging_product: _product, ...changes } = params.values
  Object.assign(number.profile, changes)
  return SUCCESS
}

/** The account of a management call, which counts for its hourly limit. */
export function managed(call: GraphCall): Account {
  const account = accountFor(call.service, call.caller, call.id, MANAGEMENT, call.method)
  call.service.rates.countManagement(call.caller.app.id, account.id)
  return account
}
