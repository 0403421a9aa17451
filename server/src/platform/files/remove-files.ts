import { z } from 'zod'
import { type JobKind, jobKind } from '../jobs'
import type { CompanyWork } from '../work'
import { type FileStore, fileKeyParts } from './file-store'

const taskName = 'files.remove'

/** Queues a job that removes these files after the commit, because after a rollback they are still needed. */
export function queueFileRemoval(work: Pick<CompanyWork, 'enqueue'>, keys: readonly string[]): void {
  if (keys.length > 0) work.enqueue({ task: taskName, payload: { keys } })
}

/** Creates the job that removes files. It skips keys of companies other than the one that queued it. */
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
