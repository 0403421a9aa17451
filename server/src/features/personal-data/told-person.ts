import type { ContactId } from '@balcao/domain/ids'
import { personalDataTexts } from '@balcao/domain/personal-data-texts'
import { displayFileName } from '../../platform/files/file-name'
import { keyParts } from '../../platform/files/file-store'
import type { CompanyWork } from '../../platform/work'
import { ownCompany } from '../companies/companies.read'
import {
  toldAddresses,
  toldCampaigns,
  toldContact,
  toldImported,
  toldListed,
  toldNotes,
  toldOptOuts,
  toldReactions,
  toldSchedules,
  toldTickets,
} from './told-person.queries'

export type ToldPerson = NonNullable<Awaited<ReturnType<typeof personToTell>>>

/**
 * Reads all data of a contact except the messages, which are read page by page. Null: the contact does not exist any
 * more.
 */
export async function personToTell(work: CompanyWork, contactId: ContactId) {
  const contact = await work.db.row(toldContact, { contactId })
  if (contact === null) return null
  const company = await ownCompany(work)
  const addresses = await work.db.rows(toldAddresses, { contactId })
  const phones = addresses.flatMap(({ kind, value }) => (kind === 'phone' ? [value] : []))
  return {
    madeAt: work.now,
    companyName: company.name,
    language: company.language,
    timeZone: company.time_zone,
    texts: personalDataTexts(company.language),
    contact,
    addresses,
    tickets: await work.db.rows(toldTickets, { contactId }),
    reactions: await work.db.rows(toldReactions, { contactId }),
    notes: await work.db.rows(toldNotes, { contactId }),
    schedules: await work.db.rows(toldSchedules, { contactId }),
    listed: await work.db.rows(toldListed, { phones }),
    campaigns: await work.db.rows(toldCampaigns, { phones }),
    optOuts: await work.db.rows(toldOptOuts, { phones }),
    imported: await work.db.rows(toldImported, { phones }),
  }
}

/** The path of a file in the zip. The name of the owning row makes it unique. */
export function pathInZip(
  { texts }: Pick<ToldPerson, 'texts'>,
  hangsOn: string,
  key: string,
  fileName: string | null,
): string {
  const ending = keyParts(key)?.extension ?? 'bin'
  return `${texts.folder}/${hangsOn}-${displayFileName(fileName ?? `${texts.folder}.${ending}`)}`
}
