import type { TemplateList } from '@balcao/contract/message-templates'
import type { ConnectionId } from '@balcao/domain/ids'
import type { OfficialCredentials } from '@balcao/domain/official-credentials'
import { capabilitiesOf } from '@balcao/domain/providers'
import { z } from 'zod'
import type { DataKeys } from '../../platform/encryption'
import { type JobKind, jobKind } from '../../platform/jobs'
import { Refusal, refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { connectionToRead } from '../connections/connections.access'
import type { CompanyTransactionRunner } from '../official-numbers/set-up'
import { readStoredCredentials } from '../official-numbers/stored-credentials'
import { messageTemplateChanged } from './message-templates.events'
import {
  lastTemplateRefreshTime,
  removeTemplatesMissingAtMeta,
  saveTemplateRefreshTime,
  saveTemplates,
  type TemplateRow,
  templatesOfConnection,
} from './message-templates.queries'
import { templateView } from './message-templates.view'
import { type MetaTemplate, TemplateProblem, type TemplatesApi } from './templates-api.port'

export interface TemplateDependencies {
  readonly api: TemplatesApi
  readonly dataKeys: DataKeys
}

/** The most templates that Meta allows a verified account. */
const mostTemplates = 6_000

export function storedTemplatesOfConnection(
  { db }: CompanyWork,
  connectionId: ConnectionId,
): Promise<TemplateRow[]> {
  return db.rows(templatesOfConnection, { connectionId, limit: mostTemplates })
}

export async function listTemplates(work: CompanyWork, connectionId: ConnectionId): Promise<TemplateList> {
  const [, rows, check] = await Promise.all([
    connectionToRead(work, connectionId),
    storedTemplatesOfConnection(work, connectionId),
    work.db.row(lastTemplateRefreshTime, { connectionId }),
  ])
  return { templates: rows.map(templateView), checkedAt: check?.checked_at?.toISOString() ?? null }
}

export async function refreshTemplates(
  { api, dataKeys }: TemplateDependencies,
  company: CompanyTransactionRunner,
  connectionId: ConnectionId,
): Promise<TemplateList> {
  const credentials = await company.act((work) => credentialsForTemplates(work, dataKeys, connectionId))
  const listed = await api.list(credentials).catch((error: unknown) => {
    throw toTemplateRefusal(error)
  })
  return company.act(async (work) => {
    await storeAll(work, connectionId, listed.slice(0, mostTemplates))
    return listTemplates(work, connectionId)
  })
}

async function storeAll(
  work: CompanyWork,
  connectionId: ConnectionId,
  listed: readonly MetaTemplate[],
): Promise<void> {
  const at = work.now
  // Meta may return a template twice when another one is created between two pages.
  const each = [...new Map(listed.map((one) => [one.metaId, one])).values()]
  const metaIds = each.map(({ metaId }) => metaId)
  const gone = await work.db.rows(removeTemplatesMissingAtMeta, { connectionId, metaIds })
  const saved = await work.db.rows(saveTemplates, { connectionId, templates: JSON.stringify(each), at })
  await work.db.run(saveTemplateRefreshTime, { connectionId, isAnswered: true, at })
  for (const row of gone) recordTemplateDeleted(work, row)
  for (const row of saved) recordTemplateChanged(work, row.is_new ? 'create' : 'update', row)
}

export function recordTemplateChanged(
  work: CompanyWork,
  action: 'create' | 'update',
  row: TemplateRow,
): void {
  work.record(messageTemplateChanged, { action, record: templateView(row) })
}

export function recordTemplateDeleted(
  work: CompanyWork,
  { id, connection_id: connectionId }: TemplateRow,
): void {
  work.record(messageTemplateChanged, { action: 'delete', id, connectionId })
}

/** The connection's credentials at Meta. ERR_NOT_OFFERED: it has no templates, or was never set up. */
export async function credentialsForTemplates(
  work: CompanyWork,
  dataKeys: DataKeys,
  connectionId: ConnectionId,
): Promise<OfficialCredentials> {
  const { provider } = await connectionToRead(work, connectionId)
  const credentials = capabilitiesOf(provider).templates
    ? await readStoredCredentials(work, dataKeys, connectionId)
    : null
  if (credentials === null) throw refuse('ERR_NOT_OFFERED')
  return credentials
}

/** Converts a refusal of Meta into ours. Any other error is a bug and is returned unchanged. */
export function toTemplateRefusal(error: unknown): unknown {
  return error instanceof TemplateProblem
    ? refuse('ERR_TEMPLATE_META', { what: error.what, detail: error.detail })
    : error
}

const refreshTask = 'messageTemplates.refresh'

/** Enqueues one refresh for all webhooks of ten seconds, because Meta allows only 200 calls an hour. */
export function enqueueTemplateRefresh(work: CompanyWork, connectionId: ConnectionId): void {
  const runAt = new Date(work.now.getTime() + 10_000)
  const key = `${work.companyId}:${refreshTask}:${connectionId}`
  work.enqueue({ task: refreshTask, payload: { connectionId }, runAt, key })
}

export function refreshTemplatesJob(parts: TemplateDependencies): JobKind {
  return jobKind({
    task: refreshTask,
    payload: z.object({ connectionId: z.number().int() }),
    carryOut: (company, { connectionId }) =>
      refreshTemplatesInJob(parts, company, connectionId as ConnectionId), // the server wrote the payload
  })
}

/** Like `refreshTemplates`, for background jobs: ignores a refusal of Meta, because the next job tries again. */
export async function refreshTemplatesInJob(
  parts: TemplateDependencies,
  company: CompanyTransactionRunner,
  connectionId: ConnectionId,
): Promise<void> {
  try {
    await refreshTemplates(parts, company, connectionId)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await company.act(({ db, now }) =>
      db.run(saveTemplateRefreshTime, { connectionId, isAnswered: false, at: now }),
    )
  }
}
