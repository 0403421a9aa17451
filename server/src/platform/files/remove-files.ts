import { z } from 'zod'
import { type JobKind, jobKind } from '../jobs'
import type { CompanyWork } from '../work'
import { type FileStore, keyParts } from './file-store'

const task = 'files.remove'

/** Removes stored files once this act has committed: what is rolled back must still have its files. */
export function orderFileRemoval(work: Pick<CompanyWork, 'enqueue'>, keys: readonly string[]): void {
  if (keys.length > 0) work.enqueue({ task, payload: { keys } })
}

/** Removes files of the company that ordered it, and of no other. */
export function removeFilesJob(store: Pick<FileStore, 'remove'>): JobKind {
  return jobKind({
    task,
    payload: z.object({ keys: z.array(z.string()) }),
    async carryOut({ companyId }, { keys }) {
      const own = keys.filter((key) => keyParts(key)?.company === String(companyId))
      for (const key of own) await store.remove(key)
    },
  })
}
