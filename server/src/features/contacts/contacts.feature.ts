import type { ContactId } from '@balcao/domain/ids'
import { z } from 'zod'
import type { Feature } from '../../platform/feature'
import { type JobKind, jobKind } from '../../platform/jobs'
import type { MediaLinkSigner } from '../../platform/media-links'
import type { CompanyWork } from '../../platform/work'
import { compactContactCounterDeltasJob } from './contact-deltas'
import {
  contactChanged,
  contactRemoved,
  contactsChangedInBulk,
  recordContactChanged,
} from './contacts.events'
import { lockContactsByIds, saveContactPictures } from './contacts.queries'
import { chatAddressesOf } from './contacts.read'
import { contactRoutes } from './contacts.routes'
import { fetchGroupNameJob } from './name-group'
import type { WhatsappDirectory } from './whatsapp-directory'

export interface ContactsDependencies {
  readonly links: MediaLinkSigner
  readonly directory: WhatsappDirectory
  readonly downloadAndStorePicture: KeepPicture
}

export function contactsFeature({
  links,
  directory,
  downloadAndStorePicture,
}: ContactsDependencies): Feature {
  return {
    name: 'contacts',
    routes: contactRoutes(links, directory),
    jobs: [
      fetchPicturesJob(directory, downloadAndStorePicture),
      fetchGroupNameJob(directory),
      compactContactCounterDeltasJob,
    ],
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
      .transform((id) => id as ContactId), // The cast only brands a checked value.
  ),
})

/** Fetches the profile pictures of new contacts once. A missing picture is no failure. */
function fetchPicturesJob(directory: WhatsappDirectory, downloadAndStorePicture: KeepPicture): JobKind {
  return jobKind({
    task: 'contacts.fetchPictures',
    payload,
    async carryOut(company, { contactIds }) {
      const chats = await company.act((work) => chatAddressesOf(work, contactIds))
      const addresses = await directory.picturesOf(company.companyId, chats)
      const pictures = new Map<ContactId, string>()
      for (const [at, contactId] of contactIds.entries()) {
        const address = addresses[at] ?? null
        const key = address === null ? null : await downloadAndStorePicture(company.companyId, address)
        if (key !== null) pictures.set(contactId, key)
      }
      if (pictures.size > 0) await company.act((work) => savePictures(work, pictures))
    },
  })
}

async function savePictures(work: CompanyWork, pictures: ReadonlyMap<ContactId, string>): Promise<void> {
  const locked = await work.db.rows(lockContactsByIds, { contactIds: [...pictures.keys()] })
  const contacts = await work.db.rows(saveContactPictures, {
    contactIds: locked.map(({ id }) => id),
    pictureKeys: locked.map(({ id }) => pictures.get(id) ?? ''),
    at: work.now,
  })
  for (const contact of contacts) recordContactChanged(work, 'update', contact)
}
