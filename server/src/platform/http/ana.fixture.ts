import type { CompanyId, UserId } from '@balcao/domain/ids'
import type { PersonActor } from '@balcao/domain/people'

/** The signed-in user of the HTTP server's tests. */
export const anaActor: PersonActor = {
  kind: 'person',
  name: 'Ana',
  sessionId: 's',
  userId: 1 as UserId,
  companyId: 1 as CompanyId,
  profile: 'user',
  isSuper: false,
  queueIds: [],
  allTicket: false,
}
