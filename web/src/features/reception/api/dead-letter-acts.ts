import { dismissDeadLetter, replayAllDeadLetters, replayDeadLetter } from '@balcao/contract/reception'
import type { InboundEventId } from '@balcao/domain/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { deadLettersQuery } from '../../../lib/lists/dead-letters'
import { showError } from '../../../ui/toasts'

/** Takes an entry in again. It leaves the list; should it fail anew, it comes back by itself. */
export function useReplay() {
  return useAct((entryId: InboundEventId) => call(replayDeadLetter, { params: { entryId } }))
}

export function useReplayAll() {
  return useAct(() => call(replayAllDeadLetters))
}

/** Gives an entry up for good. */
export function useDismiss() {
  return useAct((entryId: InboundEventId) => call(dismissDeadLetter, { params: { entryId } }))
}

/** After a refusal too the list says how things stand: a colleague may have been quicker. */
function useAct<Input>(act: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    onError: showError,
    onSettled: () => queries.invalidateQueries({ queryKey: deadLettersQuery.queryKey }),
  })
}
