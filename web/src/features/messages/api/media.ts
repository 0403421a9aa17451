import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../lib/api-error'

export function mediaKey(url: string): readonly unknown[] {
  return ['media', url]
}

/** The file behind a signed url. It stays in the cache, so that what was seen once is there at once. */
export function mediaQuery(url: string) {
  return queryOptions({
    queryKey: mediaKey(url),
    queryFn: ({ signal }) => fetchBlob(url, signal),
    staleTime: 'static', // what lies behind a url never changes: no reconnect loads and draws it again
    gcTime: 5 * 60_000,
  })
}

/**
 * A picture fetched as a blob from its signed url (CONVO-06), as an address to show. null where there is nothing to
 * fetch yet. The blob stays in the cache, so that scrolling back shows it at once.
 */
export function usePicture(url: string | null) {
  const query = useQuery({ ...mediaQuery(url ?? ''), enabled: url !== null })
  return {
    address: useObjectUrl(query.data ?? null),
    blob: query.data,
    hasFailed: query.isError,
    retry: () => void query.refetch(),
  }
}

/** An address for a blob or file, given back when it is no longer shown. */
export function useObjectUrl(blob: Blob | null): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (blob === null) return setAddress(undefined)
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return address
}

async function fetchBlob(url: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(url, { credentials: 'include', signal })
  if (!response.ok) throw new ApiError(response.status, '')
  return response.blob()
}
