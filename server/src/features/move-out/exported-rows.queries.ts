import type { MoveOutFieldName, MoveOutFileName } from '@balcao/domain/move-out-texts'
import { settingKeys } from '@balcao/domain/settings'
import { statement } from '../../platform/database/statement'

export interface ExportedRow {
  /** A unique number of the row. The next page begins after it. */
  readonly key: number
  readonly row: Readonly<Record<string, unknown>>
  readonly file_key: string | null
  readonly file_name: string | null
}

interface Kind {
  /** The `from` clause, in which the table is `t`. */
  readonly from: string
  /** The condition on the rows. Absent: all rows. */
  readonly where?: string
  /** SQL of a unique number of each row; `t.id` by default. */
  readonly key?: string
  /** Columns of `t` in camel case, separated by spaces. */
  readonly columns: string
  readonly more?: Readonly<Partial<Record<MoveOutFieldName, string>>>
  /** SQL of two columns: the storage key of the row's file, and its name. */
  readonly file?: readonly [key: string, name: string]
}

const mediaFile = [`t.media ->> 'key'`, `t.media ->> 'fileName'`] as const

/** The files of an export: one for each kind of row. `move-out-texts.ts` explains the fields. */
const kinds: Readonly<Record<MoveOutFileName, Kind>> = {
  company: {
    from: 'companies t',
    columns: `id name email phone isActive dueDate recurrence timeZone language schedules billingName addressZipCode
      addressStreet addressState addressCity addressDistrict createdAt updatedAt`,
    more: { plan: '(select p.name from plans p where p.id = t.plan_id)' },
  },
  settings: {
    from: 'settings t',
    // Settings with other keys are credentials, which an export must not contain.
    where: `t.key in (${settingKeys.map((key) => `'${key}'`).join(', ')})`,
    columns: 'id key value createdAt updatedAt',
  },
  holidays: { from: 'holidays t', columns: 'id day name createdAt updatedAt' },
  'campaign-settings': {
    from: 'campaign_settings t',
    key: 't.company_id',
    columns: 'messageInterval longerIntervalAfter greaterInterval variables optOutWord updatedAt',
  },
  queues: {
    from: 'queues t',
    columns: `id name color orderQueue greetingMessage outOfHoursMessage schedules promptId integrationId createdAt
      updatedAt`,
  },
  'queue-options': {
    from: 'queue_options t',
    columns: 'id queueId parentId option title message createdAt updatedAt',
  },
  prompts: {
    from: 'prompts t',
    columns: `id name prompt queueId voice voiceRegion maxTokens temperature maxMessages createdAt updatedAt`,
  },
  integrations: {
    from: 'queue_integrations t',
    columns: `id type name projectName language url typebotSlug typebotDelayMessage typebotExpires typebotKeywordFinish
      typebotKeywordRestart typebotRestartMessage typebotUnknownMessage createdAt updatedAt`,
  },
  webhooks: { from: 'webhooks t', columns: 'id name url events connectionId isActive createdAt updatedAt' },
  connections: {
    from: 'connections t',
    columns: `id name isDefault provider number status greetingMessage complationMessage outOfHoursMessage ratingMessage
      sendQueueId timeSendQueue timeUseBotQueues maxUseBotQueues expiresTicket expiresInactiveMessage promptId
      integrationId createdAt updatedAt`,
    more: {
      queueIds: `array(select q.queue_id from connection_queues q where q.connection_id = t.id order by 1)`,
      officialNumber: `(select json_build_object('accountId', o.account_id, 'phoneNumberId', o.phone_number_id,
        'verifiedName', o.verified_name) from official_numbers o where o.connection_id = t.id)`,
    },
  },
  'message-templates': {
    from: 'message_templates t',
    columns: 'id connectionId metaId name language category status components updatedAt',
  },
  users: {
    from: 'users t',
    where: 'not t.is_support',
    columns: 'id name email profile allTicket defaultConnectionId lastSeenAt createdAt updatedAt',
    more: { queueIds: `array(select q.queue_id from user_queues q where q.user_id = t.id order by 1)` },
  },
  tags: { from: 'tags t', columns: 'id name color kanban userId createdAt updatedAt' },
  contacts: {
    from: 'contacts t',
    columns: 'id uuid name number email isGroup extraInfo removedAt createdAt updatedAt',
    more: {
      addresses: `(select coalesce(json_agg(json_build_object('kind', a.kind, 'value', a.value, 'isFormer', a.is_former,
          'reportedName', n.name) order by a.kind, a.value), '[]'::json)
        from contact_addresses a
        left join reported_names n on n.company_id = a.company_id and n.kind = a.kind and n.value = a.value
        where a.contact_id = t.id)`,
    },
    file: ['t.picture_key', 'null'],
  },
  'contact-lists': { from: 'contact_lists t', columns: 'id name createdAt updatedAt' },
  'contact-list-items': {
    from: 'contact_list_items t',
    columns: 'id contactListId name number email isWhatsappValid createdAt updatedAt',
  },
  tickets: {
    from: 'tickets t',
    columns: `id uuid contactId connectionId queueId userId status isGroup unread lastMessage waitingSince snoozedUntil
      createdAt lastAt`,
    more: { tagIds: `array(select g.tag_id from ticket_tags g where g.ticket_id = t.id order by 1)` },
  },
  history: {
    from: 'ticket_events t',
    columns: 'id ticketId kind at userId queueId connectionId byUserId seconds rating',
  },
  ratings: { from: 'ticket_events t', where: `t.kind = 'rated'`, columns: 'id ticketId at rating' },
  notes: {
    from: 'ticket_notes t',
    columns: 'id ticketId contactId userId note mentions createdAt updatedAt',
  },
  messages: {
    from: `messages t
      left join bot_talks b on b.company_id = t.company_id and b.ticket_id = t.ticket_id and t.media is not null`,
    columns: `id ticketId contactId authorContactId userId connectionId whatsappId body fromMe origin isAutomatic ack failure
      isRead isDeleted isViewOnce mediaType quotedId location linkPreview interactive rawContent createdAt updatedAt sentAt
      deliveredAt readAt playedAt editedAt`,
    more: {
      reactions: `(select coalesce(json_agg(json_build_object('emoji', r.emoji, 'contactId', r.contact_id,
          'userId', r.user_id, 'at', wire_time(r.at)) order by r.id), '[]'::json)
        from message_reactions r where r.message_id = t.id)`,
      transcript: 'b.transcripts ->> t.id::text',
      charge: `(select json_build_object('category', c.category, 'isBilled', c.is_billed, 'country', c.country,
        'at', wire_time(c.at)) from message_charges c where c.message_id = t.id)`,
    },
    file: mediaFile,
  },
  'quick-messages': {
    from: 'quick_messages t',
    columns: 'id userId shortcode message isShared createdAt updatedAt',
    file: mediaFile,
  },
  schedules: {
    from: 'schedules t',
    columns: `id contactId userId connectionId body sendAt status sentAt failure messageId templateId templateValues
      createdAt updatedAt`,
    file: mediaFile,
  },
  campaigns: {
    from: 'campaigns t',
    columns: `id name messages confirmationMessages status confirmation scheduledAt startedAt completedAt connectionId
      contactListId tagId fileListId templateId templateValues createdAt updatedAt`,
    file: mediaFile,
  },
  'campaign-shippings': {
    from: 'campaign_shipping t',
    columns: `id campaignId name number email isValid state reason contactId messageId confirmationMessageId
      confirmationRequestedAt confirmedAt deliveredAt receivedAt readAt failedAt createdAt`,
  },
  'campaign-writings': {
    from: 'campaign_writings t',
    columns: 'id contactId campaignName name number messageId writtenAt',
  },
  'opt-outs': { from: 'campaign_opt_outs t', columns: 'id name number word campaignId createdAt' },
  'file-lists': { from: 'file_lists t', columns: 'id name message userId createdAt updatedAt' },
  'file-list-items': {
    from: 'file_list_options t',
    columns: 'id fileListId place name createdAt updatedAt',
    file: mediaFile,
  },
  chats: {
    from: 'chats t',
    columns: 'id uuid title ownerId createdAt updatedAt',
    more: { memberIds: `array(select m.user_id from chat_members m where m.chat_id = t.id order by 1)` },
  },
  'chat-messages': {
    from: 'chat_messages t',
    columns: 'id chatId senderId message mentions createdAt',
    file: mediaFile,
  },
  invoices: {
    from: 'invoices t',
    columns: 'id detail value dueDate status paidAt recurrence createdAt updatedAt',
  },
  audit: {
    from: 'audit_entries t',
    columns: 'id at act userId userName address subjectId subjectName detail',
  },
  'support-visits': { from: 'support_visits t', columns: 'id supporterName reason beganAt endsAt endedAt' },
}

export interface ExportedRowKind {
  readonly file: MoveOutFileName
  readonly fields: readonly MoveOutFieldName[]
  readonly hasFiles: boolean
}

/** The cast is unchecked, but move-out.test.ts fails if a column has no text that explains it. */
const columnsOf = ({ columns }: Kind) => columns.split(/\s+/) as MoveOutFieldName[]

const isTime = (field: string) => /At$|^at$|Since$|Until$/.test(field)
const snake = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const sqlOf = (field: string) => (isTime(field) ? `wire_time(t.${snake(field)})` : `t.${snake(field)}`)

function pairsOf(kind: Kind): string {
  const pairs = [
    ...columnsOf(kind).map((field) => [field, sqlOf(field)]),
    ...Object.entries(kind.more ?? {}),
    ...(kind.file === mediaFile ? [['media', mediaFacts]] : []),
  ]
  return pairs.map(([field, sql]) => `'${field}', ${sql}`).join(',\n    ')
}

/** SQL: the facts about a media file, without its keys in the file store. */
const mediaFacts = `t.media - array['key', 'thumbnailKey', 'whatsappKey', 'compatibleKey']`

// The cast is safe, because the record's type allows only these keys.
const files = Object.keys(kinds) as MoveOutFileName[]

export const exportedRowKinds: readonly ExportedRowKind[] = files.map((file) => {
  const kind = kinds[file]
  return {
    file,
    fields: [
      ...columnsOf(kind),
      // The cast is safe, because the record's type allows only these keys.
      ...(Object.keys(kind.more ?? {}) as MoveOutFieldName[]),
      ...(kind.file === mediaFile ? (['media'] as const) : []),
      ...(kind.file === undefined ? [] : (['file'] as const)),
    ],
    hasFiles: kind.file !== undefined,
  }
})

type PieceParams = { readonly after: number; readonly limit: number }

/** For each kind, a statement that reads the next page of its rows in order of their keys. */
export const exportedRowStatements = Object.fromEntries(
  files.map((file) => {
    const kind = kinds[file]
    const { from, where = 'true', key = 't.id', file: [fileKey, fileName] = ['null', 'null'] } = kind
    return [
      file,
      statement<PieceParams, ExportedRow>(
        `moveOut.rows ${file}`,
        `
  select ${key}::float8 as key, ${fileKey} as file_key, ${fileName} as file_name, json_build_object(
    ${pairsOf(kind)}) as row
  from ${from} where ${key} > :after::bigint and ${where} order by ${key} limit :limit
  `,
      ),
    ]
  }),
  // The object has one entry for each file.
) as unknown as Readonly<Record<MoveOutFileName, ReturnType<typeof statement<PieceParams, ExportedRow>>>>

export interface ExportedRowCount {
  readonly rows: number
  readonly files: number
  readonly bytes: number
  readonly last: number | null
}

/** For each kind, a statement that counts the rows of the next page, and the bytes of their files. */
export const exportedRowCountStatements = Object.fromEntries(
  files.map((file) => {
    const { from, where = 'true', key = 't.id', file: [fileKey, fileName] = ['null', 'null'] } = kinds[file]
    const bytes = fileName === 'null' ? '0' : `(t.media ->> 'sizeBytes')::float8`
    const table = from.split(/\s/)[0]
    return [
      file,
      statement<PieceParams, ExportedRowCount>(
        `moveOut.count ${file}`,
        `
  select count(*)::int as rows, count(x.file)::int as files,
    coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
  from (
    select ${key} as key, ${fileKey} as file, ${bytes} as bytes
    from ${table} t where ${key} > :after::bigint and ${where} order by ${key} limit :limit
  ) x
  `,
      ),
    ]
  }),
  // The object has one entry for each file.
) as unknown as Readonly<Record<MoveOutFileName, ReturnType<typeof statement<PieceParams, ExportedRowCount>>>>
