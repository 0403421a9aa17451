import { z } from 'zod'
import { type JobKind, jobKind } from '../jobs'
import type { CompanyWork } from '../work'
import { type FileStore, fileKeyParts } from './file-store'

const taskName = 'files.remove'

/** The job runs after the commit, because after a rollback the files are still needed. */
export function queueFileRemoval(work: Pick<CompanyWork, 'enqueue'>, keys: readonly string[]): void {
  if (keys.length > 0) work.enqueue({ task: taskName, payload: { keys } })
}

/** Removes only files of the company that queued the job. */
export function removeFilesJob(store: Pick<FileStore, 'remove'>): JobKind {
  return jobKind({
    task: taskName,
    payload: z.object({ keys: z.array(z.string()) }),
    async carryOut({ companyId }, { keys }) {
      const own = keys.filter((key) => fileKeyParts(key)?.company === String(companyId))
      for (const key of own) await store.remove(key)
    },
  })
}
