import { isAdmin } from '@balcao/domain/people'
import { useUser, useViewer } from '../../lib/session'

/** Whether the user has no queue, and can accept and open no ticket until an admin adds one. */
export function useHasNoQueues(): boolean {
  const viewer = useViewer()
  return useUser().queues.length === 0 && !isAdmin(viewer) && !viewer.allTicket
}
