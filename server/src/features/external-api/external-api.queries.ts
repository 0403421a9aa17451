import type { ConnectionId, MessageId, TicketId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

export const incrementApiCallCount = statement<
  { connectionId: ConnectionId; minute: Date },
  { calls: number }
>(
  'externalApi.countCall',
  `
  insert into api_rates as r (company_id, connection_id, minute, calls) values (current_company(), :connectionId,
    :minute, 1)
  on conflict (company_id, connection_id) do update
    set calls = case when r.minute = excluded.minute then r.calls + 1 else 1 end, minute = excluded.minute
  returning calls
  `,
)

export interface StoredApiSendAnswer {
  readonly messageId: MessageId
  readonly messageIds: readonly MessageId[]
  readonly ticketId: TicketId
}

/** Claims an idempotency key; a concurrent claim of the same key waits. No row: the key was used after `usedSince`. */
export const claimIdempotencyKey = statement<
  { connectionId: ConnectionId; key: string; hash: Buffer; at: Date; usedSince: Date },
  { claimed: true }
>(
  'externalApi.claimKey',
  `
  insert into api_sends as s (company_id, connection_id, idempotency_key, request_hash, created_at)
  values (current_company(), :connectionId, :key, :hash, :at)
  on conflict (company_id, connection_id, idempotency_key) do update
    set request_hash = excluded.request_hash, created_at = excluded.created_at, answer = null
    where s.created_at < :usedSince
  returning true as claimed
  `,
)

export const storedApiSendOfKey = statement<
  { connectionId: ConnectionId; key: string },
  { request_hash: Buffer; answer: StoredApiSendAnswer }
>(
  'externalApi.storedSend',
  `
  select request_hash, answer from api_sends
  where connection_id = :connectionId and idempotency_key = :key and answer is not null
  `,
)

export const saveApiSendAnswer = statement<{ connectionId: ConnectionId; key: string; answer: string }>(
  'externalApi.saveApiSendAnswer',
  'update api_sends set answer = :answer where connection_id = :connectionId and idempotency_key = :key',
)

/** Deletes expired keys. Skips locked ones, which the next call deletes. */
export const deleteOldIdempotencyKeys = statement<{ usedBefore: Date; atOnce: number }>(
  'externalApi.forgetOldKeys',
  `
  delete from api_sends s using (
    select company_id, connection_id, idempotency_key from api_sends
    where company_id = current_company() and created_at < :usedBefore
    order by created_at limit :atOnce for update skip locked
  ) old
  where s.company_id = old.company_id and s.connection_id = old.connection_id
    and s.idempotency_key = old.idempotency_key
  `,
)
