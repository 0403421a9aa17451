import type { QueueView } from '@balcao/contract/queues'
import { isAdmin } from '@balcao/domain/people'
import { useConnections } from '../../../lib/lists/connections'
import { useQueues } from '../../../lib/lists/queues'
import { useTags } from '../../../lib/lists/tags'
import { useUsersOfCompany } from '../../../lib/lists/users'
import { useUser, useViewer } from '../../../lib/session'

const none: readonly never[] = []

type QueueChoice = Pick<QueueView, 'id' | 'name' | 'color'>

export function useQueueChoices(): readonly QueueChoice[] {
  return useQueues().data ?? none
}

/** The queues whose tickets this user sees: all for admins, otherwise the user's own (TICKET-15). */
export function useVisibleQueues(): readonly QueueChoice[] {
  const all = useQueueChoices()
  const user = useUser()
  return isAdmin(useViewer()) ? all : user.queues
}

export function useUserChoices(enabled = true) {
  return useUsersOfCompany(enabled).data ?? none
}

export function useTagChoices(enabled = true) {
  return useTags(enabled).data ?? none
}

export function useConnectionChoices() {
  return useConnections().data ?? none
}

/** Whether the user serves no queue, and so can neither accept nor create tickets until an admin adds a queue. */
export function useHasNoQueues(): boolean {
  const viewer = useViewer()
  return useUser().queues.length === 0 && !isAdmin(viewer) && !viewer.allTicket
}
