import {
  type AnnouncementForm,
  type AnnouncementView,
  createAnnouncement,
  deleteAnnouncement,
  listAnnouncements,
  putAnnouncementMedia,
  removeAnnouncementMedia,
  updateAnnouncement,
} from '@balcao/contract/announcements'
import type { AnswerTo } from '@balcao/contract/client'
import type { LiveAnnouncement } from '@balcao/contract/live'
import { withoutRecord } from '@balcao/contract/record-reducers'
import { compareByPriority } from '@balcao/domain/announcements'
import type { AnnouncementId } from '@balcao/domain/ids'
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, upload } from '../../../lib/call'
import { useLive } from '../../../lib/live'
import type { ChosenFile } from '../../../ui/file-field'
import { showError } from '../../../ui/toasts'

/**
 * All announcements, by priority and then newest first, page by page (ANNOUNCE-09). The platform's owner gets
 * inactive announcements too; the popover leaves them out.
 */
const activeQuery = infiniteQueryOptions({
  queryKey: ['announcements', 'active'],
  queryFn: ({ pageParam, signal }) =>
    call(listAnnouncements, { query: { pageNumber: pageParam } }, { signal }),
  initialPageParam: 1,
  getNextPageParam: (page, _, pageNumber) => (page.hasMore ? pageNumber + 1 : undefined),
  select: ({ pages }) =>
    [...new Map(pages.flatMap(({ records }) => records).map((one) => [one.id, one])).values()]
      .filter(({ status }) => status)
      .sort(compareByPriority),
})

export function useActiveAnnouncements() {
  const queries = useQueryClient()
  useLive('announcement', (event) =>
    queries.setQueryData(
      activeQuery.queryKey,
      (data) => data && { ...data, pages: reducePages(data.pages, event) },
    ),
  )
  return useInfiniteQuery(activeQuery)
}

type Page = AnswerTo<typeof listAnnouncements>

/**
 * Puts a created or changed announcement on the first page, so that it shows whichever page it belongs to.
 */
function reducePages(pages: readonly Page[], event: LiveAnnouncement): Page[] {
  const id = event.action === 'delete' ? event.id : event.record.id
  const others = pages.map((page) => ({ ...page, records: withoutRecord(page.records, id) }))
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
    initialPageParam: 1,
    getNextPageParam: (page, _, pageNumber) => (page.hasMore ? pageNumber + 1 : undefined),
    select: ({ pages }) => ({
      // The map removes duplicates: a row that is created between two page fetches shifts the others.
      records: [...new Map(pages.flatMap((page) => page.records).map((one) => [one.id, one])).values()],
      count: pages[0]?.count ?? 0,
    }),
  })
}

/** All announcements that contain the text, page by page; refetched when one changes. */
export function useAnnouncementPages(search: string) {
  const queries = useQueryClient()
  useLive('announcement', () => void queries.invalidateQueries({ queryKey: pagesKey }))
  return useInfiniteQuery(pagesQuery(search))
}

interface AnnouncementDraft {
  readonly values: AnnouncementForm
  readonly picture: ChosenFile
}

/**
 * Creates or changes an announcement, then its picture. When only the picture failed, the next try changes the announcement
 * that was created. The dialog handles refusals.
 */
export function useSaveAnnouncement(announcement: AnnouncementView | null) {
  const queries = useQueryClient()
  const [id, setId] = useState<AnnouncementId | null>(announcement?.id ?? null)
  const [uploaded, setUploaded] = useState<number>()
  const save = useMutation({
    mutationFn: async ({ values, picture }: AnnouncementDraft) => {
      const stored =
        id === null
          ? await call(createAnnouncement, { body: values })
          : await call(updateAnnouncement, { params: { announcementId: id }, body: values })
      setId(stored.id)
      await savePicture(stored, picture, setUploaded)
    },
    onSettled: () => {
      setUploaded(undefined)
      return queries.invalidateQueries({ queryKey: pagesKey })
    },
  })
  return { save: save.mutateAsync, uploaded }
}

async function savePicture(
  stored: AnnouncementView,
  picture: ChosenFile,
  onProgress: (share: number) => void,
): Promise<void> {
  const params = { announcementId: stored.id }
  if (picture instanceof File)
    await upload(putAnnouncementMedia, { params, body: {} }, [picture], { onProgress })
  else if (picture === 'none' && stored.mediaPath !== null) await call(removeAnnouncementMedia, { params })
}

export function useDeleteAnnouncement() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (announcementId: AnnouncementId) => call(deleteAnnouncement, { params: { announcementId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: pagesKey }),
    onError: showError,
  })
}
