import type { CampaignId, OptOutId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { canonicalPhone, digitsOf, parsePhone } from '@balcao/domain/phone-number'
import { isBusinessScopedUserId } from '@balcao/domain/user-ids'
import type { InboundPreference } from '@balcao/whatsapp/gateway'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { contactWithAddress } from '../contacts/contacts.read'
import { withdrawCampaignMessages } from '../messages/outgoing/withdraw-unsaid'
import {
  connectionsSendingTo,
  revertWithdrawnShippings,
  skipOptedOutShipping,
} from './campaign-shipping.queries'
import { optOutChanged } from './campaigns.events'
import { optOutView } from './campaigns.view'
import { finishExhaustedCampaigns } from './finish-exhausted-campaigns'
import {
  countOptOuts,
  deleteReportedOptOuts,
  insertOptOut,
  type OptOutRow,
  optOutById,
  optOutsPage,
  optOutsUnder,
  removeOptOut,
} from './opt-outs.queries'

/** One page of the opt-outs whose name or number contains the text, newest first. */
export async function listOptOuts(
  { db }: Pick<CompanyWork, 'db'>,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<{ rows: OptOutRow[]; count: number; hasMore: boolean }> {
  const words = searchParam.trim()
  const digits = digitsOf(words) || null
  const offset = (pageNumber - 1) * limits.listPage
  const [rows, { count }] = await Promise.all([
    db.rows(optOutsPage, { words, digits, limit: limits.listPage, offset }),
    db.one(countOptOuts, { words, digits }),
  ])
  return { rows, count, hasMore: count > offset + rows.length }
}

/** A user adds an opt-out by hand. */
export async function addOptOut(
  work: CompanyWork,
  { name, number: typed }: { readonly name: string; readonly number: string },
): Promise<OptOutRow> {
  const number = parsePhone(typed) ?? typed // A user id stays as typed.
  const phone = canonicalPhone(number)
  const row = await registerOptOut(work, { name, number, phone, word: null, campaignId: null })
  if (row === null) throw refuse('ERR_OPT_OUT_ALREADY_EXISTS')
  return row
}

/**
 * Adds an opt-out: no campaign, running ones included, writes to this number. Null when it was an opt-out already.
 */
export async function registerOptOut(
  work: CompanyWork,
  optOut: {
    readonly name: string
    readonly number: string
    readonly phone: string
    readonly word: string | null
    readonly campaignId: CampaignId | null
    readonly isFromWhatsapp?: boolean
  },
): Promise<OptOutRow | null> {
  const { isFromWhatsapp = false, ...given } = optOut
  const { phone } = given
  const kept = await work.db.row(insertOptOut, { ...given, isFromWhatsapp, at: work.now })
  // A message waiting for a disconnected number could be sent hours later. Each connection has at most one.
  for (const { connection_id: connectionId, contact_id: contactId } of await work.db.rows(
    connectionsSendingTo,
    {
      phone,
    },
  )) {
    const withdrawn = await withdrawCampaignMessages(work, { connectionId, contactId })
    await work.db.run(revertWithdrawnShippings, { messageIds: withdrawn, at: work.now })
  }
  const left = await work.db.rows(skipOptedOutShipping, { phone, at: work.now })
  await finishExhaustedCampaigns(
    work,
    left.map(({ campaign_id }) => campaign_id),
  )
  if (kept === null) return null

  const row = await work.db.one(optOutById, { id: kept.id })
  if (!kept.is_new) work.record(optOutChanged, { action: 'delete', id: kept.id })
  work.record(optOutChanged, { action: 'create', record: optOutView(row) })
  return row
}

/**
 * A person stopped or resumed marketing messages at WhatsApp. A person without a known phone is stored by
 * user id, as in contact lists.
 */
export async function applyMarketingPreference(
  work: CompanyWork,
  { chat, pushName, wantsMarketing }: Omit<InboundPreference, 'kind'>,
): Promise<void> {
  const person = await contactWithAddress(work, chat)
  const phones = new Map(
    [...(chat.phone === null ? [] : [chat.phone]), ...(person?.phones ?? [])].map((number) => [
      canonicalPhone(number),
      number,
    ]),
  )
  const { userId } = chat
  if (wantsMarketing) {
    const keys = [...phones.keys(), ...(userId === undefined ? [] : [userId])]
    for (const { id } of await work.db.rows(deleteReportedOptOuts, { phones: keys }))
      work.record(optOutChanged, { action: 'delete', id })
    return
  }
  if (phones.size === 0 && userId !== undefined) phones.set(userId, '')
  for (const [phone, number] of phones) {
    const name = person?.name ?? pushName ?? phone
    await registerOptOut(work, { name, number, phone, word: null, campaignId: null, isFromWhatsapp: true })
  }
}

/** A phone became known of a person who had opted out by user id: the opt-out holds for the phone too. */
export async function extendOptOuts(
  work: CompanyWork,
  { values }: { readonly values: readonly string[] },
): Promise<void> {
  const userIds = values.filter(isBusinessScopedUserId)
  if (userIds.length === 0) return
  for (const optOut of await work.db.rows(optOutsUnder, { phones: userIds })) {
    const { name, phone: userId, word, campaign_id: campaignId, is_from_whatsapp: isFromWhatsapp } = optOut
    const person = await contactWithAddress(work, { kind: 'person', phone: null, lid: null, userId })
    for (const number of person?.phones ?? [])
      await registerOptOut(work, {
        ...{ name, number, word, campaignId, isFromWhatsapp },
        phone: canonicalPhone(number),
      })
  }
}

export async function deleteOptOut(work: PersonWork, id: OptOutId): Promise<void> {
  if ((await work.db.row(removeOptOut, { id })) === null) throw refuse('ERR_NO_OPT_OUT_FOUND')
  await recordAudit(work, { act: 'optOut.deleted', subject: { id } })
  work.record(optOutChanged, { action: 'delete', id })
}
