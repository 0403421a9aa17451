import {
  type WhatsappWebVersion,
  type WhatsappWebVersionLookupFailure,
  whatsappWebVersionInScript,
} from '@balcao/domain/web-version'
import type { EgressClient } from '../../platform/egress/egress-client'

/** The service worker of WhatsApp's site contains the revision of the page that it serves. */
export const whatsappServiceWorkerUrl = 'https://web.whatsapp.com/sw.js'
const callTimeoutMs = 5_000
const maxAnswerBytes = 1 << 20
/** The site answers clients without a browser's headers with an error page. */
const asBrowser = {
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  'sec-fetch-site': 'none',
}

/** Follows no redirect: only WhatsApp's own answer counts. */
export function createWebVersionFetcher(
  outside: Pick<EgressClient, 'get'>,
  url: string = whatsappServiceWorkerUrl,
): () => Promise<WhatsappWebVersion | Exclude<WhatsappWebVersionLookupFailure, 'older'>> {
  return async () => {
    try {
      const { status, bytes } = await outside.get(url, {
        maxBytes: maxAnswerBytes,
        timeoutMs: callTimeoutMs,
        headers: asBrowser,
        followsRedirects: false,
      })
      if (status !== 200) return 'unreachable'
      return whatsappWebVersionInScript(bytes.toString('latin1')) ?? 'no-version'
    } catch {
      return 'unreachable' // an EgressFailure: too slow, too long, or no connection
    }
  }
}
