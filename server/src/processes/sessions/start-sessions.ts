import type { CompanyId } from '@balcao/domain/ids'
import { NotConnected } from '@balcao/whatsapp/gateway'
import { inboundKey } from '../../features/connections/add-to-outbox'
import { acquireLease, type Lease, releaseLease, renewLeases } from '../../features/connections/leases'
import {
  connectionsToOpen,
  type DesiredStateRow,
  endAllLeases,
} from '../../features/connections/leases.queries'
import type { LiveLinks } from '../../features/connections/live-links.port'
import { dropSession, noteLoggedOut } from '../../features/connections/session-report'
import { byteSlots } from '../../platform/byte-slots'
import { sendingRoom } from '../../platform/files/disk-file-store'
import type { Signals } from '../../platform/signals'
import type { CompanyWork } from '../../platform/work'
import { oneAtATime } from './one-at-a-time'
import { type OwnedSession, openSession, type SessionParts } from './owned-session'

export interface SessionsParts extends Omit<SessionParts, 'uploads'> {
  readonly signals: Signals
  /** Identifies this process in leases; never reused. */
  readonly holder: string
  /**
   * No other process uses this database, so all leases belong to dead processes and can be taken before they expire.
   */
  readonly isAlone: boolean
}

export interface Sessions {
  /** The open links of this process. */
  readonly links: LiveLinks
  /** The database is lost, and with it every lease: all sessions end at once, and none starts again. */
  lose(): void
  /** Ends all sessions in order; other processes may take the connections at once. */
  stop(): Promise<void>
}

/** A third of a lease's life: renews the leases, and finds changes by other processes. */
const lookEveryMs = 5_000
/** A limit, so that an unresponsive WhatsApp does not prevent an admin from disconnecting. */
const farewellMs = 10_000

/**
 * The role that runs linked connections. The holder of a connection's lease runs it, however many processes start. It
 * opens the desired links, follows changes of the desired state, renews its leases and takes over expired ones.
 */
export function startSessions(parts: SessionsParts): Sessions {
  const { workplace, signals, clock, log, holder } = parts
  const sessionParts: SessionParts = { ...parts, uploads: byteSlots(sendingRoom) }
  const sessions = new Map<string, OwnedSession>()
  const endings = new Set<Promise<void>>()
  // A slow log-out of one connection does not delay the others; a connection passed over meanwhile is checked again.
  const following = new Map<string, Promise<void>>()
  const passedOver = new Set<string>()
  let isStopping = false
  let hasBooted = !parts.isAlone
  let cancelLook = () => {}

  const looker = oneAtATime(async () => {
    if (isStopping) return
    await lookAround().catch((error: unknown) => log.warn({ err: error }, 'sessions could not be looked at'))
  })
  const renewer = oneAtATime(async () => {
    await renew().catch((error: unknown) => log.warn({ err: error }, 'leases could not be renewed'))
  })
  const stopListening = [
    signals.onWake('desired-state', () => looker.ask()),
    signals.onWake('outbox', (key) => sessions.get(key)?.wakeSender()),
    signals.onWake('outbox-acknowledged', (key) => {
      const end = key.lastIndexOf(':')
      sessions.get(key.slice(0, end))?.orderSettled(Number(key.slice(end + 1)))
    }),
  ]
  lookRegularly()

  return {
    links: { link: (companyId, id) => sessions.get(inboundKey({ companyId }, id))?.link ?? null },
    lose() {
      isStopping = true
      for (const session of sessions.values()) session.lose('database lost')
    },
    async stop() {
      isStopping = true
      for (const stop of stopListening) stop()
      cancelLook()
      await Promise.all([looker.idle(), renewer.idle()])
      await Promise.all(following.values())
      await Promise.all([...sessions.values()].map(endAndRelease))
      await Promise.all(endings)
    },
  }

  function lookRegularly(): void {
    renewer.ask()
    looker.ask()
    for (const session of sessions.values()) session.wakeSender()
    cancelLook = clock.after(lookEveryMs, lookRegularly)
  }

  async function lookAround(): Promise<void> {
    const rows = await workplace.withPlatform('session boot', async (work) => {
      if (!hasBooted) await work.db.run(endAllLeases, [work.now])
      return work.db.rows(connectionsToOpen, [])
    })
    hasBooted = true
    for (const row of rows) followBesides(row)
    const present = new Set(rows.map(nameOf))
    for (const [name, session] of sessions) if (!present.has(name)) session.lose('deleted')
  }

  /** Renews all leases, company by company; a session whose lease was taken ends at once. */
  async function renew(): Promise<void> {
    const companies = new Set([...sessions.values()].map(({ lease }) => lease.companyId))
    for (const companyId of companies) {
      const owned = [...sessions.values()].filter(({ lease }) => lease.companyId === companyId)
      const leases = owned.map(({ lease }) => lease)
      const renewed = await act(companyId, (work) => renewLeases(work, holder, leases))
      for (const session of owned) if (!renewed.has(session.lease.connectionId)) session.lose('taken')
    }
  }

  function followBesides(row: DesiredStateRow): void {
    const name = nameOf(row)
    if (isStopping) return
    if (following.has(name)) {
      passedOver.add(name)
      return
    }
    const end = () => {
      following.delete(name)
      if (passedOver.delete(name)) looker.ask()
    }
    following.set(name, follow(row).finally(end))
  }

  /** A connection that cannot be followed now must not prevent the others. */
  async function follow(row: DesiredStateRow): Promise<void> {
    const owned = sessions.get(nameOf(row))
    try {
      if (row.is_switched_off) await rest(owned)
      else if (owned === undefined) await takeUp(row)
      else if (owned.desiredVersion() !== row.desired_version) await fulfil(owned, row)
    } catch (error) {
      log.warn({ err: error, connectionId: row.id }, 'a desired state could not be reached')
    }
  }

  /** Its company is disabled: the connection stops and keeps its keys. */
  async function rest(owned: OwnedSession | undefined): Promise<void> {
    if (owned === undefined) return
    sessions.delete(inboundKey(owned.lease, owned.lease.connectionId))
    await endAndRelease(owned)
  }

  async function takeUp(row: DesiredStateRow): Promise<void> {
    if (row.is_asleep) return
    if (row.expires_at !== null && row.expires_at > clock.now()) return
    const lease = await act(row.company_id, (work) => acquireLease(work, row.id, holder))
    if (lease !== null) await begin(lease, row)
  }

  async function fulfil(owned: OwnedSession, row: DesiredStateRow): Promise<void> {
    if (row.desired_state === 'link' && !row.is_asleep && owned.isConnected())
      return owned.adoptDesiredState(row.desired_version)
    sessions.delete(nameOf(row))
    // A stopped connection ends without a log-out, and other processes need not check it.
    if (row.desired_state === 'link' && row.is_asleep) return endAndRelease(owned)
    // A new QR code deletes the keys: without a log-out the phone would still list a device without keys.
    if (row.desired_state !== 'link') await sayGoodbye(owned)
    await owned.end()
    await begin(owned.lease, row)
  }

  async function begin(lease: Lease, row: DesiredStateRow): Promise<void> {
    const { company_id: companyId, desired_version: desiredVersion } = row
    if (row.desired_state === 'log-out') {
      await act(companyId, (work) => noteLoggedOut(work, lease, desiredVersion))
      return release(lease)
    }
    if (row.desired_state === 'new-qr')
      await act(companyId, (work) => dropSession(work, lease, desiredVersion))
    const name = nameOf(row)
    const session = openSession(sessionParts, {
      lease,
      desiredVersion,
      bringHistory: row.brings_history,
      over: () => isOver(name, session),
    })
    sessions.set(name, session)
  }

  /** Unlinks the device on WhatsApp if possible; otherwise the phone lists it for a while. */
  async function sayGoodbye({ link, lease }: OwnedSession): Promise<void> {
    try {
      await Promise.race([link.logout(), new Promise<void>((done) => clock.after(farewellMs, done))])
    } catch (error) {
      if (error instanceof NotConnected) return
      log.warn({ err: error, connectionId: lease.connectionId }, 'WhatsApp did not get the log-out')
    }
  }

  function isOver(name: string, session: OwnedSession): void {
    if (sessions.get(name) !== session) return
    sessions.delete(name)
    const ending = endAndRelease(session).finally(() => {
      endings.delete(ending)
      looker.ask() // it may be desired again meanwhile
    })
    endings.add(ending)
  }

  async function endAndRelease(session: OwnedSession): Promise<void> {
    try {
      await session.end()
      await release(session.lease)
    } catch (error) {
      log.warn({ err: error, connectionId: session.lease.connectionId }, 'a session did not end in order')
    }
  }

  function release(lease: Lease): Promise<void> {
    return act(lease.companyId, (work) => releaseLease(work, lease))
  }

  function act<T>(companyId: CompanyId, does: (work: CompanyWork) => Promise<T>): Promise<T> {
    return workplace.withCompany({ kind: 'system', name: 'sessions', companyId }, does)
  }
}

function nameOf({ company_id, id }: DesiredStateRow): string {
  return inboundKey({ companyId: company_id }, id)
}
