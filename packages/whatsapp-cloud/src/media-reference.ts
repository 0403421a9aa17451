import type { MediaReference } from '@balcao/whatsapp/gateway'
import { z } from 'zod'
import { cloudDriverPrefix } from './event-content'
import { parseJson } from './shapes'

const place = z.object({ id: z.string(), mime: z.string().nullable(), sha256: z.string().nullable() })
/** A media file by Meta's id, valid for seven days. `sha256` is the file's hash in base64. */
export type MediaLocation = z.infer<typeof place>

export function mediaReference(given: MediaLocation): MediaReference {
  // the cast is safe: only this function makes references to media of the Cloud API
  return (cloudDriverPrefix + JSON.stringify(given)) as MediaReference
}

export function isCloudMedia(reference: MediaReference): boolean {
  return reference.startsWith(cloudDriverPrefix)
}

export function mediaLocationOf(reference: MediaReference): MediaLocation {
  return place.parse(parseJson(reference.slice(cloudDriverPrefix.length)))
}
