import type { ContactId } from '@balcao/domain/ids'
import { personalDataTexts } from '@balcao/domain/personal-data-texts'
import { displayFileName } from '../../platform/files/file-name'
import { fileKeyParts } from '../../platform/files/file-store'
import type { CompanyWork } from '../../platform/work'
import { ownCompany } from '../companies/companies.read'
import {
  exportedAddresses,
  exportedCampaigns,
  exportedContact,
  exportedContactImportRows,
  exportedContactListItems,
  exportedNotes,
  exportedOptOuts,
  exportedReactions,
  exportedSchedules,
  exportedTickets,
} from './exported-person.queries'

export type ExportedPerson = NonNullable<Awaited<ReturnType<typeof readExportedPerson>>>

/** All data of a contact except the messages, which are read page by page. Null: the contact no longer exists. */
export async function readExportedPerson(work: CompanyWork, contactId: ContactId) {
  const contact = await work.db.row(exportedContact, { contactId })
  if (contact === null) return null
  const company = await ownCompany(work)
  const addresses = await work.db.rows(exportedAddresses, { contactId })
  const phones = addresses.flatMap(({ kind, value }) => (kind === 'phone' || kind === 'user' ? [value] : []))
  return {
    madeAt: work.now,
    companyName: company.name,
    language: company.language,
    timeZone: company.time_zone,
    texts: personalDataTexts(company.language),
    contact,
    addresses,
    tickets: await work.db.rows(exportedTickets, { contactId }),
    reactions: await work.db.rows(exportedReactions, { contactId }),
    notes: await work.db.rows(exportedNotes, { contactId }),
    schedules: await work.db.rows(exportedSchedules, { contactId }),
    listed: await work.db.rows(exportedContactListItems, { phones }),
    campaigns: await work.db.rows(exportedCampaigns, { phones }),
    optOuts: await work.db.rows(exportedOptOuts, { phones: addresses.map(({ value }) => value) }),
    imported: await work.db.rows(exportedContactImportRows, { phones }),
  }
}

/** The path of a file in the zip. The name of the owning row makes it unique. */
export function pathOfFileInZip(
  { texts }: Pick<ExportedPerson, 'texts'>,
  hangsOn: string,
  key: string,
  fileName: string | null,
): string {
  const ending = fileKeyParts(key)?.extension ?? 'bin'
  return `${texts.folder}/${hangsOn}-${displayFileName(fileName ?? `${texts.folder}.${ending}`)}`
}
