import type { MediaReference } from '@balcao/whatsapp/gateway'
import { z } from 'zod'
import { cloudPrefix } from './event-content'
import { jsonOf } from './shapes'

const place = z.object({ id: z.string(), mime: z.string().nullable(), sha256: z.string().nullable() })
/** A media by Meta's id, valid for seven days. `sha256` is that of the file, in base64. */
export type MediaPlace = z.infer<typeof place>

export function mediaReference(given: MediaPlace): MediaReference {
  return (cloudPrefix + JSON.stringify(given)) as MediaReference // the brand is set here
}

/** True when this driver made the reference, so that its `fetchMedia` reads it. */
export function isCloudMedia(reference: MediaReference): boolean {
  return reference.startsWith(cloudPrefix)
}

/** Unpacks a reference made by `mediaReference`. */
export function mediaPlace(reference: MediaReference): MediaPlace {
  return place.parse(jsonOf(reference.slice(cloudPrefix.length)))
}
