import { dismissDeadLetter, replayAllDeadLetters, replayDeadLetter } from '@balcao/contract/reception'
import type { InboundEventId } from '@balcao/domain/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { deadLettersQuery } from '../../../lib/lists/dead-letters'
import { showError } from '../../../ui/toasts'

/** Replays a dead letter. It leaves the list; a live event returns it after another failure. */
export function useReplayDeadLetter() {
  return useAct((entryId: InboundEventId) => call(replayDeadLetter, { params: { entryId } }))
}

export function useReplayAllDeadLetters() {
  return useAct(() => call(replayAllDeadLetters))
}

export function useDismissDeadLetter() {
  return useAct((entryId: InboundEventId) => call(dismissDeadLetter, { params: { entryId } }))
}

/** Refetches the list even after a refusal, because a colleague may have been quicker. */
function useAct<Input>(act: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    onError: showError,
    onSettled: () => queries.invalidateQueries({ queryKey: deadLettersQuery.queryKey }),
  })
}
