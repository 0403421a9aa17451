import type { S3Settings } from '../../server/src/platform/files/s3-settings'
import { balanceByHaproxy, type Haproxy, hasHaproxy } from '../../server/src/platform/testing/haproxy'
import { haveRedis, type RedisServer, startRedisServer } from '../../server/src/platform/testing/redis-server'
import { type SwiftServer, startSwift } from '../../server/src/platform/testing/swift-server'
import { hasPostgres, type PostgresPair, startPostgresPair } from './postgres-pair'

/** The servers of an installation of several machines, from Debian's packages; null: this machine can't have it. */
export interface Servers {
  /** Before the processes; starts when their addresses are known. */
  readonly balance: ((urls: readonly string[]) => Promise<Haproxy>) | null
  readonly redis: RedisServer | null
  readonly swift: SwiftServer | null
  readonly postgres: PostgresPair | null
  /** The settings that a process needs for them, without the database. */
  readonly environment: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** Starts what there is. Installs what is missing on Debian, for root, and tells what it leaves out. */
export async function startServers(tell: (line: string) => void): Promise<Servers> {
  const ends: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    const redis = haveRedis(true) ? await startRedisServer() : null
    if (redis !== null) ends.push(() => redis.kill())
    const swift = await startSwift()
    if (swift !== null) ends.push(() => swift.stop())
    const postgres = hasPostgres() ? await startPostgresPair() : null
    if (postgres !== null) ends.push(() => postgres.close())
    const balance = hasHaproxy() ? balanceByHaproxy : null
    const leftOut = [
      ...(redis === null ? ['Redis as the bus (package redis-server)'] : []),
      ...(swift === null ? ['S3 (package python3-swift)'] : []),
      ...(postgres === null ? ['PostgreSQL with a standby (package postgresql)'] : []),
      ...(balance === null ? ['HAProxy (package haproxy)'] : []),
    ]
    for (const what of leftOut)
      tell(`Left out: ${what}. It is not installed, and this user can't install it.`)
    const environment = {
      TRUSTED_PROXIES: '127.0.0.1',
      ...(redis !== null && { REDIS_URL: redis.url }),
      ...(swift !== null && environmentOf(swift.settings)),
    }
    return { balance, redis, swift, postgres, environment, close }
  } catch (error) {
    await close()
    throw error
  }
}

function environmentOf(settings: S3Settings): Record<string, string> {
  return {
    S3_ENDPOINT: settings.endpoint,
    S3_BUCKET: settings.bucket,
    S3_REGION: settings.region,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  }
}
