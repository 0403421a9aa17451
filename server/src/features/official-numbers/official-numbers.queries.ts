import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import type { OfficialSetUpFailureReason } from '@balcao/domain/official-numbers'
import { statement } from '../../platform/database/statement'
import type { OfficialNumberState } from './official-api.port'

/** A number that a webhook names, directly or by its account. */
export interface NumberNamedByWebhookRow {
  readonly company_id: CompanyId
  readonly connection_id: ConnectionId
  readonly phone_number_id: string
  readonly account_id: string
  /** The id of the number's app at Meta; null: unknown. */
  readonly app_id: string | null
  /** False until Meta sends the first message or status of the number. */
  readonly has_messages: boolean
}

export const numbersNamedByWebhooks = statement<
  { phoneNumberIds: readonly string[]; accountIds: readonly string[] },
  NumberNamedByWebhookRow
>(
  'officialNumbers.named',
  `
  select company_id, connection_id, phone_number_id, account_id, app_id, first_message_at is not null as has_messages
  from official_numbers
  where phone_number_id = any (:phoneNumberIds::text[]) or account_id = any (:accountIds::text[])
  order by company_id, connection_id
  `,
)

export const markNumbersVerifiedByToken = statement<
  { verifyTokenHash: Buffer; at: Date },
  { company_id: CompanyId; connection_id: ConnectionId }
>(
  'officialNumbers.verifiedBy',
  `
  update official_numbers set webhook_verified_at = :at
  where verify_token_hash = :verifyTokenHash
  returning company_id, connection_id
  `,
)

export const saveFirstMessageTime = statement<{ connectionId: ConnectionId; at: Date }>(
  'officialNumbers.saveFirstMessageTime',
  `
  update official_numbers set first_message_at = :at
  where connection_id = :connectionId and first_message_at is null
  `,
)

/** Stores when a webhook arrived. Writes once in five minutes at most, because pages need no more. */
export const saveWebhookTimes = statement<{ connectionIds: readonly ConnectionId[]; at: Date }>(
  'officialNumbers.noteWebhooks',
  `
  update official_numbers set last_webhook_at = :at
  where connection_id = any (:connectionIds::int[])
    and (last_webhook_at is null or last_webhook_at < :at::timestamptz - interval '5 minutes')
  `,
)

/** Locks the company's other numbers of the same app, so that concurrent transactions don't change their secrets. */
export const lockOtherNumbersOfApp = statement<
  { connectionId: ConnectionId; appId: string },
  { connection_id: ConnectionId }
>(
  'officialNumbers.othersOfApp',
  `
  select connection_id from official_numbers
  where app_id = :appId and connection_id <> :connectionId
  order by connection_id
  for no key update
  `,
)

export const connectionsWithOfficialNumbers = statement<
  { phoneNumberIds: readonly string[] },
  { phone_number_id: string; company_id: CompanyId; connection_id: ConnectionId }
>(
  'officialNumbers.taken',
  `
  select phone_number_id, company_id, connection_id
  from official_numbers where phone_number_id = any (:phoneNumberIds::text[])
  `,
)

/** SQL condition: account, number and app are unchanged (or the app is unknown), so the webhook URL stays verified. */
const isSameCallback = `(n.account_id, n.phone_number_id, coalesce(n.app_id, excluded.app_id))
      is not distinct from (excluded.account_id, excluded.phone_number_id, coalesce(excluded.app_id, n.app_id))`

/**
 * Saves a number. Violates `official_numbers_phone_number_id` if another connection has it. Numbers with one verify
 * token share a webhook URL, so they are verified together; a new number, account or app must be verified again.
 */
export const saveOfficialNumber = statement<
  OfficialNumberState & {
    connectionId: ConnectionId
    accountId: string
    phoneNumberId: string
    verifyTokenHash: Buffer
    at: Date
  }
>(
  'officialNumbers.save',
  `
  insert into official_numbers as n
    (company_id, connection_id, account_id, phone_number_id, verify_token_hash, verified_name, quality,
     messaging_limit, name_status, token_expires_at, app_id, checked_at, webhook_verified_at)
  values (current_company(), :connectionId, :accountId, :phoneNumberId, :verifyTokenHash, :verifiedName, :quality,
    :messagingLimit, :nameStatus, :tokenExpiresAt, :appId, :at, (
      select max(o.webhook_verified_at) from official_numbers o
      where o.verify_token_hash = :verifyTokenHash and o.connection_id <> :connectionId))
  on conflict (company_id, connection_id) do update
  set webhook_verified_at = case when ${isSameCallback} then n.webhook_verified_at else excluded.webhook_verified_at end,
    last_webhook_at = case when ${isSameCallback} then n.last_webhook_at end,
    first_message_at = case when ${isSameCallback} then n.first_message_at end,
    account_id = excluded.account_id, phone_number_id = excluded.phone_number_id,
    verify_token_hash = excluded.verify_token_hash, verified_name = excluded.verified_name,
    quality = excluded.quality, messaging_limit = excluded.messaging_limit, name_status = excluded.name_status,
    token_expires_at = excluded.token_expires_at,
    app_id = excluded.app_id, checked_at = excluded.checked_at, trouble = null,
    trouble_detail = null
  `,
)

export const saveOfficialNumberState = statement<
  OfficialNumberState & { connectionId: ConnectionId; at: Date }
>(
  'officialNumbers.saveState',
  `
  update official_numbers n
  set verified_name = :verifiedName, quality = :quality, messaging_limit = :messagingLimit,
    name_status = :nameStatus, token_expires_at = :tokenExpiresAt, app_id = coalesce(:appId, n.app_id),
    checked_at = :at, trouble = null, trouble_detail = null
  where n.connection_id = :connectionId
  `,
)

export const saveOfficialNumberProblem = statement<{
  connectionId: ConnectionId
  trouble: OfficialSetUpFailureReason
  detail: string
  at: Date
}>(
  'officialNumbers.saveTrouble',
  `
  update official_numbers n set checked_at = :at, trouble = :trouble, trouble_detail = :detail
  where n.connection_id = :connectionId
  `,
)

export const officialNumbersToCheck = statement<
  { before: Date; limit: number },
  { company_id: CompanyId; connection_id: ConnectionId }
>(
  'officialNumbers.toCheck',
  `
  select n.company_id, n.connection_id
  from official_numbers n
  join companies c on c.id = n.company_id and c.is_active
  where n.checked_at < :before
  order by n.checked_at
  limit :limit
  `,
)
