import type { CompanyId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { defaultOpeningHours } from '@balcao/domain/opening-hours'
import { isAnyCompanyFounded } from '../../src/features/companies/companies.read'
import { standInLineForFounding } from '../../src/features/companies/create-company'
import { createFullPlan } from '../../src/features/plans/create-plan'
import { foundCompany } from '../../src/features/signup/found-company'
import type { FileStore } from '../../src/platform/files/file-store'
import { hashPassword } from '../../src/platform/password-hash'
import type { PlatformWork, Workplace } from '../../src/platform/work'
import { type Chance, openChance } from './chance'
import { colleagues, companyName, connections, demoPassword, emailOf, owner, queues, tags } from './company'
import {
  insertColleagues,
  insertConnections,
  insertCustomers,
  insertInvoices,
  insertMessages,
  insertNotes,
  insertQueues,
  insertQuickAnswers,
  insertTags,
  insertTeamTalk,
  insertTicketEvents,
  insertTickets,
  insertTicketTags,
  letGroupsIn,
  linkQuotes,
  pointToLastMessages,
} from './demo.queries'
import { type ToldTicket, tellHistory } from './history'
import { notes, quickAnswers, teamTalk } from './kept-words'
import { customers } from './people'
import { draw, type PictureName, pictureSize } from './pictures'
import { type DemoRows, type Media, rowsOf } from './rows'

const plan = { name: 'Completo', users: 1000, connections: 100, queues: 200, value: 299.9 }
const otherPlan = { name: 'Essencial', users: 20, connections: 5, queues: 10, value: 149.9 }
const paidUntil = '2099-12-31'
const seed = 1_987

/**
 * Makes the demo company on an empty database: people, queues, connections, two hundred customers and what they have
 * written, relative to the instant of the act. Does nothing when there is a company. All or nothing: whoever kills it
 * half way finds an empty database, and the next start makes it.
 */
export async function furnishDemo(workplace: Workplace, store: FileStore): Promise<void> {
  if (await workplace.withPlatform('look for companies', isAnyCompanyFounded)) return
  const passwordHash = await hashPassword(demoPassword)

  await workplace.withPlatform('make the demo company', async (work) => {
    await standInLineForFounding(work)
    if (await isAnyCompanyFounded(work)) return
    const companyId = await foundDemoCompany(work, passwordHash)
    await furnishOffice(work, companyId, passwordHash)
    const chance = openChance(seed)
    const pictures = await storePictures(store, companyId)
    await insertHistory(work, companyId, chance, pictures)
  })
}

async function foundDemoCompany(work: PlatformWork, passwordHash: string): Promise<CompanyId> {
  const planId = await createFullPlan(work, plan)
  await createFullPlan(work, otherPlan)
  const person = { name: owner.name, email: emailOf(owner.key), passwordHash }
  const founding = { name: companyName, planId, dueDate: paidUntil, isSuper: true, person }
  return (await foundCompany(work, founding)).companyId
}

async function furnishOffice(
  { db, now }: PlatformWork,
  companyId: CompanyId,
  passwordHash: string,
): Promise<void> {
  const queueRows = queues.map((queue, at) => ({ ...queue, place: at + 1, schedules: defaultOpeningHours }))
  const people = colleagues.map(({ key, ...person }) => ({ ...person, email: emailOf(key), passwordHash }))
  await db.run(insertQueues, [companyId, JSON.stringify(queueRows), now])
  await db.run(insertTags, [companyId, JSON.stringify(tags), now])
  await db.run(insertConnections, [companyId, JSON.stringify(connections), now])
  await db.run(insertColleagues, [companyId, JSON.stringify(people), now])
  await db.run(insertQuickAnswers, [companyId, JSON.stringify(quickAnswers), now])
  await db.run(letGroupsIn, [companyId])
  await db.run(insertInvoices, [companyId, plan.name, plan.value, now])
}

async function storePictures(
  store: FileStore,
  companyId: CompanyId,
): Promise<Readonly<Record<PictureName, Media>>> {
  const keep = async (name: PictureName): Promise<Media> => {
    const { key, sizeBytes, sniffed } = await store.put(
      companyId,
      await draw(name),
      () => limits.uploads.image,
    )
    const { mimetype } = sniffed
    return { state: 'ready', mimetype, fileName: null, sizeBytes, seconds: null, ...pictureSize, key }
  }
  const [sofa, mesa, cadeira, armario] = await Promise.all([
    keep('sofa'),
    keep('mesa'),
    keep('cadeira'),
    keep('armario'),
  ])
  return { sofa, mesa, cadeira, armario }
}

async function insertHistory(
  work: PlatformWork,
  companyId: CompanyId,
  chance: Chance,
  pictures: Readonly<Record<PictureName, Media>>,
): Promise<void> {
  const { db, now } = work
  const told = tellHistory(chance, now)
  const uuids = customers.map(() => work.newUuid())
  const contacts = customers.map(({ city, ...customer }, at) => ({
    ...customer,
    uuid: uuids[at],
    extraInfo: [{ name: 'Cidade', value: city }],
    createdAt: firstMoment(told, at, now),
  }))
  await db.run(insertCustomers, [companyId, JSON.stringify(contacts), now])

  const rows = told
    .map((ticket) => rowsOf(chance, ticket, work.newUuid(), uuids[ticket.customerAt] ?? '', pictures))
    .sort((one, other) => beginOf(one) - beginOf(other))
  const tickets = rows.map(({ ticket }, place) => ({ ...ticket, place }))
  await db.run(insertTickets, [companyId, JSON.stringify(tickets)])
  await db.run(insertTicketTags, [companyId, JSON.stringify(rows.map(({ ticket }) => ticket))])
  await db.run(insertTeamTalk, [companyId, JSON.stringify(teamTalk), now])
  await db.run(insertNotes, [companyId, JSON.stringify(notes), now])
  await db.run(insertTicketEvents, [companyId, JSON.stringify(rows.flatMap(({ events }) => events))])
  await db.run(insertMessages, [companyId, JSON.stringify(rows.flatMap(({ messages }) => messages))])
  await db.run(linkQuotes, [companyId, JSON.stringify(rows.flatMap(({ quotes }) => quotes))])
  await db.run(pointToLastMessages, [companyId])
}

function firstMoment(told: readonly ToldTicket[], customerAt: number, now: Date): Date {
  const moments = told
    .filter((ticket) => ticket.customerAt === customerAt)
    .map(({ messages }) => messages[0]?.at.getTime() ?? now.getTime())
  return new Date(Math.min(...moments))
}

function beginOf({ messages }: DemoRows): number {
  return messages[0]?.at.getTime() ?? 0
}
