import type { ContactId } from '@balcao/domain/ids'
import { z } from 'zod'
import type { Feature } from '../../platform/feature'
import { type JobKind, jobKind } from '../../platform/jobs'
import type { MediaLinks } from '../../platform/media-links'
import type { CompanyWork } from '../../platform/work'
import { compactContactDeltasJob } from './contact-deltas'
import { contactChanged, contactRemoved, contactsChangedInBulk } from './contacts.events'
import { contactById, saveContactPicture } from './contacts.queries'
import { chatAddressOf } from './contacts.read'
import { contactRoutes } from './contacts.routes'
import { nameGroupJob } from './name-group'
import type { WhatsappDirectory } from './whatsapp-directory'

export interface ContactsDependencies {
  readonly links: MediaLinks
  readonly directory: WhatsappDirectory
  readonly storePicture: KeepPicture
}

export function contactsFeature({ links, directory, storePicture }: ContactsDependencies): Feature {
  return {
    name: 'contacts',
    routes: contactRoutes(links, directory),
    jobs: [fetchPicturesJob(directory, storePicture), nameGroupJob(directory), compactContactDeltasJob],
    events: [contactChanged, contactRemoved, contactsChangedInBulk],
  }
}

/** Fetches a picture into the company's file store; null when the fetch fails. */
type KeepPicture = (companyId: CompanyWork['companyId'], address: string) => Promise<string | null>

const payload = z.object({
  contactIds: z.array(
    z
      .number()
      .int()
      .transform((id) => id as ContactId), // the cast only brands a checked value
  ),
})

/** Fetches the profile pictures of new contacts once. A missing picture is no failure. */
function fetchPicturesJob(directory: WhatsappDirectory, storePicture: KeepPicture): JobKind {
  return jobKind({
    task: 'contacts.fetchPictures',
    payload,
    async carryOut(company, { contactIds }) {
      const chats = await company.act((work) =>
        Promise.all(contactIds.map((contactId) => chatAddressOf(work, contactId))),
      )
      const keys: (string | null)[] = []
      for (const chat of chats) {
        const address = await directory.pictureOf(company.companyId, chat)
        keys.push(address === null ? null : await storePicture(company.companyId, address))
      }
      await company.act((work) =>
        Promise.all(contactIds.map((contactId, at) => hangPicture(work, contactId, keys[at] ?? null))),
      )
    },
  })
}

async function hangPicture(work: CompanyWork, contactId: ContactId, key: string | null): Promise<void> {
  const before = await work.db.row(contactById, { contactId })
  if (before === null) return
  const contact = await work.db.one(saveContactPicture, { contactId, pictureKey: key, at: work.now })
  if (key !== before.picture_key) work.record(contactChanged, { action: 'update', contact })
}
