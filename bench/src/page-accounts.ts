import type { Page } from 'playwright-core'
import { rounded } from './figures'

/** The resource use of a page since `openAccounts`, by Chromium's own instruments. */
export interface Accounts {
  soFar(): Promise<Load>
  read(): Promise<
    Load & {
      /** After a collection: every live node, texts too. */
      readonly nodes: number
      readonly heapMb: number
    }
  >
}

export interface Load {
  /** All tasks of the main thread, in CPU time, which depends little on the machine's load. */
  readonly busyMs: number
  readonly requests: number
  readonly calls: number
  /** As transferred. */
  readonly scriptKb: number
}

export async function openAccounts(page: Page): Promise<Accounts> {
  const chromium = await page.context().newCDPSession(page)
  await chromium.send('Performance.enable', { timeDomain: 'threadTicks' })
  await chromium.send('Network.enable')
  const scripts = new Set<string>()
  let requests = 0
  let calls = 0
  let scriptBytes = 0
  chromium.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    if (request.url.startsWith('data:') || request.url.startsWith('blob:')) return
    requests += 1
    if (type === 'Fetch' || type === 'XHR') calls += 1
    if (type === 'Script' || request.url.endsWith('.js')) scripts.add(requestId)
  })
  chromium.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength
  })
  const metric = async (name: string) => {
    const { metrics } = await chromium.send('Performance.getMetrics')
    return metrics.find((one) => one.name === name)?.value ?? Number.NaN
  }
  const busyBefore = await metric('TaskDuration')
  const soFar = async () => ({
    busyMs: rounded(((await metric('TaskDuration')) - busyBefore) * 1000),
    requests,
    calls,
    scriptKb: rounded(scriptBytes / 1000),
  })
  return {
    soFar,
    async read() {
      const load = await soFar()
      await chromium.send('HeapProfiler.collectGarbage')
      return {
        ...load,
        nodes: await metric('Nodes'),
        heapMb: rounded((await metric('JSHeapUsedSize')) / 2 ** 20),
      }
    },
  }
}
