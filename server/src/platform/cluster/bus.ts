import type { CompanyId } from '@balcao/domain/ids'
import type { SharedRateCounter } from './limiter'

/** A kind of packet that processes send each other. Its name is the same in every process. */
export interface PacketKind<Body> {
  readonly name: string
  readonly types?: { readonly body: Body }
}

/**
 * Declares a kind of packet, whose body is plain JSON. A later version of the product may only add fields to the body,
 * because it may run beside an older version.
 */
export function packetKind<Body>(name: string): PacketKind<Body> {
  return { name }
}

/**
 * Sends packets between the processes of an installation. Packets of one sender arrive in order. A process that loses
 * the bus may miss packets: with PostgreSQL as the bus it restarts, with Redis `onGap` calls its listeners.
 */
export interface Bus {
  /**
   * Sends a packet to the other processes; call it after the commit. Rejects when the connection is lost, which callers
   * may ignore. With a company, only the processes that follow this company receive the packet.
   */
  publish<Body>(kind: PacketKind<Body>, body: Body, companyId?: CompanyId): Promise<void>
  /** Calls `hear` for the packets of other processes, until the returned function is called. */
  listen<Body>(kind: PacketKind<Body>, hear: (body: Body, from: number) => void): () => void
  /** Resolves when this process receives the company's packets. Each call needs one call of `unfollow` to end it. */
  follow(companyId: CompanyId): Promise<void>
  unfollow(companyId: CompanyId): void
  /** False: the connection is lost, so this process may be missing packets. */
  isConnected(): boolean
  /** Calls the listener when the bus is connected again after a loss, until the returned function is called. */
  onGap(listener: () => void): () => void
  /** Counts calls for rate limits. Null: each process adds up the counts that the others send in packets. */
  readonly counter: SharedRateCounter | null
}

export function createPacketListeners(): Pick<Bus, 'listen'> & {
  hear(name: string, body: unknown, from: number): void
} {
  const listeners = new Map<string, Set<(body: unknown, from: number) => void>>()
  return {
    listen({ name }, listener) {
      const heard = listeners.get(name) ?? new Set()
      // the cast is safe: packets of this name have a body of this type
      const hears = listener as (body: unknown, from: number) => void
      listeners.set(name, heard.add(hears))
      return () => heard.delete(hears)
    },
    hear(name, body, from) {
      for (const listener of listeners.get(name) ?? []) listener(body, from)
    },
  }
}

/**
 * The methods of a bus that sends all packets to every process. Its `onGap` never calls the listener, because a process
 * that loses this bus stops.
 */
export const busWithoutCompanyChannels: Pick<
  Bus,
  'follow' | 'unfollow' | 'isConnected' | 'onGap' | 'counter'
> = {
  follow: () => Promise.resolve(),
  unfollow: () => undefined,
  isConnected: () => true,
  onGap: () => () => undefined,
  counter: null,
}

export const singleProcessBus: Bus = {
  publish: () => Promise.resolve(),
  listen: () => () => undefined,
  ...busWithoutCompanyChannels,
}
