import type { ConnectionId } from '@balcao/domain/ids'
import { z } from 'zod'
import { officialNumberState } from './connections'
import { endpoint } from './endpoint'
import { idParam, idSchema, instant, textField } from './wire-values'

const params = z.object({ connectionId: idParam<ConnectionId>() })

/** Secrets from Meta's console. The server stores them encrypted, and no answer contains them. */
const secrets = z.object({
  /** The id of the WhatsApp Business account. */
  accountId: textField(40).transform((id) => id.trim()),
  /** Meta's access token; an empty text keeps the stored one. */
  token: textField(1_000).transform((token) => token.trim()),
  appSecret: textField(200).transform((secret) => secret.trim()),
})

const accountPhoneNumber = z.object({
  id: z.string(),
  /** The number in Meta's format, such as `+55 11 3333-4444`. */
  shown: z.string(),
  verifiedName: z.string(),
  quality: z.string(),
  /** True when the number is registered for the official API. */
  isRegistered: z.boolean(),
  /** True when another connection of the installation uses the number. */
  isTaken: z.boolean(),
})
export type BusinessAccountPhoneNumber = z.output<typeof accountPhoneNumber>

const officialNumber = officialNumberState.extend({
  connectionId: idSchema<ConnectionId>(),
  accountId: z.string(),
  phoneNumberId: z.string(),
  /**
   * The webhook's address, which the user enters at Meta. Null without PUBLIC_URL; the page then builds the
   * address from its own.
   */
  callbackUrl: z.string().nullable(),
  /** The user pastes this token into Meta's console beside the address. */
  verifyToken: z.string(),
})
export type OfficialNumber = z.output<typeof officialNumber>

const errors = ['ERR_NO_WAPP_FOUND', 'ERR_OFFICIAL_API', 'ERR_NOT_OFFERED'] as const

export const getOfficialNumber = endpoint('GET /official-numbers/:connectionId', {
  name: 'officialNumbers.get',
  summary: 'What Meta says of the official number of a connection; null before its set-up',
  access: 'connections-page:editOrDeleteConnection',
  planFlag: 'none',
  params,
  answer: officialNumber.nullable(),
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const listBusinessAccountPhoneNumbers = endpoint('POST /official-numbers/:connectionId/numbers', {
  name: 'officialNumbers.ofAccount',
  summary: 'Checks the secrets at Meta and lists the numbers of the account',
  access: 'connections-page:editOrDeleteConnection',
  planFlag: 'none',
  closedToSupport: true,
  pace: { calls: 30, seconds: 300 },
  params,
  body: secrets,
  answer: z.object({ numbers: z.array(accountPhoneNumber), tokenExpiresAt: instant.nullable() }),
  errors,
})

export const setUpOfficialNumber = endpoint('PUT /official-numbers/:connectionId', {
  name: 'officialNumbers.setUp',
  summary: 'Checks and stores the secrets of a number, subscribes the app to its account, and connects',
  access: 'connections-page:editOrDeleteConnection',
  planFlag: 'none',
  closedToSupport: true,
  pace: { calls: 30, seconds: 300 },
  params,
  body: secrets.extend({ phoneNumberId: textField(40).transform((id) => id.trim()) }),
  answer: officialNumber,
  errors,
})

export const checkOfficialNumber = endpoint('POST /official-numbers/:connectionId/check', {
  name: 'officialNumbers.check',
  summary: 'Asks Meta again for the state of the number',
  access: 'connections-page:actionButtons',
  planFlag: 'none',
  pace: { calls: 30, seconds: 300 },
  params,
  answer: officialNumber,
  errors,
})
