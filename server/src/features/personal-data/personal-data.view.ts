import type { PersonalDataView } from '@balcao/contract/personal-data'
import { personalDataTexts } from '@balcao/domain/personal-data-texts'
import type { MediaLinks } from '../../platform/media-links'
import type { ExportRow } from './personal-data.queries'

/** The HTTP view of an export, with links to its zips, named in the company's language. */
export function personalDataView(row: ExportRow, links: MediaLinks, language: string): PersonalDataView {
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
