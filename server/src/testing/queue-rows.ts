import { randomUUID } from 'node:crypto'
import type { ConnectionId } from '@balcao/domain/ids'
import type { RowValues } from '../platform/testing/table-rows'
import type { TestApp } from './test-app'

/** Stores an inbound event without content, received now. */
export async function storeEmptyInboundEvent(
  { table, now }: Pick<TestApp, 'table' | 'now'>,
  connectionId: ConnectionId,
  values: RowValues = {},
): Promise<void> {
  const { company_id } = await table('connections').get({ id: connectionId }, ['company_id'])
  await table('inbound_events').insert({
    company_id,
    connection_id: connectionId,
    key: randomUUID(),
    chat: randomUUID(),
    partition: 0,
    content: '',
    needs_acknowledgement: false,
    received_at: now(),
    ...values,
  })
}

/** Adds so many read receipts to the outbox, for the company's only contact. */
export async function queueReadReceipts(
  { table, now }: Pick<TestApp, 'table' | 'now'>,
  connectionId: ConnectionId,
  values: RowValues = {},
  count = 1,
): Promise<void> {
  const { company_id } = await table('connections').get({ id: connectionId }, ['company_id'])
  const { id: contact_id } = await table('contacts').get({ company_id }, ['id'])
  const times = { next_attempt_at: now(), created_at: now() }
  const receipt = { company_id, connection_id: connectionId, contact_id, kind: 'read', ...times, ...values }
  await table('outbox').insertMany(Array.from({ length: count }, () => receipt))
}
