import { createHmac } from 'node:crypto'
import { GraphError, unknownObject } from './graph-error'
import type { GraphService } from './graph-service'
import type { Account, App, BusinessNumber, Token } from './world'

export type Scope = 'whatsapp_business_messaging' | 'whatsapp_business_management'

/** Who calls: a token, or an app by its secret (`id|secret`). */
export interface Caller {
  readonly app: App
  readonly token?: Token
}

/** Throws 190 for a missing, unknown, expired or revoked token, and 100 for a wrong `appsecret_proof`. */
export function callerOf(
  service: GraphService,
  authorization: string | undefined,
  query: URLSearchParams,
): Caller {
  const [, given = query.get('access_token') ?? ''] =
    /^(?:Bearer|OAuth) (.+)$/i.exec(authorization ?? '') ?? []
  if (given === '') throw new GraphError(190, 'An access token is required to request this resource.')
  const caller = callerBy(service, given)
  const proof = query.get('appsecret_proof')
  if (proof !== null && proof !== createHmac('sha256', caller.app.secret).update(given).digest('hex'))
    throw new GraphError(100, 'Invalid appsecret_proof provided in the API argument')
  return caller
}

function callerBy(service: GraphService, given: string): Caller {
  const app = appBy(service, given)
  if (app) return { app }
  const { token, trouble } = tokenBy(service, given)
  if (!token || trouble) throw trouble ?? malformed()
  const owner = service.world.apps[token.appId]
  if (!owner) throw malformed()
  return { app: owner, token }
}

function appBy({ world }: GraphService, given: string): App | undefined {
  const [id = '', secret] = given.split('|')
  const app = world.apps[id]
  return app && app.secret === secret ? app : undefined
}

/** A token by its value, with the reason why it is not valid. */
export function tokenBy(
  { world, now }: GraphService,
  value: string,
): { token: Token | undefined; trouble: GraphError | undefined } {
  const token = Object.values(world.tokens).find((one) => one.value === value)
  if (!token) return { token, trouble: malformed() }
  if (token.isRevoked)
    return {
      token,
      trouble: new GraphError(190, 'Error validating access token: the token was invalidated.', {
        subcode: 460,
      }),
    }
  if (token.expiresAt !== null && token.expiresAt <= now())
    return {
      token,
      trouble: new GraphError(190, 'Error validating access token: Session has expired.', { subcode: 463 }),
    }
  return { token, trouble: undefined }
}

function malformed(): GraphError {
  return new GraphError(190, 'Invalid OAuth access token - Cannot parse access token')
}

/** The account of an id, when the caller's token covers it and has one of the scopes. */
export function accountFor(
  { world }: GraphService,
  caller: Caller,
  id: string,
  scopes: readonly Scope[],
  method?: string,
): Account {
  const account = world.accounts[id]
  if (!account || !caller.token?.accountIds.includes(id)) throw unknownObject(id, method)
  requireScope(caller.token, scopes)
  return account
}

export function numberFor(
  service: GraphService,
  caller: Caller,
  id: string,
  scopes: readonly Scope[],
  method?: string,
): BusinessNumber {
  const number = service.world.numbers[id]
  if (!number || !caller.token?.accountIds.includes(number.accountId)) throw unknownObject(id, method)
  requireScope(caller.token, scopes)
  return number
}

function requireScope(token: Token, scopes: readonly Scope[]): void {
  if (scopes.some((scope) => token.scopes.includes(scope))) return
  if (scopes.includes('whatsapp_business_messaging'))
    throw new GraphError(10, `Application does not have permission for this action: ${scopes.join(' or ')}`)
  throw new GraphError(200, `You do not have the necessary permissions: ${scopes.join(' or ')}`)
}
