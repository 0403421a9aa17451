import type { MessageId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { z } from 'zod'
import { VoiceFailure, type VoiceNote, type VoiceNoteConverter } from '../../../outside/voice/port'
import type { FileStore } from '../../../platform/files/file-store'
import { queueFileRemoval } from '../../../platform/files/remove-files'
import { readStoredBytes } from '../../../platform/files/stored-bytes'
import { type CompanyJobContext, type JobKind, jobKind } from '../../../platform/jobs'
import type { Log } from '../../../platform/log'
import type { CompanyWork } from '../../../platform/work'
import { makeOutboxItemDue } from '../../connections/add-to-outbox'
import { reportMediaFailure, saveMediaOfMessage } from '../media/fetched-media'
import type { MediaMetadata } from '../media/media-facts'
import { messageIdPayloadSchema } from '../media/order-media'
import { type MessageRow, messageById } from '../messages.queries'
import { recordMessageChange } from '../record-message'
import { lockTicketsForMessages } from './hold-tickets'

const task = 'messages.prepareVoice'
const attempts = 3
/** How long a message waits for its recording to be prepared. Afterwards the recording is sent unchanged. */
const patienceMs = 10 * 60_000

/** Enqueues the conversion of a recording to a voice note that phones play. */
export function enqueueVoicePreparation({ enqueue }: Pick<CompanyWork, 'enqueue'>, id: MessageId): void {
  enqueue({ task, payload: { messageId: id } })
}

/** Whether the message, and its conversation, must wait until its recording is ready. */
export function isVoiceBeingPrepared({ media, created_at }: MessageRow, now: Date): boolean {
  return isUnprepared(media) && now.getTime() - created_at.getTime() < patienceMs
}

export interface VoiceDependencies {
  readonly voiceNotes: VoiceNoteConverter
  readonly store: FileStore
  readonly log: Pick<Log, 'warn' | 'error'>
}

/** Converts recordings to voice notes before they are sent. A recording that can't be converted is sent as a file. */
export function prepareVoiceJob(parts: VoiceDependencies): JobKind {
  return jobKind({
    task,
    workerPool: 'sounds',
    payload: z.object({ messageId: messageIdPayloadSchema }),
    async carryOut(company, { messageId }) {
      const key = await company.act((work) => recordingOf(work, messageId))
      if (key === null) return
      const prepared = await prepare(company, messageId, key, parts)
      await company.act((work) => settleVoice(work, messageId, prepared))
    },
  })
}

async function recordingOf(work: CompanyWork, messageId: MessageId): Promise<string | null> {
  const row = await work.db.row(messageById, { messageId })
  return row !== null && !row.is_deleted && isUnprepared(row.media) ? row.media.key : null
}

function isUnprepared(media: MediaMetadata | null): media is MediaMetadata & { key: string } {
  return media !== null && media.isVoice === true && media.key !== null && media.whatsappKey === undefined
}

type Prepared = Omit<VoiceNote, 'ogg'> & { readonly whatsappKey: string }

/**
 * The recording as a voice note; null: it can never be converted. A temporary error is thrown; the job then runs again.
 */
async function prepare(
  company: CompanyJobContext,
  messageId: MessageId,
  key: string,
  { voiceNotes, store, log }: VoiceDependencies,
): Promise<Prepared | null> {
  try {
    const { ogg, ...note } = await voiceNotes.make(await readStoredBytes(store, key), company.stopping)
    const { key: whatsappKey } = await store.put(company.companyId, ogg, () => limits.uploads.audio)
    return { ...note, whatsappKey }
  } catch (error) {
    await reportMediaFailure(company, messageId, error, log, 'a recording was not made a voice note')
    const isFinal = error instanceof VoiceFailure || company.attempt >= attempts
    if (company.stopping.aborted || !isFinal) throw error
    return null
  }
}

async function settleVoice(
  work: CompanyWork,
  messageId: MessageId,
  prepared: Prepared | null,
): Promise<void> {
  await lockTicketsForMessages(work, [messageId])
  const row = await work.db.row(messageById, { messageId })
  if (row === null || row.is_deleted || !isUnprepared(row.media)) {
    queueFileRemoval(work, prepared === null ? [] : [prepared.whatsappKey])
    return makeOutboxItemDue(work, messageId)
  }
  const media: MediaMetadata = { ...row.media, ...(prepared ?? { isVoice: false }) }
  await recordMessageChange(work, await saveMediaOfMessage(work, messageId, media, row.media_type))
  await makeOutboxItemDue(work, messageId)
}
