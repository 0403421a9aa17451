import type { CompanyId } from '@balcao/domain/ids'
import type { MediaType } from '@balcao/domain/messages'
import type { FileStore } from '../../platform/files/file-store'
import { storeMedia } from '../messages/media/keep-media'
import type { BotDraft, StoreReplyFile } from './turn'

export function createReplyFileStore(store: FileStore, companyId: CompanyId): StoreReplyFile {
  return (bytes, mediaType) =>
    storeMedia(store, companyId, bytes, { mediaType, mimetype: 'application/octet-stream' })
}

/** A voice note of the bot; audio that phones can't play as one is sent as a file. */
export async function voiceNoteDraft(keep: StoreReplyFile, bytes: Uint8Array): Promise<BotDraft> {
  const draft = await fileDraft(keep, { bytes, mediaType: 'audio', caption: '' })
  const isSound = draft.mediaType === 'audio' && draft.media !== null
  return isSound ? { ...draft, media: { ...draft.media, isVoice: true } } : draft
}

export async function fileDraft(
  keep: StoreReplyFile,
  { bytes, mediaType, caption }: { bytes: Uint8Array; mediaType: MediaType; caption: string },
): Promise<BotDraft & { readonly media: NonNullable<BotDraft['media']> }> {
  const kept = await keep(bytes, mediaType)
  return {
    body: caption,
    mediaType: kept.mediaType,
    media: {
      state: 'ready',
      fileName: null,
      seconds: null,
      width: null,
      height: null,
      ...kept.facts,
    },
  }
}
