import { mayRead } from './may-read-sql'

/**
 * The owner of an open ticket may read the closed tickets of its contact in all queues, where the company shares its
 * history (decision 0002). Only for reading: lists, searches, events and acts use `mayRead`.
 */
export const isSharedHistory = `
  (t.status = 'closed'
    and exists (select from settings s where s.key = 'contactHistory' and s.value = 'enabled')
    and exists (
      select from tickets own
      where own.company_id = t.company_id and own.contact_id = t.contact_id and own.status = 'open'
        and own.user_id = :userId::int))`

/** The tickets of a contact that the viewer may read. Takes `MayReadParams`. */
export const mayReadOfContact = `(${mayRead} or ${isSharedHistory})`
