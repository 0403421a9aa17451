/** Headers of every answer, pages included (SECURITY C2). */
const everywhere: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(self), microphone=(self), payment=()',
}

/**
 * The headers of every answer. Over https they include HSTS: browsers then use only https for a year. Subdomains are
 * excluded, because they belong to the operator.
 */
export function securityHeaders({ isHttps }: { isHttps: boolean }): Readonly<Record<string, string>> {
  return isHttps ? { ...everywhere, 'strict-transport-security': 'max-age=31536000' } : everywhere
}

/**
 * The headers of API answers. `vary`: caches must separate a call from a page navigation to the same path, and one
 * allowed origin from another. The policy prevents scripts in an answer that is opened as a page.
 */
export const apiAnswerHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  vary: 'Accept, Sec-Fetch-Mode, Origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}

/** Replaces the policy of the `/docs` plugin, which upgrades every address to https and would break plain http. */
export const docsContentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The host of the preview pictures of help videos (HELP-03). The video player loads only after a click. */
const videoPictures = 'https://img.youtube.com'
const videoPlayer = 'https://www.youtube.com'

/** The policy of pages. `mediaOrigin`: the origin of file links when the product has a public address. */
export function pageContentSecurityPolicy(nonce: string, mediaOrigin = ''): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' blob: data: ${videoPictures} ${mediaOrigin}`,
    `media-src 'self' blob: ${mediaOrigin}`,
    "font-src 'self'",
    `connect-src 'self' ws: wss: ${mediaOrigin}`,
    `frame-src ${videoPlayer}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
    .map((rule) => rule.trim())
    .join('; ')
}
