import { updateCompany } from '@balcao/contract/companies'
import { dismissOnboarding, readOnboarding } from '@balcao/contract/onboarding'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { throttle } from '../../../lib/at-most-every'
import { call } from '../../../lib/call'
import { useLiveEvent } from '../../../lib/live'
import { useUser } from '../../../lib/session'
import { showError } from '../../../ui/toasts'

const onboardingQuery = queryOptions({
  queryKey: ['onboarding'],
  queryFn: ({ signal }) => call(readOnboarding, {}, { signal }),
  refetchOnMount: 'always',
})

const minRefetchMs = 2_000

/** The steps that set a new company up. While a step is open, live events that could finish it cause a refetch. */
export function useOnboardingChecklist() {
  const queries = useQueryClient()
  const reload = useRef<() => void>(() => undefined)
  useEffect(() => {
    const paced = throttle(minRefetchMs, () => {
      const held = queries.getQueryData(onboardingQuery.queryKey)
      if (held === undefined || held.isDismissed || Object.values(held.done).every((isDone) => isDone)) return
      void queries.invalidateQueries({ queryKey: onboardingQuery.queryKey })
    })
    reload.current = paced.call
    return paced.stop
  }, [queries])
  useLiveEvent('connectionSession', () => reload.current())
  useLiveEvent('queue', () => reload.current())
  useLiveEvent('user', () => reload.current())
  useLiveEvent('ticket', () => reload.current())
  return useQuery(onboardingQuery)
}

export function useRenameOwnCompany() {
  const queries = useQueryClient()
  const { companyId } = useUser()
  return useMutation({
    mutationFn: (body: { name: string }) => call(updateCompany, { params: { companyId }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: onboardingQuery.queryKey }),
  })
}

export function useDismissOnboarding() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(dismissOnboarding),
    onSuccess: () =>
      queries.setQueryData(onboardingQuery.queryKey, (held) => held && { ...held, isDismissed: true }),
    onError: showError,
  })
}
