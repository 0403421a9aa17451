import type { ConnectionId, ContactId } from '@balcao/domain/ids'
import { capabilitiesOf } from '@balcao/domain/providers'
import type { CompanyWork } from '../../../platform/work'
import { replyWindowEnd, replyWindowsOpenNow } from '../messages.queries'

/** A contact and the connection over which it would get a message. */
interface ContactAndConnection {
  readonly contact_id: ContactId
  readonly connection_id: ConnectionId | null
  readonly provider: string | null
}

/** Those of the conversations to which free messages may be sent now. Queries only those with a reply window. */
export async function conversationsWithOpenReplyWindow<C extends ContactAndConnection>(
  work: Pick<CompanyWork, 'db' | 'now'>,
  conversations: readonly C[],
): Promise<ReadonlySet<C>> {
  const bounded = conversations.filter(hasWindow)
  if (bounded.length === 0) return new Set(conversations)
  const open = await work.db.rows(replyWindowsOpenNow, {
    contactIds: bounded.map(({ contact_id }) => contact_id),
    connectionIds: bounded.map(({ connection_id }) => connection_id),
    at: work.now,
  })
  const isOpen = (one: ContactAndConnection) =>
    open.some((row) => row.contact_id === one.contact_id && row.connection_id === one.connection_id)
  return new Set(conversations.filter((one) => !hasWindow(one) || isOpen(one)))
}

interface ReplyWindow {
  /** Whether free messages may be sent only within a reply window. */
  readonly isLimited: boolean
  /** When the window closes or closed; null: it was never open, or it is not limited. */
  readonly closesAt: Date | null
}

/** The reply window of a contact over a connection. For a number without a contact no window was ever open. */
export async function readReplyWindow(
  work: Pick<CompanyWork, 'db'>,
  about: { contactId: ContactId | null; connectionId: ConnectionId; provider: string },
): Promise<ReplyWindow> {
  const { contactId, connectionId, provider } = about
  if (capabilitiesOf(provider).replyWindowHours === null) return { isLimited: false, closesAt: null }
  const row = contactId === null ? null : await work.db.row(replyWindowEnd, { contactId, connectionId })
  return { isLimited: true, closesAt: row?.closes_at ?? null }
}

function hasWindow<C extends ContactAndConnection>(one: C): one is C & { connection_id: ConnectionId } {
  return one.connection_id !== null && capabilitiesOf(one.provider ?? '').replyWindowHours !== null
}
