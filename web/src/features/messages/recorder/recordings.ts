import type { TicketId } from '@balcao/domain/ids'
import { observable } from '../../../lib/observable'
import { onSignOut } from '../../../lib/session'
import type { VoiceRecording } from './recording'

/** Recordings that were neither sent nor discarded. They outlive the mounted conversation. */
export const unsentRecordings = observable<ReadonlyMap<TicketId, VoiceRecording>>(new Map())

onSignOut(() => {
  for (const recording of unsentRecordings.get().values()) recording.end()
  unsentRecordings.set(new Map())
})

// Closing the tab would lose a recording, so the browser asks.
window.addEventListener('beforeunload', (event) => {
  if (unsentRecordings.get().size > 0) event.preventDefault()
})

export function storeRecording(ticketId: TicketId, recording: VoiceRecording): void {
  unsentRecordings.set(new Map(unsentRecordings.get()).set(ticketId, recording))
}

export function discardRecording(ticketId: TicketId): void {
  const rest = new Map(unsentRecordings.get())
  rest.get(ticketId)?.end()
  rest.delete(ticketId)
  unsentRecordings.set(rest)
}

export function moveRecording(from: TicketId, to: TicketId): void {
  const rest = new Map(unsentRecordings.get())
  const recording = rest.get(from)
  if (recording === undefined) return
  rest.get(to)?.end() // A ticket has at most one recording: ends the one that the moved recording replaces.
  rest.delete(from)
  unsentRecordings.set(rest.set(to, recording))
}
