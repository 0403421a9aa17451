import { isAdmin } from '@balcao/domain/people'
import { useUser, useViewer } from '../../lib/session'

/** Whether an admin has to give this person a queue first: without one nothing can be accepted or opened. */
export function useHasNoQueues(): boolean {
  const viewer = useViewer()
  return useUser().queues.length === 0 && !isAdmin(viewer) && !viewer.allTicket
}
