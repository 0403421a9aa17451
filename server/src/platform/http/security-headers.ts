/** Headers of every answer, and of the page (SECURITY C2). Nothing inline: styles of the page carry a nonce. */
const everywhere: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(self), microphone=(self), payment=()',
}

/** Where the product is known by https, browsers ask for nothing else during a year. Other names of the same domain are
 *  not ours to decide about. */
export function everywhereOver({ isHttps }: { isHttps: boolean }): Readonly<Record<string, string>> {
  return isHttps ? { ...everywhere, 'strict-transport-security': 'max-age=31536000' } : everywhere
}

/** Of every answer of the API, done or refused. The same path is a page for a navigation, and other origins may be
 *  allowed, so a cache must tell them apart. Opened as a page, an answer may do nothing. */
export const ofAnswers: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  vary: 'Accept, Sec-Fetch-Mode, Origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}

/** The page at `/docs`. The plugin's own policy also turns every address into https, so that http would show nothing. */
export const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Help videos (HELP-03): their pictures, and the player, which is asked for by a click only. */
const videoPictures = 'https://img.youtube.com'
const videoPlayer = 'https://www.youtube.com'

/** `mediaOrigin`: where links to files lead when the product is known by a public address. */
export function pagePolicy(nonce: string, mediaOrigin = ''): string {
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
