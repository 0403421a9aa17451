import { vi } from 'vitest'

/** The browser's caches, in memory, until the test ends; happy-dom has none. Gives what a full device does next. */
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
