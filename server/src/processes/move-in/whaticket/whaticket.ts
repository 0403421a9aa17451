import type { MoveInDataLoss } from '@balcao/domain/move-ins'
import { minImportedTokenLength } from '../../../features/connections/connection-token'
import type { LostDataCountSpec, SourceProduct } from '../product'
import { newestMigration, repeatedNamesIn } from '../source-facts'
import { textOf } from '../values'
import { internalChatSteps } from './chats'
import { findOrCreateMovedCompany, readCompany, wasCompanyActive } from './company'
import { contactLidSteps, contactsStep } from './contacts'
import { historySteps } from './history'
import { messagesStep } from './messages'
import { whaticketOrganizationSteps } from './office'
import { campaignAndScheduleSteps } from './outreach'
import { findFilePathsOfSeveralCompanies } from './row-files'
import { ticketsStep } from './tickets'

const sampleSize = 200
const optionsOfCompany = 'join "Queues" q on q.id = t."queueId"'

function lossOf(loss: MoveInDataLoss, table: string, column: string, where: string): LostDataCountSpec {
  return { loss, table, column, where: `t."companyId" = $1 and ${where}` }
}

/** Moves companies from ticketz, Whaticket SaaS and the forks of both. */
export const whaticket: SourceProduct = {
  name: 'whaticket',
  isIn: (source) => source.has('Whatsapps', 'companyId') && source.has('Tickets', 'contactId'),
  steps: [
    ...whaticketOrganizationSteps,
    contactsStep,
    ...contactLidSteps,
    ticketsStep,
    messagesStep,
    ...historySteps,
    ...campaignAndScheduleSteps,
    ...internalChatSteps,
  ],
  readBeside: [
    'Companies',
    'Plans',
    'ContactCustomFields',
    'ChatUsers',
    'WhatsappLidMaps',
    'WhatsapplidMap',
    'WhatsappLidMap',
    'ScheduledMessagesEnvio',
  ],
  companies: (source) =>
    source.rows(
      `select c.id::text as id, coalesce(c.name, '') as name, p.name as plan,
         case when p.id is not null then json_build_object('users', coalesce(p.users, 10),
           'connections', coalesce(p.connections, 2), 'queues', coalesce(p.queues, 10)) end as limits,
         c."createdAt"::text as "createdAt"
       from "Companies" c left join "Plans" p on p.id = c."planId" order by c.id`,
    ),
  async version(source) {
    const variant =
      source.has('BaileysKeys') || source.has('WhatsappLidMaps')
        ? 'ticketz'
        : source.has('CompaniesSettings') || source.has('ContactWallets')
          ? 'whaticket-fork'
          : 'whaticket'
    return { variant, schema: await newestMigration(source, 'SequelizeMeta', 'name') }
  },
  limitedSteps: { users: 'users', connections: 'connections', queues: 'queues' },
  async numbers(source, companyId) {
    const named = source.has('Whatsapps', 'number') ? 'number' : 'null'
    const linked = source.has('Whatsapps', 'session')
      ? `substring(session::text from '"me":\\s*\\{[^}]*"id":\\s*"([0-9]+)')`
      : 'null'
    return source.rows(
      `select connection, regexp_replace(number, '\\D', '', 'g') as number
       from (select coalesce(name, '') as connection, coalesce(${linked}, ${named}) as number from "Whatsapps"
         where "companyId" = $1 order by id) as w
       where number ~ '[0-9]'`,
      [companyId],
    )
  },
  async repeatedNames(source, companyId) {
    const found = []
    for (const [kind, table] of [
      ['queue', 'Queues'],
      ['tag', 'Tags'],
    ] as const)
      if (source.has(table, 'name'))
        found.push(...(await repeatedNamesIn(source, { kind, table, companyId })))
    return found
  },
  losses: [
    lossOf('queue-media', 'Queues', 'mediaPath', `t."mediaPath" <> ''`),
    {
      ...lossOf('option-media', 'QueueOptions', 'mediaPath', ''),
      joins: optionsOfCompany,
      where: `q."companyId" = $1 and t."mediaPath" <> ''`,
    },
    {
      ...lossOf('option-forward', 'QueueOptions', 'forwardQueueId', ''),
      joins: optionsOfCompany,
      where: `q."companyId" = $1 and t."forwardQueueId" is not null`,
    },
    lossOf('other-channels', 'Whatsapps', 'channel', `coalesce(t.channel, '') not in ('', 'whatsapp')`),
    lossOf('other-contacts', 'Contacts', 'channel', `coalesce(t.channel, '') not in ('', 'whatsapp')`),
    lossOf(
      'short-tokens',
      'Whatsapps',
      'token',
      `length(t.token) between 1 and ${minImportedTokenLength - 1}`,
    ),
    lossOf('super-rights', 'Users', 'super', 't.super'),
    lossOf('no-email', 'Users', 'email', `coalesce(trim(t.email), '') = ''`),
  ],
  emails: (source, companyId) =>
    source.rows(
      `select id::text as id, lower(trim(coalesce(email, ''))) as email from "Users" where "companyId" = $1 order by id`,
      [companyId],
    ),
  found: findOrCreateMovedCompany,
  async wasActive(source, companyId) {
    const { company } = await readCompany(source, companyId)
    return wasCompanyActive(company as Record<string, unknown>) // the query selects `to_jsonb` of the row
  },
  async files(source, companyId) {
    const [{ count } = { count: 0 }] = await source.rows<{ count: number }>(
      `select count(*) as count from "Messages" t join "Tickets" k on k.id = t."ticketId"
       where k."companyId" = $1 and t."mediaUrl" <> ''`,
      [companyId],
    )
    const some = await source.rows<{ mediaUrl: string }>(
      `select t."mediaUrl" from "Messages" t join "Tickets" k on k.id = t."ticketId"
       where k."companyId" = $1 and t."mediaUrl" <> '' limit ${sampleSize}`,
      [companyId],
    )
    return { count, some: some.map((row) => textOf(row, 'mediaUrl')) }
  },
  contestedPaths: findFilePathsOfSeveralCompanies,
}
