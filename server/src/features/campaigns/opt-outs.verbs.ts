import type { ContactId, OptOutId } from '@balcao/domain/ids'
import { canonicalPhone, digitsOf, parsePhone } from '@balcao/domain/phone-number'
import { isBusinessScopedUserId } from '@balcao/domain/user-ids'
import type { InboundMarketingPreference } from '@balcao/whatsapp/gateway'
import { type ListPage, readListPage } from '../../platform/database/list-page'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { contactWithAddress, phonesAndWhatsappUserIdsOf } from '../contacts/contacts.read'
import { withdrawCampaignMessages } from '../messages/outgoing/withdraw-unsaid'
import {
  connectionsSendingToPhone,
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
  type NewOptOut,
  type OptOutRow,
  optOutById,
  optOutsOfAddresses,
  optOutsPage,
  removeOptOut,
} from './opt-outs.queries'

/** One page of the opt-outs whose name or number contains the text, newest first. */
export async function listOptOuts(
  { db }: Pick<CompanyWork, 'db'>,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<ListPage<OptOutRow>> {
  const words = searchParam.trim()
  const filter = { words, digits: digitsOf(words) || null }
  return readListPage(db, { page: optOutsPage, count: countOptOuts }, filter, pageNumber)
}

export async function addOptOut(
  work: CompanyWork,
  { name, number: typed }: { readonly name: string; readonly number: string },
): Promise<OptOutRow> {
  const number = parsePhone(typed) ?? typed // `typed` may be a WhatsApp user id, which is no phone number.
  const phone = canonicalPhone(number)
  const byUser = { word: null, campaignId: null, isFromWhatsapp: false }
  const row = await registerOptOut(work, { name, number, phone, ...byUser })
  if (row === null) throw refuse('ERR_OPT_OUT_ALREADY_EXISTS')
  return row
}

/** Stores an opt-out: no campaign, not even a running one, writes to the number. Null: it had opted out already. */
export async function registerOptOut(work: CompanyWork, optOut: NewOptOut): Promise<OptOutRow | null> {
  const { phone } = optOut
  const kept = await work.db.row(insertOptOut, { ...optOut, at: work.now })
  // Withdraw the message that waits in an outbox: a disconnected connection could send it hours later.
  const sending = await work.db.rows(connectionsSendingToPhone, { phone })
  for (const { connection_id: connectionId, contact_id: contactId } of sending) {
    const withdrawn = await withdrawCampaignMessages(work, { connectionId, contactId })
    await work.db.run(revertWithdrawnShippings, { messageIds: withdrawn, at: work.now })
  }
  const left = await work.db.rows(skipOptedOutShipping, { phone, at: work.now })
  const leftIds = left.map(({ campaign_id }) => campaign_id)
  await finishExhaustedCampaigns(work, leftIds)
  if (kept === null) return null

  const row = await work.db.one(optOutById, { id: kept.id })
  if (!kept.is_new) work.record(optOutChanged, { action: 'delete', id: kept.id })
  work.record(optOutChanged, { action: 'create', record: optOutView(row) })
  return row
}

/** Stores an opt-out when a person stops marketing messages at WhatsApp. Deletes it when the person resumes them. */
export async function applyMarketingPreference(
  work: CompanyWork,
  { chat, pushName, wantsMarketing }: Omit<InboundMarketingPreference, 'kind'>,
): Promise<void> {
  const person = await contactWithAddress(work, chat)
  const known = person === null ? null : await phonesAndWhatsappUserIdsOf(work, person.id)
  const { phone, userId } = chat
  const told = [...(phone === null ? [] : [canonicalPhone(phone)]), ...(userId === undefined ? [] : [userId])]
  if (wantsMarketing) {
    const keys = [...told, ...(known?.all ?? [])]
    for (const { id } of await work.db.rows(deleteReportedOptOuts, { phones: keys }))
      work.record(optOutChanged, { action: 'delete', id })
    return
  }
  const shown = new Map(phone === null ? [] : [[canonicalPhone(phone), phone]])
  const inUse = [...(known?.present ?? []), ...told]
  const phones = inUse.filter((key) => !isBusinessScopedUserId(key))
  for (const key of new Set(phones.length > 0 ? phones : inUse))
    await registerOptOut(work, {
      ...{ name: person?.name ?? pushName ?? key, number: shown.get(key) ?? numberOf(key), phone: key },
      ...{ word: null, campaignId: null, isFromWhatsapp: true },
    })
}

/** Copies a contact's opt-out to all its current numbers and ids, because it may be stored under a former one. */
export async function extendOptOutsToAddresses(
  work: CompanyWork,
  { contactId }: { readonly contactId: ContactId },
): Promise<void> {
  const { present, all } = await phonesAndWhatsappUserIdsOf(work, contactId)
  if (all.length < 2) return
  const optOuts = await work.db.rows(optOutsOfAddresses, { phones: all })
  const known = optOuts.find((optOut) => !optOut.is_from_whatsapp) ?? optOuts[0]
  if (known === undefined) return
  const { name, word, campaign_id: campaignId, is_from_whatsapp: isFromWhatsapp } = known
  const given = { name, word, campaignId, isFromWhatsapp }
  for (const phone of present.filter((key) => optOuts.every((optOut) => optOut.phone !== key)))
    await registerOptOut(work, { ...given, number: numberOf(phone), phone })
}

/** The number that the list of opt-outs shows. A user id is never shown. */
function numberOf(key: string): string {
  return isBusinessScopedUserId(key) ? '' : key
}

export async function deleteOptOut(work: PersonWork, id: OptOutId): Promise<void> {
  if ((await work.db.row(removeOptOut, { id })) === null) throw refuse('ERR_NO_OPT_OUT_FOUND')
  await recordAudit(work, { act: 'optOut.deleted', subject: { id } })
  work.record(optOutChanged, { action: 'delete', id })
}
