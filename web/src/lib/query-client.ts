import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
} from '@tanstack/react-query'
import { ApiError } from './api-error'

/** What a server refused it will refuse again; only an unreached server is asked a second time. */
function isWorthARetry(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 502)
}

/**
 * TanStack Query lets the first fetch of a query finish when an event invalidates it, and then counts its answer as
 * fresh, although the answer may be older than the event. This client asks once more after such a fetch.
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

  #repeat(query: Query): void {
    if (this.#toRepeat.has(query)) return
    this.#toRepeat.add(query)
    const after = () => {
      this.#toRepeat.delete(query)
      // Without data the fetch has failed, and the error state offers another.
      if (query.state.data !== undefined)
        void super.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
    query.promise?.then(after, after)
  }
}

export function makeQueryClient(): QueryClient {
  return new LiveQueryClient({
    // Live events keep what is on screen true, so a list is fresh until a reconnect says otherwise.
    defaultOptions: { queries: { staleTime: 30_000, retry: isWorthARetry }, mutations: { retry: false } },
  })
}
