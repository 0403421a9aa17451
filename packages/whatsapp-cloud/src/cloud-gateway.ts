import type { WhatsappGateway } from '@balcao/whatsapp/gateway'
import { cloudLink } from './cloud-link'
import { fetchMedia } from './fetch-media'
import type { CloudSettings } from './settings'
import { parseCloudEvent } from './translate'

export function cloudGateway(settings: CloudSettings): WhatsappGateway {
  return {
    translate: parseCloudEvent,
    fetchMedia: (reference, signal, keys) => fetchMedia(settings.graph, reference, signal, keys),
    connect: (options) => cloudLink(settings, options),
  }
}
