import type { PacketKind } from '../platform/cluster/bus'
import { createSingleNode, type Node } from '../platform/cluster/node'

type Hear = (body: unknown, from: number) => void

/** Nodes whose packets arrive at once, without a database. */
export function linkedNodes(count: number): readonly (Node & { end(): void })[] {
  const listeners = new Map<number, { hear: Map<string, Hear[]>; ended: ((id: number) => void)[] }>()
  const ids = Array.from({ length: count }, (_, at) => at + 1)
  for (const id of ids) listeners.set(id, { hear: new Map(), ended: [] })
  const ofOthers = (id: number) => [...listeners].filter(([other]) => other !== id).map(([, of]) => of)

  return ids.map((id) => ({
    ...createSingleNode(id),
    bus: {
      ...createSingleNode(id).bus,
      async publish({ name }, body) {
        for (const { hear } of listeners.has(id) ? ofOthers(id) : [])
          for (const listener of hear.get(name) ?? []) listener(JSON.parse(JSON.stringify(body)), id)
      },
      listen<Body>({ name }: PacketKind<Body>, listener: (body: Body, from: number) => void) {
        const hear = listeners.get(id)?.hear
        hear?.set(name, [...(hear.get(name) ?? []), listener as Hear]) // the kind's name ties both together
        return () =>
          hear?.set(
            name,
            (hear.get(name) ?? []).filter((one) => one !== listener),
          )
      },
    },
    others: () =>
      [...listeners.keys()]
        .filter((other) => other !== id)
        .map((other) => ({ ...createSingleNode(other), address: null, isDraining: false })),
    onEnded(listener) {
      listeners.get(id)?.ended.push(listener)
      return () => undefined
    },
    /** As its death: the others hear nothing more of it. */
    end() {
      listeners.delete(id)
      for (const { ended } of ofOthers(id)) for (const listener of ended) listener(id)
    },
  }))
}
