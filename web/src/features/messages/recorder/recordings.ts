import type { TicketId } from '@balcao/domain/ids'
import { observable } from '../../../lib/observable'
import { onSignOut } from '../../../lib/session'
import type { Recording } from './recording'

/** Recordings that were neither sent nor discarded. They outlive the mounted conversation. */
export const recordings = observable<ReadonlyMap<TicketId, Recording>>(new Map())

onSignOut(() => {
  for (const recording of recordings.get().values()) recording.end()
  recordings.set(new Map())
})

// Closing the tab would lose a recording, so the browser asks.
window.addEventListener('beforeunload', (event) => {
  if (recordings.get().size > 0) event.preventDefault()
})

export function storeRecording(ticketId: TicketId, recording: Recording): void {
  recordings.set(new Map(recordings.get()).set(ticketId, recording))
}

export function discardRecording(ticketId: TicketId): void {
  const rest = new Map(recordings.get())
  rest.get(ticketId)?.end()
  rest.delete(ticketId)
  recordings.set(rest)
}

export function moveRecording(from: TicketId, to: TicketId): void {
  const rest = new Map(recordings.get())
  const recording = rest.get(from)
  if (recording === undefined) return
  rest.get(to)?.end() // A ticket has at most one recording: ends the one that the moved recording replaces.
  rest.delete(from)
  recordings.set(rest.set(to, recording))
}
