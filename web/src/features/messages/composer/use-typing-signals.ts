import type { TicketId } from '@balcao/domain/ids'
import { useEffect, useMemo, useRef } from 'react'
import { live } from '../../../lib/live'
import { after, every } from '../../../lib/timers'

/** The interval at which the signal repeats, well before it expires (`typingIndicatorLifetimeMs`). */
const repeatMilliseconds = 4_000
/** Without a change for this long, the user counts as no longer typing. */
const restMilliseconds = 5_000

/** Returns a function to call with the text at each change. It sends the typing signal, and ends it after a pause. */
export function useSendTypingSignal(ticketId: TicketId): (text: string) => void {
  const sentAt = useRef<number | null>(null)
  const cancelStop = useRef<() => void>(() => undefined)
  const signal = useMemo(() => {
    function stop(): void {
      cancelStop.current()
      if (sentAt.current !== null) live.tellTyping(ticketId, 'nothing')
      sentAt.current = null
    }
    function write(text: string): void {
      if (text.trim() === '') {
        stop()
        return
      }
      const now = Date.now()
      if (sentAt.current === null || now - sentAt.current >= repeatMilliseconds) {
        live.tellTyping(ticketId, 'typing')
        sentAt.current = now
      }
      cancelStop.current()
      cancelStop.current = after(restMilliseconds, stop)
    }
    return { stop, write }
  }, [ticketId])
  useEffect(() => signal.stop, [signal])
  return signal.write
}

export function useSendRecordingSignal(ticketId: TicketId, isRecording: boolean): void {
  useEffect(() => {
    if (!isRecording) return
    live.tellTyping(ticketId, 'recording')
    const stop = every(repeatMilliseconds, () => live.tellTyping(ticketId, 'recording'))
    return () => {
      stop()
      live.tellTyping(ticketId, 'nothing')
    }
  }, [ticketId, isRecording])
}
