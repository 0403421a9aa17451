import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { showError } from './toasts'

/**
 * A mutation that shows its errors, and refetches the queries under `queryKey` on success; with `settled`
 * after an error too.
 */
export function useRefetchingMutation<Answer, Input = void>(
  queryKey: QueryKey,
  mutationFn: (input: Input) => Promise<Answer>,
  when: 'success' | 'settled' = 'success',
) {
  const queries = useQueryClient()
  const refetch = () => queries.invalidateQueries({ queryKey })
  return useMutation({
    mutationFn,
    onError: showError,
    ...(when === 'success' ? { onSuccess: refetch } : { onSettled: refetch }),
  })
}
