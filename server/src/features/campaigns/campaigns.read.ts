import type { CampaignDetailsView, CampaignFigures } from '@balcao/contract/campaigns'
import { campaignDetailsRecipientLimit, shippingExportPageSize } from '@balcao/contract/campaigns'
import { contactsUntilCampaignEnd, estimatedCampaignSeconds } from '@balcao/domain/campaign-pace'
import { type CampaignStatus, type ShippingStateFilter, shippingStatesOf } from '@balcao/domain/campaigns'
import { numberCheckSecondsLeft } from '@balcao/domain/contact-lists'
import type { CampaignId, ShippingId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { digitsOf } from '@balcao/domain/phone-number'
import { capabilitiesOf } from '@balcao/domain/providers'
import { type ListPage, readListPage } from '../../platform/database/list-page'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { connectionToRead } from '../connections/connections.access'
import { defaultConnectionId } from '../connections/connections.read'
import { estimateMessageCosts } from '../message-prices/message-prices.read'
import { campaignSettings } from './campaign-settings.verbs'
import {
  countReachableContacts,
  countShipping,
  countShippingEventsOverTime,
  firstContactsOfList,
  type ShippingRow,
  shippingPage,
  shippingPageAfter,
} from './campaign-shipping.queries'
import { campaignToRead } from './campaigns.access'
import {
  type CampaignRow,
  campaignsPage,
  countCampaigns,
  countContactsLeftOfCampaigns,
} from './campaigns.queries'
import { campaignCountsOf, shippingView } from './campaigns.view'

type DbReader = Pick<CompanyWork, 'db'>
interface ShippingQuery {
  readonly searchParam: string
  readonly state?: ShippingStateFilter | undefined
}

/** One page of the campaigns whose name contains the text, newest first. */
export async function listCampaigns(
  { db }: DbReader,
  query: { searchParam: string; pageNumber: number; status?: CampaignStatus | null | undefined },
): Promise<ListPage<CampaignRow>> {
  const filter = { words: query.searchParam.trim(), status: query.status ?? null }
  return readListPage(db, { page: campaignsPage, count: countCampaigns }, filter, query.pageNumber)
}

/** A campaign with the first rows of its shipping and of its contacts (CAMP-12). */
export async function campaignDetails(
  work: DbReader,
  id: CampaignId,
): Promise<{ row: CampaignRow } & Pick<CampaignDetailsView, 'shipping' | 'contactList'>> {
  const [row, shipping, contacts] = await Promise.all([
    campaignToRead(work, id),
    work.db.rows(shippingPage, {
      ...shippingFilter(id, { searchParam: '' }),
      limit: campaignDetailsRecipientLimit,
      offset: 0,
    }),
    work.db.rows(firstContactsOfList, { campaignId: id, limit: campaignDetailsRecipientLimit }),
  ])
  const { contact_list_id: listId, contact_list_name: name, list_count, list_valid, list_due } = row
  return {
    row,
    shipping: shipping.map(shippingView),
    contactList:
      listId === null
        ? null
        : {
            id: listId,
            name: name ?? '',
            contactsCount: list_count ?? 0,
            validCount: list_valid ?? 0,
            dueCount: list_due ?? 0,
            contacts: contacts.map(({ is_whatsapp_valid: isWhatsappValid, ...one }) => ({
              ...one,
              isWhatsappValid,
            })),
          },
  }
}

/** One page of a campaign's contacts. Only a text search counts rows: the campaign has a counter for each state. */
export async function listShipping(
  { db }: DbReader,
  id: CampaignId,
  { pageNumber, ...query }: ShippingQuery & { pageNumber: number },
): Promise<ListPage<ShippingRow>> {
  const offset = (pageNumber - 1) * limits.listPage
  const filter = shippingFilter(id, query)
  const { words, states } = filter
  const [campaign, rows, counted] = await Promise.all([
    campaignToRead({ db }, id),
    db.rows(shippingPage, { ...filter, limit: limits.listPage, offset }),
    words === '' ? null : db.one(countShipping, filter),
  ])
  const counts = campaignCountsOf(campaign)
  const count = counted?.count ?? states?.reduce((sum, one) => sum + counts[one], 0) ?? counts.total
  return { rows, count, hasMore: count > offset + rows.length }
}

/** The next page of contacts for a spreadsheet. The first page writes the audit entry of the export. */
export async function exportShipping(
  work: PersonWork,
  id: CampaignId,
  { after = null, ...query }: ShippingQuery & { after?: ShippingId | null | undefined },
): Promise<{ rows: ShippingRow[]; next: ShippingId | null }> {
  const { name, total_count: contacts } = await campaignToRead(work, id)
  const filter = shippingFilter(id, query)
  const rows = await work.db.rows(shippingPageAfter, { ...filter, after, limit: shippingExportPageSize })
  if (after === null) {
    await recordAudit(work, { act: 'campaign.exported', subject: { id, name }, detail: { contacts } })
  }
  return { rows, next: rows.length < shippingExportPageSize ? null : (rows.at(-1)?.id ?? null) }
}

function shippingFilter(campaignId: CampaignId, { searchParam, state }: ShippingQuery) {
  const words = searchParam.trim()
  const states = state === undefined ? null : shippingStatesOf(state)
  return { campaignId, words, digits: digitsOf(words) || null, states }
}

const maxSteps = 60
/** The shortest step of the report's chart: at the pace of campaigns, a shorter one would count one message or none. */
const shortestStepSeconds = 10

/**
 * The counts and the time series of a campaign's report. The time series costs one read of all the campaign's contacts.
 */
export async function campaignFigures(
  work: Pick<CompanyWork, 'db' | 'now'>,
  id: CampaignId,
): Promise<CampaignFigures> {
  const row = await campaignToRead(work, id)
  const counts = campaignCountsOf(row)
  if (row.started_at === null) return { counts, endsAt: null, stepSeconds: 0, series: [] }

  const startedAt = row.started_at
  const until = row.completed_at ?? work.now
  const lastedSeconds = Math.max(1, (until.getTime() - startedAt.getTime()) / 1000)
  const stepSeconds = Math.max(shortestStepSeconds, Math.ceil(lastedSeconds / maxSteps))
  const [steps, endsAt] = await Promise.all([
    work.db.rows(countShippingEventsOverTime, { campaignId: id, startedAt, stepSeconds }),
    probableEnd(work, row),
  ])
  // What happened after the end (a message read a week later) counts in the last step.
  const series = Array.from({ length: Math.ceil(lastedSeconds / stepSeconds) }, (_, step) => ({
    at: new Date(startedAt.getTime() + step * stepSeconds * 1000).toISOString(),
    ...{ shipped: 0, received: 0, read: 0, failed: 0, confirmed: 0 },
  }))
  for (const { step, ...happened } of steps) {
    const part = series[Math.min(Math.max(step, 0), series.length - 1)]
    if (part === undefined) continue
    part.shipped += happened.shipped
    part.received += happened.received
    part.read += happened.read
    part.failed += happened.failed
    part.confirmed += happened.confirmed
  }
  return { counts, endsAt, stepSeconds, series }
}

async function probableEnd(work: Pick<CompanyWork, 'db' | 'now'>, row: CampaignRow): Promise<string | null> {
  const { status, paused_because: pausedBecause, connection_id: connectionId } = row
  if (status !== 'EM_ANDAMENTO' || pausedBecause !== null || connectionId === null) return null
  const [pace, running] = await Promise.all([
    campaignSettings(work),
    work.db.rows(countContactsLeftOfCampaigns, { connectionId }),
  ])
  const own = messagesLeft(running.filter(({ id }) => id === row.id))[0] ?? 0
  const others = messagesLeft(running.filter(({ id }) => id !== row.id))
  const seconds = estimatedCampaignSeconds(pace, contactsUntilCampaignEnd(own, others))
  return new Date(work.now.getTime() + seconds * 1000).toISOString()
}

/** How many messages each campaign has left. A campaign with confirmation sends two to each contact. */
function messagesLeft(running: readonly { left_count: number; confirmation: boolean }[]): number[] {
  return running.map(({ left_count, confirmation }) => left_count * (confirmation ? 2 : 1))
}

/** The estimated end and cost of a campaign that has not started (CAMP-05). */
export async function estimateCampaignEndAndCost(work: Pick<CompanyWork, 'db' | 'now'>, id: CampaignId) {
  const row = await campaignToRead(work, id)
  const connectionId = row.connection_id ?? (await defaultConnectionId(work))
  const [pace, listed, running, connection] = await Promise.all([
    campaignSettings(work),
    work.db.one(countReachableContacts, { listId: row.contact_list_id }),
    connectionId === null ? [] : work.db.rows(countContactsLeftOfCampaigns, { connectionId }),
    connectionId === null ? null : connectionToRead(work, connectionId),
  ])
  const { template_category: category, contact_list_id: listId } = row
  const provider = connection?.provider ?? ''
  const cost =
    category === null || listId === null
      ? null
      : await estimateMessageCosts(work, { provider, category, listId })
  const audience = capabilitiesOf(provider).userIds
    ? { ...listed, contacts: listed.contacts + listed.withoutPhone, withoutPhone: 0 }
    : listed
  const turns = (audience.contacts + audience.unchecked) * (row.confirmation ? 2 : 1)
  const others = messagesLeft(running.filter((one) => one.id !== id))
  const paced = estimatedCampaignSeconds(pace, contactsUntilCampaignEnd(turns, others))
  const seconds = Math.max(paced, numberCheckSecondsLeft(audience.unchecked))
  const planned = row.status === 'PROGRAMADA' ? row.scheduled_at : null
  const starts = planned !== null && planned > work.now ? planned : work.now
  return {
    ...audience,
    cost,
    startsAt: starts.toISOString(),
    seconds,
    endsAt: new Date(starts.getTime() + seconds * 1000).toISOString(),
  }
}
