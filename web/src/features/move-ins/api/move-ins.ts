import {
  changeMoveInSource,
  createMoveIn,
  deleteMoveIn,
  getMoveInReport,
  listMoveInSkippedRows,
  listMoveIns,
  type MoveInDecisions,
  type MoveInForm,
  type MoveInSkippedRow,
  type MoveInView,
  orderMoveIn,
  stopMoveIn,
} from '@balcao/contract/move-ins'
import type { MoveInId } from '@balcao/domain/ids'
import type { MoveInAction } from '@balcao/domain/move-ins'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useRefetchingMutation } from '../../../ui/use-refetching-mutation'

const movesKey = 'move-ins'
const watchEveryMs = 2_000

export function useMoveIns() {
  return useQuery({
    queryKey: [movesKey],
    queryFn: ({ signal }) => call(listMoveIns, {}, { signal }),
    refetchOnMount: 'always', // no event tells of another session's order
    refetchInterval: ({ state: { data } }) =>
      data?.moveIns.some(({ order, state }) => order !== null || state === 'running') === true
        ? watchEveryMs
        : false,
  })
}

export function useSaveMoveInSource(id: MoveInId | null) {
  return useRefetchingMutation(
    [movesKey],
    ({ name, ...source }: MoveInForm): Promise<MoveInView> =>
      id === null
        ? call(createMoveIn, { body: { name, ...source } })
        : call(changeMoveInSource, { params: { moveInId: id }, body: source }),
  )
}

export function useRequestMoveInAction(moveInId: MoveInId) {
  return useRefetchingMutation(
    [movesKey],
    ({ act, mapping }: { act: MoveInAction; mapping?: MoveInDecisions }) =>
      call(orderMoveIn, { params: { moveInId }, body: { act, ...(mapping !== undefined && { mapping }) } }),
    'settled',
  )
}

export function useStopMoveIn(moveInId: MoveInId) {
  return useRefetchingMutation([movesKey], () => call(stopMoveIn, { params: { moveInId } }), 'settled')
}

export function useDeleteMoveIn(moveInId: MoveInId) {
  return useRefetchingMutation([movesKey], () => call(deleteMoveIn, { params: { moveInId } }), 'settled')
}

export function useMoveInReport(moveInId: MoveInId) {
  return useQuery({
    queryKey: [movesKey, moveInId, 'report'],
    queryFn: ({ signal }) => call(getMoveInReport, { params: { moveInId } }, { signal }),
    refetchOnMount: 'always',
  })
}

export async function fetchMoveInSkippedRows(moveInId: MoveInId): Promise<readonly MoveInSkippedRow[]> {
  const all: MoveInSkippedRow[] = []
  for (;;) {
    const last = all.at(-1)
    const query =
      last === undefined
        ? {}
        : {
            ...{ afterPlace: last.place, afterKind: last.kind },
            ...{ afterSource: last.sourceId, afterReason: last.reason },
          }
    const { rows, hasMore } = await call(listMoveInSkippedRows, { params: { moveInId }, query })
    all.push(...rows)
    if (!hasMore) return all
  }
}
