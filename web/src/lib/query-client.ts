import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
  type SetDataOptions,
} from '@tanstack/react-query'
import { ApiError } from './api-error'

/** A refusal will repeat, so only an unreachable server is asked a second time. */
function isWorthARetry(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 502)
}

/**
 * The answer to a fetch may be older than a live event that arrives while the fetch runs. TanStack Query lets the first fetch of
 * an invalidated query finish and counts its answer as fresh: this client fetches once more after it. TanStack Query also lets
 * every answer replace what `setQueryData` wrote meanwhile: this client applies an updater again to that answer. So an updater
 * must be harmless when the data already contain its change. A plain value in place of an updater is written once.
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
      // Without data the fetch has failed, and the error state offers a retry.
      if (query.state.data !== undefined)
        void super.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
    query.promise?.then(after, after)
  }
}

export function makeQueryClient(): QueryClient {
  return new LiveQueryClient({
    // Live events update the mounted queries, so a list is fresh until a reconnect invalidates it.
    defaultOptions: { queries: { staleTime: 30_000, retry: isWorthARetry }, mutations: { retry: false } },
  })
}
