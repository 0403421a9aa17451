import type { TicketId } from '@balcao/domain/ids'
import { useEffect, useMemo, useRef } from 'react'
import { tellTyping } from '../../../lib/live'
import { after, every } from '../../../lib/timers'

/** A sign of writing is repeated while it goes on, well before it is forgotten (`typingLasts`). */
const repeatMilliseconds = 4_000
/** Who has not written for so long no longer writes. */
const restMilliseconds = 5_000

/** Tells that this person writes to a ticket: call it with the text at each change. It ends by itself. */
export function useTellTyping(ticketId: TicketId): (text: string) => void {
  const told = useRef<number | null>(null)
  const calmDown = useRef<() => void>(() => undefined)
  const tell = useMemo(() => {
    function stop(): void {
      calmDown.current()
      if (told.current !== null) tellTyping(ticketId, 'nothing')
      told.current = null
    }
    function write(text: string): void {
      if (text.trim() === '') {
        stop()
        return
      }
      const now = Date.now()
      if (told.current === null || now - told.current >= repeatMilliseconds) {
        tellTyping(ticketId, 'typing')
        told.current = now
      }
      calmDown.current()
      calmDown.current = after(restMilliseconds, stop)
    }
    return { stop, write }
  }, [ticketId])
  useEffect(() => tell.stop, [tell])
  return tell.write
}

/** Tells that this person speaks, for as long as it is so. */
export function useTellRecording(ticketId: TicketId, isRecording: boolean): void {
  useEffect(() => {
    if (!isRecording) return
    tellTyping(ticketId, 'recording')
    const stop = every(repeatMilliseconds, () => tellTyping(ticketId, 'recording'))
    return () => {
      stop()
      tellTyping(ticketId, 'nothing')
    }
  }, [ticketId, isRecording])
}
