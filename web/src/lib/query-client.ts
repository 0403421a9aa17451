import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
  type SetDataOptions,
} from '@tanstack/react-query'
import { ApiError } from './api-error'

/** Retries once after a network failure or a gateway error. A refusal is final. */
function isWorthARetry(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 502)
}

/**
 * A query client for data that live events update. An answer may be older than an event that arrived during its
 * fetch. TanStack Query counts the answer of a first fetch as fresh even if the query was invalidated meanwhile:
 * this client fetches once more. TanStack Query also lets an answer replace what `setQueryData` wrote meanwhile:
 * this client applies the updater function again to the answer. So updaters must be idempotent.
 */
class LiveQueryClient extends QueryClient {
  readonly #toRepeat = new WeakSet<Query>()

  override async invalidateQueries(
    filters?: InvalidateQueryFilters,
    options?: InvalidateOptions,
  ): Promise<void> {
    const firstFetches = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined)
    for (const query of firstFetches) this.#repeat(query)
    await super.invalidateQueries(filters, options)
  }

  // biome-ignore lint/suspicious/noExplicitAny: `makeQueryClient` gives callers the typed method of `QueryClient`
  override setQueryData(queryKey: QueryKey, updater: any, options?: SetDataOptions): any {
    const query = this.getQueryCache().get(this.defaultQueryOptions({ queryKey }).queryHash)
    if (query?.state.fetchStatus === 'fetching' && typeof updater === 'function')
      query.promise?.then(
        () => super.setQueryData(queryKey, updater, options),
        () => undefined, // a fetch that replaces it starts after the event
      )
    return super.setQueryData(queryKey, updater, options)
  }

  #repeat(query: Query): void {
    if (this.#toRepeat.has(query)) return
    this.#toRepeat.add(query)
    const after = () => {
      this.#toRepeat.delete(query)
      // Fetches once more, except after a failed first fetch, whose error state offers a retry.
      if (query.state.data !== undefined)
        void super.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
    query.promise?.then(after, after)
  }
}

export function makeQueryClient(): QueryClient {
  return new LiveQueryClient({
    // Live events update the data of mounted queries, so a mount refetches only data that is older than 30 s.
    defaultOptions: { queries: { staleTime: 30_000, retry: isWorthARetry }, mutations: { retry: false } },
  })
}
