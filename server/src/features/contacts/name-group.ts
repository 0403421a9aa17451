import type { ContactId } from '@balcao/domain/ids'
import { z } from 'zod'
import { type JobKind, jobKind } from '../../platform/jobs'
import type { CompanyWork } from '../../platform/work'
import { chatAddressOf } from './contacts.read'
import { fetchGroupNameTask } from './order-name'
import { storeReportedNames } from './reported-names'
import type { WhatsappDirectory } from './whatsapp-directory'

/** The pauses between attempts grow: these attempts span some hours, in case the connection is offline now. */
const maxAttempts = 10

const payload = z.object({
  contactId: z
    .number()
    .int()
    .transform((id) => id as ContactId), // the cast only brands a checked value
})

/** Asks WhatsApp for the subject of a group that has no reported name. */
export function fetchGroupNameJob(directory: Pick<WhatsappDirectory, 'subjectOf'>): JobKind {
  return jobKind({
    task: fetchGroupNameTask,
    payload,
    async carryOut(company, { contactId }) {
      const chat = await company.act((work) => chatAddressOf(work, contactId))
      if (chat.kind !== 'group') return
      const subject = await directory.subjectOf(company.companyId, chat)
      if (subject === 'unreachable') {
        if (company.attempt < maxAttempts) throw new Error('no connection of this company is connected')
        return
      }
      if (subject !== null) await company.act((work) => saveGroupSubject(work, chat, subject))
    },
  })
}

function saveGroupSubject(
  work: CompanyWork,
  chat: Parameters<WhatsappDirectory['subjectOf']>[1],
  subject: string,
): Promise<void> {
  return storeReportedNames(work, { kind: 'names', names: [{ chat, name: subject, source: 'subject' }] })
}
