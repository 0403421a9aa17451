import type { ContactImportView } from '@balcao/contract/contact-imports'
import type { ContactImportRow } from './contact-imports.queries'

/** The wire view of an import; the header row is not counted. `row` may be from an event, with times as ISO texts. */
export function contactImportView(row: ContactImportRow): ContactImportView {
  const titles = row.has_header ? 1 : 0
  return {
    id: row.id,
    source: row.source,
    fileName: row.file_name,
    state: row.state,
    hasHeader: row.has_header,
    columns: row.columns,
    targets: row.targets,
    rows: row.row_count - titles,
    done: Math.max(0, row.done_place - titles),
    created: row.created_count,
    known: row.known_count,
    wrong: row.wrong_count,
    userName: row.user_name,
    createdAt: new Date(row.created_at).toISOString(),
    finishedAt: row.finished_at === null ? null : new Date(row.finished_at).toISOString(),
  }
}
