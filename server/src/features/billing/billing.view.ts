import type { InvoiceView, PixChargeView, PlatformInvoiceView } from '@balcao/contract/billing'
import type { InvoiceRow, PlatformInvoiceRow } from './billing.queries'
import type { PixChargeRow } from './charges.queries'

export function invoiceView(row: InvoiceRow): InvoiceView {
  const { id, detail, value, due_date: dueDate, status, attention } = row
  const times = { createdAt: row.created_at.toISOString(), updatedAt: row.updated_at.toISOString() }
  return { id, detail, value, dueDate, status, attention, ...times }
}

export function pixChargeView(charge: PixChargeRow, code: string): PixChargeView {
  const { txid, invoice_id, provider, amount, state, created_at, expires_at } = charge
  const lifeSeconds =
    expires_at === null ? null : Math.round((expires_at.getTime() - created_at.getTime()) / 1000)
  return {
    txid,
    invoiceId: invoice_id,
    status: state === 'paid' ? 'CONCLUIDA' : 'ATIVA',
    calendario: { criacao: created_at.toISOString(), expiracao: lifeSeconds },
    valor: { original: amount.toFixed(2) },
    qrcode: { qrcode: code },
    provider,
  }
}

export function platformInvoiceView(row: PlatformInvoiceRow): PlatformInvoiceView {
  const company = { id: row.company_id, name: row.company_name, dueDate: row.company_due_date }
  return { ...invoiceView(row), company, charge: row.charge, charges: row.charges }
}
