import { vi } from 'vitest'

/**
 * Fakes the Cache API in memory, until the test ends; happy-dom has none. Returns the state of the device, which may be
 * full.
 */
export function fakeCaches() {
  const all = new Map<string, Map<string, () => Response>>()
  const device = { isFull: false }

  vi.stubGlobal('caches', {
    has: async (name: string) => all.has(name),
    delete: async (name: string) => all.delete(name),
    match: async (path: string, { cacheName = '' } = {}) => all.get(cacheName)?.get(addressOf(path))?.(),
    open: async (name: string) => {
      const entries = all.get(name) ?? new Map<string, () => Response>()
      all.set(name, entries)
      return {
        keys: async () => [...entries.keys()].map((url) => ({ url })),
        match: async (key: string | { readonly url: string }) => entries.get(addressOf(key))?.(),
        delete: async (key: string | { readonly url: string }) => entries.delete(addressOf(key)),
        put: async (key: string, response: Response) => {
          const { headers } = response
          const body = await response.arrayBuffer()
          if (device.isFull) throw new DOMException('no room', 'QuotaExceededError')
          entries.set(addressOf(key), () => new Response(body, { headers }))
        },
      }
    },
  })
  return device
}

function addressOf(key: string | { readonly url: string }): string {
  return typeof key === 'string' ? new URL(key, 'http://localhost').href : key.url
}
