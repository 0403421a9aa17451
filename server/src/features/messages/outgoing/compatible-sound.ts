import type { MessageId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { z } from 'zod'
import { VoiceFailure, type VoiceNoteConverter } from '../../../outside/voice/port'
import type { FileStore } from '../../../platform/files/file-store'
import { queueFileRemoval } from '../../../platform/files/remove-files'
import { readStoredBytes } from '../../../platform/files/stored-bytes'
import { type JobKind, jobKind } from '../../../platform/jobs'
import type { Log } from '../../../platform/log'
import type { CompanyWork } from '../../../platform/work'
import { reportMediaFailure, saveMediaOfMessage } from '../media/fetched-media'
import { makeMp3CopyTask, messageIdPayloadSchema, needsMp3Copy } from '../media/order-media'
import { messageById } from '../messages.queries'
import { recordMessageChange } from '../record-message'
import { lockTicketsForMessages } from './hold-tickets'

/** Six attempts take about four minutes, in which disk space may be freed. If all fail, the original sound remains. */
const attempts = 6

interface Mp3CopyDependencies {
  readonly voiceNotes: Pick<VoiceNoteConverter, 'makeMp3'>
  readonly store: FileStore
  readonly log: Pick<Log, 'warn' | 'error'>
}

/** Creates an MP3 copy of a sound. The message shows the original sound until then. */
export function makeMp3CopyJob({ voiceNotes, store, log }: Mp3CopyDependencies): JobKind {
  return jobKind({
    task: makeMp3CopyTask,
    workerPool: 'sounds',
    payload: z.object({ messageId: messageIdPayloadSchema }),
    async carryOut(company, { messageId }) {
      const key = await company.act((work) => soundOf(work, messageId))
      if (key === null) return
      try {
        const mp3 = await voiceNotes.makeMp3(await readStoredBytes(store, key), company.stopping)
        const kept = await store.put(company.companyId, mp3, () => limits.uploads.audio)
        await company.act((work) => settleMp3(work, messageId, kept.key))
      } catch (error) {
        await reportMediaFailure(company, messageId, error, log, 'a sound has no MP3 beside it')
        const isFinal = error instanceof VoiceFailure || company.attempt >= attempts
        if (!isFinal || company.stopping.aborted) throw error
      }
    },
  })
}

async function soundOf(work: CompanyWork, messageId: MessageId): Promise<string | null> {
  const row = await work.db.row(messageById, { messageId })
  return row !== null && !row.is_deleted && needsMp3Copy(row) ? row.media.key : null
}

async function settleMp3(work: CompanyWork, messageId: MessageId, compatibleKey: string): Promise<void> {
  await lockTicketsForMessages(work, [messageId])
  const row = await work.db.row(messageById, { messageId })
  if (row === null || row.is_deleted || !needsMp3Copy(row)) return queueFileRemoval(work, [compatibleKey])
  const media = { ...row.media, compatibleKey }
  await recordMessageChange(work, await saveMediaOfMessage(work, messageId, media, row.media_type))
}
