import type { CompanyId, InvoiceId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

/** The open invoices whose mail is not enqueued yet. Each company has at most one open invoice. */
export const invoicesToMail = statement<
  { since: Date; limit: number },
  { company_id: CompanyId; id: InvoiceId }
>(
  'billing.invoicesToMail',
  `
  select company_id, id from invoices
  where status = 'open' and mail_ordered_at is null and created_at > :since
  order by company_id limit :limit
  `,
)

/** No row: another run has enqueued the mail, or the invoice is paid or cancelled. */
export const markInvoiceMailEnqueued = statement<{ id: InvoiceId; at: Date }, { id: InvoiceId }>(
  'billing.markInvoiceMailEnqueued',
  `
  update invoices set mail_ordered_at = :at
  where id = :id and status = 'open' and mail_ordered_at is null
  returning id
  `,
)

export interface InvoiceToMailRow {
  company_name: string
  language: string
  detail: string
  value: number
  /** The due date, such as `2026-11-20`. */
  due_date: string
  recipients: string[]
}

export const invoiceToMail = statement<{ id: InvoiceId }, InvoiceToMailRow>(
  'billing.invoiceToMail',
  `
  select c.name as company_name, c.language, i.detail, i.value, i.due_date,
    case when coalesce(c.email, '') <> '' then array[c.email] else
      array(select u.email from users u where u.profile = 'admin' and not u.is_support order by u.id) end as recipients
  from invoices i
  join companies c on c.id = i.company_id
  where i.id = :id and i.status = 'open'
  `,
)
