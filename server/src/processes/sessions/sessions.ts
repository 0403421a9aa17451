import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import { NotConnected, type WhatsappLink } from '@balcao/whatsapp/gateway'
import { connectionWakeKey } from '../../features/connections/add-to-outbox'
import { acquireLease, type Lease, releaseLease, renewLeases } from '../../features/connections/leases'
import { type DesiredStateRow, desiredStatesOfConnections } from '../../features/connections/leases.queries'
import { connectionsWithDueItems } from '../../features/connections/outbox.queries'
import { finishWhatsappLogOut, resetSessionForNewQr } from '../../features/connections/session-report'
import type { LocalSenders } from '../../features/messages/outgoing/senders.port'
import { createByteSlots } from '../../platform/byte-slots'
import type { Node } from '../../platform/cluster/node'
import type { SharedMap } from '../../platform/cluster/shared-map'
import { outgoingFileByteLimits } from '../../platform/files/file-room'
import type { Signals } from '../../platform/signals'
import type { CompanyWork } from '../../platform/work'
import { ConnectionDistribution } from './distribution'
import { createNonConcurrentRunner } from './one-at-a-time'
import {
  type ConnectionSession,
  type ConnectionSessionDependencies,
  openConnectionSession,
} from './owned-session'
import { createSharedTransactionRunner } from './shared-acts'

export interface ConnectionSessionsDependencies
  extends Omit<ConnectionSessionDependencies, 'uploads' | 'share'> {
  readonly signals: Signals
  readonly node: Node
  /** The map in which each process publishes its open WhatsApp links, by `connectionWakeKey`. */
  readonly openLinks: Pick<SharedMap<true>, 'set'>
}

/** How often leases are renewed and due outbox items looked for: three times in the duration of a lease. */
const lookEveryMs = 5_000
/** How long a log-out waits for WhatsApp, which may not answer. The admin's disconnecting must still succeed. */
const farewellMs = 10_000
/** How often the connections are checked while some wait to be taken or handed over. */
const lookAgainMs = 1_000

/**
 * What brings a session to the desired state. `adopt` only notes the new version. `end` closes the session and
 * keeps its keys. `restart` closes it and opens it again under the same lease.
 */
type Step = 'none' | 'begin' | 'adopt' | 'end' | 'restart'

function stepTo(row: DesiredStateRow, owned: ConnectionSession | undefined, mayBegin: boolean): Step {
  if (owned === undefined) return mayBegin ? 'begin' : 'none'
  if (row.is_switched_off) return 'end'
  if (owned.desiredVersion() === row.desired_version) return 'none'
  if (row.desired_state !== 'link') return 'restart'
  // A connection that is asleep (no session is requested) ends without a log-out, so it can continue its
  // session.
  if (row.is_asleep) return 'end'
  return owned.isConnected() ? 'adopt' : 'restart'
}

/**
 * Runs the WhatsApp sessions of the connections whose leases this process has. `distribution.ts` decides which
 * connections it takes and hands over.
 */
export class ConnectionSessions {
  readonly senders: LocalSenders = {
    place: (companyId, id, contactId) =>
      this.#sessions.get(connectionWakeKey({ companyId }, id))?.senderPlace(contactId) ?? null,
  }
  readonly #parts: ConnectionSessionsDependencies
  /** This process's name in leases. */
  readonly #holder: string
  readonly #sessionParts: ConnectionSessionDependencies
  readonly #sessions = new Map<string, ConnectionSession>()
  readonly #endings = new Set<Promise<void>>()
  // Connections are brought to their desired state independently, so that a slow log-out of one does not delay
  // the others. A connection that is busy is checked again afterwards.
  readonly #following = new Map<string, Promise<void>>()
  readonly #passedOver = new Set<string>()
  /** Connections whose lease is being acquired. */
  readonly #takingUp = new Set<string>()
  readonly #looker = createNonConcurrentRunner(async () => {
    if (!this.#isStopping) await this.#lookAround().catch(this.#warn('sessions could not be looked at'))
  })
  readonly #renewer = createNonConcurrentRunner(() =>
    this.#renew().catch(this.#warn('leases could not be renewed')),
  )
  readonly #distribution: ConnectionDistribution
  readonly #stopListening: readonly (() => void)[]
  #isStopping = false
  #stopped: Promise<void> | null = null
  #cancelLook = () => {}
  #cancelSoonerLook = () => {}

  constructor(parts: ConnectionSessionsDependencies) {
    const { signals, node } = parts
    this.#parts = parts
    this.#holder = String(node.id)
    this.#distribution = new ConnectionDistribution(parts)
    this.#sessionParts = {
      ...parts,
      uploads: createByteSlots(outgoingFileByteLimits),
      share: createSharedTransactionRunner(parts.workplace),
    }
    this.#stopListening = [
      signals.onWake('desired-state', () => this.#looker.ask()),
      signals.onWake('outbox', (key) => this.#sessions.get(key)?.wakeSender()),
      signals.onWake('outbox-acknowledged', (key) => {
        const end = key.lastIndexOf(':')
        this.#sessions.get(key.slice(0, end))?.orderSettled(Number(key.slice(end + 1)))
      }),
      node.onOthers(() => this.#looker.ask()),
      node.onEnded(() => {
        this.#distribution.noteEnd()
        this.#looker.ask()
      }),
    ]
    this.#lookRegularly()
  }

  /** Ends all sessions at once and starts none again, because every lease is lost with the database. */
  lose(): void {
    this.#isStopping = true
    for (const session of this.#sessions.values()) session.lose('database lost')
  }

  /** Prepares the stop: takes no connections, and hands its own over if other processes may take them. */
  drain(): void {
    this.#distribution.drain()
    if (this.#distribution.givesAll()) this.#looker.ask()
  }

  /** Hands over the remaining connections if other processes may take them. Otherwise the sessions continue. */
  async handOverAll(): Promise<void> {
    if (this.#distribution.hasTakers()) await this.stop()
  }

  /** Ends all sessions in order. Other processes may take the connections at once. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop()
    return this.#stopped
  }

  async #stop(): Promise<void> {
    this.#isStopping = true
    for (const stop of this.#stopListening) stop()
    this.#cancelLook()
    this.#cancelSoonerLook()
    await Promise.all([this.#looker.idle(), this.#renewer.idle()])
    await Promise.all(this.#following.values())
    await Promise.all([...this.#sessions.entries()].map((each) => this.#handOver(...each)))
    await Promise.all(this.#endings)
  }

  /** Returns the connection's WhatsApp link. Null: this process has no session of it. */
  ownLink(companyId: CompanyId, id: ConnectionId): WhatsappLink | null {
    return this.#sessions.get(connectionWakeKey({ companyId }, id))?.link ?? null
  }

  countByState(): Readonly<Record<'connected' | 'not-connected', number>> {
    const connected = [...this.#sessions.values()].filter((session) => session.isConnected()).length
    return { connected, 'not-connected': this.#sessions.size - connected }
  }

  #add(name: string, session: ConnectionSession): void {
    this.#sessions.set(name, session)
    this.#parts.openLinks.set(name, true)
  }

  #remove(name: string): void {
    this.#sessions.delete(name)
    this.#parts.openLinks.set(name, null)
  }

  #lookRegularly(): void {
    this.#renewer.ask()
    this.#looker.ask()
    this.#cancelLook = this.#parts.clock.after(lookEveryMs, () => this.#lookRegularly())
  }

  async #lookAround(): Promise<void> {
    const { workplace } = this.#parts
    const [rows, due] = await workplace.withPlatform('session look', async ({ db, now }) => {
      return Promise.all([
        db.rows(desiredStatesOfConnections),
        db.rows(connectionsWithDueItems, { holder: this.#holder, now }),
      ])
    })
    const { taking, isWaiting } = this.#distribution.toTake(
      rows,
      (row) => this.#sessions.has(nameOf(row)) || this.#following.has(nameOf(row)),
      this.#countOpening(),
    )
    for (const row of rows) this.#followBesides(row, taking.has(row))
    for (const { company_id: companyId, connection_id: id } of due)
      this.#sessions.get(connectionWakeKey({ companyId }, id))?.wakeSender()
    const present = new Set(rows.map(nameOf))
    for (const [name, session] of this.#sessions) if (!present.has(name)) session.lose('deleted')
    this.#giveSome(rows)
    if (isWaiting || (this.#distribution.givesAll() && this.#sessions.size > 0)) this.#lookSooner()
  }

  /** Counts the connections that are opening, including those whose lease is being acquired. */
  #countOpening(): number {
    return this.#takingUp.size + [...this.#sessions.values()].filter((session) => session.isOpening()).length
  }

  /** Ends the sessions that another process should run. */
  #giveSome(rows: readonly DesiredStateRow[]): void {
    const ours = new Map<DesiredStateRow, ConnectionSession>()
    for (const row of rows) {
      const session = this.#sessions.get(nameOf(row))
      if (session !== undefined) ours.set(row, session)
    }
    for (const row of this.#distribution.toGive(rows, ours)) {
      const session = ours.get(row)
      if (session !== undefined) this.#noteEnding(this.#handOver(nameOf(row), session))
    }
  }

  #lookSooner(): void {
    this.#cancelSoonerLook()
    this.#cancelSoonerLook = this.#parts.clock.after(lookAgainMs, () => this.#looker.ask())
  }

  /** Renews the leases. A session whose lease another process has taken ends at once. */
  async #renew(): Promise<void> {
    const sessions = [...this.#sessions.values()]
    for (const companyId of new Set(sessions.map(({ lease }) => lease.companyId))) {
      const owned = [...this.#sessions.values()].filter(({ lease }) => lease.companyId === companyId)
      const leases = owned.map(({ lease }) => lease)
      const renewed = await this.#act(companyId, (work) => renewLeases(work, this.#holder, leases)).catch(
        this.#warn('leases of a company could not be renewed'),
      )
      // The renewal failed, for example because the company is moving. Other companies must not lose their leases.
      if (renewed === undefined) continue
      for (const session of owned) if (!renewed.has(session.lease.connectionId)) session.lose('taken')
    }
  }

  #followBesides(row: DesiredStateRow, mayBegin: boolean): void {
    const name = nameOf(row)
    if (this.#isStopping) return
    if (this.#following.has(name)) {
      this.#passedOver.add(name)
      return
    }
    const end = () => {
      this.#following.delete(name)
      if (this.#passedOver.delete(name)) this.#looker.ask()
    }
    this.#following.set(name, this.#follow(row, mayBegin).finally(end))
  }

  /** Brings one connection to its desired state. A failure is only logged, because it must not affect others. */
  async #follow(row: DesiredStateRow, mayBegin: boolean): Promise<void> {
    const owned = this.#sessions.get(nameOf(row))
    try {
      const step = stepTo(row, owned, mayBegin)
      if (step === 'begin') {
        this.#takingUp.add(nameOf(row))
        await this.#takeUp(row).finally(() => this.#takingUp.delete(nameOf(row)))
      }
      if (owned === undefined) return
      if (step === 'adopt') owned.adoptDesiredState(row.desired_version)
      if (step === 'end' || step === 'restart') this.#remove(nameOf(row))
      if (step === 'end') await this.#endAndRelease(owned)
      if (step === 'restart') await this.#restart(owned, row)
    } catch (error) {
      this.#parts.log.warn({ err: error, connectionId: row.id }, 'a desired state could not be reached')
    }
  }

  async #takeUp(row: DesiredStateRow): Promise<void> {
    this.#distribution.noteBegin()
    const lease = await this.#act(row.company_id, (work) => acquireLease(work, row.id, this.#holder))
    if (lease !== null) await this.#begin(lease, row)
  }

  async #restart(owned: ConnectionSession, row: DesiredStateRow): Promise<void> {
    // A new QR code deletes the keys. Without a log-out the phone would still list a device without keys.
    if (row.desired_state !== 'link') await this.#sayGoodbye(owned)
    await owned.end()
    await this.#begin(owned.lease, row)
  }

  async #begin(lease: Lease, row: DesiredStateRow): Promise<void> {
    const { company_id: companyId, desired_version: desiredVersion } = row
    if (row.desired_state === 'log-out') {
      await this.#act(companyId, (work) => finishWhatsappLogOut(work, lease, desiredVersion))
      return this.#release(lease)
    }
    if (row.desired_state === 'new-qr')
      await this.#act(companyId, (work) => resetSessionForNewQr(work, lease, desiredVersion))
    const name = nameOf(row)
    const session = openConnectionSession(this.#sessionParts, {
      lease,
      provider: row.provider,
      desiredVersion,
      bringHistory: row.brings_history,
      over: () => this.#isOver(name, session),
    })
    this.#add(name, session)
  }

  /** Logs out of WhatsApp. If that fails, the phone still lists the device for a while. */
  async #sayGoodbye({ link, lease }: ConnectionSession): Promise<void> {
    const { clock, log } = this.#parts
    try {
      await Promise.race([link.logout(), new Promise<void>((done) => clock.after(farewellMs, done))])
    } catch (error) {
      if (error instanceof NotConnected) return
      log.warn({ err: error, connectionId: lease.connectionId }, 'WhatsApp did not get the log-out')
    }
  }

  #isOver(name: string, session: ConnectionSession): void {
    if (this.#sessions.get(name) !== session) return
    this.#remove(name)
    // Checks again afterwards, because the connection may be wanted again.
    this.#noteEnding(this.#endAndRelease(session).finally(() => this.#looker.ask()))
  }

  #noteEnding(ends: Promise<void>): void {
    const ending = ends.finally(() => this.#endings.delete(ending))
    this.#endings.add(ending)
  }

  #endAndRelease(session: ConnectionSession): Promise<void> {
    return this.#end(session, () => this.#release(session.lease))
  }

  /** Ends the session and releases its lease, so that another process takes the connection at once. */
  #handOver(name: string, session: ConnectionSession): Promise<void> {
    const { lease } = session
    this.#remove(name)
    return this.#end(session, () =>
      this.#act(lease.companyId, async (work) => {
        await releaseLease(work, lease)
        work.wake('desired-state', name)
      }),
    )
  }

  async #end(session: ConnectionSession, release: () => Promise<void>): Promise<void> {
    const { connectionId } = session.lease
    try {
      await session.end()
      await release()
    } catch (error) {
      this.#parts.log.warn({ err: error, connectionId }, 'a session did not end in order')
    }
  }

  #release(lease: Lease): Promise<void> {
    return this.#act(lease.companyId, (work) => releaseLease(work, lease))
  }

  #act<T>(companyId: CompanyId, does: (work: CompanyWork) => Promise<T>): Promise<T> {
    return this.#parts.workplace.withCompany({ kind: 'system', name: 'sessions', companyId }, does)
  }

  #warn(what: string): (error: unknown) => void {
    return (error) => this.#parts.log.warn({ err: error }, what)
  }
}

function nameOf({ company_id, id }: DesiredStateRow): string {
  return connectionWakeKey({ companyId: company_id }, id)
}
