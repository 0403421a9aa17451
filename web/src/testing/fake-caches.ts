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
      const kept = all.get(name) ?? new Map<string, () => Response>()
      all.set(name, kept)
      return {
        keys: async () => [...kept.keys()].map((url) => ({ url })),
        match: async (key: string | { readonly url: string }) => kept.get(addressOf(key))?.(),
        delete: async (key: string | { readonly url: string }) => kept.delete(addressOf(key)),
        put: async (key: string, response: Response) => {
          const { headers } = response
          const body = await response.arrayBuffer()
          if (device.isFull) throw new DOMException('no room', 'QuotaExceededError')
          kept.set(addressOf(key), () => new Response(body, { headers }))
        },
      }
    },
  })
  return device
}

function addressOf(key: string | { readonly url: string }): string {
  return typeof key === 'string' ? new URL(key, 'http://localhost').href : key.url
}
