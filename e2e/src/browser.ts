import type { EndpointCallAnswer } from '@balcao/contract/client'
import { login } from '@balcao/contract/people'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findOrInstallChromium } from '../../tools/chromium.mjs'

/** One person with a browser of their own. */
export interface Visitor {
  readonly page: Page
  /**
   * Errors of scripts and violations of the content security policy, in order of appearance. No page should have any.
   */
  readonly complaints: string[]
  /** Texts that arrived on the page's socket, unchanged. */
  readonly received: string[]
}

const visitors = new Set<Visitor>()

/** The visitors whose page is open. */
export function openVisitors(): readonly Visitor[] {
  return [...visitors]
}

/** Chromium simulates a microphone with a tone, and grants the permission without a prompt. */
export const playedMicrophone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

/** Pages of a test live for seconds: optimizing their scripts costs more than it saves. */
const thrifty = '--js-flags=--no-opt,--no-maglev'

export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = await findOrInstallChromium()
  if (executablePath === undefined) throw new Error('No Chromium here: install it, or set CHROMIUM_PATH.')
  // Chromium's own sandbox refuses root; the pages are ours.
  const args = [thrifty, ...more, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  return chromium.launch({ executablePath, args })
}

/** Closes it. Ignores pending answers of routes to its pages, which would otherwise fail the run. */
export async function closeBrowser(browser: Browser): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages())
  await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
  await browser.close()
}

export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 860 },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(60_000) // bounds endless waits, also on a slow machine
  const page = await context.newPage()
  const complaints: string[] = []
  const received: string[] = []
  await context.exposeFunction('complain', (words: string) => complaints.push(words))
  await context.addInitScript(() => {
    // biome-ignore lint/suspicious/noExplicitAny: the line above defines the function
    const { complain } = window as any
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      complain(`refused by the content security policy: ${effectiveDirective} ${blockedURI}`)
    })
  })
  await context.addInitScript({ content: stillness })
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => received.push(String(payload))),
  )
  const visitor = { page, complaints, received }
  visitors.add(visitor)
  page.on('close', () => visitors.delete(visitor))
  return visitor
}

/**
 * Signs in over the API; the page then opens at this address as after a reload: for tests that are not about the login.
 */
export async function signIn(
  { page }: Visitor,
  url: string,
  email: string,
  password: string,
  path = '/',
): Promise<void> {
  const answer = await page.request.post(url + login.path, { data: { email, password } }) // stores its cookie
  if (!answer.ok()) throw new Error(`${email} may not come in: ${answer.status()} ${await answer.text()}`)
  const { token, user }: EndpointCallAnswer<typeof login> = await answer.json()
  const kept = { token, userId: String(user.id), companyId: String(user.companyId) }
  await page.goto(`${url}/icon.svg`) // of the product, without its scripts
  await page.evaluate((session) => {
    for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value)
  }, kept)
  await page.goto(url + path)
  await isSignedIn(page)
}

export async function signInByForm(
  { page }: Visitor,
  url: string,
  email: string,
  password: string,
): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await isSignedIn(page)
}

async function isSignedIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Conta de/ }).waitFor()
}

/** Changes the language as another tab would: a second page in front would reduce this one to one frame a second. */
export async function speak(page: Page, language: string): Promise<void> {
  await page.evaluate(async (chosen) => {
    const html = document.documentElement
    if (html.lang === chosen) return
    const isSpoken = new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (html.lang !== chosen) return
        observer.disconnect()
        resolve()
      })
      observer.observe(html, { attributes: true, attributeFilter: ['lang'] })
    })
    localStorage.setItem('i18nextLng', chosen)
    dispatchEvent(new StorageEvent('storage', { key: 'i18nextLng', newValue: chosen }))
    await isSpoken
  }, language)
}

/**
 * The serious or critical faults that axe finds on the current page, a line each: by all of its rules or by these
 * alone, on the whole page or in one part of it.
 */
export async function seriousTroubles(
  { page }: Visitor,
  { rules, within }: { readonly rules?: readonly string[]; readonly within?: string } = {},
): Promise<string[]> {
  const options = { rules, within }
  for (;;) {
    const troubles = await page.evaluate(axeTroubles, options)
    if (troubles !== undefined) return troubles
    await page.evaluate(axe.source) // remains until the page is reloaded
  }
}

/** Runs in the page: undefined while axe is not injected. */
async function axeTroubles({
  rules,
  within,
}: {
  readonly rules: readonly string[] | undefined
  readonly within: string | undefined
}): Promise<string[] | undefined> {
  // biome-ignore lint/suspicious/noExplicitAny: the injected functions
  const { axe, stillness } = window as any
  if (axe === undefined) return undefined
  await stillness()
  const { violations } = (await axe.run(within ?? document, {
    resultTypes: ['violations'],
    iframes: false, // of others
    preload: false, // sheets and sounds of others
    rules: { 'target-size': { enabled: true } }, // 24 px or room around it (WCAG 2.5.8): axe leaves it off by default
    ...(rules !== undefined && { runOnly: { type: 'rule', values: rules } }),
  })) as { violations: { id: string; impact: string; nodes: { html: string }[] }[] }
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}

/**
 * Sideways overflows, a line each: a page or a part of it that would scroll, a dialog that is wider than the screen,
 * text wider than its button.
 */
export async function sidewaysTroubles(page: Page): Promise<string[]> {
  let troubles = await sidewaysNow(page)
  // A page that was just made narrower may need a moment for its layout.
  for (let looks = 0; troubles.length > 0 && looks < 20; looks++) {
    await page.waitForTimeout(100)
    troubles = await sidewaysNow(page)
  }
  return troubles
}

function sidewaysNow(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: the injected functions
    await (window as any).stillness()
    const room = document.documentElement.clientWidth
    const name = (element: Element) => element.outerHTML.replace(/\s+/g, ' ').slice(0, 140)
    const wide = document.documentElement.scrollWidth
    const troubles = wide > room ? [`the page: ${wide} px in a room of ${room} px`] : []
    for (const element of document.querySelectorAll(
      'main, aside, [role="dialog"], [role="menu"], :is(main, aside, [role="dialog"]) *',
    )) {
      const { overflowX } = getComputedStyle(element)
      const isWider = element.scrollWidth > element.clientWidth + 1
      if (isWider && (overflowX === 'auto' || overflowX === 'scroll'))
        troubles.push(`scrolls sideways: ${name(element)}`)
    }
    for (const element of document.querySelectorAll(
      'button, a, label, h1, h2, h3, [role="tab"], [role="dialog"] *',
    )) {
      const { overflowX, display, visibility, opacity } = getComputedStyle(element)
      if (
        display === 'inline' ||
        visibility === 'hidden' ||
        opacity === '0' ||
        element.closest('.sr-only, svg') !== null
      )
        continue
      const hasWords = [...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE)
      const isWider = hasWords && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1
      if (isWider && overflowX === 'visible') troubles.push(`words stick out: ${name(element)}`)
      const { left, right, width } = element.getBoundingClientRect()
      if (width > 0 && element.closest('[role="dialog"]') !== null && (left < -1 || right > room + 1))
        troubles.push(`beyond the screen: ${name(element)}`)
    }
    return troubles
  })
}

/**
 * Waits, in the page, until all fades have ended: half a tooltip has too little contrast, and so has a button during a
 * change of the theme. An animation begins a frame after its change. Endless ones (spinners) are ignored. It is a text,
 * because not every program that visits a page is compiled for pages.
 */
const stillness = `window.stillness = async () => {
  const fading = () => document.getAnimations().filter(({ effect, playState }) =>
    playState === 'running' && effect?.getComputedTiming().iterations !== Infinity)
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  do {
    await frame()
    await frame()
    await Promise.allSettled(fading().map(({ finished }) => finished))
  } while (fading().length > 0)
}`
