import type { ContactId } from '@balcao/domain/ids'
import { z } from 'zod'
import { type JobKind, jobKind } from '../../platform/jobs'
import type { CompanyWork } from '../../platform/work'
import type { ContactRow } from './contacts.queries'
import { chatAddressOf } from './contacts.read'
import { storeReportedNames } from './reported-names'
import type { WhatsappDirectory } from './whatsapp-directory'

/** The pauses between attempts grow: these attempts span some hours, in case the connection is offline now. */
const maxAttempts = 10

const task = 'contacts.nameGroup'
const payload = z.object({
  contactId: z
    .number()
    .int()
    .transform((id) => id as ContactId), // The cast only brands a checked value.
})

/** Enqueues the job that asks WhatsApp for the subject of a group; the job key replaces a waiting duplicate. */
export function enqueueGroupNameFetch(
  { companyId, enqueue }: Pick<CompanyWork, 'enqueue' | 'companyId'>,
  { id }: ContactRow,
): void {
  enqueue({ task, payload: { contactId: id }, key: `subject ${companyId} ${id}` })
}

/** Asks WhatsApp for the subject of a group that has no reported name. */
export function fetchGroupNameJob(directory: Pick<WhatsappDirectory, 'subjectOf'>): JobKind {
  return jobKind({
    task,
    payload,
    async carryOut(company, { contactId }) {
      const chat = await company.act((work) => chatAddressOf(work, contactId))
      if (chat.kind !== 'group') return
      const subject = await directory.subjectOf(company.companyId, chat)
      if (subject === 'unreachable') {
        if (company.attempt < maxAttempts) throw new Error('no connection of this company is connected')
        return
      }
      if (subject === null) return
      const names = [{ chat, name: subject, source: 'subject' }] as const
      await company.act((work) => storeReportedNames(work, { kind: 'names', names }))
    },
  })
}
