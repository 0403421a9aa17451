import type { UserId } from '@balcao/domain/ids'
import { mailTexts } from '@balcao/domain/mail-texts'
import { z } from 'zod'
import type { InstallationMailService, Mail } from '../../outside/mail/port'
import { type JobKind, jobKind } from '../../platform/jobs'
import type { CompanyWork, Workplace } from '../../platform/work'
import { ownCompany } from '../companies/companies.read'
import { emailOfSuperUser, idsOfSuperUsers } from './backups.queries'

const task = 'backups.mailFailure'

interface Failure {
  /** When the backup began. */
  readonly at: Date
  readonly reason: string
  /** True: the backup was made, and its check by a restore failed. */
  readonly isCheck?: boolean
}

/** Enqueues a mail to each owner of the platform. Each has its own transaction, so a crash may leave some out. */
export async function enqueueBackupFailureMails(
  workplace: Workplace,
  { at, reason, isCheck = false }: Failure,
): Promise<void> {
  const owners = await workplace.withPlatform('a backup failed', ({ db }) => db.rows(idsOfSuperUsers))
  for (const { company_id: companyId, id: userId } of owners)
    await workplace.withCompany({ kind: 'system', name: task, companyId }, async (work) =>
      work.enqueue({ task, payload: { userId, at: at.toISOString(), reason, isCheck } }),
    )
}

export function backupFailureMailJob(mail: InstallationMailService | null): JobKind {
  return jobKind({
    task,
    payload: z.object({
      userId: z.custom<UserId>((value) => typeof value === 'number'),
      at: z.coerce.date(),
      reason: z.string(),
      isCheck: z.boolean().default(false), // jobs of an earlier version have none
    }),
    carryOut: async ({ act }, { userId, ...failure }) => {
      if (mail === null) return // The operator removed the mail setting after this job was enqueued.
      const found = await act((work) => failureMail(work, userId, failure, mail.publicUrl))
      if (found !== null) await mail.mailer.send(found)
    },
  })
}

/** The mail about a failed backup. Null: the user was deleted, or is no owner of the platform any more. */
async function failureMail(
  work: CompanyWork,
  userId: UserId,
  { at, reason, isCheck }: Failure,
  link: string,
): Promise<Mail | null> {
  const user = await work.db.row(emailOfSuperUser, { id: userId })
  if (user === null) return null
  const { language, time_zone: timeZone } = await ownCompany(work)
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short', timeZone }).format(
    at,
  )
  const texts = mailTexts(language)
  const facts = { when, reason, link }
  return { to: user.email, ...(isCheck ? texts.backupCheckFailed(facts) : texts.backupFailed(facts)) }
}
