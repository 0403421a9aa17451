import { isAdmin } from '@balcao/domain/people'
import { useUser, useViewer } from '../../lib/session'

/** Whether an admin must give this person a queue first: without one the person can accept and open nothing. */
export function useHasNoQueues(): boolean {
  const viewer = useViewer()
  return useUser().queues.length === 0 && !isAdmin(viewer) && !viewer.allTicket
}
