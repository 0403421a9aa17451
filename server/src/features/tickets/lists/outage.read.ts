import type { ConnectionId, UserId } from '@balcao/domain/ids'
import type { PersonWork } from '../../../platform/work'
import { everyUser } from '../../users/users.read'
import { connectionsOfOpenTickets } from './ticket-lists.queries'

/**
 * The connections of this person's open tickets, whose outages concern them, and the admins, who can link a number
 * again.
 */
export async function readOutage(work: PersonWork): Promise<{
  connectionIds: ConnectionId[]
  admins: { id: UserId; name: string }[]
}> {
  const [rows, users] = await Promise.all([
    work.db.rows(connectionsOfOpenTickets, { userId: work.actor.userId }),
    everyUser(work),
  ])
  return {
    connectionIds: rows.map((row) => row.connection_id),
    admins: users.filter(({ profile }) => profile === 'admin').map(({ id, name }) => ({ id, name })),
  }
}
