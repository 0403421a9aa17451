import type { ContactId } from '@balcao/domain/ids'
import { z } from 'zod'
import { type JobKind, jobKind } from '../../platform/jobs'
import type { CompanyWork } from '../../platform/work'
import { contactChanged } from './contacts.events'
import { contactById, setPicture } from './contacts.queries'
import { chatAddressOf } from './contacts.read'
import type { WhatsappDirectory } from './whatsapp-directory'

/** Fetches a picture into the company's file store; null when the fetch fails. */
export type KeepPicture = (companyId: CompanyWork['companyId'], address: string) => Promise<string | null>

const payload = z.object({
  contactId: z
    .number()
    .int()
    .transform((id) => id as ContactId),
}) // branding is parsing

/** Fetches the profile picture of a new contact once. A missing picture is no failure. */
export function fetchPictureJob(directory: WhatsappDirectory, keepPicture: KeepPicture): JobKind {
  return jobKind({
    task: 'contacts.fetchPicture',
    payload,
    async carryOut(company, { contactId }) {
      const chat = await company.act((work) => chatAddressOf(work, contactId))
      const address = await directory.pictureOf(company.companyId, chat)
      const key = address === null ? null : await keepPicture(company.companyId, address)
      await company.act((work) => hangPicture(work, contactId, key))
    },
  })
}

async function hangPicture(work: CompanyWork, contactId: ContactId, key: string | null): Promise<void> {
  const before = await work.db.row(contactById, { contactId })
  if (before === null) return
  const contact = await work.db.one(setPicture, { contactId, pictureKey: key, at: work.now })
  if (key !== before.picture_key) work.record(contactChanged, { action: 'update', contact })
}
