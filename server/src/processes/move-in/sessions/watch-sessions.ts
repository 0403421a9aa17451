import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import {
  healthOfImportedSessions,
  type ImportedSessionHealthRow,
} from '../../../features/connections/session-watch.queries'
import { placeholderBodies } from '../../../features/messages/incoming/inbound-content'
import type { Workplace } from '../../../platform/work'

export type MovedSessionStatus =
  /** The company is still closed: its number connects at the cutover to this installation. */
  | { readonly kind: 'before-switch' }
  | { readonly kind: 'connected'; readonly arrived: number; readonly unread: number }
  /** WhatsApp answered 401: the number must be linked again. */
  | { readonly kind: 'refused' }
  /** WhatsApp answered 440: another server runs with this session. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'stopped'; readonly cause: string }
  | { readonly kind: 'waits' }

export interface WatchedSession {
  readonly companyId: CompanyId
  readonly connectionId: ConnectionId
  readonly newestMessage: number
}

const lookEveryMs = 2_000
/**
 * A session that stays connected this long is used by no other server: one with the same session would
 * reconnect within seconds and disconnect it.
 */
const calmMs = 60_000

export async function watchSessions(
  parts: { workplace: Workplace; pause: (milliseconds: number) => Promise<void>; now: () => Date },
  sessions: readonly WatchedSession[],
  limitMs: number,
): Promise<ReadonlyMap<ConnectionId, MovedSessionStatus>> {
  const { workplace, pause, now } = parts
  const endsAt = now().getTime() + limitMs
  for (;;) {
    const rows: ImportedSessionHealthRow[] = []
    for (const companyId of new Set(sessions.map((one) => one.companyId))) {
      const own = sessions.filter((one) => one.companyId === companyId)
      const ids = own.map(({ connectionId }) => connectionId)
      const afterId = Math.min(...own.map(({ newestMessage }) => newestMessage))
      const actor = { kind: 'system', name: 'move in', companyId } as const
      const watched = await workplace.readCompany(actor, ({ db }) =>
        db.rows(healthOfImportedSessions, { ids, afterId, placeholders: placeholderBodies }),
      )
      rows.push(...watched)
    }
    const isOver = rows.every((row) => isAtRest(row, now()))
    if (isOver || now().getTime() >= endsAt) return new Map(rows.map((row) => [row.id, newsOf(row)]))
    await pause(lookEveryMs)
  }
}

function newsOf({ status, cause, is_open, arrived, unread }: ImportedSessionHealthRow): MovedSessionStatus {
  if (!is_open) return { kind: 'before-switch' }
  if (status === 'CONNECTED') return { kind: 'connected', arrived, unread }
  if (status !== 'DISCONNECTED') return { kind: 'waits' }
  if (cause === 'unlinked-on-phone') return { kind: 'refused' }
  return cause === 'opened-elsewhere' ? { kind: 'elsewhere' } : { kind: 'stopped', cause: cause ?? '' }
}

function isAtRest(row: ImportedSessionHealthRow, now: Date): boolean {
  const { kind } = newsOf(row)
  return kind === 'connected' ? now.getTime() - row.status_since.getTime() >= calmMs : kind !== 'waits'
}
