import type { AnswerTo } from '@balcao/contract/client'
import {
  type ContactImportView,
  cancelContactImport,
  contactImportReport,
  importContacts,
  listContactImports,
  startContactImport,
} from '@balcao/contract/contact-imports'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, upload } from '../../../lib/call'
import { useLive } from '../../../lib/live'
import { showError } from '../../../ui/toasts'

const importsQuery = queryOptions({
  queryKey: ['contact-imports'],
  queryFn: async ({ client, queryKey, signal }): Promise<ContactImportView[]> => {
    const fetched = await call(listContactImports, {}, { signal })
    return withFetched(client.getQueryData<ContactImportView[]>(queryKey) ?? [], fetched)
  },
  refetchOnMount: 'always',
})

/** The latest imports, newest first, with how far they are. */
export function useImports() {
  const queries = useQueryClient()
  useLive('contactImport', (event) =>
    queries.setQueryData(importsQuery.queryKey, (list) => withImport(list ?? [], event.import)),
  )
  return useQuery(importsQuery)
}

/** Progress never goes back, in whatever order it is heard. */
export function withImport(list: readonly ContactImportView[], told: ContactImportView): ContactImportView[] {
  const known = list.find(({ id }) => id === told.id)
  if (known === undefined) return [told, ...list].sort((one, other) => other.id - one.id)
  const isNews = known.finishedAt === null && told.done >= known.done
  return isNews ? list.map((one) => (one.id === told.id ? told : one)) : [...list]
}

/** Uploads and reads a list; nothing is imported yet. */
export function readListFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<ContactImportView> {
  return upload(importContacts, { body: { preview: true } }, [file], { onProgress, signal })
}

/** What was fetched, unless an event that came before the answer knew more. */
export function withFetched(
  known: readonly ContactImportView[],
  fetched: readonly ContactImportView[],
): ContactImportView[] {
  const newest = Math.max(0, ...fetched.map(({ id }) => id))
  return known
    .filter(({ id, finishedAt }) => {
      const isBegunSince = finishedAt === null || id > newest
      return isBegunSince || fetched.some((one) => one.id === id)
    })
    .reduce<ContactImportView[]>((list, told) => withImport(list, told), [...fetched])
}

export function useImportActs() {
  const queries = useQueryClient()
  const show = (told: ContactImportView) =>
    queries.setQueryData(importsQuery.queryKey, (list) => withImport(list ?? [], told))
  const start = useMutation({
    mutationFn: ({ id, hasHeader, targets }: Pick<ContactImportView, 'id' | 'hasHeader' | 'targets'>) =>
      call(startContactImport, { params: { importId: id }, body: { hasHeader, targets } }),
    onSuccess: show,
    onError: showError,
  })
  const cancel = useMutation({
    mutationFn: (id: ContactImportView['id']) => call(cancelContactImport, { params: { importId: id } }),
    onSuccess: (told) => told.finishedAt !== null && show(told),
    onError: showError,
  })
  const phoneBook = useMutation({
    mutationFn: () => call(importContacts, { body: { preview: false } }),
    onSuccess: show,
    onError: showError,
  })
  return { start, cancel, phoneBook }
}

export type ReportRow = AnswerTo<typeof contactImportReport>['rows'][number]

/** What became of every row. */
export async function fetchReport(id: ContactImportView['id']): Promise<ReportRow[]> {
  const rows: ReportRow[] = []
  let after: number | null = 0
  while (after !== null) {
    const page: AnswerTo<typeof contactImportReport> = await call(contactImportReport, {
      params: { importId: id },
      query: { after },
    })
    rows.push(...page.rows)
    after = page.next
  }
  return rows
}
