import { dismissDeadLetter, replayAllDeadLetters, replayDeadLetter } from '@balcao/contract/reception'
import type { InboundEventId } from '@balcao/domain/ids'
import { call } from '../../../lib/call'
import { deadLettersQuery } from '../../../lib/lists/dead-letters'
import { useRefetchingMutation } from '../../../ui/use-refetching-mutation'

/**
 * Processes a dead letter, a failed inbound event, again. It leaves the list; a live event returns it after
 * another failure.
 */
export function useReplayDeadLetter() {
  return useAct((entryId: InboundEventId) => call(replayDeadLetter, { params: { entryId } }))
}

export function useReplayAllDeadLetters() {
  return useAct(() => call(replayAllDeadLetters))
}

export function useDismissDeadLetter() {
  return useAct((entryId: InboundEventId) => call(dismissDeadLetter, { params: { entryId } }))
}

/**
 * Refetches the dead letters even after a refusal, because a colleague may have replayed or dismissed one
 * first.
 */
function useAct<Input = void>(act: (input: Input) => Promise<unknown>) {
  return useRefetchingMutation(deadLettersQuery.queryKey, act, 'settled')
}
