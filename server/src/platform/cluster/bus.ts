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
 * Carries packets to the other processes of this installation. Packets of one process arrive in their order. None is
 * lost while a process is connected; a process that loses its connection starts again, and its pages with it.
 */
export interface Bus {
  /**
   * Resolves when the packet is on its way to every other process; rejects when the connection is lost, which a caller
   * may ignore. Call it after the commit, never in an act.
   */
  publish<Body>(kind: PacketKind<Body>, body: Body): Promise<void>
  /** Hears the packets of the others, not those of this process. The returned function stops listening. */
  listen<Body>(kind: PacketKind<Body>, hear: (body: Body, from: number) => void): () => void
}

/** The bus of a process that runs alone. */
export const noBus: Bus = {
  publish: () => Promise.resolve(),
  listen: () => () => undefined,
}
