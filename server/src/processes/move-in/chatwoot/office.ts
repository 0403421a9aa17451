import { insertMovedConnections } from '../../../features/connections/move-in.queries'
import { insertMovedQueues } from '../../../features/queues/move-in.queries'
import { insertMovedQuickMessages } from '../../../features/quick-messages/move-in.queries'
import { saveMovedSettings } from '../../../features/settings/move-in.queries'
import { insertMovedUserQueues } from '../../../features/users/move-in.queries'
import { createObsoleteUserQueueRemover, createUserStep } from '../follow-users'
import type { SourceDatabase } from '../source-database'
import { createRowStep, type MoveInStep, type RowReadingSpec, type SourceRow } from '../step'
import {
  fieldOf,
  isSwitchedOn,
  parseJsonOrNull,
  textOf,
  timestampsOf,
  uniqueColour,
  uniqueName,
} from '../values'
import {
  type ConnectionNames,
  createPairTableStep,
  type QueueNamesAndColours,
  readConnectionNames,
  readQueueNamesAndColours,
} from '../whaticket/office'
import {
  findInboxWithWorkingHours,
  type InboxWithWorkingHours,
  usesWorkingHours,
  whatsappInboxTypesSql,
} from './account'

/** Returns how a step reads a table of Chatwoot, whose column names are in snake case. */
export function chatwootReadingSpec(
  table: string,
  columns: string,
  more: Partial<RowReadingSpec> = {},
): RowReadingSpec {
  return {
    table,
    columns: `id ${columns} created_at updated_at`,
    where: 't.account_id = $1',
    changedAt: 'updated_at',
    ...more,
  }
}

const teams = createRowStep({
  name: 'teams',
  kind: 'queue',
  reading: chatwootReadingSpec('teams', 'name', { size: 5_000 }),
  target: 'queues',
  insert: insertMovedQueues,
  gather: readQueueNamesAndColours,
  row(row, { piece, gathered }) {
    const { names, colours } = gathered as QueueNamesAndColours
    const name = textOf(row, 'name').trim() || 'Fila'
    const free = uniqueName(name, names)
    if (free !== name) piece.skip('queue', textOf(row, 'id'), 'renamed')
    return {
      name: free,
      color: uniqueColour('', colours),
      greeting_message: '',
      out_of_hours_message: '',
      schedules: [],
      ...timestampsOf(row, piece),
    }
  },
})

interface InboxFacts {
  readonly withHours: InboxWithWorkingHours | null
  /** In versions of Chatwoot that cannot switch opening hours off: the ids of inboxes with hours. In others: empty. */
  readonly hoursOfAll: ReadonlySet<string>
  /** Ids of the channels of Meta's official API. */
  readonly official: ReadonlySet<string>
}

/** Moves WhatsApp inboxes to connections, without access data: the operator links or enters them again. */
const inboxes = createRowStep({
  name: 'inboxes',
  kind: 'connection',
  reading: chatwootReadingSpec(
    'inboxes',
    `name channel_type channel_id greeting_enabled greeting_message
      out_of_office_message working_hours_enabled csat_survey_enabled csat_config`,
    { also: [`t.channel_type in ${whatsappInboxTypesSql} as is_whatsapp`], size: 5_000 },
  ),
  target: 'connections',
  insert: insertMovedConnections,
  async prepare({ source, sourceId }): Promise<InboxFacts> {
    const official = source.has('channel_whatsapp', 'provider')
      ? await source.rows<{ id: string }>(
          `select id::text as id from channel_whatsapp where account_id = $1 and provider = 'whatsapp_cloud'`,
          [sourceId],
        )
      : []
    return {
      withHours: await findInboxWithWorkingHours(source, sourceId),
      hoursOfAll: await hoursOfAll(source, sourceId),
      official: new Set(official.map(({ id }) => id)),
    }
  },
  gather: readConnectionNames,
  row(row, { piece, gathered, prepared }) {
    const facts = gathered as ConnectionNames
    const { withHours, hoursOfAll, official } = prepared as InboxFacts
    const id = textOf(row, 'id')
    if (row.is_whatsapp !== true) return 'other-channel'
    const isOfficial = row.channel_type === 'Channel::Whatsapp' && official.has(textOf(row, 'channel_id'))
    if (isOfficial) piece.skip('connection', id, 'access-data-lost')
    const isDefault = !facts.hasDefault
    facts.hasDefault = true
    const hasHours = row.working_hours_enabled === true || hoursOfAll.has(id)
    if (hasHours && id !== withHours?.id) piece.skip('connection', id, 'hours-lost')
    const name = textOf(row, 'name').trim() || 'WhatsApp'
    const free = uniqueName(name, facts.names)
    if (free !== name) piece.skip('connection', id, 'renamed')
    return {
      name: free,
      is_default: isDefault,
      provider: isOfficial ? 'cloud' : 'beta',
      greeting_message: row.greeting_enabled === true ? textOf(row, 'greeting_message') : '',
      complation_message: '',
      out_of_hours_message: usesWorkingHours(row) ? textOf(row, 'out_of_office_message') : '',
      rating_message: ratingQuestionOf(row),
      desired_state: 'link',
      status: 'DISCONNECTED',
      cause: isOfficial ? 'credentials-missing' : 'stopped',
      status_since: piece.work.now,
      time_send_queue: 0,
      time_use_bot_queues: 0,
      max_use_bot_queues: 3,
      expires_ticket: 0,
      expires_inactive_message: '',
      ...timestampsOf(row, piece),
    }
  },
  // Enables the company's rating setting if an inbox asks for ratings, because connections ask only while it is
  // enabled.
  async after(piece, rows) {
    if (!rows.some((row) => ratingQuestionOf(row) !== '')) return
    const { now } = piece.work
    const setting = { key: 'userRating', value: 'enabled', created_at: now, updated_at: now }
    await piece.insert(saveMovedSettings, [setting])
  },
})

async function hoursOfAll(source: SourceDatabase, sourceId: string): Promise<ReadonlySet<string>> {
  if (source.has('inboxes', 'working_hours_enabled') || !source.has('working_hours')) return new Set()
  const rows = await source.rows<{ id: string }>(
    'select distinct inbox_id::text as id from working_hours where account_id = $1',
    [sourceId],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Returns the text with which the inbox asks for a rating. '': it asks for none. */
function ratingQuestionOf(inbox: SourceRow): string {
  const question = fieldOf(parseJsonOrNull(inbox.csat_config), 'message')
  return isSwitchedOn(inbox.csat_survey_enabled) && typeof question === 'string' ? question : ''
}

/**
 * Moves the members of a Chatwoot account to users. A person in several accounts becomes several users with
 * different e-mails, so the operator's answers name the membership and not the person.
 */
const users = createUserStep({
  reading: {
    table: 'users',
    columns: 'id name email encrypted_password created_at updated_at',
    joins: 'join account_users a on a.user_id = t.id',
    where: 'a.account_id = $1',
    also: ['a.id as membership', 'a.role'],
    // Each pass reads all members, because joining the account does not change the user's row.
    changedAt: null,
  },
  factsOf: (row) => ({
    passwordHash: textOf(row, 'encrypted_password'),
    profile: Number(row.role) === 1 ? 'admin' : 'user',
    allTicket: true,
  }),
  answerColumn: 'membership',
  presentSql: 'select user_id::text as id from account_users where account_id = $1',
})

const teamMembers = createPairTableStep({
  name: 'members of teams',
  table: 'team_members',
  left: ['team_id', 'queue', 'queue_id'],
  right: ['user_id', 'user', 'user_id'],
  joins: 'join teams m on m.id = t.team_id',
  where: 'm.account_id = $1',
  insert: insertMovedUserQueues,
  begin: createObsoleteUserQueueRemover(
    `select t.user_id::text as user_id, t.team_id::text as queue_id
     from team_members t join teams m on m.id = t.team_id where m.account_id = $1`,
  ),
})

/** Maps Chatwoot's names of message variables to ours. A variable without a counterpart stays as written. */
const variables: Readonly<Record<string, string>> = {
  'contact.name': 'name',
  'contact.first_name': 'firstName',
  'contact.email': 'email',
  'contact.phone': 'number',
}

/** Converts the variables of canned responses, which become quick messages. */
const cannedResponses = createRowStep({
  name: 'canned responses',
  kind: 'quickMessage',
  reading: chatwootReadingSpec('canned_responses', 'short_code content'),
  target: 'quick_messages',
  insert: insertMovedQuickMessages,
  row: (row, { piece }) => ({
    shortcode: textOf(row, 'short_code').replace(/^\/+/, '').trim() || 'resposta',
    message: textOf(row, 'content').replace(/\{\{\s*([\w.]+)\s*\}\}/g, (whole, name: string) =>
      variables[name] === undefined ? whole : `{{${variables[name]}}}`,
    ),
    is_shared: true,
    media: null,
    ...timestampsOf(row, piece),
  }),
})

export const chatwootOrganizationSteps: readonly MoveInStep[] = [
  teams,
  inboxes,
  users,
  teamMembers,
  cannedResponses,
]
