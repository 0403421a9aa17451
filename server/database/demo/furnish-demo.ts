import { addCalendarDays } from '@balcao/domain/companies'
import { dayOf } from '@balcao/domain/days'
import type { CompanyId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { defaultOpeningHours } from '@balcao/domain/opening-hours'
import { makeDueInvoices } from '../../src/features/billing/make-invoices'
import { hasAnyCompany } from '../../src/features/companies/companies.read'
import { lockFirstCompanyCreation } from '../../src/features/companies/create-company'
import { createPlanWithAllModules } from '../../src/features/plans/create-plan'
import { createCompanyWithUser } from '../../src/features/signup/found-company'
import type { FileStore } from '../../src/platform/files/file-store'
import { hashPassword } from '../../src/platform/password-hash'
import type { PlatformWork, Workplace } from '../../src/platform/work'
import { type Chance, openChance } from './chance'
import {
  colleagues,
  companyName,
  connections,
  demoPassword,
  emailOf,
  lanes,
  owner,
  queues,
  tags,
  timeZone,
} from './company'
import {
  chooseSettings,
  insertAnnouncements,
  insertCampaigns,
  insertColleagues,
  insertConnections,
  insertContactLists,
  insertCustomers,
  insertFileList,
  insertHelps,
  insertIntegration,
  insertInvoices,
  insertMessages,
  insertNotes,
  insertOptOuts,
  insertPrompt,
  insertQueueMenu,
  insertQueues,
  insertQuickAnswers,
  insertSchedules,
  insertShipping,
  insertTags,
  insertTeamChats,
  insertTicketEvents,
  insertTickets,
  insertTicketTags,
  linkQuotes,
  openCampaignSlot,
  pointToLastMessages,
} from './demo.queries'
import { type DemoTicket, demoHistory } from './history'
import { notes, quickAnswers, teamChats } from './kept-words'
import {
  announcements,
  fileList,
  helps,
  integration,
  otherCompanies,
  plannedSchedules,
  prompt,
  queueMenu,
  sentSchedules,
} from './office'
import { campaignPace, contactLists, demoCampaigns, optOutCount, peopleOf } from './outreach'
import { customers } from './people'
import { draw, type PictureName, pictureSize } from './pictures'
import { type DemoRows, type Media, rowsOf } from './rows'
import { openShopHours, type ShopHours } from './shop-hours'

const plan = { name: 'Completo', users: 1000, connections: 100, queues: 200, value: 299.9 }
const otherPlan = { name: 'Essencial', users: 20, connections: 5, queues: 10, value: 149.9 }
const daysPaid = 12
const seed = 1_987
const minuteMs = 60_000

/**
 * Creates the demo company on an empty database: users, queues, connections, two hundred customers with their
 * messages, and data for every screen, relative to the time of the act and within the shop's hours. Does nothing if a
 * company exists. It is one transaction: a crash leaves an empty database, and the next start creates the demo.
 */
export async function furnishDemo(workplace: Workplace, store: FileStore): Promise<void> {
  if (await workplace.withPlatform('look for companies', hasAnyCompany)) return
  const passwordHash = await hashPassword(demoPassword)

  await workplace.withPlatform('make the demo company', async (work) => {
    await lockFirstCompanyCreation(work)
    if (await hasAnyCompany(work)) return
    const shop = openShopHours(work.now, timeZone)
    const chance = openChance(seed)
    const companyId = await foundCompanies(work, passwordHash)
    await furnishOffice(work, companyId, passwordHash)
    await insertHistory(work, companyId, shop, chance, await storePictures(store, companyId))
    await writeTeamTexts(work, companyId, shop)
    await writeAutomation(work, companyId, await storePictures(store, companyId))
    await writeCampaigns(work, companyId, shop, chance)
  })
}

/** Creates the demo's company, and others beside it for the super user to manage. */
async function foundCompanies(work: PlatformWork, passwordHash: string): Promise<CompanyId> {
  const planId = await createPlanWithAllModules(work, plan)
  const otherPlanId = await createPlanWithAllModules(work, otherPlan)
  const today = dayOf(work.now, timeZone)
  const person = { name: owner.name, email: emailOf(owner.key), passwordHash }
  const dueDate = addCalendarDays(today, daysPaid)
  const { companyId } = await createCompanyWithUser(work, {
    name: companyName,
    planId,
    dueDate,
    isSuper: true,
    person,
  })
  for (const { name, person: admin, email, due } of otherCompanies)
    await createCompanyWithUser(work, {
      name,
      planId: otherPlanId,
      dueDate: addCalendarDays(today, due),
      isSuper: false,
      person: { name: admin, email, passwordHash },
    })
  await work.db.run(insertInvoices, {
    companyId,
    detail: plan.name,
    value: plan.value,
    dueDate,
    at: work.now,
  })
  await makeDueInvoices(work)
  await work.db.run(insertHelps, { rows: JSON.stringify(helps), at: work.now })
  await work.db.run(insertAnnouncements, { rows: JSON.stringify(announcements), at: work.now })
  return companyId
}

async function furnishOffice(
  { db, now }: PlatformWork,
  companyId: CompanyId,
  passwordHash: string,
): Promise<void> {
  const queueRows = queues.map((queue, at) => ({ ...queue, place: at + 1, schedules: defaultOpeningHours }))
  const people = colleagues.map(({ key, ...person }) => ({ ...person, email: emailOf(key), passwordHash }))
  const tagRows = [
    ...tags.map((tag) => ({ ...tag, kanban: false })),
    ...lanes.map((lane) => ({ ...lane, kanban: true })),
  ]
  await db.run(insertQueues, { companyId, rows: JSON.stringify(queueRows), now })
  await db.run(insertTags, { companyId, rows: JSON.stringify(tagRows), now })
  await db.run(insertConnections, { companyId, rows: JSON.stringify(connections), now })
  await db.run(insertColleagues, { companyId, rows: JSON.stringify(people), now })
  await db.run(insertQuickAnswers, { companyId, rows: JSON.stringify(quickAnswers), now })
  await db.run(chooseSettings, { companyId })
}

/** Writes the team's chats, notes, quick messages and schedules. */
async function writeTeamTexts(
  { db, now }: PlatformWork,
  companyId: CompanyId,
  shop: ShopHours,
): Promise<void> {
  const at = <Said extends { minutesAgo: number }>({ minutesAgo, ...said }: Said) => ({
    ...said,
    at: shop.before(shop.now, minutesAgo * minuteMs),
  })
  const chats = teamChats.map(({ said, ...chat }) => ({ ...chat, said: said.map(at) }))
  const schedules = [
    ...sentSchedules.map(({ days, time, ...one }) => ({ ...one, at: shop.daysAgo(days, time) })),
    ...plannedSchedules.map(({ days, time, ...one }) => ({ ...one, at: shop.daysAhead(days, time) })),
  ]
  await db.run(insertNotes, { companyId, rows: JSON.stringify(notes.map(at)) })
  await db.run(insertTeamChats, { companyId, rows: JSON.stringify(chats) })
  await db.run(insertSchedules, { companyId, rows: JSON.stringify(schedules), at: now })
}

/** Writes the bots and automation, none of which uses the network. */
async function writeAutomation(
  { db, now }: PlatformWork,
  companyId: CompanyId,
  pictures: Readonly<Record<PictureName, Media>>,
): Promise<void> {
  const files = fileList.files.map(({ name, picture }, at) => ({
    name,
    place: at + 1,
    media: { ...pictures[picture], fileName: `${name}.png`, mediaType: 'image' },
  }))
  const { name, message } = fileList
  await db.run(insertFileList, {
    companyId,
    name,
    message,
    files: JSON.stringify(files),
    author: emailOf('admin'),
    at: now,
  })
  await db.run(insertQueueMenu, { companyId, rows: JSON.stringify(queueMenu), queue: 'Assistência', at: now })
  await db.run(insertPrompt, {
    companyId,
    name: prompt.name,
    prompt: prompt.prompt,
    queue: prompt.queue,
    at: now,
  })
  await db.run(insertIntegration, {
    companyId,
    name: integration.name,
    url: integration.url,
    slug: integration.slug,
    at: now,
  })
}

/** Writes contact lists and campaigns. */
async function writeCampaigns(
  { db, now }: PlatformWork,
  companyId: CompanyId,
  shop: ShopHours,
  chance: Chance,
): Promise<void> {
  const lists = contactLists.map((list) => ({ ...list, phones: peopleOf(list).map(({ phone }) => phone) }))
  const campaigns = demoCampaigns(chance, shop)
  const optedOut = lists.at(-1)?.phones.slice(0, optOutCount) ?? []
  const { messageInterval, longerIntervalAfter, greaterInterval } = campaignPace
  await db.run(insertContactLists, { companyId, rows: JSON.stringify(lists), now: shop.daysAgo(9, '16:00') })
  await db.run(insertCampaigns, { companyId, rows: JSON.stringify(campaigns), at: shop.now })
  await db.run(insertShipping, { companyId, rows: JSON.stringify(campaigns), at: shop.now })
  await db.run(insertOptOuts, {
    companyId,
    phones: optedOut,
    campaign: 'Queima de estoque',
    at: shop.daysAgo(5, '11:12'),
  })
  await db.run(openCampaignSlot, {
    companyId,
    messageInterval,
    longerIntervalAfter,
    greaterInterval,
    at: now,
  })
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
  shop: ShopHours,
  chance: Chance,
  pictures: Readonly<Record<PictureName, Media>>,
): Promise<void> {
  const { db, now } = work
  const told = demoHistory(chance, shop)
  const uuids = customers.map(() => work.newUuid())
  const contacts = customers.map(({ city, ...customer }, at) => ({
    ...customer,
    uuid: uuids[at],
    extraInfo: [{ name: 'Cidade', value: city }],
    createdAt: firstMoment(told, at, now),
  }))
  await db.run(insertCustomers, { companyId, rows: JSON.stringify(contacts), now })

  const rows = told
    .map((ticket) => rowsOf(chance, ticket, work.newUuid(), uuids[ticket.customerAt] ?? '', pictures))
    .sort((one, other) => beginOf(one) - beginOf(other))
  const tickets = rows.map(({ ticket }, place) => ({ ...ticket, place }))
  await db.run(insertTickets, { companyId, rows: JSON.stringify(tickets) })
  await db.run(insertTicketTags, { companyId, rows: JSON.stringify(rows.map(({ ticket }) => ticket)) })
  await db.run(insertTicketEvents, { companyId, rows: JSON.stringify(rows.flatMap(({ events }) => events)) })
  await db.run(insertMessages, { companyId, rows: JSON.stringify(rows.flatMap(({ messages }) => messages)) })
  await db.run(linkQuotes, { companyId, rows: JSON.stringify(rows.flatMap(({ quotes }) => quotes)) })
  await db.run(pointToLastMessages, { companyId })
}

function firstMoment(told: readonly DemoTicket[], customerAt: number, now: Date): Date {
  const moments = told
    .filter((ticket) => ticket.customerAt === customerAt)
    .map(({ messages }) => messages[0]?.at.getTime() ?? now.getTime())
  return new Date(Math.min(...moments))
}

function beginOf({ messages }: DemoRows): number {
  return messages[0]?.at.getTime() ?? 0
}
