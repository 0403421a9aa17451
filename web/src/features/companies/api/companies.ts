import {
  type CompanyForm,
  type CompanySortOrder,
  type CompanyUpdateForm,
  type CompanyWithUsage,
  createCompany,
  deleteCompany,
  extendCompanyDueDate,
  listCompanies,
  revokeCompanyDeletion,
  updateCompany,
} from '@balcao/contract/companies'
import { updateSetting } from '@balcao/contract/people'
import {
  getWhatsappVersion,
  lookUpWhatsappVersion,
  saveWhatsappVersion,
  type WhatsappWebVersionView,
} from '@balcao/contract/platform-settings'
import { listCompanyStorage } from '@balcao/contract/storage'
import { beginSupportVisit } from '@balcao/contract/support'
import type { CompanyId } from '@balcao/domain/ids'
import type { UnpaidInvoiceAction } from '@balcao/domain/invoices'
import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '../../../lib/call'
import i18n from '../../../lib/i18n/i18n'
import { replaceSetting, settingsQuery, useSettings } from '../../../lib/lists/settings'
import { useLiveEvent } from '../../../lib/live'
import { beginSession } from '../../../lib/session'
import { showError, showToast } from '../../../ui/toasts'

const companiesKey = 'companies'

/** The bytes that each company's files use; null while the server counts them. */
export function useStorageOfCompanies(): ReadonlyMap<CompanyId, number | null> {
  const { data } = useQuery({
    queryKey: [companiesKey, 'storage'],
    queryFn: ({ signal }) => call(listCompanyStorage, {}, { signal }),
    refetchOnMount: 'always', // Implements SETTING-04.
    select: (companies) => new Map(companies.map(({ companyId, usedBytes }) => [companyId, usedBytes])),
  })
  return data ?? emptyList
}
const emptyList: ReadonlyMap<CompanyId, number | null> = new Map()

export function useCompanies(search: string, sort: CompanySortOrder) {
  const refetch = useRefetch()
  useLiveEvent('companies', () => void refetch())
  // Refetches when a plan changes, because the rows show the names of plans.
  useLiveEvent('plans', () => void refetch())
  const searchParam = search.trim()
  return useInfiniteQuery({
    queryKey: [companiesKey, searchParam, sort],
    queryFn: ({ pageParam, signal }) =>
      call(listCompanies, { query: { searchParam, sort, pageNumber: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _, pageNumber) => (page.hasMore ? pageNumber + 1 : undefined),
    select: ({ pages }) => ({
      // The map removes duplicates: a company that is created between two page fetches shifts the rows.
      companies: [
        ...new Map(pages.flatMap(({ companies }) => companies).map((one) => [one.id, one])).values(),
      ],
      count: pages[0]?.count ?? 0,
    }),
    refetchOnMount: 'always', // Implements SETTING-04.
    placeholderData: keepPreviousData,
  })
}

/** Creates a company with all fields, or sends the changed fields of the company `id`. */
export function useSaveCompany(id: CompanyId | null) {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: ({ form, change }: { form: CompanyForm; change: CompanyUpdateForm }) =>
      id === null
        ? call(createCompany, { body: form })
        : call(updateCompany, { params: { companyId: id }, body: change }),
    onSuccess: refetch,
  })
}

export function useExtendCompanyDueDate({ id: companyId, dueDate }: CompanyWithUsage) {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (openInvoice: UnpaidInvoiceAction) =>
      call(extendCompanyDueDate, { params: { companyId }, body: { dueDate, openInvoice } }),
    onSettled: refetch,
    onError: showError,
  })
}

export function useDeleteCompany() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: ({ id, name }: { id: CompanyId; name: string }) =>
      call(deleteCompany, { params: { companyId: id }, query: { name } }),
    onSuccess: refetch,
    onError: showError,
  })
}

export function useRevokeCompanyDeletion() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (companyId: CompanyId) => call(revokeCompanyDeletion, { params: { companyId } }),
    onSuccess: refetch,
    onError: showError,
  })
}

function useRefetch() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: [companiesKey] })
}

/** Whether visitors may sign up a company (AUTH-28). The setting is stored with the platform owner's company. */
export function useSignupSetting() {
  const queries = useQueryClient()
  const { data } = useSettings()
  const held = data?.find(({ key }) => key === 'userCreation')?.value
  const save = useMutation({
    mutationFn: (isOpen: boolean) =>
      call(updateSetting, {
        params: { key: 'userCreation' },
        body: { value: isOpen ? 'enabled' : 'disabled' },
      }),
    onSuccess: (setting) => {
      queries.setQueryData(settingsQuery.queryKey, (list) => list && replaceSetting(list, setting))
      showToast('success', i18n.t('settings:saved'))
    },
    onError: showError,
  })
  return { isKnown: held !== undefined, isOpen: held === 'enabled', save }
}

/** Begins a support visit: replaces the session of this browser with a session in the company. */
export function useBeginSupportVisit(companyId: CompanyId) {
  return useMutation({
    mutationFn: (reason: string) => call(beginSupportVisit, { params: { companyId }, body: { reason } }),
    onSuccess: beginSession,
  })
}

const versionQuery = queryOptions({
  queryKey: ['whatsapp-version'],
  queryFn: ({ signal }): Promise<WhatsappWebVersionView> => call(getWhatsappVersion, {}, { signal }),
  refetchOnMount: 'always',
})

/** The version of WhatsApp Web that connections report to WhatsApp. Only the platform's owner may read it. */
export function useWhatsappVersion() {
  return useQuery(versionQuery)
}

export function useSaveWhatsappVersion() {
  const keep = useRecordsMutation()
  return useMutation({
    mutationFn: (setting: string) => call(saveWhatsappVersion, { body: { setting } }),
    onSuccess: (version) => {
      keep(version)
      showToast('success', i18n.t('common:saved'))
    },
    onError: showError,
  })
}

export function useLookUpWhatsappVersion() {
  const keep = useRecordsMutation()
  return useMutation({
    mutationFn: () => call(lookUpWhatsappVersion, {}),
    onSuccess: keep,
    onError: showError,
  })
}

function useRecordsMutation() {
  const queries = useQueryClient()
  return (version: WhatsappWebVersionView) => queries.setQueryData(versionQuery.queryKey, version)
}
