import type { CompanyId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import type { MediaType } from '@balcao/domain/messages'
import { mimetypeLabel } from '../../platform/files/file-kind'
import type { FileStore } from '../../platform/files/file-store'
import { isPixelBomb, type PictureSize, pictureSize } from '../../platform/files/picture-size'
import { makeThumbnail } from '../../platform/files/thumbnail'
import type { MediaFacts } from './media-facts'
import { shownAs } from './shown-as'

/** What the bytes of a media turned out to be, and where they are kept. */
export interface KeptMedia {
  readonly mediaType: MediaType
  readonly facts: Pick<MediaFacts, 'mimetype' | 'sizeBytes' | 'key' | 'thumbnailKey'> & Partial<PictureSize>
}

/** Keeps a media that came in, with its thumbnail. Refuses what the store refuses: too large, empty, a full disk. */
export async function keepMedia(
  store: FileStore,
  companyId: CompanyId,
  bytes: Uint8Array,
  declared: { readonly mediaType: MediaType | null; readonly mimetype: string },
): Promise<KeptMedia> {
  const { key, sizeBytes, sniffed } = await store.put(companyId, bytes, (kind) => limits.uploads[kind])
  const mimetype = mimetypeLabel(sniffed, declared.mimetype)
  const mediaType = shownAs(declared.mediaType, sniffed)
  if (mediaType !== 'image') return { mediaType, facts: { mimetype, sizeBytes, key } }

  const size = await pictureSize(bytes)
  if (size === null || isPixelBomb(size))
    return { mediaType: 'application', facts: { mimetype, sizeBytes, key } }
  try {
    const thumbnail = await keepThumbnail(store, companyId, await makeThumbnail(bytes, sniffed))
    return { mediaType, facts: { mimetype, sizeBytes, key, ...size, ...thumbnail } }
  } catch (error) {
    await store.remove(key) // all of it will be kept another time
    throw error
  }
}

async function keepThumbnail(
  store: FileStore,
  companyId: CompanyId,
  thumbnail: Uint8Array | null,
): Promise<Pick<MediaFacts, 'thumbnailKey'>> {
  if (thumbnail === null) return {}
  const { key } = await store.put(companyId, thumbnail, () => limits.uploads.image)
  return { thumbnailKey: key }
}
