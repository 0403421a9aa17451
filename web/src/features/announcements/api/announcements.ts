import {
  type AnnouncementForm,
  type AnnouncementView,
  createAnnouncement,
  deleteAnnouncement,
  listAnnouncements,
  removeAnnouncementMedia,
  updateAnnouncement,
  uploadAnnouncementMedia,
} from '@balcao/contract/announcements'
import type { EndpointCallAnswer } from '@balcao/contract/client'
import type { LiveAnnouncementPayload } from '@balcao/contract/live'
import { listWithoutRecord } from '@balcao/contract/record-reducers'
import { compareAnnouncements } from '@balcao/domain/announcements'
import type { AnnouncementId } from '@balcao/domain/ids'
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { call, callWithFiles } from '../../../lib/call'
import { useLiveEvent } from '../../../lib/live'
import { numberedPageQueryOptions, recordsOfPages } from '../../../ui/numbered-pages'
import { useRefetchingMutation } from '../../../ui/use-refetching-mutation'
import { useSaveWithFile } from '../../../ui/use-save-with-file'

/**
 * The active announcements. The server sends the platform's owner inactive ones too, so `select` removes them
 * (ANNOUNCE-09).
 */
const activeQuery = infiniteQueryOptions({
  queryKey: ['announcements', 'active'],
  queryFn: ({ pageParam, signal }) =>
    call(listAnnouncements, { query: { pageNumber: pageParam } }, { signal }),
  ...numberedPageQueryOptions,
  select: ({ pages }) =>
    recordsOfPages(pages, (page) => page.records)
      .records.filter(({ status }) => status)
      .sort(compareAnnouncements),
})

export function useActiveAnnouncements() {
  const queries = useQueryClient()
  useLiveEvent('announcement', (event) =>
    queries.setQueryData(
      activeQuery.queryKey,
      (data) => data && { ...data, pages: reducePages(data.pages, event) },
    ),
  )
  return useInfiniteQuery(activeQuery)
}

type Page = EndpointCallAnswer<typeof listAnnouncements>

/**
 * Applies a live event to the loaded pages. A changed announcement moves to the first page, because the page
 * that contained it may not be loaded.
 */
function reducePages(pages: readonly Page[], event: LiveAnnouncementPayload): Page[] {
  const id = event.action === 'delete' ? event.id : event.record.id
  const others = pages.map((page) => ({ ...page, records: listWithoutRecord(page.records, id) }))
  const [first, ...rest] = others
  if (event.action === 'delete' || first === undefined) return others
  return [{ ...first, records: [event.record, ...first.records] }, ...rest]
}

const pagesKey = ['announcements', 'pages'] as const

function pagesQuery(searchParam: string) {
  return infiniteQueryOptions({
    queryKey: [...pagesKey, searchParam],
    queryFn: ({ pageParam, signal }) =>
      call(listAnnouncements, { query: { searchParam, pageNumber: pageParam } }, { signal }),
    ...numberedPageQueryOptions,
    select: ({ pages }) => recordsOfPages(pages, (page) => page.records),
  })
}

export function useAnnouncementPages(search: string) {
  const queries = useQueryClient()
  useLiveEvent('announcement', () => void queries.invalidateQueries({ queryKey: pagesKey }))
  return useInfiniteQuery(pagesQuery(search))
}

export function useSaveAnnouncement(announcement: AnnouncementView | null) {
  return useSaveWithFile({
    id: announcement?.id ?? null,
    queryKey: pagesKey,
    store: (id: AnnouncementId | null, values: AnnouncementForm) =>
      id === null
        ? call(createAnnouncement, { body: values })
        : call(updateAnnouncement, { params: { announcementId: id }, body: values }),
    putFile: ({ id }, picture, onProgress) =>
      callWithFiles(uploadAnnouncementMedia, { params: { announcementId: id }, body: {} }, [picture], {
        onProgress,
      }),
    removeFile: async ({ id, mediaPath }) => {
      if (mediaPath !== null) await call(removeAnnouncementMedia, { params: { announcementId: id } })
    },
  })
}

export function useDeleteAnnouncement() {
  return useRefetchingMutation(
    pagesKey,
    (announcementId: AnnouncementId) => call(deleteAnnouncement, { params: { announcementId } }),
    'settled',
  )
}
