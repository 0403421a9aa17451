import { setTimeout as pause } from 'node:timers/promises'
import { picturesAreThere } from './day-pictures'
import { balanced, newMessagesStored, note, type Run, recovered, traffic } from './day-run'
import { pagesShowAll } from './day-troubles'
import { until } from './waiting'

const redisAwayMs = 3_000
const bucketAwayMs = 5_000
const patienceMs = 120_000

/** The loss of each server around the processes that there is, among messages, by the names of the parts. */
export function outages(run: Run): readonly (readonly [string, () => Promise<void>])[] {
  const { servers, haproxy } = run
  const { redis, swift, postgres } = servers ?? { redis: null, swift: null, postgres: null }
  return [
    ...(redis ? [['redis', () => withoutRedis(run, redis)] as const] : []),
    ...(haproxy ? [['haproxy', () => withoutBalancer(run, haproxy)] as const] : []),
    ...(swift ? [['s3', () => withoutBucket(run, swift)] as const] : []),
    ...(postgres ? [['standby', () => withoutPrimary(run, postgres)] as const] : []),
  ]
}

/** Messages go on; when Redis is back, empty, the pages fetch what they have missed. */
async function withoutRedis(run: Run, redis: NonNullable<Run['servers']>['redis'] & object): Promise<void> {
  traffic(run, 'redis')
  await redis.kill()
  const killedAt = performance.now()
  traffic(run, 'redis')
  await Promise.all([
    pause(redisAwayMs),
    newMessagesStored(run, 'redis').then(() =>
      run.tell(`without Redis: new messages are stored after ${since(killedAt)} ms`),
    ),
  ])
  await redis.start()
  const startedAt = performance.now()
  await pagesShowAll(run, patienceMs)
  note(run, 'redis', performance.now() - startedAt)
  run.tell(`Redis is back, empty: the pages show all after ${since(startedAt)} ms`)
}

async function withoutBalancer(run: Run, haproxy: NonNullable<Run['haproxy']>): Promise<void> {
  traffic(run, 'haproxy')
  await haproxy.kill()
  const killedAt = performance.now()
  traffic(run, 'haproxy')
  await haproxy.start()
  await until('all pages are back', async () => run.pages.every((page) => page.isReady()))
  note(run, 'haproxy', performance.now() - killedAt)
  run.tell(`HAProxy killed and started: the pages are back after ${since(killedAt)} ms`)
  await balanced(run)
}

/** Texts go on, and pictures come when the bucket is back. */
async function withoutBucket(run: Run, swift: NonNullable<Run['servers']>['swift'] & object): Promise<void> {
  traffic(run, 's3')
  await swift.kill()
  const killedAt = performance.now()
  traffic(run, 's3')
  await Promise.all([
    pause(bucketAwayMs),
    newMessagesStored(run, 's3').then(() =>
      run.tell(`without S3: new messages are stored after ${since(killedAt)} ms`),
    ),
  ])
  await swift.start()
  const startedAt = performance.now()
  await picturesAreThere(run)
  run.tell(`S3 is back: every picture is there after ${since(startedAt)} ms`)
}

/** The primary dies and its synchronous standby is promoted: the processes lose the database, and start anew. */
async function withoutPrimary(
  run: Run,
  postgres: NonNullable<Run['servers']>['postgres'] & object,
): Promise<void> {
  traffic(run, 'standby')
  await run.phones.ask('stanzas', run.chance.between(3, 20))
  const killedAt = performance.now()
  await postgres.failOver()
  run.tell(`the primary is lost, and the standby takes writes after ${since(killedAt)} ms`)
  traffic(run, 'standby')
  await recovered(run, 'the standby promoted', 'standby')
  await until('all pages are back', async () => run.pages.every((page) => page.isReady()))
  run.tell(`the pages are back ${since(killedAt)} ms after the loss of the primary`)
  await balanced(run)
}

function since(at: number): number {
  return Math.round(performance.now() - at)
}
