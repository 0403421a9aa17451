import { mayReadTicketSql } from './may-read-sql'

/**
 * SQL condition: the ticket `t` is closed, the viewer owns an open ticket of its contact, and the company shares
 * histories (decision 0002). Lists, searches, events and changes use `mayReadTicketSql`, without this right.
 */
export const isSharedHistorySql = `
  (t.status = 'closed'
    and exists (select from settings s where s.key = 'contactHistory' and s.value = 'enabled')
    and exists (
      select from tickets own
      where own.company_id = t.company_id and own.contact_id = t.contact_id and own.status = 'open'
        and own.user_id = :userId::int))`

/** SQL condition: the viewer may read the ticket `t` by their own rights or by a shared history. */
export const mayReadTicketOrSharedHistorySql = `(${mayReadTicketSql} or ${isSharedHistorySql})`
