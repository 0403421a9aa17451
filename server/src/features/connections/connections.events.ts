import type { ConnectionLiveState, ConnectionView } from '@balcao/contract/connections'
import {
  type LiveConnectionPayload,
  type LiveConnectionStatePayload,
  liveChannel,
} from '@balcao/contract/live'
import type { ConnectionId } from '@balcao/domain/ids'
import { isAdmin, type Viewer } from '@balcao/domain/people'
import type { DataKeys } from '../../platform/encryption'
import { type EventKind, eventKind, type RecordableEventKind } from '../../platform/live/event-kind'
import type { CompanyWork } from '../../platform/work'
import type { ConnectionRow } from './connections.queries'
import { connectionSessionView, connectionView } from './connections.view'
import { decryptQr } from './qr-seal'

/** The QR text is encrypted (base64) and separate from the view, because all users get the view. */
type ConnectionFacts =
  | { action: 'update'; connection: ConnectionView; sealedQr: string | null }
  | { action: 'delete'; connectionId: ConnectionId }
type SessionFacts = { session: ConnectionLiveState; sealedQr: string | null }

const connectionChanged: RecordableEventKind<ConnectionFacts> = { name: 'connection.changed' }
const sessionChanged: RecordableEventKind<SessionFacts> = { name: 'connectionSession.changed' }

/** Publishes a new or changed connection. Clients replace it in their list, or add it. */
export function recordConnectionChanged(work: CompanyWork, row: ConnectionRow): void {
  work.record(connectionChanged, {
    action: 'update',
    connection: connectionView(row, ''),
    sealedQr: sealedQrText(row),
  })
}

export function recordConnectionDeleted(work: CompanyWork, connectionId: ConnectionId): void {
  work.record(connectionChanged, { action: 'delete', connectionId })
}

export function recordConnectionSessionChanged(work: CompanyWork, row: ConnectionRow): void {
  work.record(sessionChanged, { session: connectionSessionView(row, ''), sealedQr: sealedQrText(row) })
}

function sealedQrText(row: ConnectionRow): string | null {
  return row.sealed_qr?.toString('base64') ?? null
}

/** All users of the company receive its connections; only admins get the QR text. */
export function connectionEvents(dataKeys: DataKeys): [EventKind<ConnectionFacts>, EventKind<SessionFacts>] {
  const qrFor = (viewer: Viewer, connectionId: ConnectionId, sealed: string | null) =>
    sealed !== null && isAdmin(viewer)
      ? decryptQr(dataKeys, viewer.companyId, connectionId, Buffer.from(sealed, 'base64'))
      : ''

  return [
    eventKind<ConnectionFacts>({
      ...connectionChanged,
      audience: (facts, { viewer }) => ({
        channel: liveChannel.connection(viewer.companyId),
        payload: (facts.action === 'delete'
          ? { action: 'delete', whatsappId: facts.connectionId }
          : {
              action: facts.action,
              whatsapp: { ...facts.connection, qrcode: qrFor(viewer, facts.connection.id, facts.sealedQr) },
            }) satisfies LiveConnectionPayload,
      }),
    }),
    eventKind<SessionFacts>({
      ...sessionChanged,
      audience: ({ session, sealedQr }, { viewer }) => ({
        channel: liveChannel.connectionSession(viewer.companyId),
        payload: {
          action: 'update',
          session: { ...session, qrcode: qrFor(viewer, session.id, sealedQr) },
        } satisfies LiveConnectionStatePayload,
      }),
    }),
  ]
}
