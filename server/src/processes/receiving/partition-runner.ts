import type { Clock } from '../../platform/clock'

/**
 * What follows for a partition after a step. 'again': it may have more events. 'alone': it must run without
 * other partitions. 'done': nothing. `restMs`: it may run again after this pause.
 */
export type PartitionOutcome = 'again' | 'alone' | 'done' | { readonly restMs: number }

interface PartitionRunnerDependencies<Partition> {
  readonly clock: Clock
  readonly nameOf: (partition: Partition) => string
  readonly ownerOf: (partition: Partition) => number
  /** Processes events of several partitions of one owner together, or of one alone. It never rejects. */
  readonly takeStep: (
    partitions: readonly Partition[],
  ) => Promise<readonly (readonly [Partition, PartitionOutcome])[]>
}

/** The most partitions in one step. `maxInboundBatchSize` also limits the step's events. */
const maxPartitions = 16
/**
 * The most concurrent steps of an owner. Two steps receive a sixth more new contacts per second than one step;
 * a third step adds hardly anything.
 */
const maxStepsPerOwner = 2
/** A second concurrent step needs this many partitions. Fewer wait, and share the next step's round trips. */
const minPartitionsOfSecondStep = 8
/** How many partitions of an owner run alone, beside those that run together. */
const maxPartitionsPerOwner = 3

/**
 * Runs partitions, which are ordered queues of inbound events. Due partitions of an owner (a company) run
 * together in a step, and slow ones alone at the same time. A partition with more events waits behind the
 * owner's others. One that is woken while it runs gets another step.
 */
export function createPartitionRunner<Partition>(parts: PartitionRunnerDependencies<Partition>): {
  wake(partitions: readonly Partition[]): void
  /** Resolves when the running partitions have ended. */
  stop(): Promise<void>
} {
  const { clock, nameOf, ownerOf, takeStep } = parts
  /** The due partitions by owner, so that an owner with many does not delay the others. */
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

  /**
   * Makes the partition run alone, because one of its events is slow. Removes it from the partitions that run
   * together, because its new events must wait for the slow one.
   */
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
    while (mayStartTogether(owner)) start(owner, takeFree(due, owner, maxPartitions), atWork.together)
  }

  function mayStartTogether(owner: number): boolean {
    const steps = countOf(atWork.together, owner)
    const free = [...(due.get(owner)?.keys() ?? [])].filter(
      (name) => !running.has(name) && !resting.has(name),
    )
    return steps < maxStepsPerOwner && free.length >= (steps === 0 ? 1 : minPartitionsOfSecondStep)
  }

  /** Takes due partitions that are neither running nor resting. */
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
