import {
  exportCampaignShippings,
  getCampaignFigures,
  listCampaignShippings,
  type ShippingView,
} from '@balcao/contract/campaigns'
import type { EndpointCallAnswer } from '@balcao/contract/client'
import type { ShippingStateFilter } from '@balcao/domain/campaigns'
import type { CampaignId, ShippingId } from '@balcao/domain/ids'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { throttle } from '../../../lib/at-most-every'
import { call } from '../../../lib/call'
import { useLiveEvent } from '../../../lib/live'
import { campaignsQueryKey, pagedQueryOptions, uniqueRecordsOf } from './campaigns'

/** The minimum time between two refetches, because a running campaign causes an event for each contact. */
const minRefetchMs = 3_000
const queryKeyOf = (id: CampaignId) => [campaignsQueryKey, 'report', id] as const

export function useCampaignFigures(campaignId: CampaignId) {
  return useQuery({
    queryKey: [...queryKeyOf(campaignId), 'figures'],
    queryFn: ({ signal }) => call(getCampaignFigures, { params: { campaignId } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export function useCampaignShipping(
  campaignId: CampaignId,
  search: string,
  state: ShippingStateFilter | null,
) {
  return useInfiniteQuery({
    queryKey: [...queryKeyOf(campaignId), 'shipping', search, state],
    queryFn: ({ pageParam, signal }) => {
      const query = { searchParam: search, pageNumber: pageParam, ...(state !== null && { state }) }
      return call(listCampaignShippings, { params: { campaignId }, query }, { signal })
    },
    ...pagedQueryOptions,
    select: uniqueRecordsOf<ShippingView>,
  })
}

export function useCampaignReportUpdates(id: CampaignId): void {
  const queries = useQueryClient()
  const reload = useRef<() => void>(() => undefined)
  useEffect(() => {
    const paced = throttle(minRefetchMs, () => void queries.invalidateQueries({ queryKey: queryKeyOf(id) }))
    reload.current = paced.call
    return paced.stop
  }, [queries, id])
  useLiveEvent('campaign', (event) => {
    if (event.action === 'update' && event.record.id === id) reload.current()
  })
}

export function useReloadCampaignReport(id: CampaignId): () => Promise<unknown> {
  const queries = useQueryClient()
  return useCallback(
    () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: [campaignsQueryKey, 'one', id] }),
        queries.invalidateQueries({ queryKey: queryKeyOf(id) }),
      ]),
    [queries, id],
  )
}

export async function fetchCampaignShipping(
  campaignId: CampaignId,
  searchParam: string,
  state: ShippingStateFilter | null,
): Promise<ShippingView[]> {
  const found: ShippingView[] = []
  let after: ShippingId | null = null
  do {
    const body = { searchParam, ...(state !== null && { state }), ...(after !== null && { after }) }
    const page: EndpointCallAnswer<typeof exportCampaignShippings> = await call(exportCampaignShippings, {
      params: { campaignId },
      body,
    })
    found.push(...page.records)
    after = page.next
  } while (after !== null)
  return found
}
