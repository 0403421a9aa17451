import type { Feature } from '../../platform/feature'
import type { MediaLinks } from '../../platform/media-links'
import { compactContactDeltasJob } from './contact-deltas'
import { contactChanged, contactRemoved, contactsReloaded } from './contacts.events'
import { contactRoutes } from './contacts.routes'
import { fetchPictureJob, type KeepPicture } from './fetch-picture'
import { nameGroupJob } from './name-group'
import type { WhatsappDirectory } from './whatsapp-directory'

export interface ContactsParts {
  readonly links: MediaLinks
  readonly directory: WhatsappDirectory
  readonly keepPicture: KeepPicture
}

export function contactsFeature({ links, directory, keepPicture }: ContactsParts): Feature {
  return {
    name: 'contacts',
    routes: contactRoutes(links, directory),
    jobs: [fetchPictureJob(directory, keepPicture), nameGroupJob(directory), compactContactDeltasJob],
    events: [contactChanged, contactRemoved, contactsReloaded],
  }
}
