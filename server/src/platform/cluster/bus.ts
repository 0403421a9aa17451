import type { CompanyId } from '@balcao/domain/ids'
import type { SharedCounter } from './limiter'

/** The kind of a packet; its name is the same in every process. */
export interface PacketKind<Body> {
  readonly name: string
  /** Only for the compiler. */
  readonly types?: { readonly body: Body }
}

/** Declares a kind of packet. The body is plain JSON; a later version only adds fields to it. */
export function packetKind<Body>(name: string): PacketKind<Body> {
  return { name }
}

/**
 * Carries packets to the other processes of this installation. Packets of one process arrive in their order. A process
 * that may have missed some knows it: its connection to the database is lost and it starts anew, or `onGap` is called.
 */
export interface Bus {
  /**
   * Resolves when the packet is on its way to every other process; rejects when the connection is lost, which a caller
   * may ignore. Call it after the commit, never in an act. With a company, only the processes that follow it hear the
   * packet.
   */
  publish<Body>(kind: PacketKind<Body>, body: Body, companyId?: CompanyId): Promise<void>
  /** Hears the packets of the others, not those of this process. The returned function stops listening. */
  listen<Body>(kind: PacketKind<Body>, hear: (body: Body, from: number) => void): () => void
  /** Resolves when this process hears the packets of the company, until as many calls of `unfollow`. */
  follow(companyId: CompanyId): Promise<void>
  unfollow(companyId: CompanyId): void
  /** False: packets of the others may be missed now. */
  isConnected(): boolean
  /** Called when the bus is connected again. The returned function stops listening. */
  onGap(listener: () => void): () => void
  /** Null: the bus can't count, and each process counts what it hears. */
  readonly counter: SharedCounter | null
}

/** The listeners of a bus, by the names of their kinds. */
export function packetListeners(): Pick<Bus, 'listen'> & {
  hear(name: string, body: unknown, from: number): void
} {
  const listeners = new Map<string, Set<(body: unknown, from: number) => void>>()
  return {
    listen({ name }, listener) {
      const heard = listeners.get(name) ?? new Set()
      const hears = listener as (body: unknown, from: number) => void // the kind's name ties body and listener together
      listeners.set(name, heard.add(hears))
      return () => heard.delete(hears)
    },
    hear(name, body, from) {
      for (const listener of listeners.get(name) ?? []) listener(body, from)
    },
  }
}

/** A bus that hears all companies, and whose loss ends the run. */
export const busWithoutChannels: Pick<Bus, 'follow' | 'unfollow' | 'isConnected' | 'onGap' | 'counter'> = {
  follow: () => Promise.resolve(),
  unfollow: () => undefined,
  isConnected: () => true,
  onGap: () => () => undefined,
  counter: null,
}

/** The bus of a process that runs alone. */
export const singleProcessBus: Bus = {
  publish: () => Promise.resolve(),
  listen: () => () => undefined,
  ...busWithoutChannels,
}
