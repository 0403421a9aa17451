import type { IntegrationView } from '@balcao/contract/integrations'
import type { IntegrationId } from '@balcao/domain/ids'
import { readListPage } from '../../platform/database/list-page'
import { rowOrRefuse } from '../../platform/row-or-refuse'
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
  const statements = { page: integrationsPage, count: countIntegrations }
  const { rows, ...page } = await readListPage(db, statements, { words: searchParam.trim() }, pageNumber)
  return { queueIntegrations: rows.map((row) => integrationForViewer(actor, integrationView(row))), ...page }
}

export async function integrationToRead(
  { db }: Pick<CompanyWork, 'db'>,
  id: IntegrationId,
): Promise<IntegrationRow> {
  return rowOrRefuse(await db.row(integrationById, { id }), 'ERR_NO_INTEGRATION_FOUND')
}

/** The integration of a ticket, for background jobs. Null: it was deleted. */
export function findIntegration(
  { db }: Pick<CompanyWork, 'db'>,
  id: IntegrationId,
): Promise<IntegrationRow | null> {
  return db.row(integrationById, { id })
}
