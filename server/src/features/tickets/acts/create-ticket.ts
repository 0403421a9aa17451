import type { ConnectionId, ContactId, QueueId } from '@balcao/domain/ids'
import { isAdmin } from '@balcao/domain/people'
import { Refusal, refuse } from '../../../platform/refusal'
import type { PersonWork } from '../../../platform/work'
import { connectionForNewTicket } from '../../connections/connections.read'
import { contactToRead, lockContactForTicket } from '../../contacts/contacts.access'
import { addTicket } from '../contact/add-ticket'
import { findLiveTicketView } from '../contact/live-tickets'
import type { UnsignedTicket } from '../tickets.view'
import { defaultConnectionOfUser, requireQueueOfPerson } from './choices'

interface TicketForm {
  readonly contactId: ContactId
  readonly queueId: QueueId | null
  readonly connectionId: ConnectionId | null
}

/** Opens a ticket (TICKET-29, TICKET-30). If the contact has a live one, the refusal contains that ticket. */
export async function createTicket(work: PersonWork, wanted: TicketForm): Promise<UnsignedTicket> {
  if (wanted.queueId === null && !isAdmin(work.actor)) throw refuse('ERR_QUEUE_REQUIRED')
  await contactToRead(work, wanted.contactId)
  const contact = await lockContactForTicket(work, wanted.contactId)
  const existing = await findLiveTicketView(work, contact.id)
  if (existing !== null) throw existingTicket(existing)
  const queueId = wanted.queueId === null ? null : await requireQueueOfPerson(work, wanted.queueId)
  const connectionId = await connectionForNewTicket(work, {
    requestedId: wanted.connectionId,
    userDefaultId: await defaultConnectionOfUser(work, work.actor.userId),
  })

  const { ticket } = await addTicket(work, {
    ...{ contact, connectionId, userId: work.actor.userId, status: 'open' },
    placement: { queue_id: queueId },
    history: ['created', 'accepted'],
  })
  return ticket
}

/** Clients of the earlier API parse the ticket from the error text, with its objects `user` and `queue` (TICKET-35). */
function existingTicket({ id, uuid, status, userId, queueId, user, queue }: UnsignedTicket): Refusal {
  const text = JSON.stringify({
    id,
    uuid,
    status,
    userId,
    queueId,
    user: user ?? { id: null, name: '' },
    queue: queue ?? { id: null, name: '', color: '' },
  })
  return new Refusal('ERR_OTHER_OPEN_TICKET', {}, text)
}
