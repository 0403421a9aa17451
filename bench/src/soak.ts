import { drawnPicture } from '../../e2e/src/drawn-picture'
import { admin } from '../../e2e/src/product'
import { cpuPerWork, type Environment, inEnvironment } from './environment'
import { percentile, rounded, slope, sparkline, times } from './figures'
import { type Line, report, say } from './report'
import { openShop, type Shop } from './shop'
import { steadily } from './steadily'

const numbers = 20
const customersPerNumber = 2
const minutes = Number(process.env.BENCH_MINUTES ?? 20)
const warmUpMinutes = minutes / 4
/** In each direction. */
const perSecond = Number(process.env.BENCH_PER_SECOND ?? 10)
const sampleMs = 10_000
const samplesPerCollection = 6

type Classes = Awaited<ReturnType<Environment['inspector']['classes']>>

interface Sample {
  readonly minute: number
  readonly residentMb: number
  /** Heap and other memory after a collection; only of every sixth sample. */
  readonly liveMb: number | null
}

/** Measures whether memory grows with messages: 20 numbers, messages in both directions, for 20 minutes. */
export async function soak(): Promise<void> {
  await inEnvironment(async (environment) => {
    const shop = await openShop(environment, { ...admin, district: '51', numbers, customersPerNumber })
    say(
      `${numbers} numbers are linked; ${minutes} minutes with ${perSecond} messages a second each way begin.`,
    )
    const taken: Taken = { inbound: [], answered: [] }
    const samples: Sample[] = []
    const stopSampling = sampleRegularly(environment, samples, taken)
    try {
      await load(shop, taken, { from: 0, minutes: warmUpMinutes })
      const classesWarm = await classesIfWanted(environment)
      const before = environment.accounts()
      const from = taken.inbound.length
      await load(shop, taken, { from, minutes: minutes - warmUpMinutes })
      const works = 2 * (taken.inbound.length - from)
      const { 'product CPU ms': product, 'database CPU ms': database } = cpuPerWork(
        before,
        environment.accounts(),
        works,
      )
      stopSampling()

      const lines: Line[] = [
        { what: 'customer to screen', ...times(taken.inbound) },
        { what: 'Enter to customer', ...times(taken.answered) },
      ]
      report('soak', lines, [
        ...shapeOf(samples),
        `CPU for each message: product ${product} ms, database ${database} ms.`,
        ...grown(classesWarm, await classesIfWanted(environment)),
      ])
    } catch (error) {
      for (const line of await waitingInQueues(environment)) say(line)
      throw error
    } finally {
      stopSampling()
      shop.close()
    }
  })
}

/** To find a leak. Off by default: a snapshot blocks the process for seconds, and its memory is not released. */
async function classesIfWanted({ inspector }: Environment): Promise<Classes> {
  return process.env.BENCH_CLASSES ? inspector.classes() : new Map()
}

/** Times so far, in chronological order. */
interface Taken {
  readonly inbound: number[]
  readonly answered: number[]
}

async function load(
  shop: Shop,
  taken: Taken,
  { from, minutes }: { from: number; minutes: number },
): Promise<void> {
  const pace = { perSecond, seconds: minutes * 60 }
  await Promise.all([
    steadily(pace, async (at) => taken.inbound.push(await hearSomething(shop, from + at))),
    steadily(pace, async (at) => taken.answered.push(await answerSomething(shop, from + at))),
  ])
}

async function waitingInQueues({ owner }: Environment): Promise<string[]> {
  const { rows } = await owner.query<{ line: string }>(`
    select 'outbox ' || state || ', ' || attempts || ' attempts: ' || count(*) as line
    from outbox group by state, attempts
    union all
    select 'inbound ' || case when done_at is null then 'waiting' else 'done' end || ': ' || count(*)
    from inbound_events group by done_at is null
    union all
    select 'connections ' || status || ' ' || coalesce(cause, '') || ': ' || count(*)
    from connections group by status, cause`)
  return rows.map(({ line }) => line)
}

function answerSomething(shop: Shop, at: number): Promise<number> {
  return shop.answer(botConversation(shop, at), `Respondido ${at}.`)
}

function hearSomething(shop: Shop, at: number): Promise<number> {
  const talk = botConversation(shop, at * 7)
  if (at % 25 !== 0) return shop.hear(talk, `Pergunta ${at}?`)
  return shop.hearPicture(talk, picture, `Foto ${at}`)
}

const picture = drawnPicture(320, 200, [120, 130, 140])

function botConversation({ talks }: Shop, at: number): Shop['talks'][number] {
  const talk = talks[at % talks.length]
  if (talk === undefined) throw new Error('The shop has no customers')
  return talk
}

function sampleRegularly(environment: Environment, samples: Sample[], taken: Taken): () => void {
  const begin = performance.now()
  let count = 0
  let inbound = 0
  let answered = 0
  const timer = setInterval(async () => {
    const minute = (performance.now() - begin) / 60_000
    const { residentMb } = environment.accounts().product
    count += 1
    if (count % samplesPerCollection !== 0) return samples.push({ minute, residentMb, liveMb: null })
    const { heapMb, outsideHeapMb } = await environment.inspector.memory()
    samples.push({ minute, residentMb, liveMb: heapMb + outsideHeapMb })
    const late = [taken.inbound.slice(inbound), taken.answered.slice(answered)].map((all) =>
      rounded(percentile(all, 95)),
    )
    inbound = taken.inbound.length
    answered = taken.answered.length
    return say(
      `minute ${rounded(minute)}: ${rounded(residentMb)} MB resident, ${rounded(heapMb + outsideHeapMb)} MB alive; ` +
        `p95 in ${late[0]} ms, out ${late[1]} ms`,
    )
  }, sampleMs)
  return () => clearInterval(timer)
}

/** Both series as sparklines, and their slope after the warm-up. */
function shapeOf(samples: readonly Sample[]): string[] {
  const resident = samples.map(({ minute, residentMb }) => ({ x: minute / 60, y: residentMb }))
  const live = samples.flatMap(({ minute, liveMb }) =>
    liveMb === null ? [] : [{ x: minute / 60, y: liveMb }],
  )
  return [['resident', resident] as const, ['alive after a collection', live] as const].map(
    ([what, points]) => {
      const warm = points.filter(({ x }) => x * 60 >= warmUpMinutes)
      const all = points.map(({ y }) => y)
      const range = `${rounded(Math.min(...all))} to ${rounded(Math.max(...all))} MB`
      return `${what}: ${sparkline(all)} ${range}; after the warm-up ${rounded(slope(warm), 1)} MB an hour`
    },
  )
}

function grown(before: Classes, after: Classes): string[] {
  return [...after]
    .map(([name, { count, bytes }]) => ({
      name,
      more: count - (before.get(name)?.count ?? 0),
      bytes: bytes - (before.get(name)?.bytes ?? 0),
    }))
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, 12)
    .map(({ name, more, bytes }) => `grew: ${name.slice(0, 60)}: ${more} more, ${rounded(bytes / 1024)} kB`)
}
