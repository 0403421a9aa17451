import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error'

/** What a server refused it will refuse again; only an unreached server is asked a second time. */
function isWorthARetry(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 502)
}

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    // Live events keep what is on screen true, so a list is fresh until a reconnect says otherwise.
    defaultOptions: { queries: { staleTime: 30_000, retry: isWorthARetry }, mutations: { retry: false } },
  })
}
