import type { InvoiceId } from '@balcao/domain/ids'
import { type MailText, mailTexts } from '@balcao/domain/mail-texts'
import { z } from 'zod'
import type { InstallationMailService } from '../../outside/mail/port'
import { type JobKind, jobKind } from '../../platform/jobs'
import type { Workplace } from '../../platform/work'
import {
  type InvoiceToMailRow,
  invoicesToMail,
  invoiceToMail,
  markInvoiceMailEnqueued,
} from './mail-invoices.queries'

const task = 'billing.mailInvoice'
/** Invoices older than this get no mail, so that the first setup of mail does not send all old invoices. */
const newestSeconds = 3 * 24 * 3_600
const maxAtOnce = 100

/** One transaction stores the job and marks the invoice, so a repeated run enqueues no second mail. */
export async function enqueueInvoiceMails(workplace: Workplace): Promise<void> {
  const waiting = await workplace.withPlatform('invoices to mail', ({ db, now }) => {
    const since = new Date(now.getTime() - newestSeconds * 1000)
    return db.rows(invoicesToMail, { since, limit: maxAtOnce })
  })
  for (const { company_id: companyId, id } of waiting)
    await workplace.withCompany({ kind: 'system', name: task, companyId }, async (work) => {
      const marked = await work.db.row(markInvoiceMailEnqueued, { id, at: work.now })
      if (marked !== null) work.enqueue({ task, payload: { invoiceId: id } })
    })
}

/** Mails an open invoice to the company's address or, without one, to its admins. */
export function invoiceMailJob(mail: InstallationMailService | null): JobKind {
  return jobKind({
    task,
    payload: z.object({
      invoiceId: z.custom<InvoiceId>((value) => typeof value === 'number'),
      /** The first job has no recipient: it enqueues one job for each, so that each mail is retried alone. */
      to: z.string().optional(),
    }),
    carryOut: async ({ act }, { invoiceId, to }) => {
      if (mail === null) return // The operator removed the mail setting after this job was enqueued.
      const found = await act(async (work) => {
        const invoice = await work.db.row(invoiceToMail, { id: invoiceId })
        if (to === undefined)
          for (const recipient of invoice?.recipients ?? [])
            work.enqueue({ task, payload: { invoiceId, to: recipient } })
        return invoice
      })
      if (found !== null && to !== undefined) await mail.mailer.send({ to, ...mailOf(found, mail.publicUrl) })
    },
  })
}

function mailOf(invoice: InvoiceToMailRow, publicUrl: string): MailText {
  const { company_name: company, language, detail } = invoice
  return mailTexts(language).invoice({
    company,
    detail,
    value: new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' }).format(invoice.value),
    dueDate: new Intl.DateTimeFormat(language, { dateStyle: 'short', timeZone: 'UTC' }).format(
      new Date(invoice.due_date),
    ),
    link: `${publicUrl}/financeiro`,
  })
}
