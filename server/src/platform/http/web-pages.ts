import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sharePageUrlWithProblem, shareTargetPath } from '@balcao/contract/share'
import { limits } from '@balcao/domain/limits'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BodyTimeLimit } from './body-time'
import { pageContentSecurityPolicy } from './security-headers'

/** The time limit of a share from a phone, which is Node's default. The largest share needs about 7 Mbit/s. */
const patienceMilliseconds = 300_000

/**
 * Whether the browser opens a page. Pages and API calls share paths (`/tickets`), and only a navigation gets the web
 * application (decision 0001).
 */
export function isPageNavigation(request: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (request.headers['sec-fetch-mode'] !== undefined) return request.headers['sec-fetch-mode'] === 'navigate'
  const accepts = request.headers.accept ?? ''
  return accepts.includes('text/html') && request.headers.authorization === undefined
}

/** Paths that never serve a page of the application, even if they are typed into the address bar. */
const apiPrefixes = ['/public/', '/docs', '/health', '/ready', '/assets/', '/socket.io/']

/** Serves the built web application from `folder`: its files, and its one page for every navigation. */
export async function serveWebPages(
  app: FastifyInstance,
  folder: string,
  publicUrl: string | undefined,
): Promise<void> {
  const template = await readFile(join(folder, 'index.html'), 'utf8')
  const files = (cacheControl: string): FastifyStaticOptions => ({
    root: folder,
    index: false,
    cacheControl: false,
    preCompressed: true, // the build writes Brotli and gzip beside each file
    setHeaders: (response) => {
      response.setHeader('vary', 'Accept-Encoding')
      response.setHeader('cache-control', cacheControl)
    },
  })
  // One route serves all hashed files. A route for each of the 300 files took a tenth of the start time.
  await app.register(fastifyStatic, {
    ...files('public, max-age=31536000, immutable'),
    root: join(folder, 'assets'),
    prefix: '/assets/',
  })
  await app.register(fastifyStatic, {
    ...files('no-cache'),
    wildcard: false,
    globIgnore: ['assets/**'],
    decorateReply: false,
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!isPageNavigation(request) || isFile(request.url)) return
    await sendPage(reply, template, publicUrl)
    return reply
  })
}

function isFile(url: string): boolean {
  const path = url.split('?')[0] ?? ''
  return apiPrefixes.some((prefix) => path.startsWith(prefix)) || /\.[a-z0-9]{2,5}$/.test(path)
}

function sendPage(reply: FastifyReply, template: string, publicUrl: string | undefined): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .header('content-security-policy', pageContentSecurityPolicy(nonce, publicUrl))
    .header('cache-control', 'no-store')
    .header('vary', 'Accept, Sec-Fetch-Mode')
    .type('text/html; charset=utf-8')
    .send(template.replaceAll('__CSP_NONCE__', nonce))
}

/**
 * Redirects a share from a phone that the service worker did not intercept: the product was just installed, or the
 * request is forged. Any origin is accepted, because a phone's share has the origin `null`. A browser follows the
 * redirect only after it has sent the whole body, so the body is read and dropped, up to the largest size of a share.
 */
export function redirectUninterceptedPhoneShares(
  app: FastifyInstance,
  bodyTime: BodyTimeLimit,
  everywhere: Readonly<Record<string, string>>,
): void {
  app.addHook('onRequest', async ({ method, url, raw }, reply) => {
    if (method !== 'POST' || url.split('?')[0] !== shareTargetPath) return

    let left: number = limits.share.bytes
    raw.on('data', (piece: Buffer) => {
      left -= piece.length
      if (left < 0) raw.destroy()
    })
    bodyTime.allow(raw, patienceMilliseconds)
    return reply
      .headers(everywhere)
      .header('cache-control', 'no-store')
      .redirect(sharePageUrlWithProblem('missed'), 303)
  })
}
