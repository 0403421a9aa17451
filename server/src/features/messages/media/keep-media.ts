import type { CompanyId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import type { MediaType } from '@balcao/domain/messages'
import { createByteSlots } from '../../../platform/byte-slots'
import { type DetectedFileType, mayShowInline, mimetypeForMessage } from '../../../platform/files/file-kind'
import type { FileStore } from '../../../platform/files/file-store'
import { isPixelBomb, type PictureSize, readPictureSize } from '../../../platform/files/picture-size'
import { readStoredBytes } from '../../../platform/files/stored-bytes'
import { makeThumbnail } from '../../../platform/files/thumbnail'
import type { MediaMetadata } from './media-facts'

export interface StoredMedia {
  readonly mediaType: MediaType
  readonly facts: Pick<MediaMetadata, 'mimetype' | 'sizeBytes' | 'key' | 'thumbnailKey'> &
    Partial<PictureSize>
}

/**
 * Limits the memory of pictures that are decoded at the same time; one may need 100 MB. A picture above a limit waits
 * until no other one is decoded (`perCompany`: no other one of its company).
 */
const decodingLimits = createByteSlots({ all: 160 << 20, perCompany: 80 << 20 })
const decodedBytes = ({ width, height }: PictureSize) => 4 * width * height

/** Stores the files of a media. Throws the store's refusal if one is too large or empty, or the disk is full. */
export async function storeMedia(
  store: FileStore,
  companyId: CompanyId,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  declared: { readonly mediaType: MediaType | null; readonly mimetype: string },
): Promise<StoredMedia> {
  const { key, sizeBytes, sniffed } = await store.put(companyId, content, (kind) => limits.uploads[kind])
  const mimetype = mimetypeForMessage(sniffed, declared.mimetype)
  const mediaType = shownAs(declared.mediaType, sniffed)
  if (mediaType !== 'image') return { mediaType, facts: { mimetype, sizeBytes, key } }

  const bytes = content instanceof Uint8Array ? content : await readStoredBytes(store, key)
  const size = await readPictureSize(bytes)
  if (size === null || isPixelBomb(size))
    return { mediaType: 'application', facts: { mimetype, sizeBytes, key } }
  try {
    const thumbnail = await storeThumbnail(
      store,
      companyId,
      await decodingLimits.take(companyId, decodedBytes(size), () => makeThumbnail(bytes, sniffed)),
    )
    return { mediaType, facts: { mimetype, sizeBytes, key, ...size, ...thumbnail } }
  } catch (error) {
    await store.remove(key) // A retry stores the file again, so the failed attempt must not leave it behind.
    throw error
  }
}

async function storeThumbnail(
  store: FileStore,
  companyId: CompanyId,
  thumbnail: Uint8Array | null,
): Promise<Pick<MediaMetadata, 'thumbnailKey'>> {
  if (thumbnail === null) return {}
  const { key } = await store.put(companyId, thumbnail, () => limits.uploads.image)
  return { thumbnailKey: key }
}

/** The bytes decide, not the declared type (security list C3). What browsers may not show inline is an attachment. */
function shownAs(declared: MediaType | null, sniffed: DetectedFileType): MediaType {
  if (declared === 'application' || sniffed.kind === 'document' || !mayShowInline(sniffed))
    return 'application'
  // An MP4 container with sound only is often detected as a video; an audio player plays it.
  if (declared === 'audio' && sniffed.mimetype === 'video/mp4') return 'audio'
  return sniffed.kind
}
