import type { SourceProduct } from '../product'
import { textOf } from '../values'
import { chatSteps } from './chats'
import { findOrCreateMovedCompany, readCompany, wasCompanyActive } from './company'
import { contacts } from './contacts'
import { historySteps } from './history'
import { messages } from './messages'
import { officeSteps } from './office'
import { outreachSteps } from './outreach'
import { contestedPaths } from './row-files'
import { tickets } from './tickets'

const sampleSize = 200

/** The product family of ticketz, Whaticket SaaS and the forks of both. */
export const whaticket: SourceProduct = {
  name: 'whaticket',
  isIn: (source) => source.has('Whatsapps', 'companyId') && source.has('Tickets', 'contactId'),
  steps: [...officeSteps, contacts, tickets, messages, ...historySteps, ...outreachSteps, ...chatSteps],
  readBeside: [
    'Companies',
    'Plans',
    'ContactCustomFields',
    'ChatUsers',
    'WhatsappLidMaps',
    'WhatsapplidMap',
    'WhatsappLidMap',
  ],
  companies: (source) =>
    source.rows(
      `select c.id::text as id, coalesce(c.name, '') as name, p.name as plan,
         c."createdAt"::text as "createdAt"
       from "Companies" c left join "Plans" p on p.id = c."planId" order by c.id`,
    ),
  emails: (source, companyId) =>
    source.rows(
      `select id::text as id, lower(trim(coalesce(email, ''))) as email from "Users" where "companyId" = $1 order by id`,
      [companyId],
    ),
  found: findOrCreateMovedCompany,
  async wasActive(source, companyId) {
    const { company } = await readCompany(source, companyId)
    return wasCompanyActive(company as Record<string, unknown>) // `to_jsonb` of a row
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
  contestedPaths,
}
