import type { MediaType } from '@balcao/domain/messages'
import { isInline, type Sniffed } from '../../platform/files/file-kind'

/**
 * Decides how an incoming media is shown, by its bytes and not by its declared type (security list C3). A type that
 * browsers may not show inline is an attachment, and so is a media sent as an attachment.
 */
export function shownAs(declared: MediaType | null, sniffed: Sniffed): MediaType {
  if (declared === 'application' || sniffed.kind === 'document' || !isInline(sniffed)) return 'application'
  // An MP4 container with sound only is often detected as a video; an audio player plays it.
  if (declared === 'audio' && sniffed.mimetype === 'video/mp4') return 'audio'
  return sniffed.kind
}
