import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import type { WhatsappGateway } from '@balcao/whatsapp/gateway'
import { failureReason } from '../../features/reception/failure-reason'
import {
  isSameLane,
  noteFailure,
  type Lane as PartitionOfConnection,
} from '../../features/reception/inbound-events'
import { waitingLanes, waitingLanesOf } from '../../features/reception/inbound-events.queries'
import {
  EntryFailed,
  type LaneState,
  SideBySideFailed,
  takeInNext,
} from '../../features/reception/take-in-entry'
import type { Clock } from '../../platform/clock'
import type { DataKeys } from '../../platform/encryption'
import type { Log } from '../../platform/log'
import type { Signals } from '../../platform/signals'
import { type CompanyWork, isPassingConflict, type Workplace } from '../../platform/work'
import { type PartitionOutcome, partitionRunner } from './partition-runner'

export interface ReceivingParts {
  readonly workplace: Workplace
  readonly gateway: Pick<WhatsappGateway, 'translate'>
  readonly signals: Signals
  readonly clock: Clock
  readonly log: Log
  readonly dataKeys: DataKeys
}

interface Lane extends PartitionOfConnection {
  readonly companyId: CompanyId
}

const sweepEveryMs = 5_000
/** When another process is at a lane. */
const busyMs = 200
/** When the database could not be asked. */
const troubleMs = 1_000

/**
 * Takes in what lies in the inbound queues of all companies, in order within a lane, lanes side by side. Woken by the signal
 * of this process; a slow look of its own finds what another process put there, or a dead one left.
 */
export function startReceiving(parts: ReceivingParts): { stop(): Promise<void> } {
  const { workplace, signals, clock, log } = parts
  const ownerOf = ({ companyId }: Lane) => companyId
  const runner = partitionRunner<Lane>({ clock, nameOf, ownerOf, takeTurn })
  const looks = new Set<Promise<void>>()
  let cancelSweep = () => {}
  let isStopping = false

  const stopListening = signals.onWake('inbound-events', (key) => look(() => lanesOf(key)))
  sweep()

  return {
    async stop() {
      isStopping = true
      stopListening()
      cancelSweep()
      await Promise.all(looks)
      await runner.stop()
    },
  }

  function sweep(): void {
    look(() =>
      workplace.withPlatform('queue purge', async (work) =>
        (await work.db.rows(waitingLanes, [])).map(laneIn),
      ),
    )
    cancelSweep = clock.after(sweepEveryMs, sweep)
  }

  /** Lets every lane found have its turn. A look that fails is made up for by the next sweep. */
  function look(find: () => Promise<readonly Lane[]>): void {
    if (isStopping) return
    const ends = find()
      .then((lanes) => runner.wake(lanes))
      .catch((error: unknown) => log.warn({ err: error }, 'the queues could not be looked at'))
      .finally(() => looks.delete(ends))
    looks.add(ends)
  }

  async function lanesOf(key: string): Promise<Lane[]> {
    // The key of the signal.
    const [companyId, connectionId, lane] = key.split(':').map(Number) as [CompanyId, ConnectionId, number?]
    if (lane !== undefined) return [{ companyId, connectionId, lane }]
    const rows = await act(companyId, (work) => work.db.rows(waitingLanesOf, [connectionId]))
    return rows.map(({ lane }) => ({ companyId, connectionId, lane }))
  }

  async function takeTurn(lanes: readonly Lane[]): Promise<(readonly [Lane, PartitionOutcome])[]> {
    const [first] = lanes
    if (first === undefined) return []
    const { companyId } = first // all are of one
    try {
      return (await takeIn(companyId, lanes)).map(([lane, state]) => [lane, outcomeOf[state]])
    } catch (error) {
      const restMs = await restAfter(companyId, error)
      const mayGoOn = (lane: Lane) => error instanceof EntryFailed && !isSameLane(error.entry, lane)
      return lanes.map((lane) => [lane, mayGoOn(lane) ? 'again' : { restMs }])
    }
  }

  async function takeIn(companyId: CompanyId, lanes: readonly Lane[]): ReturnType<typeof takeInNext<Lane>> {
    try {
      return await takeInWhatCan(companyId, lanes, {})
    } catch (error) {
      if (!(error instanceof SideBySideFailed) && !isPassingConflict(error)) throw error
      const cause = error instanceof SideBySideFailed ? error.cause : error
      log.warn({ err: cause, companyId }, 'chats are taken in one by one')
      return takeInWhatCan(companyId, lanes, { isOneByOne: true })
    }
  }

  /** What cannot be taken in together is taken in as far as it can: only the entry that fails waits then. */
  async function takeInWhatCan(
    companyId: CompanyId,
    lanes: readonly Lane[],
    how: { readonly isOneByOne?: boolean },
  ): ReturnType<typeof takeInNext<Lane>> {
    try {
      return await act(companyId, (work) => takeInNext(work, parts, lanes, how))
    } catch (error) {
      if (!(error instanceof EntryFailed) || error.goodOnes === 0) throw error
      return act(companyId, (work) => takeInNext(work, parts, lanes, { ...how, most: error.goodOnes }))
    }
  }

  /** How long the lane waits after a failure. Its order is kept: nothing overtakes the entry that failed. */
  async function restAfter(companyId: CompanyId, error: unknown): Promise<number> {
    // Also when the database is full or lost (`DatabaseTrouble`): that is no fault of an entry and uses up none of its tries.
    if (!(error instanceof EntryFailed)) {
      log.warn({ err: error, companyId }, 'the inbound queues could not be read')
      return troubleMs
    }
    const { id: entryId, connectionId } = error.entry
    try {
      const { attempts, isDead } = await act(companyId, (work) =>
        noteFailure(work, entryId, failureReason(error.cause)),
      )
      const facts = { err: error.cause, connectionId, entryId, attempts }
      if (isDead) log.error(facts, 'an inbound event was set aside')
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

const outcomeOf: Readonly<Record<LaneState, PartitionOutcome>> = {
  more: 'again',
  long: 'alone',
  empty: 'done',
  busy: { restMs: busyMs },
}

function nameOf({ companyId, connectionId, lane }: Lane): string {
  return `${companyId}:${connectionId}:${lane}`
}

function laneIn(row: { company_id: CompanyId; connection_id: ConnectionId; lane: number }): Lane {
  return { companyId: row.company_id, connectionId: row.connection_id, lane: row.lane }
}
