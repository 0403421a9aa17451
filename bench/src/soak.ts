import { drawnPicture } from '../../e2e/src/drawn-picture'
import { admin } from '../../e2e/src/product'
import { rounded, slope, sparkline, times } from './figures'
import { type Line, report, say } from './report'
import { openShop, type Shop } from './shop'
import { onStage, type Stage } from './stage'
import { steadily } from './steadily'

const numbers = 20
const customersPerNumber = 2
const minutes = Number(process.env.BENCH_MINUTES ?? 20)
const warmUpMinutes = minutes / 4
const perSecond = 10
const sampleMs = 10_000
const samplesPerCollection = 6

interface Sample {
  readonly minute: number
  readonly residentMb: number
  /** Heap and memory beside it after a collection; only of every sixth sample. */
  readonly liveMb: number | null
}

/** Whether anything grows with messages: 20 numbers, ten messages a second in and ten out, for 20 minutes. */
export async function soak(): Promise<void> {
  await onStage(async (stage) => {
    const shop = await openShop(stage, { ...admin, district: '51', numbers, customersPerNumber })
    say(`${numbers} numbers are linked; ${minutes} minutes of load begin.`)
    const load = { perSecond, seconds: minutes * 60 }
    const samples: Sample[] = []
    const before = stage.accounts()
    const classesWarm = atMinute(warmUpMinutes, () => stage.inspector.classes())
    const stopSampling = sampleRegularly(stage, samples)
    const [heard, answered] = await Promise.all([
      steadily(load, (at) => hearSomething(shop, at)),
      steadily(load, (at) => shop.answer(talkOf(shop, at), `Respondido ${at}.`)),
    ]).finally(stopSampling)

    const lines: Line[] = [
      { what: 'customer to screen', ...times(heard) },
      { what: 'Enter to customer', ...times(answered) },
    ]
    const cpu = stage.accounts()
    const works = heard.length + answered.length
    report('soak', lines, [
      ...shapeOf(samples),
      `CPU for each message: product ${rounded((cpu.product.cpuMs - before.product.cpuMs) / works, 2)} ms, ` +
        `database ${rounded((cpu.database.cpuMs - before.database.cpuMs) / works, 2)} ms.`,
      'Classes that grew most after the warm-up:',
      ...grown(await classesWarm, await stage.inspector.classes()),
    ])
    shop.close()
  })
}

function hearSomething(shop: Shop, at: number): Promise<number> {
  const talk = talkOf(shop, at * 7)
  if (at % 25 !== 0) return shop.hear(talk, `Pergunta ${at}?`)
  return shop.hearPicture(talk, picture, `Foto ${at}`)
}

const picture = drawnPicture(320, 200, [120, 130, 140])

function talkOf({ talks }: Shop, at: number): Shop['talks'][number] {
  const talk = talks[at % talks.length]
  if (talk === undefined) throw new Error('The shop has no customers')
  return talk
}

function sampleRegularly(stage: Stage, samples: Sample[]): () => void {
  const begin = performance.now()
  let taken = 0
  const timer = setInterval(async () => {
    const minute = (performance.now() - begin) / 60_000
    const { residentMb } = stage.accounts().product
    taken += 1
    if (taken % samplesPerCollection !== 0) return samples.push({ minute, residentMb, liveMb: null })
    const { heapMb, outsideHeapMb } = await stage.inspector.memory()
    samples.push({ minute, residentMb, liveMb: heapMb + outsideHeapMb })
    return say(
      `minute ${rounded(minute)}: ${rounded(residentMb)} MB resident, ${rounded(heapMb + outsideHeapMb)} MB alive`,
    )
  }, sampleMs)
  return () => clearInterval(timer)
}

function atMinute<T>(minute: number, does: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    setTimeout(() => does().then(resolve, reject), minute * 60_000).unref() // a run that fails does not wait for it
  })
}

/** Both lines as graphs, and how fast they rise after the warm-up. */
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

function grown(
  before: ReadonlyMap<string, { count: number; bytes: number }>,
  after: ReadonlyMap<string, { count: number; bytes: number }>,
): string[] {
  return [...after]
    .map(([name, { count, bytes }]) => ({
      name,
      more: count - (before.get(name)?.count ?? 0),
      bytes: bytes - (before.get(name)?.bytes ?? 0),
    }))
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, 12)
    .map(({ name, more, bytes }) => `  ${name.slice(0, 60)}: ${more} more, ${rounded(bytes / 1024)} kB`)
}
