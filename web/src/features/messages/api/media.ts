import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../lib/api-error'

export function mediaFileQueryKey(url: string): readonly unknown[] {
  return ['media', url]
}

/** Downloads the file behind a signed url, and caches it for all components that show it. */
export function mediaFileQuery(url: string) {
  return queryOptions({
    queryKey: mediaFileQueryKey(url),
    queryFn: ({ signal }) => fetchBlob(url, signal),
    staleTime: 'static', // the content of a url never changes: a reconnect does not load and paint it again
    gcTime: 5 * 60_000,
  })
}

/** Fetches a picture from its signed url (CONVO-06); null fetches nothing. */
export function useFetchedPicture(url: string | null) {
  const query = useQuery({ ...mediaFileQuery(url ?? ''), enabled: url !== null })
  return {
    address: useObjectUrl(query.data ?? null),
    blob: query.data,
    hasFailed: query.isError,
    retry: () => void query.refetch(),
  }
}

/** An object url for a blob or file; revoked when the component no longer shows it. */
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
