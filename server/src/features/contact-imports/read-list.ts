import { contactImportLimits } from '@balcao/domain/contact-imports'
import type { CompanyId } from '@balcao/domain/ids'
import { type Sheet, SpreadsheetFailure, type SpreadsheetReader } from '../../outside/spreadsheets/port'
import type { FileStore } from '../../platform/files/file-store'
import type { UploadedFile } from '../../platform/http/upload'
import { refuse } from '../../platform/refusal'

export interface SpreadsheetDependencies {
  readonly store: Pick<FileStore, 'open' | 'remove'>
  readonly spreadsheets: SpreadsheetReader
}

/** Reads the spreadsheet and deletes its file. When the call fails, the HTTP server deletes the upload. */
export async function readUploadedSpreadsheet(
  { store, spreadsheets }: SpreadsheetDependencies,
  companyId: CompanyId,
  file: UploadedFile,
): Promise<Sheet> {
  if (file.sizeBytes > contactImportLimits.megabytes << 20) {
    throw refuse('ERR_UPLOAD_TOO_LARGE', { kind: 'document', limitMegabytes: contactImportLimits.megabytes })
  }
  const opened = await store.open(file.key)
  if (opened === null) throw new Error('the list was lost between its upload and its reading')
  const parts: Uint8Array[] = []
  for await (const part of opened.stream()) parts.push(part)
  const { signal } = new AbortController()
  const sheet = await spreadsheets.read(companyId, Buffer.concat(parts), signal).catch(asRefusal)

  await store.remove(file.key)
  return sheet
}

function asRefusal(error: unknown): never {
  throw error instanceof SpreadsheetFailure ? refuse('ERR_IMPORT_FILE', { what: error.fault }) : error
}
