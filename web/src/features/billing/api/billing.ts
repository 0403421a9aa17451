import {
  cancelInvoice,
  confirmPayment,
  createSubscription,
  getCheckout,
  getInvoice,
  type InvoiceView,
  listInvoices,
  listPlatformInvoices,
  markPaymentHandled,
  type PlatformInvoiceView,
  paymentWebhook,
  saveSupportContact,
  simulatePayment,
} from '@balcao/contract/billing'
import type { EndpointCallInput } from '@balcao/contract/client'
import type { InvoiceId } from '@balcao/domain/ids'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useLiveEvent } from '../../../lib/live'
import { showError } from '../../../ui/toasts'

const invoicesKey = 'invoices'
/** How often to ask whether a payment has arrived, in milliseconds. An expired company gets no live event about it. */
const watchEveryMs = 4_000

interface InvoicesPage<Invoice> {
  readonly invoices: readonly Invoice[]
  readonly count: number
  readonly hasMore: boolean
}

const nextPage = ({ hasMore }: InvoicesPage<unknown>, _: unknown, pageNumber: number) =>
  hasMore ? pageNumber + 1 : undefined

const invoicesOf = <Invoice extends InvoiceView>({ pages }: { pages: readonly InvoicesPage<Invoice>[] }) => ({
  invoices: [...new Map(pages.flatMap(({ invoices }) => invoices).map((one) => [one.id, one])).values()],
  count: pages[0]?.count ?? 0,
})

export function useInvoices() {
  const queries = useQueryClient()
  // When the platform's owner cancels an invoice or confirms its payment, the server sends this event.
  useLiveEvent('company', () => void queries.invalidateQueries({ queryKey: [invoicesKey, 'own'] }))
  return useInfiniteQuery({
    queryKey: [invoicesKey, 'own'],
    queryFn: ({ pageParam, signal }) => call(listInvoices, { query: { pageNumber: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    select: invoicesOf<InvoiceView>,
  })
}

export type InvoiceStatusFilter = '' | 'open' | 'paid' | 'cancelled' | 'attention'

export function usePlatformInvoices(searchParam: string, status: InvoiceStatusFilter) {
  return useInfiniteQuery({
    queryKey: [invoicesKey, 'platform', searchParam, status],
    queryFn: ({ pageParam, signal }) =>
      call(listPlatformInvoices, { query: { searchParam, status, pageNumber: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    select: invoicesOf<PlatformInvoiceView>,
  })
}

/** Changes an invoice, then refetches every list of invoices, even after an error. */
function useInvoiceMutation<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => queries.invalidateQueries({ queryKey: [invoicesKey] }),
    onError: showError,
  })
}

export const useConfirmPayment = () =>
  useInvoiceMutation(({ id, txid }: { readonly id: InvoiceId; readonly txid: string }) =>
    call(confirmPayment, { params: { invoiceId: id }, body: { txid } }),
  )

export const useCancelInvoice = () =>
  useInvoiceMutation((invoiceId: InvoiceId) => call(cancelInvoice, { params: { invoiceId } }))

export const useMarkPaymentHandled = () =>
  useInvoiceMutation((invoiceId: InvoiceId) => call(markPaymentHandled, { params: { invoiceId } }))

export function useCheckoutQuery() {
  return useQuery({
    queryKey: ['checkout'],
    queryFn: ({ signal }) => call(getCheckout, {}, { signal }),
    staleTime: 0,
  })
}

export function useCreatePixCharge() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: NonNullable<EndpointCallInput<typeof createSubscription>['body']>) =>
      call(createSubscription, { body }),
    onSuccess: ({ invoiceId }) => {
      void queries.invalidateQueries({ queryKey: ['checkout'] })
      // Refetches the company's invoices: the charge may have created the invoice, or changed its price.
      void queries.invalidateQueries({ queryKey: [invoicesKey, 'own'] })
      return queries.invalidateQueries({ queryKey: [invoicesKey, 'awaited', invoiceId] })
    },
    onError: showError,
  })
}

export function usePolledInvoice(invoiceId: InvoiceId, isAwaited: boolean) {
  return useQuery({
    queryKey: [invoicesKey, 'awaited', invoiceId],
    queryFn: ({ signal }) => call(getInvoice, { params: { invoiceId } }, { signal }),
    enabled: isAwaited,
    refetchInterval: isAwaited ? watchEveryMs : false,
    staleTime: 0,
  })
}

export function useRefetchInvoices(): () => void {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: [invoicesKey] })
}

/** Simulates a payment: sends the signed notice to the webhook, as a real bank does. */
export function useSimulatePayment() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (txid: string) => {
      const { hmac, pix } = await call(simulatePayment, { body: { txid } })
      return call(paymentWebhook, { query: { hmac }, body: { evento: '', pix } })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: [invoicesKey] }),
    onError: showError,
  })
}

export function useSaveSupportContact() {
  return useMutation({
    mutationFn: (body: EndpointCallInput<typeof saveSupportContact>['body']) =>
      call(saveSupportContact, { body }),
    onError: showError,
  })
}
