import type { Browser, BrowserContextOptions } from 'playwright-core'
import { openBrowser, signIn, type Visitor, visit } from '../../e2e/src/browser'
import { admin } from '../../e2e/src/product'
import { machineLoad } from './accounts'
import { type Environment, inEnvironment } from './environment'
import { mean, percentile, rounded } from './figures'
import { copyOfGeneratedData } from './generate/generated-data'
import { type Load, openAccounts } from './page-accounts'
import { recordFrames, recordShifts, timeOfClick } from './page-watch'
import { type Line, report, say } from './report'

const factor = Number(process.env.BENCH_FACTOR ?? 0.1)
const coldRounds = 7
const clicks = 8
const messagesBack = 2_200
/** On a busy machine a slow answer is no lost one. */
const patienceMs = 60_000

/**
 * The cost of the pages in Chromium, with the generated company: the first view of the ticket area, opening a
 * conversation, scrolling back in a long one, scrolling a long list. Each line includes the load of the machine.
 */
export async function browser(): Promise<void> {
  await inEnvironment(
    async (environment) => {
      await nameProperly(environment)
      const chromium = await openBrowser(['--enable-precise-memory-info'])
      try {
        const lines: Line[] = []
        for (const part of parts) {
          const line = await part(environment, chromium)
          lines.push(line)
          say(JSON.stringify(line))
        }
        report('browser', lines, [
          `Size ${factor}. Times in milliseconds; "busy": the main thread's tasks, all of them; sizes in kB.`,
        ])
      } finally {
        await chromium.close()
      }
    },
    { dataFolder: (whatsapp) => copyOfGeneratedData(factor, whatsapp) },
  )
}

/** The generated tickets and contacts have hashes as ids that are no valid uuids, and pages parse strictly. */
async function nameProperly({ owner }: Environment): Promise<void> {
  for (const table of ['tickets', 'contacts']) {
    await owner.query(`update ${table} set uuid = gen_random_uuid() where company_id = 1`)
    await owner.query(`vacuum analyze ${table}`)
  }
}

/** Most users are attendants; the platform's owner loads a notice about backups too. */
const attendant = 'atendente3@empresa1.example.com'
const parts = [scrollBack, shifts, openings, longList, coldCache]

/** The ticket area in a browser with an empty cache and a session. */
async function coldCache({ product }: Environment, chromium: Browser): Promise<Line> {
  const before = machineLoad()
  const first = await comeIn(chromium)
  await signIn(first, product.url, attendant, admin.password)
  const storageState = await first.page.context().storageState()
  await first.page.context().close()
  const rounds: { readonly visible: number; readonly first: Load; readonly all: Load }[] = []
  let session = storageState
  for (let round = 0; round < coldRounds; round += 1) {
    const { page } = await comeIn(chromium, { storageState: session })
    const accounts = await openAccounts(page)
    await page.goto(`${product.url}/tickets?all=1`, { waitUntil: 'commit' })
    const seen = await page.waitForFunction(
      () => document.querySelector('article[data-status]') !== null && performance.now(),
      undefined,
      { polling: 'raf', timeout: patienceMs },
    )
    const visible = Number(await seen.jsonValue())
    const first = await accounts.soFar()
    await page.waitForLoadState('networkidle')
    rounds.push({ visible, first, all: await accounts.soFar() })
    session = await page.context().storageState() // its token is renewed at each visit
    await page.context().close()
  }
  const middle = (of: (round: (typeof rounds)[number]) => number) => rounded(percentile(rounds.map(of), 50))
  return {
    what: `ticket area, cold cache (middle of ${coldRounds})`,
    load: before,
    visible: middle(({ visible }) => visible),
    'JavaScript kB until then': middle(({ first }) => first.scriptKb),
    'busy ms until then': middle(({ first }) => first.busyMs),
    'JavaScript kB': middle(({ all }) => all.scriptKb),
    'busy ms': middle(({ all }) => all.busyMs),
    requests: middle(({ all }) => all.requests),
    'of them calls': middle(({ all }) => all.calls),
  }
}

async function openings(environment: Environment, chromium: Browser): Promise<Line> {
  const before = machineLoad()
  const { page } = await signedIn(environment, chromium)
  const rows = page.locator('article[data-status="open"] a')
  await rows.nth(clicks - 1).waitFor()
  const accounts = await openAccounts(page)
  const taken: number[] = []
  const busy: number[] = []
  for (let at = 0; at < clicks; at += 1) {
    const { busyMs } = await accounts.soFar()
    taken.push(await timeOfClick(page, at))
    await page.waitForLoadState('networkidle')
    busy.push((await accounts.soFar()).busyMs - busyMs)
  }
  await page.context().close()
  return {
    what: `opening a conversation by click (${clicks})`,
    load: before,
    visible: rounded(percentile(taken.slice(1), 50)),
    'busy ms': rounded(percentile(busy.slice(1), 50)),
    'first one': rounded(taken[0] ?? Number.NaN),
    max: rounded(percentile(taken, 100)),
  }
}

/** By the wheel, through the longest conversation. */
async function scrollBack(environment: Environment, chromium: Browser): Promise<Line> {
  const before = machineLoad()
  const { page } = await longest(environment, chromium)
  const accounts = await openAccounts(page)
  const frames = await recordFrames(page)
  let back = 0
  page.on('response', async (response) => {
    if (!response.url().includes('before=')) return
    const { messages } = (await response.json()) as { messages: readonly unknown[] } // the contract's shape
    back += messages.length
  })
  await page.mouse.move(900, 400)
  for (const end = Date.now() + patienceMs; back < messagesBack && Date.now() < end; ) {
    await page.mouse.wheel(0, -300)
    await page.waitForTimeout(16)
  }
  await page.waitForLoadState('networkidle')
  const { busyMs, nodes, heapMb } = await accounts.read()
  const line = {
    what: `scrolling back through ${back} messages`,
    load: before,
    'busy ms': busyMs,
    ...(await frames.read()),
    nodes,
    'heap MB': heapMb,
  }
  await page.context().close()
  return line
}

/** By steps of a known length, so that any other movement is visible. */
async function shifts(environment: Environment, chromium: Browser): Promise<Line> {
  const before = machineLoad()
  const { page } = await longest(environment, chromium)
  const moved = await recordShifts(page, 400)
  await page.context().close()
  return {
    what: `${moved.length} steps of 200 px back`,
    load: before,
    'shift max px': rounded(percentile(moved, 100)),
    'shift mean px': rounded(mean(moved), 2),
    'steps with a shift over 1 px': moved.filter((pixels) => pixels > 1).length,
  }
}

async function longList(environment: Environment, chromium: Browser): Promise<Line> {
  const before = machineLoad()
  const visitor = await signedIn(environment, chromium)
  const { page } = visitor
  await page.goto(`${environment.product.url}/tickets?tab=closed`)
  await page.locator('article[data-status="closed"]').first().waitFor()
  await page.waitForLoadState('networkidle')
  const accounts = await openAccounts(page)
  const frames = await recordFrames(page)
  let pages = 1
  page.on('request', (request) => {
    if (/\/tickets\?.*pageNumber=/.test(request.url())) pages += 1
  })
  await page.mouse.move(400, 500)
  for (let still = 0, known = pages; still < 120; still = known === pages ? still + 1 : 0) {
    known = pages
    await page.mouse.wheel(0, 600)
    await page.waitForTimeout(16)
  }
  const { busyMs, nodes, heapMb } = await accounts.read()
  const line = {
    what: `a list of ${pages * 40} tickets, to its end`,
    load: before,
    'busy ms': busyMs,
    ...(await frames.read()),
    nodes,
    'heap MB': heapMb,
  }
  await page.context().close()
  return line
}

async function comeIn(chromium: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const visitor = await visit(chromium, options)
  // The compiler of this bench names functions by a function that pages do not have.
  await visitor.page.addInitScript('globalThis.__name = (named) => named')
  return visitor
}

async function signedIn({ product }: Environment, chromium: Browser): Promise<Visitor> {
  const visitor = await comeIn(chromium)
  await signIn(visitor, product.url, admin.email, admin.password)
  await visitor.page.goto(`${product.url}/tickets?all=1`)
  await visitor.page.locator('article[data-status="open"]').first().waitFor()
  return visitor
}

/** Opens the conversation with a tenth of all messages, scrolled to its end and idle. */
async function longest(environment: Environment, chromium: Browser): Promise<Visitor> {
  const { rows } = await environment.owner.query<{ uuid: string }>(
    'select uuid from tickets where company_id = 1 order by id desc limit 1',
  )
  const visitor = await signedIn(environment, chromium)
  await visitor.page.goto(`${environment.product.url}/tickets/${rows[0]?.uuid}`)
  await visitor.page.locator('[data-mine] > article').first().waitFor()
  await visitor.page.waitForLoadState('networkidle')
  say('The longest conversation is open …')
  return visitor
}
