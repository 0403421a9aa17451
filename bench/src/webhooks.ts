import { setTimeout as pause } from 'node:timers/promises'
import { startSimulator } from '@balcao/whatsapp-simulator/simulator'
import { folderToBeginWith } from '../../e2e/src/migrated-folder'
import { postWebhook, setUpOfficial, textWebhook } from '../../e2e/src/official-number'
import { startProduct } from '../../e2e/src/product'
import { rowsAtTheDatabase } from '../../e2e/src/product-database'
import { machineLoad } from './accounts'
import { percentile, rounded } from './figures'
import { report, say } from './report'

const perSecond = Number(process.env.BENCH_RATE ?? 200)
const seconds = Number(process.env.BENCH_SECONDS ?? 30)
const customers = 200

/**
 * Webhooks of an official number at a steady rate: the time until each is answered, which is after it is stored, and how fast
 * reception empties the queue afterwards.
 */
export async function webhooks(): Promise<void> {
  const simulator = await startSimulator({ latency: 0, seed: 'bench' })
  const product = await startProduct({ whatsapp: simulator.url, dataFolder: await folderToBeginWith() })
  try {
    const number = await setUpOfficial(simulator, product)
    const bodyOf = (name: string, at: number) =>
      textWebhook(number.id, `55119${80_000_000 + (at % customers)}`, `wamid.${name}${at}`, `mensagem ${at}`)
    for (let at = 0; at < customers; at++) await postWebhook(product, number, bodyOf('warm', at))
    await untilHandled()
    const load = machineLoad()
    say(`${perSecond} webhooks a second for ${seconds} s, load ${load}`)
    const times: number[] = []
    const refused: (number | null)[] = []
    const began = performance.now()
    const running: Promise<void>[] = []
    for (let at = 0; at < perSecond * seconds; at++) {
      const due = began + (at * 1_000) / perSecond
      if (due > performance.now()) await pause(due - performance.now())
      running.push(
        (async () => {
          const sent = performance.now()
          const status = await postWebhook(product, number, bodyOf('in', at))
          times.push(performance.now() - sent)
          if (status !== 200) refused.push(status)
        })(),
      )
    }
    await Promise.all(running)
    const answered = performance.now()
    await untilHandled()
    const all = perSecond * seconds
    report('webhooks', [
      {
        what: `${perSecond} a second`,
        'p50 ms': rounded(percentile(times, 50)),
        'p99 ms': rounded(percentile(times, 99)),
        'answered a second': rounded((all * 1_000) / (answered - began)),
        'stored a second': rounded((all * 1_000) / (performance.now() - began)),
        refused: refused.length,
        load,
      },
    ])
  } finally {
    await product.remove()
    await simulator.close()
  }

  async function untilHandled(): Promise<void> {
    for (;;) {
      const [row] = await rowsAtTheDatabase<{ open: number }>(
        product,
        'select count(*)::int as open from inbound_events where done_at is null',
      )
      if (row?.open === 0) return
      await pause(50)
    }
  }
}
