import { mayReadSql } from './may-read-sql'

/**
 * SQL condition: the viewer owns an open ticket of the contact, whose closed tickets of all queues are then
 * readable, where the company shares its history (decision 0002). Only for reading: lists, searches, events
 * and changes use `mayReadSql`.
 */
export const isSharedHistorySql = `
  (t.status = 'closed'
    and exists (select from settings s where s.key = 'contactHistory' and s.value = 'enabled')
    and exists (
      select from tickets own
      where own.company_id = t.company_id and own.contact_id = t.contact_id and own.status = 'open'
        and own.user_id = :userId::int))`

/**
 * SQL condition: the viewer may read the ticket, which is one of a known contact. Requires `MayReadParams`.
 */
export const mayReadOfContactSql = `(${mayReadSql} or ${isSharedHistorySql})`
