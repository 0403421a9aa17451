import type { SourceProduct } from '../product'
import { newestMigration, repeatedNamesIn } from '../source-facts'
import { textOf } from '../values'
import { findOrCreateMovedAccount, whatsappInboxTypesSql } from './account'
import { storagePathOf } from './attachments'
import { campaignsStep } from './campaigns'
import { contactsStep } from './contacts'
import { conversationsStep } from './conversations'
import { labelsStep, taggingsStep } from './labels'
import { messagesStep } from './messages'
import { contactNotesStep } from './notes'
import { chatwootOrganizationSteps } from './office'
import { ratingsStep } from './ratings'

const sampleSize = 200
const active = 0

export const chatwoot: SourceProduct = {
  name: 'chatwoot',
  isIn: (source) => source.has('accounts', 'locale') && source.has('conversations', 'inbox_id'),
  steps: [
    ...chatwootOrganizationSteps,
    labelsStep,
    campaignsStep,
    contactsStep,
    conversationsStep,
    messagesStep,
    ratingsStep,
    taggingsStep,
    contactNotesStep,
  ],
  readBeside: [
    'accounts',
    'account_users',
    'channel_whatsapp',
    'contact_inboxes',
    'working_hours',
    'custom_attribute_definitions',
    'attachments',
    'active_storage_attachments',
    'active_storage_blobs',
    'tags',
  ],
  companies: (source) =>
    source.rows(
      `select id::text as id, coalesce(name, '') as name, null as plan, null as limits, created_at::text as "createdAt"
       from accounts order by id`,
    ),
  version: async (source) => ({
    variant: 'chatwoot',
    schema: await newestMigration(source, 'schema_migrations', 'version'),
  }),
  limitedSteps: { users: 'users', connections: 'inboxes', queues: 'teams' },
  numbers: async (source, accountId) =>
    source.has('channel_whatsapp', 'phone_number')
      ? source.rows(
          `select i.name as connection, regexp_replace(c.phone_number, '\\D', '', 'g') as number
           from channel_whatsapp c
           join inboxes i on i.channel_type = 'Channel::Whatsapp' and i.channel_id = c.id
           where i.account_id = $1 and c.phone_number ~ '[0-9]' order by i.id`,
          [accountId],
        )
      : [],
  async repeatedNames(source, accountId) {
    const account = { companyId: accountId, company: 'account_id' }
    const teams = { ...account, kind: 'queue', table: 'teams' } as const
    const tags = { ...account, kind: 'tag', table: 'labels', column: 'title' } as const
    return [
      ...(source.has('teams') ? await repeatedNamesIn(source, teams) : []),
      ...(source.has('labels') ? await repeatedNamesIn(source, tags) : []),
    ]
  },
  losses: [
    {
      loss: 'other-channels',
      ...{ table: 'inboxes', column: 'channel_type' },
      where: `t.account_id = $1 and t.channel_type not in ${whatsappInboxTypesSql}`,
    },
    {
      loss: 'activity-lines',
      ...{ table: 'messages', column: 'message_type' },
      where: 't.account_id = $1 and t.message_type = 2',
    },
    {
      loss: 'blocked-contacts',
      ...{ table: 'contacts', column: 'blocked' },
      where: 't.account_id = $1 and t.blocked',
    },
  ],
  // A person may be a member of several accounts, so `id` is that of the membership and not of the person.
  emails: (source, accountId) =>
    source.rows(
      `select a.id::text as id, lower(trim(coalesce(u.email, ''))) as email
       from account_users a join users u on u.id = a.user_id where a.account_id = $1 order by a.id`,
      [accountId],
    ),
  found: findOrCreateMovedAccount,
  async wasActive(source, accountId) {
    if (!source.has('accounts', 'status')) return true
    const [row] = await source.rows<{ status: number | null }>('select status from accounts where id = $1', [
      accountId,
    ])
    return (row?.status ?? active) === active
  },
  async files(source, accountId) {
    if (!source.has('active_storage_blobs')) return { count: 0, some: [] }
    const from = `from attachments a
      join active_storage_attachments s on s.record_type = 'Attachment' and s.record_id = a.id and s.name = 'file'
      join active_storage_blobs b on b.id = s.blob_id where a.account_id = $1`
    const [{ count } = { count: 0 }] = await source.rows<{ count: number }>(
      `select count(*) as count ${from}`,
      [accountId],
    )
    const some = await source.rows<Record<string, unknown>>(`select b.key ${from} limit ${sampleSize}`, [
      accountId,
    ])
    return { count, some: some.map((row) => storagePathOf(textOf(row, 'key'))) }
  },
}
