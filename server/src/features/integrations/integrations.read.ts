import type { IntegrationView } from '@balcao/contract/integrations'
import type { IntegrationId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../platform/work'
import {
  countIntegrations,
  type IntegrationRow,
  integrationById,
  integrationsPage,
} from './integrations.queries'
import { integrationForViewer, integrationView } from './integrations.view'

type IntegrationPage = { queueIntegrations: IntegrationView[]; count: number; hasMore: boolean }

export async function listIntegrations(
  { db, actor }: PersonWork,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<IntegrationPage> {
  const words = searchParam.trim()
  const offset = (pageNumber - 1) * limits.listPage
  const [rows, { count }] = await Promise.all([
    db.rows(integrationsPage, { words, limit: limits.listPage, offset }),
    db.one(countIntegrations, { words }),
  ])
  return {
    queueIntegrations: rows.map((row) => integrationForViewer(actor, integrationView(row))),
    count,
    hasMore: count > offset + rows.length,
  }
}

export async function integrationToRead(
  { db }: Pick<CompanyWork, 'db'>,
  id: IntegrationId,
): Promise<IntegrationRow> {
  const row = await db.row(integrationById, { id })
  if (row === null) throw refuse('ERR_NO_INTEGRATION_FOUND')
  return row
}

/** The integration of a ticket, for jobs; null when the integration was deleted. */
export function findIntegration(
  { db }: Pick<CompanyWork, 'db'>,
  id: IntegrationId,
): Promise<IntegrationRow | null> {
  return db.row(integrationById, { id })
}
