import * as calls from '@balcao/contract/contact-imports'
import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { callerRoute, type Route, readRoute, route, type UserCaller } from '../../platform/http/route'
import type { UploadedFile } from '../../platform/http/upload'
import { refuse } from '../../platform/refusal'
import { contactErasing } from '../contacts/contacts.hooks'
import { carryOutContactImportJob, importNextContactRows } from './carry-out-import'
import { contactImportToRead } from './contact-imports.access'
import { contactImportChanged } from './contact-imports.events'
import {
  type ContactImportRow,
  deleteImportPreviews,
  eraseImportRowsOfPhones,
  latestContactImports,
  rowsOfContactImportReport,
} from './contact-imports.queries'
import { contactImportView } from './contact-imports.view'
import { storeImportOfPhoneBook, storeImportOfSpreadsheet } from './keep-list'
import { readUploadedSpreadsheet, type SpreadsheetDependencies } from './read-list'
import { cancelImportOfContacts, startImportOfContacts } from './start-import'

const listed = 10
const reportPage = 5_000

export function contactImportsFeature(parts: SpreadsheetDependencies): Feature {
  return {
    name: 'contactImports',
    routes: contactImportRoutes(parts),
    jobs: [carryOutContactImportJob],
    events: [contactImportChanged],
    hooks: [
      // Deletes all previews, because any of them may contain the erased person's name.
      onHook(contactErasing, async ({ db }, { phones }) => {
        await db.run(deleteImportPreviews)
        await db.run(eraseImportRowsOfPhones, { phones })
      }),
    ],
  }
}

function contactImportRoutes(parts: SpreadsheetDependencies): readonly Route[] {
  return [
    callerRoute(calls.importContacts, async (caller, { body, files }) => {
      const kept = await storeList(parts, caller, files)
      const row = body.preview ? kept : await importAtOnce(caller, kept)
      return { ...contactImportView(row), message: row.state === 'done' ? 'contacts imported' : 'list read' }
    }),
    readRoute(calls.listContactImports, async (work) =>
      (await work.db.rows(latestContactImports, { limit: listed })).map(contactImportView),
    ),
    route(calls.startContactImport, async (work, { params, body }) =>
      contactImportView(await startImportOfContacts(work, params.importId, body)),
    ),
    route(calls.cancelContactImport, async (work, { params }) =>
      contactImportView(await cancelImportOfContacts(work, params.importId)),
    ),
    readRoute(calls.getContactImportReport, async (work, { params, query }) => {
      const [, rows] = await Promise.all([
        contactImportToRead(work, params.importId),
        work.db.rows(rowsOfContactImportReport, {
          importId: params.importId,
          after: query.after,
          limit: reportPage,
        }),
      ])
      const next = rows.length < reportPage ? null : (rows.at(-1)?.place ?? null)
      return {
        rows: rows.map(({ row_number, cells, outcome }) => ({ row: row_number, cells, outcome })),
        next,
      }
    }),
  ]
}

async function storeList(
  parts: SpreadsheetDependencies,
  caller: UserCaller,
  files: readonly UploadedFile[],
): Promise<ContactImportRow> {
  const [file, ...more] = files
  if (file === undefined) return caller.act(storeImportOfPhoneBook)
  if (more.length > 0) throw refuse('ERR_VALIDATION', { field: 'file' })
  const sheet = await readUploadedSpreadsheet(parts, caller.actor.companyId, file)
  return caller.act((work) => storeImportOfSpreadsheet(work, file.fileName, sheet))
}

/** Imports the whole list within the call (CONTACT-18). A job, enqueued first, imports the rest after a crash. */
async function importAtOnce(
  caller: UserCaller,
  { id, has_header: hasHeader, targets }: ContactImportRow,
): Promise<ContactImportRow> {
  await caller.act((work) => startImportOfContacts(work, id, { hasHeader, targets }))
  while (!(await caller.act((work) => importNextContactRows(work, id))));
  return caller.read((work) => contactImportToRead(work, id))
}
