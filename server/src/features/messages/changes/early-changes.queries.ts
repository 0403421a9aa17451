import type { ConnectionId } from '@balcao/domain/ids'
import type { InboundDeletion, InboundEdit } from '@balcao/whatsapp/gateway'
import { statement } from '../../../platform/database/statement'

/** A correction or deletion that arrived before its message, as JSON, where dates are texts. */
export type EarlyChangeJson =
  | (Omit<InboundEdit, 'editedAt'> & { readonly editedAt: string })
  | InboundDeletion

/** Stores a change that arrived before its message. Deletes all but the newest `most` of its conversation. */
export const saveEarlyChange = statement<{
  connectionId: ConnectionId
  whatsappId: string
  fromMe: boolean
  chat: string
  inbound: string
  at: Date
  most: number
}>(
  'messages.saveEarlyChange',
  `
  with kept as (
    insert into early_changes (company_id, connection_id, whatsapp_id, from_me, chat, inbound, created_at)
    values (current_company(), :connectionId, :whatsappId, :fromMe, :chat, :inbound::jsonb, :at)
  )
  delete from early_changes
  where connection_id = :connectionId and chat = :chat
    and id in (
      select e.id from early_changes e where e.connection_id = :connectionId
        and e.chat = :chat order by e.id desc offset :most - 1
    )
  `,
)

export interface StoredEarlyChange {
  readonly id: string
  readonly connection_id: ConnectionId
  readonly inbound: EarlyChangeJson
}

export const earlyChangesOfMessage = statement<
  { connectionId: ConnectionId; whatsappId: string; fromMe: boolean },
  StoredEarlyChange
>(
  'messages.earlyChangesOfMessage',
  `
  select e.id, e.connection_id, e.inbound from early_changes e
  where e.connection_id = :connectionId and e.whatsapp_id = :whatsappId and e.from_me = :fromMe
  order by e.id
  `,
)

/** The positions of those messages in the given list for which changes wait. */
export const messagePositionsWithEarlyChange = statement<
  { connectionIds: readonly ConnectionId[]; whatsappIds: readonly string[]; areFromMe: readonly boolean[] },
  { position: number }
>(
  'messages.earlyChangesAwaiting',
  `
  select n.position
  from unnest(:connectionIds::int[], :whatsappIds::text[], :areFromMe::boolean[])
    with ordinality as n (connection_id, whatsapp_id, from_me, position)
  where exists (
    select from early_changes e
    where e.connection_id = n.connection_id and e.whatsapp_id = n.whatsapp_id and e.from_me = n.from_me
  )
  `,
)

/** The changes waiting under any of these addresses, in order of arrival. A chat may be stored with two addresses. */
export const earlyChangesOfChats = statement<{ addresses: readonly string[] }, StoredEarlyChange>(
  'messages.earlyChangesOfChats',
  `
  select e.id, e.connection_id, e.inbound from early_changes e
  where string_to_array(e.chat, ' ') && :addresses::text[]
  order by e.id
  `,
)

export const deleteEarlyChanges = statement<{ ids: readonly string[] }>(
  'messages.forgetEarlyChanges',
  `delete from early_changes e where e.id = any (:ids::bigint[])`,
)

export const eraseEarlyChanges = statement<{ addresses: readonly string[] }>(
  'messages.eraseEarlyChanges',
  `delete from early_changes where string_to_array(chat, ' ') && :addresses::text[]`,
)

/** Runs across all companies: deletes up to `limit` changes from before `before`, whose messages never arrived. */
export const purgeEarlyChanges = statement<{ before: Date; limit: number }>(
  'messages.purgeEarlyChanges',
  `
  delete from early_changes e
  using (select company_id, id from early_changes where created_at < :before limit :limit) as old
  where e.company_id = old.company_id and e.id = old.id
  `,
)
