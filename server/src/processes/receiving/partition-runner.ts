import type { Clock } from '../../platform/clock'

/**
 * The state of a partition after a step: more may wait; more waits and must run alone; nothing waits; or it must
 * rest.
 */
export type PartitionOutcome = 'again' | 'alone' | 'done' | { readonly restMs: number }

interface PartitionRunnerDependencies<Partition> {
  readonly clock: Clock
  readonly nameOf: (partition: Partition) => string
  readonly ownerOf: (partition: Partition) => number
  /**
   * Runs one step: for several partitions of one owner together, or for a single partition that must run alone. The promise never
   * rejects.
   */
  readonly takeStep: (
    partitions: readonly Partition[],
  ) => Promise<readonly (readonly [Partition, PartitionOutcome])[]>
}

/** A step takes at most so many events (`maxBatchSize` in receive-batch.ts). */
const maxPartitions = 20
/** The limit of one owner, beside the partitions that run together. The fair queue of acts decides between owners. */
const maxPartitionsPerOwner = 3

/**
 * Runs steps of partitions. Due partitions of one owner run together, one step at a time, so that new ones gather
 * meanwhile; slow ones run alone beside them. A partition with more work waits behind the others of its owner. A
 * partition woken while it runs gets another step.
 */
export function partitionRunner<Partition>({
  clock,
  nameOf,
  ownerOf,
  takeStep,
}: PartitionRunnerDependencies<Partition>): {
  wake(partitions: readonly Partition[]): void
  /** Stops starting partitions; resolves after the running ones. */
  stop(): Promise<void>
} {
  /** Due partitions by owner, so that an owner with many does not slow the others. */
  const due = new Map<number, Map<string, Partition>>()
  const dueAlone = new Map<number, Map<string, Partition>>()
  const running = new Set<string>()
  const steps = new Set<Promise<void>>()
  const atWork = { together: new Map<number, number>(), alone: new Map<number, number>() }
  const resting = new Map<string, () => void>()
  let isStopping = false

  return {
    wake(partitions) {
      for (const partition of partitions)
        if (!dueAlone.get(ownerOf(partition))?.has(nameOf(partition))) makeDue(partition)
      for (const owner of new Set(partitions.map(ownerOf))) startDue(owner)
    },
    async stop() {
      isStopping = true
      for (const cancel of resting.values()) cancel()
      await Promise.all(steps)
    },
  }

  function makeDue(partition: Partition, where = due): void {
    const owner = ownerOf(partition)
    const partitions = where.get(owner) ?? new Map<string, Partition>()
    where.set(owner, partitions.set(nameOf(partition), partition))
  }

  /** Also cancels a wake-up meanwhile, because the new events are behind the slow one. */
  function makeDueAlone(partition: Partition): void {
    due.get(ownerOf(partition))?.delete(nameOf(partition))
    makeDue(partition, dueAlone)
  }

  function startDue(owner: number): void {
    if (isStopping) return
    while (countOf(atWork.alone, owner) < maxPartitionsPerOwner) {
      const [partition] = takeFree(dueAlone, owner, 1)
      if (partition === undefined) break
      start(owner, [partition], atWork.alone)
    }
    if (countOf(atWork.together, owner) > 0) return
    const partitions = takeFree(due, owner, maxPartitions)
    if (partitions.length > 0) start(owner, partitions, atWork.together)
  }

  /** Takes the first partitions that neither run nor rest, and removes them from the due ones. */
  function takeFree(from: Map<number, Map<string, Partition>>, owner: number, most: number): Partition[] {
    const partitions = from.get(owner)
    const free: Partition[] = []
    for (const [name, partition] of partitions ?? []) {
      if (free.length === most) break
      if (running.has(name) || resting.has(name)) continue
      partitions?.delete(name)
      free.push(partition)
    }
    if (partitions?.size === 0) from.delete(owner)
    return free
  }

  function start(owner: number, partitions: readonly Partition[], kind: Map<number, number>): void {
    for (const partition of partitions) running.add(nameOf(partition))
    kind.set(owner, countOf(kind, owner) + 1)
    const step = takeStep(partitions).then((outcomes) => {
      for (const partition of partitions) running.delete(nameOf(partition))
      for (const [partition, outcome] of outcomes) follow(partition, outcome)
      const left = countOf(kind, owner) - 1
      if (left === 0) kind.delete(owner)
      else kind.set(owner, left)
      steps.delete(step)
      startDue(owner)
    })
    steps.add(step)
  }

  function follow(partition: Partition, outcome: PartitionOutcome): void {
    if (outcome === 'again') makeDue(partition)
    else if (outcome === 'alone') makeDueAlone(partition)
    else if (outcome !== 'done') rest(partition, outcome.restMs)
  }

  function rest(partition: Partition, milliseconds: number): void {
    const name = nameOf(partition)
    const cancel = clock.after(milliseconds, () => {
      resting.delete(name)
      makeDue(partition)
      startDue(ownerOf(partition))
    })
    resting.set(name, cancel)
  }
}

function countOf(kind: ReadonlyMap<number, number>, owner: number): number {
  return kind.get(owner) ?? 0
}
