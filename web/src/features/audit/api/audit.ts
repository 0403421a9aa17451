import {
  type AuditEntryView,
  listAuditEntries,
  listPlatformAuditEntries,
  recordAuditExport,
  recordPlatformAuditExport,
} from '@balcao/contract/audit'
import type { AnswerOf } from '@balcao/contract/endpoint'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import type { AuditFilter } from '../audit-filter'

type AuditPage = AnswerOf<typeof listAuditEntries>

function fetchPage(filter: AuditFilter, before: string, signal?: AbortSignal): Promise<AuditPage> {
  return filter.isPlatform
    ? call(
        listPlatformAuditEntries,
        { query: { ...queryParams(filter), companyId: filter.companyId, before } },
        { signal },
      )
    : call(listAuditEntries, { query: { ...queryParams(filter), userId: filter.userId, before } }, { signal })
}

const queryParams = ({ act, from, to }: AuditFilter) => ({ act: act ?? '', from, to })

function trailQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) => fetchPage(filter, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
    staleTime: 0, // no event reports new entries: a filter is refetched on each visit
  })
}

export function useAuditTrail(filter: AuditFilter) {
  return useInfiniteQuery(trailQuery(filter))
}

/** Fetches up to `most` entries for an export. The server first records the export itself in the trail. */
export async function fetchAuditTrail(
  filter: AuditFilter,
  most: number,
  onProgress: (count: number) => void,
): Promise<readonly AuditEntryView[]> {
  if (filter.isPlatform) {
    await call(recordPlatformAuditExport, { body: { ...queryParams(filter), companyId: filter.companyId } })
  } else {
    await call(recordAuditExport, { body: { ...queryParams(filter), userId: filter.userId } })
  }
  const entries: AuditEntryView[] = []
  for (let before: string | null = ''; before !== null && entries.length < most; ) {
    const page: AuditPage = await fetchPage(filter, before)
    entries.push(...page.entries)
    onProgress(entries.length)
    before = page.next
  }
  return entries
}
