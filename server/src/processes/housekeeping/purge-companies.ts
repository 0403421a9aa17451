import { companyIdOfPlatformEntries, recordPlatformAudit } from '../../features/audit/record-audit'
import { companiesToDelete, deleteCompanyRow } from '../../features/companies/companies.queries'
import { recordCompaniesChanged } from '../../features/companies/record-companies-changed'
import { removeMessagesOfCompany } from '../../features/messages/erasing/erase-messages.queries'
import { removeSchedulesOfCompany } from '../../features/schedules/schedules.queries'
import { removeTicketsOfCompany } from '../../features/tickets/erasing/erase-tickets.queries'
import type { FileStore } from '../../platform/files/file-store'
import type { Log } from '../../platform/log'
import type { Workplace } from '../../platform/work'

export interface CompanyPurgeDependencies {
  readonly workplace: Workplace
  readonly store: Pick<FileStore, 'removeCompany'>
  readonly log: Pick<Log, 'info'>
}

const messagesAtOnce = 5_000

/** Deletes companies that are due, their contacts last, as rows refer to them. A next run continues (COMPANY-10). */
export async function purgeDeletedCompanies(
  { workplace, store, log }: CompanyPurgeDependencies,
  now: Date,
): Promise<void> {
  const due = await workplace.withPlatform('companies to delete', ({ db }) =>
    db.rows(companiesToDelete, { before: now }),
  )
  for (const { id: companyId, name } of due) {
    await store.removeCompany(companyId)
    const removeSome = () =>
      workplace.withPlatform('delete a company', ({ db }) =>
        db.run(removeMessagesOfCompany, { companyId, limit: messagesAtOnce }),
      )
    while ((await removeSome()) === messagesAtOnce) {
      // Batches of some thousand rows, each in its own act, so that no other act waits long.
    }
    await workplace.withPlatform('delete a company', async (work) => {
      await work.db.run(removeTicketsOfCompany, { companyId })
      await work.db.run(removeSchedulesOfCompany, { companyId })
      await work.db.run(deleteCompanyRow, { id: companyId, before: now })
      await recordPlatformAudit(work, {
        companyId: companyIdOfPlatformEntries,
        act: 'company.deleted',
        subject: { id: companyId, name },
      })
      await recordCompaniesChanged(work)
    })
    log.info({ companyId }, 'a company was deleted')
  }
}
