import type { CampaignId, ContactId, OptOutId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { canonicalPhone, digitsOf, parsePhone } from '@balcao/domain/phone-number'
import { isBusinessScopedUserId } from '@balcao/domain/user-ids'
import type { InboundMarketingPreference } from '@balcao/whatsapp/gateway'
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

/** From now on no campaign, not even a running one, writes to this number. Null: the number had opted out already. */
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
  // Withdraw the message that waits in an outbox: a disconnected connection could send it hours later.
  for (const { connection_id: connectionId, contact_id: contactId } of await work.db.rows(
    connectionsSendingToPhone,
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

/** A person stopped or resumed marketing messages at WhatsApp. One without a known phone is stored by user id. */
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

/** An opt-out under any address of a contact, even a former one, is extended to the addresses in use. */
export async function extendOptOutsToAddresses(
  work: CompanyWork,
  { contactId }: { readonly contactId: ContactId },
): Promise<void> {
  const { present, all } = await phonesAndWhatsappUserIdsOf(work, contactId)
  if (all.length < 2) return
  const optOuts = await work.db.rows(optOutsOfAddresses, { phones: all })
  const [first] = optOuts
  if (first === undefined) return
  const {
    name,
    word,
    campaign_id: campaignId,
    is_from_whatsapp: isFromWhatsapp,
  } = optOuts.find((optOut) => !optOut.is_from_whatsapp) ?? first
  for (const phone of present.filter((key) => optOuts.every((optOut) => optOut.phone !== key)))
    await registerOptOut(work, {
      ...{ name, number: numberOf(phone), phone },
      ...{ word, campaignId, isFromWhatsapp },
    })
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
