import type { PersonalDataExportView } from '@balcao/contract/personal-data'
import * as calls from '@balcao/contract/personal-data'
import { personalDataTexts } from '@balcao/domain/personal-data-texts'
import type { Feature } from '../../platform/feature'
import type { FileStore } from '../../platform/files/file-store'
import { onHook } from '../../platform/hooks'
import { readRoute, route } from '../../platform/http/route'
import type { MediaLinkSigner } from '../../platform/media-links'
import { ownCompany } from '../companies/companies.read'
import { contactErasing, contactsMerging } from '../contacts/contacts.hooks'
import {
  deletePersonalDataZips,
  readPersonalDataExport,
  requestPersonalDataExport,
} from './order-personal-data'
import { personalDataExportChanged } from './personal-data.events'
import type { PersonalDataExportRow } from './personal-data.queries'
import { expirePersonalDataExportJob, writePersonalDataExportJob } from './write-personal-data'

export function personalDataFeature({ links, store }: { links: MediaLinkSigner; store: FileStore }): Feature {
  return {
    name: 'personalData',
    routes: [
      route(calls.orderPersonalDataExport, async (work, { params }) => {
        const row = await requestPersonalDataExport(work, params.contactId)
        return personalDataView(row, links, (await ownCompany(work)).language)
      }),
      readRoute(calls.getPersonalDataExport, async (work, { params }) => {
        const [row, { language }] = await Promise.all([
          readPersonalDataExport(work, params.contactId),
          ownCompany(work),
        ])
        return { export: row && personalDataView(row, links, language) }
      }),
    ],
    jobs: [writePersonalDataExportJob(store), expirePersonalDataExportJob],
    events: [personalDataExportChanged],
    hooks: [
      onHook(contactErasing, (work, { contactId }) => deletePersonalDataZips(work, contactId)),
      onHook(contactsMerging, (work, { goneId }) => deletePersonalDataZips(work, goneId)),
    ],
  }
}

function personalDataView(
  row: PersonalDataExportRow,
  links: MediaLinkSigner,
  language: string,
): PersonalDataExportView {
  const { zip } = personalDataTexts(language)
  const nameOf = (at: number) => `${zip}-${row.contact_id}${at === 0 ? '' : `-${at + 1}`}.zip`
  return {
    contactId: row.contact_id,
    state: row.state,
    total: row.total,
    done: row.done,
    files: row.file_keys.map((key, at) => ({
      link: links.toFile(key, nameOf(at)),
      sizeBytes: row.zip_sizes[at] ?? 0,
    })),
    userName: row.user_name,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
  }
}
