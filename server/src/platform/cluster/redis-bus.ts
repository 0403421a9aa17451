import type { CompanyId } from '@balcao/domain/ids'
import { createClient } from '@redis/client'
import type { Log } from '../log'
import { type Bus, createPacketListeners } from './bus'
import type { SharedRateCounter } from './limiter'

export interface RedisBus extends Bus {
  close(): Promise<void>
}

type Packet = readonly [from: number, name: string, body: unknown]

/**
 * This Redis script counts a call against several keys atomically. Each key is a sorted set of call ids, scored by the
 * time until which the call counts. If keys have reached their maximum, the script adds nothing and returns the latest
 * time at which one of them allows a call again. Otherwise it returns nil. Its arguments are the time, the id of the
 * call, and for each key its maximum and its milliseconds.
 */
const takeOneOfEach = `
  local now, free = tonumber(ARGV[1]), nil
  for i, key in ipairs(KEYS) do
    redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
    if redis.call('ZCARD', key) >= tonumber(ARGV[2 * i + 1]) then
      local first = tonumber(redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2])
      free = math.max(free or 0, first)
    end
  end
  if free then return free end
  for i, key in ipairs(KEYS) do
    redis.call('ZADD', key, now + ARGV[2 * i + 2], ARGV[2])
    redis.call('PEXPIRE', key, ARGV[2 * i + 2])
  end
  return false
`

const pingEveryMs = 1_000
/** A connection without an answer to a ping for this long counts as lost. A host that fails does not close it. */
const silentMs = 5_000
const reconnectMs = 200

/**
 * The bus over Redis or Valkey, with one channel for all processes and one for each company. Redis stores no
 * packets: a process misses those sent while it is disconnected, which `onGap` reports. Rejects when Redis cannot
 * be reached at the start. `installation` separates installations that share a Redis.
 */
export async function openRedisBus(
  url: string,
  {
    installation,
    nodeId,
    log,
  }: { readonly installation: string; readonly nodeId: number; readonly log: Log },
): Promise<RedisBus> {
  const { listen, hear } = createPacketListeners()
  const gapListeners = new Set<() => void>()
  const followed = new Map<CompanyId, { readonly heard: Promise<void>; followers: number }>()
  let isConnected = false
  let isReached = false
  const client = createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    pingInterval: pingEveryMs,
    socket: {
      socketTimeout: silentMs,
      connectTimeout: silentMs,
      reconnectStrategy: (_, cause) => (isReached ? reconnectMs : cause),
    },
  })
  const hearing = client.duplicate()
  for (const each of [client, hearing]) {
    each.on('error', (err) => lose(err))
    each.on('ready', () => {
      if (isReached) void comeBack()
    })
  }
  try {
    await Promise.all([client.connect(), hearing.connect()])
    await hearing.subscribe(channelOf(), receive)
  } catch (error) {
    await close()
    throw error
  }
  isReached = true
  isConnected = true

  async function comeBack(): Promise<void> {
    if (!client.isReady || !hearing.isReady) return
    // The client renews earlier subscriptions itself, but not those that failed without a connection.
    await Promise.all([...followed.keys()].map(subscribe))
    if (isConnected || !client.isReady || !hearing.isReady) return
    isConnected = true
    log.info({}, 'the bus is connected again')
    for (const listener of gapListeners) listener()
  }

  /** Subscribes to a company's channel. Without a connection it resolves too, and `comeBack` subscribes later. */
  function subscribe(companyId: CompanyId): Promise<void> {
    return hearing.subscribe(channelOf(companyId), receive).catch(() => undefined)
  }

  function lose(err: unknown): void {
    if (isConnected) log.warn({ err }, 'the bus is lost: pages fetch again when it is back')
    isConnected = false
  }

  function channelOf(companyId?: CompanyId): string {
    return companyId === undefined ? `balcao:${installation}` : `balcao:${installation}:${companyId}`
  }

  function receive(text: string): void {
    // only processes of this installation publish here, so every text has this form
    const [from, name, body] = JSON.parse(text) as Packet
    if (from !== nodeId) hear(name, body, from)
  }

  async function close(): Promise<void> {
    for (const each of [client, hearing]) if (each.isOpen) each.destroy()
  }

  const limitKey = (key: string) => `balcao:${installation}:limit:${key}`
  const counter: SharedRateCounter = {
    async take(bounds, id, now) {
      const limits = bounds.flatMap(({ most, seconds }) => [String(most), String(seconds * 1000)])
      const keys = bounds.map(({ key }) => limitKey(key))
      const freeAt = await client.eval(takeOneOfEach, {
        keys,
        arguments: [String(now.getTime()), id, ...limits],
      })
      return freeAt === null ? null : Number(freeAt)
    },
    async giveBack(keys, id) {
      await Promise.all(keys.map((key) => client.zRem(limitKey(key), id)))
    },
  }

  return {
    publish({ name }, body, companyId) {
      const packet: Packet = [nodeId, name, body]
      const sent = client.publish(channelOf(companyId), JSON.stringify(packet)).then(() => undefined)
      sent.catch(() => undefined) // without this, a caller that ignores the rejection would end the process
      return sent
    },
    listen,
    follow(companyId) {
      const known = followed.get(companyId) ?? { heard: subscribe(companyId), followers: 0 }
      known.followers += 1
      followed.set(companyId, known)
      return known.heard
    },
    unfollow(companyId) {
      const known = followed.get(companyId)
      if (known === undefined || --known.followers > 0) return
      followed.delete(companyId)
      // Without `receive`, this would also end a new subscription to the channel that is in progress. The call fails
      // without a connection, when there is nothing to unsubscribe.
      hearing.unsubscribe(channelOf(companyId), receive).catch(() => undefined)
    },
    isConnected: () => isConnected,
    counter,
    onGap(listener) {
      gapListeners.add(listener)
      return () => gapListeners.delete(listener)
    },
    close,
  }
}
