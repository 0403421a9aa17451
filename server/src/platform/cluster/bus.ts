import type { CompanyId } from '@balcao/domain/ids'
import type { SharedCounter } from './limiter'

/** The name of a packet's kind is the same in every process. */
export interface PacketKind<Body> {
  readonly name: string
  readonly types?: { readonly body: Body }
}

/** The body is plain JSON; a later version only adds fields to it. */
export function packetKind<Body>(name: string): PacketKind<Body> {
  return { name }
}

/**
 * Packets of one process arrive in order. A process that may have missed packets either loses its database
 * connection, which restarts it, or `onGap` is called.
 */
export interface Bus {
  /**
   * Call it after the commit. Rejects when the connection is lost, which callers may ignore. With a company, only
   * the processes that follow it receive the packet.
   */
  publish<Body>(kind: PacketKind<Body>, body: Body, companyId?: CompanyId): Promise<void>
  /** Calls `hear` for the packets of other processes, until the returned function is called. */
  listen<Body>(kind: PacketKind<Body>, hear: (body: Body, from: number) => void): () => void
  /** Resolves when this process receives the packets of the company, until `unfollow` is called as often. */
  follow(companyId: CompanyId): Promise<void>
  unfollow(companyId: CompanyId): void
  /** False: this process may be missing packets of the others now. */
  isConnected(): boolean
  /** Calls the listener when the bus is connected again after a loss, until the returned function is called. */
  onGap(listener: () => void): () => void
  /** Null: the bus has no counter, so each process counts from the packets that it receives. */
  readonly counter: SharedCounter | null
}

export function packetListeners(): Pick<Bus, 'listen'> & {
  hear(name: string, body: unknown, from: number): void
} {
  const listeners = new Map<string, Set<(body: unknown, from: number) => void>>()
  return {
    listen({ name }, listener) {
      const heard = listeners.get(name) ?? new Set()
      // the kind's name guarantees the type of the body
      const hears = listener as (body: unknown, from: number) => void
      listeners.set(name, heard.add(hears))
      return () => heard.delete(hears)
    },
    hear(name, body, from) {
      for (const listener of listeners.get(name) ?? []) listener(body, from)
    },
  }
}

/** A bus without channels per company has nothing to follow, and its loss stops the process. */
export const busWithoutChannels: Pick<Bus, 'follow' | 'unfollow' | 'isConnected' | 'onGap' | 'counter'> = {
  follow: () => Promise.resolve(),
  unfollow: () => undefined,
  isConnected: () => true,
  onGap: () => () => undefined,
  counter: null,
}

export const singleProcessBus: Bus = {
  publish: () => Promise.resolve(),
  listen: () => () => undefined,
  ...busWithoutChannels,
}
