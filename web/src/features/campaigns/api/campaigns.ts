import {
  type CampaignDetailsView,
  type CampaignView,
  type campaignForm,
  cancelCampaign,
  createCampaign,
  deleteCampaign,
  estimateCampaign,
  getCampaign,
  listCampaigns,
  removeCampaignMedia,
  restartCampaign,
  startCampaign,
  updateCampaign,
  uploadCampaignMedia,
} from '@balcao/contract/campaigns'
import type { LiveCampaignPayload } from '@balcao/contract/live'
import type { CampaignId } from '@balcao/domain/ids'
import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call, callWithFiles } from '../../../lib/call'
import { useLiveEvent } from '../../../lib/live'
import type { ChosenFile } from '../../../ui/file-field'
import { showError, showToast } from '../../../ui/toasts'

export const campaignsQueryKey = 'campaigns'
const pagesKey = [campaignsQueryKey, 'pages'] as const
const queryKeyOf = (id: CampaignId) => [campaignsQueryKey, 'one', id] as const

interface RecordsPage<Row> {
  readonly records: Row[]
  readonly count: number
  readonly hasMore: boolean
}

/** The options of an infinite query that loads by page number. */
export const pagedQueryOptions = {
  initialPageParam: 1,
  getNextPageParam: ({ hasMore }: { readonly hasMore: boolean }, _: unknown, pageNumber: number) =>
    hasMore ? pageNumber + 1 : undefined,
  staleTime: 0,
}

/**
 * Joins the rows of all pages without duplicates: a row that is created between two page fetches moves others
 * to the next page.
 */
export const uniqueRecordsOf = <Row extends { id: number }>({
  pages,
}: {
  pages: readonly RecordsPage<Row>[]
}) => ({
  records: [...new Map(pages.flatMap(({ records }) => records).map((one) => [one.id, one])).values()],
  count: pages.at(-1)?.count ?? 0,
})

export function useCampaigns(search: string) {
  const queries = useQueryClient()
  useLiveEvent('campaign', (event) => {
    applyEvent(queries, event)
    if (event.action !== 'update') void queries.invalidateQueries({ queryKey: pagesKey })
  })
  return useInfiniteQuery({
    queryKey: [...pagesKey, search],
    queryFn: ({ pageParam, signal }) =>
      call(listCampaigns, { query: { searchParam: search, pageNumber: pageParam } }, { signal }),
    ...pagedQueryOptions,
    select: uniqueRecordsOf<CampaignView>,
  })
}

/** One campaign, live; `onChange` gets the campaign before and after an event. */
export function useCampaign(
  id: CampaignId,
  onChange: (before: CampaignView | undefined, now: CampaignView) => void,
) {
  const queries = useQueryClient()
  useLiveEvent('campaign', (event) => {
    if (event.action === 'delete') {
      if (event.id === id) void queries.invalidateQueries({ queryKey: queryKeyOf(id) })
      return
    }
    if (event.record.id !== id) return
    const before = queries.getQueryData<CampaignDetailsView>(queryKeyOf(id))
    applyEvent(queries, event)
    onChange(before, event.record)
  })
  return useQuery({
    queryKey: queryKeyOf(id),
    queryFn: ({ signal }): Promise<CampaignDetailsView> =>
      call(getCampaign, { params: { campaignId: id } }, { signal }),
    staleTime: 0,
    retry: false,
  })
}

function applyEvent(queries: QueryClient, event: LiveCampaignPayload): void {
  if (event.action === 'delete') return
  const { record } = event
  queries.setQueriesData<InfiniteData<RecordsPage<CampaignView>, number>>({ queryKey: pagesKey }, (pages) => {
    return pages && { ...pages, pages: pages.pages.map((page) => withCampaign(page, record)) }
  })
  queries.setQueryData<CampaignDetailsView>(queryKeyOf(record.id), (whole) => {
    if (whole === undefined || isOlder(record, whole)) return whole
    const { contactList, ...rest } = record
    // A live event contains only the id and name of a new contact list. The cache then has no list until a refetch.
    return whole.contactList?.id === contactList?.id
      ? { ...whole, ...rest }
      : { ...whole, ...rest, contactList: null }
  })
}

function withCampaign(page: RecordsPage<CampaignView>, newer: CampaignView): RecordsPage<CampaignView> {
  return {
    ...page,
    records: page.records.map((one) => (one.id === newer.id && !isOlder(newer, one) ? newer : one)),
  }
}

const isOlder = (newer: CampaignView, known: Pick<CampaignView, 'updatedAt'>) =>
  newer.updatedAt < known.updatedAt

interface CampaignDraft {
  readonly values: z.output<typeof campaignForm>
  readonly file: ChosenFile
}

/**
 * Saves a campaign, then uploads its file. If only the upload fails, the next try changes the created
 * campaign instead of creating another one.
 */
export function useSaveCampaign(campaign: CampaignView | null) {
  const queries = useQueryClient()
  const [id, setId] = useState<CampaignId | null>(campaign?.id ?? null)
  const [uploaded, setUploaded] = useState<number>()
  const save = useMutation({
    mutationFn: async ({ values, file }: CampaignDraft) => {
      if (id !== null) {
        if (file !== 'kept') await putFile(id, file, setUploaded)
        await call(updateCampaign, { params: { campaignId: id }, body: values })
        return
      }
      const { scheduledAt } = values
      if (!(file instanceof File)) {
        setId((await call(createCampaign, { body: values })).id)
        return
      }
      // Sets the start time after the upload, because a campaign that starts soon accepts no file.
      const created = await call(createCampaign, { body: { ...values, scheduledAt: null } })
      setId(created.id)
      await putFile(created.id, file, setUploaded)
      if (scheduledAt != null)
        await call(updateCampaign, { params: { campaignId: created.id }, body: { scheduledAt } })
    },
    onSettled: () => {
      setUploaded(undefined)
      return queries.invalidateQueries({ queryKey: [campaignsQueryKey] })
    },
  })
  return { save: save.mutateAsync, uploaded }
}

async function putFile(
  campaignId: CampaignId,
  file: Exclude<ChosenFile, 'kept'>,
  onProgress: (share: number) => void,
): Promise<void> {
  const params = { campaignId }
  if (file === 'none') await call(removeCampaignMedia, { params })
  else await callWithFiles(uploadCampaignMedia, { params }, [file], { onProgress })
}

export function useCampaignEstimate(campaignId: CampaignId) {
  return useQuery({
    queryKey: [campaignsQueryKey, 'estimate', campaignId],
    queryFn: ({ signal }) => call(estimateCampaign, { params: { campaignId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

export function useCampaignMutations() {
  const queries = useQueryClient()
  const { t } = useTranslation('campaigns')
  const act = (endpoint: typeof deleteCampaign | typeof startCampaign, done: string) => ({
    mutationFn: (campaignId: CampaignId) => call(endpoint, { params: { campaignId } }),
    onSuccess: () => showToast('success', done),
    onSettled: () => queries.invalidateQueries({ queryKey: [campaignsQueryKey] }),
    onError: showError,
  })
  return {
    remove: useMutation(act(deleteCampaign, t('deleted'))),
    start: useMutation(act(startCampaign, t('started'))),
    cancel: useMutation(act(cancelCampaign, t('cancelled'))),
    restart: useMutation(act(restartCampaign, t('restarted'))),
  }
}
