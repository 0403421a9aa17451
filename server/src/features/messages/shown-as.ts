import type { MediaType } from '@balcao/domain/messages'
import { isInline, type Sniffed } from '../../platform/files/file-kind'

/**
 * How a media that came in is shown: by what it is, not by what its sender says it is (security list C3). What a browser
 * may not show in place is an attachment; so is what was sent as one.
 */
export function shownAs(declared: MediaType | null, sniffed: Sniffed): MediaType {
  if (declared === 'application' || sniffed.kind === 'document' || !isInline(sniffed)) return 'application'
  // Sound alone in an MP4 container is often sniffed as a film; a player of sounds plays it.
  if (declared === 'audio' && sniffed.mimetype === 'video/mp4') return 'audio'
  return sniffed.kind
}
