import type { CompanyId } from '@balcao/domain/ids'
import { createClient } from '@redis/client'
import type { Log } from '../log'
import { type Bus, packetListeners } from './bus'
import type { SharedCounter } from './limiter'

/** The bus of a process, until it is closed. */
export interface RedisBus extends Bus {
  close(): Promise<void>
}

type Packet = readonly [from: number, name: string, body: unknown]

/**
 * Keys, each with its maximum and its milliseconds: adds the id to all, or to none when one of them is full, and returns
 * the greatest time at which a full one has room, else nil. The members of a set are scored by their ends.
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
/** A Redis that vanishes closes no connection. */
const silentMs = 5_000
const reconnectMs = 200

/**
 * The bus over Redis or Valkey: one channel for all processes, and one for each company, which a process hears while it
 * follows the company. Redis keeps nothing: what it carries while a process is not connected is lost to that process,
 * which `onGap` reports. Rejects when Redis can't be reached at the start. `installation` keeps installations that share a
 * Redis apart.
 */
export async function openRedisBus(
  url: string,
  {
    installation,
    nodeId,
    log,
  }: { readonly installation: string; readonly nodeId: number; readonly log: Log },
): Promise<RedisBus> {
  const { listen, hear } = packetListeners()
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
    // Those that could not be subscribed meanwhile; the client itself renews the others.
    await Promise.all([...followed.keys()].map(subscribe))
    if (isConnected || !client.isReady || !hearing.isReady) return
    isConnected = true
    log.info({}, 'the bus is connected again')
    for (const listener of gapListeners) listener()
  }

  /** Without a connection it resolves too: `comeBack` subscribes, and `onGap` reports. */
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
    const [from, name, body] = JSON.parse(text) as Packet // only our processes know the channel
    if (from !== nodeId) hear(name, body, from)
  }

  async function close(): Promise<void> {
    for (const each of [client, hearing]) if (each.isOpen) each.destroy()
  }

  const limitKey = (key: string) => `balcao:${installation}:limit:${key}`
  const counter: SharedCounter = {
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
      sent.catch(() => undefined) // for callers that ignore it
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
      // With its listener: without one, a new subscription on the way would be dropped.
      hearing.unsubscribe(channelOf(companyId), receive).catch(() => undefined) // not connected
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
