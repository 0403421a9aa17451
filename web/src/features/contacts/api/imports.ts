import type { EndpointCallAnswer } from '@balcao/contract/client'
import {
  type ContactImportView,
  cancelContactImport,
  getContactImportReport,
  importContacts,
  listContactImports,
  startContactImport,
} from '@balcao/contract/contact-imports'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callWithFiles } from '../../../lib/call'
import { useLiveEvent } from '../../../lib/live'
import { showError } from '../../../ui/toasts'

const importsQuery = queryOptions({
  queryKey: ['contact-imports'],
  queryFn: async ({ client, queryKey, signal }): Promise<ContactImportView[]> => {
    const fetched = await call(listContactImports, {}, { signal })
    return mergeFetchedImports(client.getQueryData<ContactImportView[]>(queryKey) ?? [], fetched)
  },
  refetchOnMount: 'always',
})

export function useContactImports() {
  const queries = useQueryClient()
  useLiveEvent('contactImport', (event) =>
    queries.setQueryData(importsQuery.queryKey, (list) => upsertContactImport(list ?? [], event.import)),
  )
  return useQuery(importsQuery)
}

/** Puts an import into the list. A late event does not lower its progress. */
function upsertContactImport(
  list: readonly ContactImportView[],
  newer: ContactImportView,
): ContactImportView[] {
  const known = list.find(({ id }) => id === newer.id)
  if (known === undefined) return [newer, ...list].sort((one, other) => other.id - one.id)
  const isNews = known.finishedAt === null && newer.done >= known.done
  return isNews ? list.map((one) => (one.id === newer.id ? newer : one)) : [...list]
}

/** Uploads and parses a file of contacts; imports no contact yet. */
export function uploadContactFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<ContactImportView> {
  return callWithFiles(importContacts, { body: { preview: true } }, [file], { onProgress, signal })
}

/** Merges a fetched list with newer events that arrived during the fetch. */
function mergeFetchedImports(
  known: readonly ContactImportView[],
  fetched: readonly ContactImportView[],
): ContactImportView[] {
  const newest = Math.max(0, ...fetched.map(({ id }) => id))
  return known
    .filter(({ id, finishedAt }) => {
      const isBegunSince = finishedAt === null || id > newest
      return isBegunSince || fetched.some((one) => one.id === id)
    })
    .reduce<ContactImportView[]>((list, newer) => upsertContactImport(list, newer), [...fetched])
}

export function useContactImportMutations() {
  const queries = useQueryClient()
  const show = (newer: ContactImportView) =>
    queries.setQueryData(importsQuery.queryKey, (list) => upsertContactImport(list ?? [], newer))
  const start = useMutation({
    mutationFn: ({ id, hasHeader, targets }: Pick<ContactImportView, 'id' | 'hasHeader' | 'targets'>) =>
      call(startContactImport, { params: { importId: id }, body: { hasHeader, targets } }),
    onSuccess: show,
    onError: showError,
  })
  const cancel = useMutation({
    mutationFn: (id: ContactImportView['id']) => call(cancelContactImport, { params: { importId: id } }),
    onSuccess: (newer) => newer.finishedAt !== null && show(newer),
    onError: showError,
  })
  const phoneBook = useMutation({
    mutationFn: () => call(importContacts, { body: { preview: false } }),
    onSuccess: show,
    onError: showError,
  })
  return { start, cancel, phoneBook }
}

type ImportReport = EndpointCallAnswer<typeof getContactImportReport>

export async function fetchImportReport(id: ContactImportView['id']): Promise<ImportReport['rows']> {
  const rows: ImportReport['rows'] = []
  let after: number | null = 0
  while (after !== null) {
    const input = { params: { importId: id }, query: { after } }
    const page: ImportReport = await call(getContactImportReport, input)
    rows.push(...page.rows)
    after = page.next
  }
  return rows
}
