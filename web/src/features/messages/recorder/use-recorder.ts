import type { MessageView } from '@balcao/contract/messages'
import type { TicketId } from '@balcao/domain/ids'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useObservable } from '../../../lib/observable'
import { showToast } from '../../../ui/toasts'
import { sendOutgoingMessage } from '../outbox'
import { newOutgoingMessage } from '../outgoing'
import { microphoneProblemOf } from './microphone'
import type { VoiceRecording } from './recording'
import { discardRecording, storeRecording, unsentRecordings } from './recordings'

/** A recording of fewer bytes is discarded as an accident (CONVO-14). */
const leastBytes = 10_000

export function useRecorder(ticketId: TicketId) {
  const { t } = useTranslation('messages')
  const recording = useObservable(unsentRecordings).get(ticketId)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => () => unsentRecordings.get().get(ticketId)?.pause(), [ticketId])

  /** Runs `act`, unless an earlier `act` still runs. Shows a toast on a failure, such as a missing microphone. */
  async function attempt(act: () => Promise<void>): Promise<void> {
    if (isBusy) return
    setBusy(true)
    try {
      await act()
    } catch (error) {
      showToast('error', t(`recorder.${microphoneProblemOf(error)}`))
    } finally {
      setBusy(false)
    }
  }

  return {
    recording,
    isBusy,
    begin: () =>
      attempt(async () => {
        const { beginRecording } = await import('./recording')
        storeRecording(ticketId, await beginRecording())
      }),
    resume: (paused: VoiceRecording) => attempt(() => paused.resume()),
    discard: () => discardRecording(ticketId),
    /** Sends a recording. A recording that is too short is discarded with a notice. */
    send: (done: VoiceRecording, quoted: MessageView | null, onSent: () => void) =>
      attempt(async () => {
        const mp3 = await done.finish()
        discardRecording(ticketId)
        if (mp3.size < leastBytes) return showToast('info', t('recorder.tooShort'))
        sendOutgoingMessage({
          ...newOutgoingMessage(ticketId, { kind: 'voice', file: mp3File(mp3) }),
          quoted,
        })
        onSent()
      }),
  }
}

function mp3File(mp3: Blob): File {
  const at = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  return new File([mp3], `audio-${at}.mp3`, { type: 'audio/mpeg' })
}
