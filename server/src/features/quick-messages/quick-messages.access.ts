import type { QuickMessageId } from '@balcao/domain/ids'
import { isAdmin } from '@balcao/domain/people'
import { refuse } from '../../platform/refusal'
import type { PersonWork } from '../../platform/work'
import { lockQuickMessage, type QuickMessageRow, quickMessageById } from './quick-messages.queries'

/** Loads a quick message that is the user's own or shared. Admins may load any. */
export async function quickMessageToRead(work: PersonWork, id: QuickMessageId): Promise<QuickMessageRow> {
  return readable(work, await work.db.row(quickMessageById, { id }))
}

/** Only the author or an admin may change a quick message (QUICK-06). */
export async function quickMessageToChange(work: PersonWork, id: QuickMessageId): Promise<QuickMessageRow> {
  const row = readable(work, await work.db.row(lockQuickMessage, { id }))
  if (row.user_id !== work.actor.userId && !isAdmin(work.actor)) throw refuse('ERR_NO_PERMISSION')
  return row
}

function readable({ actor }: PersonWork, row: QuickMessageRow | null): QuickMessageRow {
  const mayRead = row !== null && (row.is_shared || row.user_id === actor.userId || isAdmin(actor))
  if (!mayRead) throw refuse('ERR_NO_QUICKMESSAGE_FOUND')
  return row
}
