import type { ColumnTarget, ContactImportState, ImportRowOutcome } from '@balcao/domain/contact-imports'
import type { ContactImportId, UserId } from '@balcao/domain/ids'
import { type NoParams, statement } from '../../platform/database/statement'

export interface ContactImportRow {
  id: ContactImportId
  source: 'file' | 'phone-book'
  file_name: string
  state: ContactImportState
  has_header: boolean
  columns: { title: string; samples: string[] }[]
  targets: ColumnTarget[]
  row_count: number
  done_place: number
  created_count: number
  known_count: number
  wrong_count: number
  created_at: Date
  finished_at: Date | null
  user_name: string | null
}

const contactImportColumns = `
  i.id, i.source, i.file_name, i.state, i.has_header, i.columns, i.targets, i.row_count, i.done_place, i.created_count,
  i.known_count, i.wrong_count, i.created_at, i.finished_at,
  (select u.name from users u where u.company_id = i.company_id and u.id = i.user_id) as user_name`

export const insertContactImport = statement<
  {
    userId: UserId
    source: ContactImportRow['source']
    fileName: string
    hasHeader: boolean
    columns: string
    targets: readonly ColumnTarget[]
    rowCount: number
    at: Date
  },
  ContactImportRow
>(
  'contactImports.insert',
  `
  insert into contact_imports as i
    (company_id, user_id, source, file_name, state, has_header, columns, targets, row_count, created_at)
  values (current_company(), :userId, :source, :fileName, 'preview', :hasHeader, :columns::jsonb, :targets::text[],
    :rowCount, :at)
  returning ${contactImportColumns}
  `,
)

/** Inserts rows of an import in this order, behind the `placesBefore` rows that are stored already. */
export const insertContactImportRows = statement<{
  importId: ContactImportId
  numbers: readonly number[]
  cells: readonly string[]
  placesBefore: number
}>(
  'contactImports.insertRows',
  `
  insert into contact_import_rows (company_id, import_id, place, row_number, cells)
  select current_company(), :importId, :placesBefore + r.place, r.number, r.cells::jsonb
  from unnest(:numbers::integer[], :cells::text[]) with ordinality as r (number, cells, place)
  `,
)

/** Stores all entries of the linked phones' address books as rows of name and number, in order of name. */
export const insertPhoneBookRows = statement<{ importId: ContactImportId }>(
  'contactImports.insertPhoneBookRows',
  `
  insert into contact_import_rows (company_id, import_id, place, row_number, cells)
  select current_company(), :importId, b.place, b.place, jsonb_build_array(b.name, '+' || b.value)
  from (
    select t.value, case when length(trim(t.name)) < 2 then '' else left(trim(t.name), 50) end as name,
      row_number() over (order by t.name, t.value) as place
    from reported_names t
    where t.kind = 'phone' and t.source = 'phone-book'
  ) b
  `,
)

export const updateImportRowCount = statement<{ importId: ContactImportId }, ContactImportRow>(
  'contactImports.countRows',
  `
  update contact_imports as i
  set row_count = (
    select count(*)::integer from contact_import_rows r where r.company_id = i.company_id and r.import_id = i.id
  )
  where i.id = :importId
  returning ${contactImportColumns}
  `,
)

export const contactImportById = statement<{ importId: ContactImportId }, ContactImportRow>(
  'contactImports.byId',
  `select ${contactImportColumns} from contact_imports i where i.id = :importId`,
)

export const lockContactImport = statement<{ importId: ContactImportId }, ContactImportRow>(
  'contactImports.lock',
  `select ${contactImportColumns} from contact_imports i where i.id = :importId for update of i`,
)

export const latestContactImports = statement<{ limit: number }, ContactImportRow>(
  'contactImports.latest',
  `select ${contactImportColumns} from contact_imports i where i.state <> 'preview' order by i.id desc limit :limit`,
)

/** Starts an import. `columns` has no sample values any more, because only the preview shows them. */
export const markImportRunning = statement<
  { importId: ContactImportId; hasHeader: boolean; targets: readonly ColumnTarget[]; columns: string },
  ContactImportRow
>(
  'contactImports.begin',
  `
  update contact_imports as i
  set state = 'running', has_header = :hasHeader, targets = :targets::text[], columns = :columns::jsonb,
    done_place = case when :hasHeader then 1 else 0 end
  where i.id = :importId
  returning ${contactImportColumns}
  `,
)

export const nextContactImportRows = statement<
  { importId: ContactImportId; after: number; limit: number },
  { place: number; cells: string[] }
>(
  'contactImports.nextRows',
  `
  select r.place, r.cells from contact_import_rows r where r.import_id = :importId
    and r.place > :after order by r.place limit :limit
  `,
)

export const saveImportRowOutcomes = statement<{
  importId: ContactImportId
  places: readonly number[]
  outcomes: readonly ImportRowOutcome[]
  phones: readonly (string | null)[]
}>(
  'contactImports.saveImportRowOutcomes',
  `
  update contact_import_rows r
  set outcome = o.outcome, phone = o.phone
  from unnest(:places::integer[], :outcomes::text[], :phones::text[]) as o (place, outcome, phone)
  where r.import_id = :importId and r.place = o.place
  `,
)

export const updateImportProgress = statement<
  {
    importId: ContactImportId
    donePlace: number
    created: number
    known: number
    wrong: number
    finishedAt: Date | null
  },
  ContactImportRow
>(
  'contactImports.advance',
  `
  update contact_imports as i
  set done_place = :donePlace, created_count = created_count + :created, known_count = known_count + :known,
    wrong_count = wrong_count + :wrong, finished_at = :finishedAt::timestamptz,
    state = case when :finishedAt is null then state else 'done' end
  where i.id = :importId
  returning ${contactImportColumns}
  `,
)

export const endContactImport = statement<
  { importId: ContactImportId; state: 'cancelled' | 'failed'; at: Date },
  ContactImportRow
>(
  'contactImports.end',
  `
  update contact_imports as i set state = :state, finished_at = :at where i.id = :importId returning ${contactImportColumns}
  `,
)

export const deleteContactImport = statement<{ importId: ContactImportId }>(
  'contactImports.delete',
  'delete from contact_imports where id = :importId',
)

/** Deletes the user's earlier preview, because each user has at most one. */
export const deleteImportPreviewsOfUser = statement<{ userId: UserId }>(
  'contactImports.deletePreviewsOf',
  `delete from contact_imports where state = 'preview' and user_id = :userId`,
)

/** Deletes old imports of all companies. Skips locked ones, because they may be starting. */
export const purgeImports = statement<
  { reportsBefore: Date; previewsBefore: Date; limit: number },
  { id: ContactImportId }
>(
  'contactImports.purge',
  `
  with old as (
    select company_id, id from contact_imports
    where created_at < case when state = 'preview' then :previewsBefore::timestamptz else :reportsBefore end
    limit :limit
    for update skip locked
  )
  delete from contact_imports i using old where i.company_id = old.company_id and i.id = old.id
  returning i.id
  `,
)

export const rowsOfContactImportReport = statement<
  { importId: ContactImportId; after: number; limit: number },
  { place: number; row_number: number; cells: string[]; outcome: ImportRowOutcome | null }
>(
  'contactImports.reportRows',
  `
  select r.place, r.row_number, r.cells, r.outcome
  from contact_import_rows r where r.import_id = :importId and r.place > :after order by r.place limit :limit
  `,
)

/** Deletes rows with these phones, and rows without a phone in which a cell ends with the same eight digits. */
export const eraseImportRowsOfPhones = statement<{ phones: readonly string[] }>(
  'contactImports.eraseRowsOf',
  `
  delete from contact_import_rows r
  where r.phone = any (:phones)
    or r.phone is null and exists (
      select from jsonb_array_elements_text(r.cells) as c (cell), unnest(:phones::text[]) as p (phone)
      where length(p.phone) >= 8 and right(regexp_replace(c.cell, '\\D', '', 'g'), 8) = right(p.phone, 8)
    )
  `,
)

/** Deletes all previews. Their rows are not matched to contacts yet, so an erased person may be in any of them. */
export const deleteImportPreviews = statement<NoParams>(
  'contactImports.deletePreviews',
  `delete from contact_imports where state = 'preview'`,
)
