import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import type { WhatsappGateway } from '@balcao/whatsapp/gateway'
import { inboundFailureReason } from '../../features/reception/dead-letters'
import {
  isSameInboundPartition,
  type InboundPartition as PartitionOfConnection,
  recordInboundFailure,
  type WaitingInboundEvent,
} from '../../features/reception/inbound-events'
import { partitionsWithWaitingEvents } from '../../features/reception/inbound-events.queries'
import {
  type InboundPartitionState,
  lockNextInboundBatch,
  maxInboundBatchSize,
  processInboundBatch,
  type TranslatedInboundEvent,
  UntranslatableEvent,
} from '../../features/reception/receive-batch'
import type { Clock } from '../../platform/clock'
import type { Node } from '../../platform/cluster/node'
import { DatabaseTrouble } from '../../platform/database/database-trouble'
import type { DataKeys } from '../../platform/encryption'
import type { Log } from '../../platform/log'
import type { Signals } from '../../platform/signals'
import { type CompanyWork, isRetryableConflict, type Workplace } from '../../platform/work'
import { createPartitionRunner, type PartitionOutcome } from './partition-runner'

export interface InboundEventRunnerDependencies {
  readonly workplace: Workplace
  readonly gateway: Pick<WhatsappGateway, 'translate'>
  readonly signals: Signals
  readonly node: Pick<Node, 'id' | 'onEnded'>
  readonly clock: Clock
  readonly log: Log
  readonly dataKeys: DataKeys
}

interface Partition extends PartitionOfConnection {
  readonly companyId: CompanyId
}

/** Says which inbound event failed. Its transaction was rolled back. */
class InboundEventFailed extends Error {
  override readonly name = 'InboundEventFailed'
  constructor(
    readonly entry: WaitingInboundEvent,
    cause: unknown,
  ) {
    super(`inbound event ${entry.id} could not be taken in`, { cause })
  }
}

const sweepEveryMs = 5_000
/** After this time a partition that another process holds is tried again. */
const busyMs = 200
/** After this time a failed query is tried again. */
const troubleMs = 1_000

/** Processes inbound events, those of a partition in order. A signal wakes a partition; a sweep finds missed ones. */
export function startInboundEventRunner(parts: InboundEventRunnerDependencies): { stop(): Promise<void> } {
  const { workplace, signals, node, clock, log } = parts
  const ownerOf = ({ companyId }: Partition) => companyId
  const runner = createPartitionRunner<Partition>({ clock, nameOf, ownerOf, takeStep })
  const queries = new Set<Promise<void>>()
  let cancelSweep = () => {}
  let isStopping = false

  const stopListening = [
    signals.onWake('inbound-events', (key) => runner.wake([partitionOf(key)])),
    signals.onWake('replayed-events', sweep),
    node.onEnded(sweep),
  ]
  sweep()

  return {
    async stop() {
      isStopping = true
      for (const stop of stopListening) stop()
      cancelSweep()
      await Promise.all(queries)
      await runner.stop()
    },
  }

  /** Wakes the partitions that have events. If the query fails, the next sweep finds them. */
  function sweep(): void {
    if (isStopping) return
    cancelSweep()
    cancelSweep = clock.after(sweepEveryMs, sweep)
    const ends = workplace
      .withPlatform('queue purge', ({ db, now }) =>
        db.rows(partitionsWithWaitingEvents, { holder: String(node.id), now }),
      )
      .then((partitions) => runner.wake(partitions.map(partitionIn)))
      .catch((error: unknown) => log.warn({ err: error }, 'the queues could not be looked at'))
      .finally(() => queries.delete(ends))
    queries.add(ends)
  }

  async function takeStep(
    partitions: readonly Partition[],
  ): Promise<(readonly [Partition, PartitionOutcome])[]> {
    const [first] = partitions
    if (first === undefined) return []
    const { companyId } = first // all partitions belong to one company
    try {
      return (await takeIn(companyId, partitions)).map(([partition, state]) => [
        partition,
        partitionOutcomeOf[state],
      ])
    } catch (error) {
      const restMs = await restAfter(companyId, error)
      const mayGoOn = (partition: Partition) =>
        error instanceof InboundEventFailed && !isSameInboundPartition(error.entry, partition)
      return partitions.map((partition) => [partition, mayGoOn(partition) ? 'again' : { restMs }])
    }
  }

  /**
   * Processes a batch. A failing one is halved until only the failing event is left, because no later event of
   * its partition may overtake it.
   */
  async function takeIn(
    companyId: CompanyId,
    partitions: readonly Partition[],
    most = maxInboundBatchSize,
  ): ReturnType<typeof processInboundBatch<Partition>> {
    let taken: readonly TranslatedInboundEvent[] = []
    try {
      return await act(companyId, async (work) => {
        taken = []
        const batch = await lockNextInboundBatch(work, parts, partitions, most)
        taken = batch.taken
        return processInboundBatch(work, parts.dataKeys, batch)
      })
    } catch (error) {
      if (error instanceof UntranslatableEvent) throw new InboundEventFailed(error.entry, error.cause)
      const [first, ...others] = taken
      if (first === undefined || error instanceof DatabaseTrouble) throw error
      if (others.length > 0) return takeIn(companyId, partitions, Math.ceil(taken.length / 2))
      throw isRetryableConflict(error) ? error : new InboundEventFailed(first.entry, error)
    }
  }

  /** Records the failure of an event and returns how long its partition rests, as no later event may overtake it. */
  async function restAfter(companyId: CompanyId, error: unknown): Promise<number> {
    // A full or lost database (`DatabaseTrouble`) is no failure of the event and does not count as an attempt.
    if (!(error instanceof InboundEventFailed)) {
      log.warn({ err: error, companyId }, 'the inbound queues could not be read')
      return troubleMs
    }
    const { id: entryId, connectionId } = error.entry
    try {
      const { attempts, isDead } = await act(companyId, (work) =>
        recordInboundFailure(work, entryId, inboundFailureReason(error.cause)),
      )
      const facts = { err: error.cause, connectionId, entryId, attempts }
      if (isDead) log.error(facts, 'an inbound event became a dead letter')
      else log.warn(facts, 'an inbound event failed')
      return isDead ? 0 : 1_000 * 2 ** (attempts - 1)
    } catch (trouble) {
      log.warn({ err: trouble, connectionId, entryId }, 'a failure could not be noted')
      return troubleMs
    }
  }

  function act<T>(companyId: CompanyId, does: (work: CompanyWork) => Promise<T>): Promise<T> {
    return workplace.withCompany({ kind: 'system', name: 'reception', companyId }, does)
  }
}

const partitionOutcomeOf: Readonly<Record<InboundPartitionState, PartitionOutcome>> = {
  more: 'again',
  long: 'alone',
  empty: 'done',
  busy: { restMs: busyMs },
}

function nameOf({ companyId, connectionId, partition }: Partition): string {
  return `${companyId}:${connectionId}:${partition}`
}

function partitionIn(row: {
  company_id: CompanyId
  connection_id: ConnectionId
  partition: number
}): Partition {
  return { companyId: row.company_id, connectionId: row.connection_id, partition: row.partition }
}

function partitionOf(key: string): Partition {
  const [companyId, connectionId, partition] = key.split(':').map(Number) as [CompanyId, ConnectionId, number]
  return { companyId, connectionId, partition }
}
