import type { CompanyId } from '@balcao/domain/ids'
import type { MediaType } from '@balcao/domain/messages'
import type { FileStore } from '../../platform/files/file-store'
import { storeMedia } from '../messages/media/keep-media'
import type { BotReplyFileWriter, BotReplyMessage } from './turn'

export function createBotReplyFileWriter(store: FileStore, companyId: CompanyId): BotReplyFileWriter {
  return (bytes, mediaType) =>
    storeMedia(store, companyId, bytes, { mediaType, mimetype: 'application/octet-stream' })
}

/** Stores audio as a voice note or, if phones can't play it as one, as a file. */
export async function storeBotVoiceNoteReply(
  keep: BotReplyFileWriter,
  bytes: Uint8Array,
): Promise<BotReplyMessage> {
  const draft = await storeBotFileReply(keep, { bytes, mediaType: 'audio', caption: '' })
  const isSound = draft.mediaType === 'audio' && draft.media !== null
  return isSound ? { ...draft, media: { ...draft.media, isVoice: true } } : draft
}

export async function storeBotFileReply(
  keep: BotReplyFileWriter,
  { bytes, mediaType, caption }: { bytes: Uint8Array; mediaType: MediaType; caption: string },
): Promise<BotReplyMessage & { readonly media: NonNullable<BotReplyMessage['media']> }> {
  const kept = await keep(bytes, mediaType)
  return {
    body: caption,
    mediaType: kept.mediaType,
    media: { state: 'ready', fileName: null, seconds: null, width: null, height: null, ...kept.facts },
  }
}
