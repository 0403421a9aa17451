import {
  type AnnouncementForm,
  type AnnouncementView,
  activeAnnouncements,
  createAnnouncement,
  deleteAnnouncement,
  listAnnouncements,
  putAnnouncementMedia,
  removeAnnouncementMedia,
  updateAnnouncement,
} from '@balcao/contract/announcements'
import type { LiveAnnouncement } from '@balcao/contract/live'
import { withoutRecord, withRecord } from '@balcao/contract/record-folds'
import { byPriority } from '@balcao/domain/announcements'
import type { AnnouncementId } from '@balcao/domain/ids'
import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import { call, upload } from '../../../lib/call'
import { useLive } from '../../../lib/live'
import type { ChosenFile } from '../../../ui/file-field'
import { showError } from '../../../ui/toasts'

const activeQuery = queryOptions({
  queryKey: ['announcements', 'active'],
  queryFn: ({ signal }): Promise<AnnouncementView[]> => call(activeAnnouncements, {}, { signal }),
})

/** What is announced to everybody, by priority and then the newest first; live. */
export function useActiveAnnouncements() {
  const queries = useQueryClient()
  useLive('announcement', (event) =>
    queries.setQueryData(activeQuery.queryKey, (list) => list && foldActive(list, event)),
  )
  return useQuery(activeQuery)
}

/** Who keeps announcements hears of the inactive ones too; they are shown to nobody. */
function foldActive(list: readonly AnnouncementView[], event: LiveAnnouncement): AnnouncementView[] {
  if (event.action === 'delete') return withoutRecord(list, event.id)
  const { record } = event
  return record.status ? withRecord(list, record).sort(byPriority) : withoutRecord(list, record.id)
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
      // Somebody who adds one between two pages pushes the last one of the first to the second.
      records: [...new Map(pages.flatMap((page) => page.records).map((one) => [one.id, one])).values()],
      count: pages[0]?.count ?? 0,
    }),
  })
}

/** All announcements that hold the words, page by page; read again when one changes. */
export function useAnnouncementPages(search: string) {
  const queries = useQueryClient()
  useLive('announcement', () => void queries.invalidateQueries({ queryKey: pagesKey }))
  return useInfiniteQuery(pagesQuery(search))
}

interface Draft {
  readonly values: AnnouncementForm
  readonly picture: ChosenFile
}

/**
 * Creates an announcement, or changes one, and then sees to its picture. Where only the picture failed, the next try
 * changes the one that was made. Refusals are left to the dialog.
 */
export function useSaveAnnouncement(announcement: AnnouncementView | null) {
  const queries = useQueryClient()
  const [id, setId] = useState<AnnouncementId | null>(announcement?.id ?? null)
  const [uploaded, setUploaded] = useState<number>()
  const save = useMutation({
    mutationFn: async ({ values, picture }: Draft) => {
      const stored =
        id === null
          ? await call(createAnnouncement, { body: values })
          : await call(updateAnnouncement, { params: { announcementId: id }, body: values })
      setId(stored.id)
      await keepPicture(stored, picture, setUploaded)
    },
    onSettled: () => {
      setUploaded(undefined)
      return queries.invalidateQueries({ queryKey: pagesKey })
    },
  })
  return { save: save.mutateAsync, uploaded }
}

async function keepPicture(
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
