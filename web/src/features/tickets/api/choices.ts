import { listConnections } from '@balcao/contract/connections'
import { contactChoices } from '@balcao/contract/contacts'
import { userChoices } from '@balcao/contract/people'
import { listQueues } from '@balcao/contract/queues'
import { tagChoices } from '@balcao/contract/tags'
import type { QueueId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { isAdmin } from '@balcao/domain/people'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useUser, useViewer } from '../../../lib/session'

export interface QueueChoice {
  readonly id: QueueId
  readonly name: string
  readonly color: string
}

/** Every queue of the company, in its order. */
export function useQueues(): readonly QueueChoice[] {
  const { data = [] } = useQuery({
    queryKey: ['queues', 'choices'],
    queryFn: ({ signal }) => call(listQueues, {}, { signal }),
  })
  return data
}

/** The queues whose tickets this person sees: all for admins, else the own ones (TICKET-15, TICKET-41). */
export function useOwnQueues(): readonly QueueChoice[] {
  const all = useQueues()
  const user = useUser()
  return isAdmin(useViewer()) ? all : user.queues
}

export function useUserChoices(enabled = true) {
  const { data = [] } = useQuery({
    queryKey: ['users', 'choices'],
    queryFn: ({ signal }) => call(userChoices, {}, { signal }),
    enabled,
  })
  return data
}

export function useTagChoices(enabled = true) {
  const { data = [] } = useQuery({
    queryKey: ['tags', 'choices'],
    queryFn: ({ signal }) => call(tagChoices, {}, { signal }),
    enabled,
  })
  return data
}

export function useConnectionChoices() {
  const { data = [] } = useQuery({
    queryKey: ['connections', 'choices'],
    queryFn: ({ signal }) => call(listConnections, {}, { signal }),
  })
  return data
}

/** Contacts by name or number; asks from three characters on (TICKET-49). */
export function useContactChoices(text: string) {
  const name = text.trim()
  const enabled = name.length >= limits.searchMinimum
  const query = useQuery({
    queryKey: ['contacts', 'choices', name],
    queryFn: ({ signal }) => call(contactChoices, { query: { name } }, { signal }),
    enabled,
  })
  return {
    contacts: enabled ? (query.data ?? []) : [],
    isSearching: query.isFetching,
    isAnswered: enabled && query.isSuccess,
  }
}
