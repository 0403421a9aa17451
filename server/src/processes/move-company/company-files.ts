import { join } from 'node:path'
import type { CompanyId } from '@balcao/domain/ids'
import { openDiskFileStore } from '../../platform/files/disk-file-store'
import { type FileStore, type MovableFiles, partsOfCompany } from '../../platform/files/file-store'
import { moveFiles } from '../move-files/move-files'

/** Copies the company's files that the other data folder lacks, each compared with its copy. It may be repeated. */
export function filesCopier(
  company: number,
  folders: { readonly from: string; readonly to: string },
  say: (line: string) => void,
): () => Promise<void> {
  return async () => {
    const from = await openDiskFileStore({ folder: join(folders.from, 'files') })
    const to = await openDiskFileStore({ folder: join(folders.to, 'files') })
    const ofCompany = { ...from, files: () => filesOf(from, company as CompanyId) } // the operator's number
    const { files, bytes } = await moveFiles({ from: ofCompany, to, keepsSource: true })
    say(`${files} files (${bytes} bytes) are in the second cell, each compared with its copy.`)
  }
}

/** Also those that are being stored at this moment. */
async function* filesOf(
  store: FileStore & MovableFiles,
  company: CompanyId,
): ReturnType<MovableFiles['files']> {
  const ever = new Date(8.64e15)
  for (let part = 0; part < partsOfCompany; part += 1)
    for (const key of await store.part(company, part, ever)) {
      const file = await store.open(key)
      if (file !== null) yield { key, sizeBytes: file.sizeBytes }
    }
}
