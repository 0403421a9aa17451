import type { Clock } from '../../platform/clock'

/** What became of a lane: there may be more; there is more, and it goes alone; nothing waits; or it rests. */
export type PartitionOutcome = 'again' | 'alone' | 'done' | { readonly restMs: number }

interface PartitionRunnerParts<Lane> {
  readonly clock: Clock
  readonly nameOf: (lane: Lane) => string
  readonly ownerOf: (lane: Lane) => number
  /** One step in these lanes of one owner, or in one that goes alone. Never rejects. */
  readonly takeTurn: (lanes: readonly Lane[]) => Promise<readonly (readonly [Lane, PartitionOutcome])[]>
}

/** More would have to wait for the next step anyhow (`mostTogether` in take-in-entry.ts). */
const mostLanes = 20
/** Of one owner, beside the lanes that go together. Between owners the turns of acts decide. */
const mostAlone = 3

/**
 * Runs lanes one step after the other. Those of one owner that are due go together, one step of them at a time, so that
 * what comes meanwhile gathers; what takes long goes alone, beside them. A lane that has more gives way to the others of its
 * owner. A lane woken while it runs looks once more.
 */
export function partitionRunner<Lane>({ clock, nameOf, ownerOf, takeTurn }: PartitionRunnerParts<Lane>): {
  wake(lanes: readonly Lane[]): void
  /** Ends after the steps that are being taken. */
  stop(): Promise<void>
} {
  /** By owner, so that one with many lanes costs the others nothing. */
  const due = new Map<number, Map<string, Lane>>()
  const dueAlone = new Map<number, Map<string, Lane>>()
  const running = new Set<string>()
  const steps = new Set<Promise<void>>()
  const atWork = { together: new Map<number, number>(), alone: new Map<number, number>() }
  const resting = new Map<string, () => void>()
  let isStopping = false

  return {
    wake(lanes) {
      for (const lane of lanes) if (!dueAlone.get(ownerOf(lane))?.has(nameOf(lane))) makeDue(lane)
      for (const owner of new Set(lanes.map(ownerOf))) startDue(owner)
    },
    async stop() {
      isStopping = true
      for (const cancel of resting.values()) cancel()
      await Promise.all(steps)
    },
  }

  function makeDue(lane: Lane, where = due): void {
    const owner = ownerOf(lane)
    const lanes = where.get(owner) ?? new Map<string, Lane>()
    where.set(owner, lanes.set(nameOf(lane), lane))
  }

  /** Also if it was woken meanwhile: what is new lies behind what takes long. */
  function makeDueAlone(lane: Lane): void {
    due.get(ownerOf(lane))?.delete(nameOf(lane))
    makeDue(lane, dueAlone)
  }

  function startDue(owner: number): void {
    if (isStopping) return
    while (countOf(atWork.alone, owner) < mostAlone) {
      const [lane] = takeFree(dueAlone, owner, 1)
      if (lane === undefined) break
      start(owner, [lane], atWork.alone)
    }
    if (countOf(atWork.together, owner) > 0) return
    const lanes = takeFree(due, owner, mostLanes)
    if (lanes.length > 0) start(owner, lanes, atWork.together)
  }

  /** The first of those that neither run nor rest; they are not due any more. */
  function takeFree(from: Map<number, Map<string, Lane>>, owner: number, most: number): Lane[] {
    const lanes = from.get(owner)
    const free: Lane[] = []
    for (const [name, lane] of lanes ?? []) {
      if (free.length === most) break
      if (running.has(name) || resting.has(name)) continue
      lanes?.delete(name)
      free.push(lane)
    }
    if (lanes?.size === 0) from.delete(owner)
    return free
  }

  function start(owner: number, lanes: readonly Lane[], kind: Map<number, number>): void {
    for (const lane of lanes) running.add(nameOf(lane))
    kind.set(owner, countOf(kind, owner) + 1)
    const step = takeTurn(lanes).then((outcomes) => {
      for (const lane of lanes) running.delete(nameOf(lane))
      for (const [lane, outcome] of outcomes) follow(lane, outcome)
      const left = countOf(kind, owner) - 1
      if (left === 0) kind.delete(owner)
      else kind.set(owner, left)
      steps.delete(step)
      startDue(owner)
    })
    steps.add(step)
  }

  function follow(lane: Lane, outcome: PartitionOutcome): void {
    if (outcome === 'again') makeDue(lane)
    else if (outcome === 'alone') makeDueAlone(lane)
    else if (outcome !== 'done') rest(lane, outcome.restMs)
  }

  function rest(lane: Lane, milliseconds: number): void {
    const name = nameOf(lane)
    const cancel = clock.after(milliseconds, () => {
      resting.delete(name)
      makeDue(lane)
      startDue(ownerOf(lane))
    })
    resting.set(name, cancel)
  }
}

function countOf(kind: ReadonlyMap<number, number>, owner: number): number {
  return kind.get(owner) ?? 0
}
