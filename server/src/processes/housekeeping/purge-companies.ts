import { noCompany, recordPlatformAudit } from '../../features/audit/record-audit'
import { companiesToDelete, deleteCompanyRow } from '../../features/companies/companies.queries'
import { tellCompaniesChanged } from '../../features/companies/tell-companies-changed'
import { removeMessagesOfCompany } from '../../features/messages/purge.queries'
import { removeSchedulesOfCompany } from '../../features/schedules/purge.queries'
import { removeTicketsOfCompany } from '../../features/tickets/purge.queries'
import type { FileStore } from '../../platform/files/file-store'
import type { Log } from '../../platform/log'
import type { Workplace } from '../../platform/work'

export interface PurgeParts {
  readonly workplace: Workplace
  readonly store: Pick<FileStore, 'removeCompany'>
  readonly log: Pick<Log, 'info'>
}

const messagesAtOnce = 5_000

/**
 * Deletes all of the companies whose day has come (COMPANY-10): files, messages by the thousand, then the rest in one
 * act, which begins with what keeps contacts from going. From that day on nobody revokes it, so a process that dies between is followed by one that goes on. Their audit
 * trail stays as long as every other; that they are gone stands in the platform's own.
 */
export async function purgeCompanies({ workplace, store, log }: PurgeParts, now: Date): Promise<void> {
  const due = await workplace.withPlatform('companies to delete', ({ db }) =>
    db.rows(companiesToDelete, [now]),
  )
  for (const { id: companyId, name } of due) {
    await store.removeCompany(companyId)
    const removeSome = () =>
      workplace.withPlatform('delete a company', ({ db }) =>
        db.run(removeMessagesOfCompany, [companyId, messagesAtOnce]),
      )
    while ((await removeSome()) === messagesAtOnce) {
      // Each some thousand are an act of their own, so that nobody waits for the whole.
    }
    await workplace.withPlatform('delete a company', async (work) => {
      await work.db.run(removeTicketsOfCompany, [companyId])
      await work.db.run(removeSchedulesOfCompany, [companyId])
      await work.db.run(deleteCompanyRow, [companyId, now])
      await recordPlatformAudit(work, {
        companyId: noCompany,
        act: 'company.deleted',
        subject: { id: companyId, name },
      })
      await tellCompaniesChanged(work)
    })
    log.info({ companyId }, 'a company was deleted')
  }
}
