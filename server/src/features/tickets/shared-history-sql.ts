import { mayRead } from './may-read-sql'

/**
 * The viewer's own open ticket makes the closed tickets of its contact readable, whatever their queue, where the
 * company shares its history (decision 0002). For reading alone: lists, searches, events and acts go by `mayRead`.
 */
export const isSharedHistory = `
  (t.status = 'closed'
    and exists (select from settings s where s.key = 'contactHistory' and s.value = 'enabled')
    and exists (
      select from tickets own
      where own.company_id = t.company_id and own.contact_id = t.contact_id and own.status = 'open'
        and own.user_id = :userId::int))`

/** What of a contact's conversation the viewer may read. Takes `MayReadParams`. */
export const mayReadOfContact = `(${mayRead} or ${isSharedHistory})`
