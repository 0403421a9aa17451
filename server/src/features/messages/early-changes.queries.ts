import type { ConnectionId } from '@balcao/domain/ids'
import type { InboundDeletion, InboundEdit } from '@balcao/whatsapp/gateway'
import { statement } from '../../platform/database/statement'

/** As JSON keeps it: moments are texts. */
export type KeptChange = (Omit<InboundEdit, 'editedAt'> & { readonly editedAt: string }) | InboundDeletion

/** Of each conversation the newest `$7` wait. */
export const keepEarlyChange = statement<
  [
    connectionId: ConnectionId,
    whatsappId: string,
    fromMe: boolean,
    chat: string,
    inbound: string,
    at: Date,
    most: number,
  ]
>(
  'messages.keepEarlyChange',
  `
  with kept as (
    insert into early_changes (company_id, connection_id, whatsapp_id, from_me, chat, inbound, created_at)
    values (current_company(), $1, $2, $3, $4, $5::jsonb, $6)
  )
  delete from early_changes
  where connection_id = $1 and chat = $4
    and id in (
      select e.id from early_changes e where e.connection_id = $1 and e.chat = $4 order by e.id desc offset $7 - 1
    )
  `,
)

export interface WaitingChange {
  readonly id: string
  readonly connection_id: ConnectionId
  readonly inbound: KeptChange
}

/** In the order in which they were received. */
export const earlyChangesOfMessage = statement<
  [connectionId: ConnectionId, whatsappId: string, fromMe: boolean],
  WaitingChange
>(
  'messages.earlyChangesOfMessage',
  `
  select e.id, e.connection_id, e.inbound from early_changes e
  where e.connection_id = $1 and e.whatsapp_id = $2 and e.from_me = $3
  order by e.id
  `,
)

/** What waits under one of these addresses, in the order in which it was received. A chat may have been received with two. */
export const earlyChangesOfChats = statement<[addresses: readonly string[]], WaitingChange>(
  'messages.earlyChangesOfChats',
  `
  select e.id, e.connection_id, e.inbound from early_changes e
  where string_to_array(e.chat, ' ') && $1::text[]
  order by e.id
  `,
)

export const forgetEarlyChanges = statement<[ids: readonly string[]]>(
  'messages.forgetEarlyChanges',
  `
  delete from early_changes e where e.id = any ($1::bigint[])
  `,
)

/** Of the conversation with a person who has one of these addresses. */
export const eraseEarlyChanges = statement<[addresses: readonly string[]]>(
  'messages.eraseEarlyChanges',
  `
  delete from early_changes where string_to_array(chat, ' ') && $1::text[]
  `,
)

/** Over all companies: what has waited since before this moment, some at a time. */
export const purgeEarlyChanges = statement<[keptBefore: Date, limit: number]>(
  'messages.purgeEarlyChanges',
  `
  delete from early_changes e
  using (select company_id, id from early_changes where created_at < $1 limit $2) as old
  where e.company_id = old.company_id and e.id = old.id
  `,
)
