import { admin } from '../../e2e/src/product'
import { cpuPerWork, type Environment, inEnvironment } from './environment'
import { rounded, times } from './figures'
import { type Line, report, say } from './report'
import { openShop, type Shop } from './shop'
import { countStatements, sayStatements } from './statements'
import { writtenPerWork, writtenSoFar } from './write-cost'

const numbers = Number(process.env.BENCH_NUMBERS ?? 10)
const customersPerNumber = 4
const rounds = Number(process.env.BENCH_ROUNDS ?? 15)
const asked = { perSecond: 200, product: 3, database: 2, commits: 2.5 }

/**
 * Answers until the customer's phone shows them: each conversation posts its next one when the phone shows the last.
 * The rate contains the simulated phones, which share the machine; the processor time does not.
 */
export async function answers(): Promise<void> {
  await inEnvironment(
    async (environment) => {
      const shop = await openShop(environment, { ...admin, district: '51', numbers, customersPerNumber })
      await answerAll(shop, 3) // plans, caches, compiled code
      await countStatements(environment)
      const line = await measure(environment, shop)
      shop.close()
      await sayStatements(environment)
      report('answers', [line])
      const isReached =
        Number(line.rate) >= asked.perSecond &&
        Number(line['product CPU ms']) <= asked.product &&
        Number(line['database CPU ms']) <= asked.database &&
        Number(line.commits) <= asked.commits
      if (isReached) return
      say(`Not reached: ${Object.entries(asked).map(([name, value]) => `${name} ${value}`)}.`)
      process.exitCode = 1
    },
    { latency: 0 },
  )
}

async function measure(environment: Environment, shop: Shop): Promise<Line> {
  const count = shop.talks.length * rounds
  const [before, written] = [environment.accounts(), await writtenSoFar(environment)]
  const begin = performance.now()
  const taken = await answerAll(shop, rounds)
  const seconds = (performance.now() - begin) / 1000
  await ticksAreStored(environment)
  return {
    what: `answers over ${numbers} numbers, ${shop.talks.length} conversations`,
    rate: rounded(count / seconds),
    ...times(taken),
    ...cpuPerWork(before, environment.accounts(), count),
    ...writtenPerWork(written, await writtenSoFar(environment), count),
  }
}

/** Milliseconds from each post until the phone shows it. */
async function answerAll(shop: Shop, each: number): Promise<number[]> {
  const all = shop.talks.map(async (talk) => {
    const taken: number[] = []
    for (let at = 0; at < each; at++) taken.push(await shop.answer(talk, `O pedido ${each}-${at} chegou.`))
    return taken
  })
  return (await Promise.all(all)).flat()
}

async function ticksAreStored({ owner, simulator }: Environment): Promise<void> {
  const isDone = async () => {
    const { rows } = await owner.query(
      `select from inbound_events where done_at is null union all
       select from messages where from_me and ack < 2 limit 1`,
    )
    return rows.length === 0
  }
  for (let turn = 0; !(await isDone()); turn++) {
    if (turn > 300) throw new Error('The ticks of the answers were not stored')
    await simulator.until('the next look', () => true)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
