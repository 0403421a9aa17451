import { sharePagePath, sharePageUrlWithProblem, shareTargetPath } from '@balcao/contract/share'
import { storeShare } from './kept-shares'

/**
 * The service worker that receives shares. Its scope is only the address to which phones post shares, so it
 * cannot answer requests for pages from an old cache.
 */

// The events of a service worker; TypeScript's DOM library does not declare them.
interface FetchEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
declare function addEventListener(type: 'fetch', handler: (event: FetchEvent) => void): void

addEventListener('fetch', (event) => {
  const { method, url } = event.request
  if (method === 'POST' && new URL(url).pathname === shareTargetPath)
    event.respondWith(receive(event.request))
})

async function receive(posted: Request): Promise<Response> {
  const outcome = await storeShare(posted, Date.now())
  const page =
    'id' in outcome ? `${sharePagePath}?id=${outcome.id}` : sharePageUrlWithProblem(outcome.problem)
  return Response.redirect(new URL(page, posted.url), 303)
}
