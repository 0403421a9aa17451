import type { CompanyId } from '@balcao/domain/ids'
import type { FileStore } from '../../platform/files/file-store'
import type { Log } from '../../platform/log'
import type { Workplace } from '../../platform/work'
import { companiesServedHere, referencedFileKeys } from './named-files.queries'

export interface FileSweepDependencies {
  readonly workplace: Workplace
  readonly store: Pick<FileStore, 'companies' | 'part' | 'remove' | 'removeAbandoned'>
  readonly log: Pick<Log, 'info' | 'error'>
}

/** Younger files are not deleted, because an upload's transaction, which references its file, may still be running. */
const youngestMs = 24 * 3_600_000
const batchSize = 500
/** With more unreferenced files than crashes leave, the database may be the wrong one, and no file is deleted. */
const maxUnreferencedFiles = 20

/**
 * Deletes files that no row references, because their process died between storing the file and the commit, and
 * leftovers of unfinished uploads. Each hour it checks one of 256 parts of each company's files; all parts take
 * eleven days. Folders of companies that this database lacks stay, because other cells may share the bucket.
 */
export async function deleteUnreferencedFiles(
  { workplace, store, log }: FileSweepDependencies,
  now: Date,
): Promise<void> {
  const part = Math.floor(now.getTime() / 3_600_000) % 256
  const before = new Date(now.getTime() - youngestMs)
  await store.removeAbandoned(before)
  const companies = await store.companies()
  const here = await workplace.withPlatform('file sweep', ({ db }) =>
    db.rows(companiesServedHere, { companies }),
  )
  for (const { id: companyId } of here) {
    const files = await store.part(companyId, part, before)
    const orphans = await unreferencedFiles(workplace, companyId, files)
    if (orphans.length > maxUnreferencedFiles && orphans.length > files.length / 2) {
      log.error(
        { companyId, files: files.length, unnamed: orphans.length },
        'most files of a company have no row in this database: none is removed',
      )
      continue
    }
    for (const key of orphans) await store.remove(key)
    if (orphans.length > 0)
      log.info({ companyId, removed: orphans.length }, 'removed files without a row in the database')
  }
}

async function unreferencedFiles(
  workplace: Workplace,
  companyId: CompanyId,
  keys: readonly string[],
): Promise<readonly string[]> {
  const orphans: string[] = []
  for (let at = 0; at < keys.length; at += batchSize) {
    const asked = keys.slice(at, at + batchSize)
    const rows = await workplace.withPlatform('file sweep', ({ db }) =>
      db.rows(referencedFileKeys, { companyId, keys: asked }),
    )
    const named = new Set(rows.map(({ key }) => key))
    orphans.push(...asked.filter((key) => !named.has(key)))
  }
  return orphans
}
