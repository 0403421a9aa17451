import type { ContactId } from '@balcao/domain/ids'
import { capabilitiesOf } from '@balcao/domain/providers'
import type {
  ConnectionStatusReport,
  TypingEvent,
  WhatsappGateway,
  WhatsappLink,
} from '@balcao/whatsapp/gateway'
import { type KeyStore, LeaseLost } from '@balcao/whatsapp/ports'
import { connectionById } from '../../features/connections/connections.queries'
import type { Lease } from '../../features/connections/leases'
import { applyLinkReport, recordConnectionTraffic } from '../../features/connections/session-report'
import type { ReservedSenderSlot } from '../../features/messages/outgoing/senders.port'
import { readCompanySetting } from '../../features/settings/settings.read'
import type { ByteSlots } from '../../platform/byte-slots'
import type { Clock } from '../../platform/clock'
import type { DataKeys } from '../../platform/encryption'
import type { FileStore } from '../../platform/files/file-store'
import type { Log } from '../../platform/log'
import type { CompanyWork, Workplace } from '../../platform/work'
import { createNonConcurrentRunner } from './one-at-a-time'
import { OutboxSender } from './sender'
import type { RunInSharedTransaction } from './shared-acts'
import { createWhatsappKeyStoreInDatabase } from './sql-key-store'

export interface ConnectionSessionDependencies {
  readonly workplace: Workplace
  readonly gateway: Pick<WhatsappGateway, 'connect'>
  readonly clock: Clock
  readonly log: Log
  readonly dataKeys: DataKeys
  readonly store: FileStore
  /** The limit of bytes of files being sent, shared by all connections of this process. */
  readonly uploads: ByteSlots
  readonly share: RunInSharedTransaction
  /** Gets events that are not stored: a contact types (`typed`), or the connection has opened (`connected`). */
  readonly presence?: { typed(lease: Lease, sign: TypingEvent): void; connected(lease: Lease): void }
}

export type LeaseLossCause = 'taken' | 'deleted' | 'database lost'

/** The running WhatsApp session of a connection on which this process has the lease. */
export interface ConnectionSession {
  readonly lease: Lease
  readonly link: WhatsappLink
  /** The version of the latest desired state that this session fulfils. */
  desiredVersion(): number
  /** Notes a later version of the desired state, which the session fulfils without a change. */
  adoptDesiredState(version: number): void
  isConnected(): boolean
  /** True while the link is opening: until it is connected, shows a code, or waits for its next attempt. */
  isOpening(): boolean
  wakeSender(): void
  /** Reserves a sending slot for a text to this contact. Null: the sender has no free slot. */
  senderPlace(contactId: ContactId): ReservedSenderSlot | null
  orderSettled(orderId: number): void
  /** Ends the session at once, so that it sends and writes nothing any more. */
  lose(cause: LeaseLossCause): void
  /** Ends the session without logging out. The row keeps its status, and this process keeps the lease. */
  end(): Promise<void>
}

/** How often the time of the last traffic is stored. Its display needs no more precision. */
const trafficEveryMs = 30_000
const reportAgainMs = 1_000

/** Opens the WhatsApp session of a connection. Calls `over` when the link ends by itself or the lease is lost. */
export function openConnectionSession(
  parts: ConnectionSessionDependencies,
  opening: {
    lease: Lease
    provider: string
    desiredVersion: number
    bringHistory: boolean
    over: (how: 'done' | 'lost') => void
  },
): ConnectionSession {
  const { workplace, gateway, clock, log, dataKeys, store, uploads, share } = parts
  const { lease, provider, bringHistory, over } = opening
  const { companyId, connectionId } = lease
  const leaseLost = new AbortController()
  let { desiredVersion } = opening
  let isEnding = false
  let isConnected = false
  let isOpening = true
  // The link may report before the sender exists.
  let sender: OutboxSender | null = null
  let lastReport: ConnectionStatusReport | null = null
  let unwritten: ConnectionStatusReport | null = null
  let trafficAt = 0
  const writer = createNonConcurrentRunner(writeReport)

  const link = gateway.connect({
    name: String(connectionId),
    provider,
    keys: noticingTraffic(
      createWhatsappKeyStoreInDatabase({ workplace, dataKeys, share }, lease),
      noticeTraffic,
    ),
    leaseLost: leaseLost.signal,
    report: receivedFromLink,
    typing: (sign) => parts.presence?.typed(lease, sign),
    takesCalls: () => act(async (work) => (await readCompanySetting(work, 'call')) === 'enabled'),
    bringHistory,
  })
  sender = new OutboxSender({
    lease,
    link,
    capabilities: capabilitiesOf(provider),
    act,
    share,
    clock,
    log,
    store,
    uploads,
    leaseIsLost: () => lose('taken'),
  })

  return {
    lease,
    link,
    desiredVersion: () => desiredVersion,
    adoptDesiredState(version) {
      desiredVersion = version
      // The last report was not stored if it named the old version, so it is stored again with the new one.
      unwritten = lastReport
      writer.ask()
    },
    isConnected: () => isConnected && !isEnding,
    isOpening: () => isOpening && !isEnding,
    wakeSender: () => sender?.wake(),
    senderPlace: (contactId) => sender?.place(contactId) ?? null,
    orderSettled: (orderId) => sender?.settled(orderId),
    lose,
    async end() {
      isEnding = true
      sender?.close()
      await link.stop()
      await Promise.all([sender?.stop(), writer.idle()])
    },
  }

  function receivedFromLink(report: ConnectionStatusReport): void {
    if (isEnding) return
    isConnected = report.status === 'CONNECTED'
    // `TIMEOUT`: attempts have failed for some time, but continue.
    isOpening = ['OPENING', 'TIMEOUT'].includes(report.status) && report.nextAttemptAt === null
    lastReport = report
    unwritten = report
    writer.ask()
    if (isConnected) sender?.open()
    else sender?.close()
    if (isConnected) parts.presence?.connected(lease)
  }

  /** Stores the latest report of the link. After a failure it tries again, with the latest report only. */
  async function writeReport(): Promise<void> {
    const report = unwritten
    const version = desiredVersion
    if (report === null || isEnding) return
    try {
      await act((work) => applyLinkReport(work, dataKeys, { lease, desiredVersion: version }, report))
    } catch (error) {
      if (error instanceof LeaseLost) return lose('taken')
      log.warn({ err: error, connectionId }, 'a status could not be written')
      clock.after(reportAgainMs, writer.ask)
      return
    }
    if (unwritten === report && version === desiredVersion) unwritten = null
    if (report.status === 'DISCONNECTED' && !isEnding) over('done')
  }

  function lose(cause: LeaseLossCause): void {
    if (leaseLost.signal.aborted) return
    isEnding = true
    leaseLost.abort()
    sender?.close()
    void tellLoss(cause)
    over('lost')
  }

  /** Logs why the lease was lost. If the connection was deleted, its lease was too, which is no problem. */
  async function tellLoss(cause: LeaseLossCause): Promise<void> {
    // If the query fails, the cause is unknown, so a warning is logged.
    const isDeleted = cause === 'deleted' || (cause === 'taken' && (await act(isGone).catch(() => false)))
    if (isDeleted) log.info({ connectionId }, 'this connection was deleted')
    else log.warn({ connectionId, cause }, 'a connection lost its lease')
  }

  async function isGone({ db }: CompanyWork): Promise<boolean> {
    return (await db.row(connectionById, { connectionId })) === null
  }

  function noticeTraffic(): void {
    const now = clock.now().getTime()
    if (now - trafficAt < trafficEveryMs) return
    trafficAt = now
    act((work) => recordConnectionTraffic(work, lease)).catch((error: unknown) =>
      log.warn({ err: error, connectionId }, 'traffic could not be noted'),
    )
  }

  function act<T>(does: (work: CompanyWork) => Promise<T>): Promise<T> {
    return workplace.withCompany({ kind: 'system', name: `session ${connectionId}`, companyId }, does)
  }
}

function noticingTraffic(keys: KeyStore, notice: () => void): KeyStore {
  return {
    ...keys,
    async commit(changes, entries) {
      await keys.commit(changes, entries)
      if (entries.length > 0) notice()
    },
  }
}
