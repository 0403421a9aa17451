/** What a test can let go wrong. `times` is 1 by default. */
export type GraphFault =
  /** The connection of a send is cut before Meta handles it, or after Meta accepted it. */
  | { kind: 'cutSend'; moment: 'before' | 'after'; times?: number }
  /** As `cutSend`, but the connection stays open and no answer comes. */
  | { kind: 'silenceSend'; moment: 'before' | 'after'; times?: number }
  /** Calls are answered with this error: sends, calls about media, or all. */
  | {
      kind: 'refuse'
      calls: 'sends' | 'media' | 'all'
      code: number
      details?: string
      status?: number
      retryAfterSeconds?: number
      times?: number
    }
  /** An accepted message fails with this code in a status. */
  | { kind: 'failLater'; code: number; times?: number }
  /** The status webhooks of a send arrive before its answer. */
  | { kind: 'statusesFirst'; times?: number }
  /** A webhook comes twice. */
  | { kind: 'repeatWebhook'; times?: number }
  /** The next webhook comes after the one that follows. */
  | { kind: 'swapWebhooks' }
  /** A webhook comes later by this time; those after it may overtake it. */
  | { kind: 'delayWebhook'; milliseconds: number; times?: number }
  /** The next webhooks come in one POST, with an entry for each account. */
  | { kind: 'bundleWebhooks'; count: number }

export interface FaultList {
  add(fault: GraphFault): void
  /** Uses up one time of the first pending fault that fits. */
  take<K extends GraphFault['kind']>(
    kind: K,
    fits?: (fault: Extract<GraphFault, { kind: K }>) => boolean,
  ): Extract<GraphFault, { kind: K }> | undefined
  pending(): GraphFault[]
  clear(): void
}

export function openFaults(): FaultList {
  let waiting: { fault: GraphFault; left: number }[] = []
  return {
    add(fault) {
      waiting.push({ fault, left: 'times' in fault ? (fault.times ?? 1) : 1 })
    },
    take(kind, fits = () => true) {
      for (const one of waiting) {
        const { fault } = one
        if (!isOfKind(fault, kind) || !fits(fault)) continue
        one.left -= 1
        waiting = waiting.filter(({ left }) => left > 0)
        return fault
      }
      return undefined
    },
    pending: () => waiting.map(({ fault, left }) => ('times' in fault ? { ...fault, times: left } : fault)),
    clear() {
      waiting = []
    },
  }
}

function isOfKind<K extends GraphFault['kind']>(
  fault: GraphFault,
  kind: K,
): fault is Extract<GraphFault, { kind: K }> {
  return fault.kind === kind
}
