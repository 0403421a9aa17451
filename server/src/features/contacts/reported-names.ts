import { type ContactNameWithSource, nameSources, nameWithStrongestSource } from '@balcao/domain/contact-name'
import type { InboundNames } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../platform/work'
import { type AddressList, addressListOf } from './contact-address'
import { recordContactChanged } from './contacts.events'
import {
  applyReportedNames,
  lockContactsToApplyNames,
  reportedNames,
  saveReportedNames,
} from './reported-names.queries'

/**
 * Stores names that WhatsApp reported, even of unknown addresses, and renames contacts, except typed names. Idempotent.
 */
export async function storeReportedNames(work: CompanyWork, { names }: InboundNames): Promise<void> {
  const entries = names.flatMap(({ chat, name, source }) => {
    const { kinds, values } = addressListOf(chat)
    return kinds.map((kind, at) => ({ kind, value: values[at] ?? '', name, source }))
  })
  if (entries.length === 0) return
  const kinds = entries.map(({ kind }) => kind)
  const values = entries.map(({ value }) => value)
  const called = entries.map(({ name }) => name)
  const sources = entries.map(({ source }) => source)

  const reported = { kinds, values, names: called, sources, at: work.now }
  await work.db.run(saveReportedNames, reported)
  await work.db.rows(lockContactsToApplyNames, { kinds, values })
  const renamed = await work.db.rows(applyReportedNames, { ...reported, order: nameSources })
  for (const contact of renamed) {
    if (contact.removed_at === null) recordContactChanged(work, 'update', contact)
  }
}

/** The strongest name that WhatsApp reported for any address of each list. */
export async function reportedNamesOf(
  work: Pick<CompanyWork, 'db'>,
  lists: readonly AddressList[],
): Promise<readonly (ContactNameWithSource | null)[]> {
  const rows = await work.db.rows(reportedNames, {
    kinds: lists.flatMap(({ kinds }) => kinds),
    values: lists.flatMap(({ values }) => values),
  })
  return lists.map(({ kinds, values }) =>
    nameWithStrongestSource(
      rows.filter(({ kind, value }) => kinds.some((own, at) => own === kind && values[at] === value)),
    ),
  )
}
