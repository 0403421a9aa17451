import type { ConnectionId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

export const sessionKeysOfType = statement<
  { connectionId: ConnectionId; type: string; ids: readonly string[] },
  { id: string; value: Buffer }
>(
  'connections.keysOfType',
  `select id, value from connection_keys where connection_id = :connectionId and type = :type and id = any (:ids::text[])`,
)

/** The next page of a connection's session keys of these types, in the order of type and id. */
export const nextSessionKeys = statement<
  {
    connectionId: ConnectionId
    types: readonly string[]
    afterType: string
    afterId: string
    limit: number
  },
  { type: string; id: string; value: Buffer }
>(
  'connections.keysInOrder',
  `
  select type, id, value from connection_keys
  where connection_id = :connectionId and type = any (:types::text[]) and (type, id) > (:afterType, :afterId)
  order by type, id limit :limit
  `,
)

export const hasSessionKeys = statement<{ connectionId: ConnectionId }, { connection_id: ConnectionId }>(
  'connections.holdsKeys',
  `select connection_id from connection_keys where connection_id = :connectionId limit 1`,
)

export const sessionKeyOfConnections = statement<
  { connectionIds: readonly ConnectionId[]; type: string; id: string },
  { connection_id: ConnectionId; value: Buffer }
>(
  'connections.keyOfEach',
  `
  select connection_id, value from connection_keys
  where connection_id = any (:connectionIds::int[]) and type = :type and id = :id
  `,
)

/** Replaces the same key of several connections; adds none. */
export const updateSessionKeyOfConnections = statement<{
  connectionIds: readonly ConnectionId[]
  values: readonly Buffer[]
  type: string
  id: string
  at: Date
}>(
  'connections.replaceKeyOfEach',
  `
  update connection_keys k set value = changed.value, updated_at = :at
  from unnest(:connectionIds::int[], :values::bytea[]) as changed (connection_id, value)
  where k.connection_id = changed.connection_id and k.type = :type and k.id = :id
  `,
)

/** Writes all keys of a commit in one statement, because linking a number writes 812 pre-keys. */
export const upsertSessionKeys = statement<{
  connectionId: ConnectionId
  types: readonly string[]
  ids: readonly string[]
  values: readonly Buffer[]
  at: Date
}>(
  'connections.putKeys',
  `
  insert into connection_keys (company_id, connection_id, type, id, value, updated_at)
  select current_company(), :connectionId, k.type, k.id, k.value, :at
  from unnest(:types::text[], :ids::text[], :values::bytea[]) as k (type, id, value)
  order by k.type, k.id
  on conflict (company_id, connection_id, type, id) do update
  set value = excluded.value, updated_at = excluded.updated_at
  `,
)

export const deleteSessionKeys = statement<{
  connectionId: ConnectionId
  types: readonly string[]
  ids: readonly string[]
}>(
  'connections.dropKeys',
  `
  delete from connection_keys k
  using unnest(:types::text[], :ids::text[]) as gone (type, id)
  where k.connection_id = :connectionId and k.type = gone.type and k.id = gone.id
  `,
)

export const deleteAllSessionKeys = statement<{ connectionId: ConnectionId }>(
  'connections.dropAllKeys',
  `delete from connection_keys where connection_id = :connectionId`,
)

/** Deletes the copies of these sent messages, and all copies whose id no message has, such as those of corrections. */
export const deleteSentMessageCopies = statement<{
  connectionIds: readonly ConnectionId[]
  ids: readonly string[]
}>(
  'connections.dropSentMessages',
  `
  delete from connection_keys k
  where k.connection_id = any (:connectionIds) and k.type = 'sent-message'
    and (
      k.id = any (:ids)
      or not exists (select from messages m where m.company_id = k.company_id and m.whatsapp_id = k.id)
    )
  `,
)

export const deleteUploadedMediaIds = statement<{ connectionIds: readonly ConnectionId[] }>(
  'connections.deleteUploadedMediaIds',
  `delete from connection_keys where connection_id = any (:connectionIds::int[]) and type = 'media-id'`,
)

/** Runs across all companies: deletes up to `limit` old keys of one type. */
function purgeKeysStatement(name: string, type: string) {
  return statement<{ before: Date; limit: number }>(
    name,
    `
  delete from connection_keys k
  using (
    select company_id, connection_id, id from connection_keys
    where type = '${type}' and updated_at < :before limit :limit
  ) as old
  where k.company_id = old.company_id and k.connection_id = old.connection_id and k.type = '${type}'
    and k.id = old.id
  `,
  )
}

/** Deletes ids of uploaded files that Meta no longer keeps. */
export const purgeUploadedMediaIds = purgeKeysStatement('connections.purgeUploadedMediaIds', 'media-id')

/** Deletes copies of sent messages that phones no longer request. */
export const purgeSentMessageCopies = purgeKeysStatement('connections.purgeSentMessages', 'sent-message')
