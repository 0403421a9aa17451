import { connectionsToRefreshTemplates } from '../../features/message-templates/message-templates.queries'
import { refreshTemplatesInJob } from '../../features/message-templates/refresh-templates'
import type { TemplatesApi } from '../../features/message-templates/templates-api.port'
import type { DataKeys } from '../../platform/encryption'
import type { Workplace } from '../../platform/work'
import { type RepeatedTask, type RepetitionDependencies, repeatTask } from '../repeat-task'

interface TemplateCheckDependencies extends RepetitionDependencies {
  readonly api: TemplatesApi
  readonly dataKeys: DataKeys
  readonly workplace: Workplace
}

const pauses = { firstMs: 30_000, everyMs: 300_000 }
/** A template is stale this long after its last check, because Meta's webhooks about changes may have been lost. */
const staleAfterMs = 86_400_000
const atOnce = 50

/** Fetches stale templates from Meta, one number after the other. */
export async function checkStaleTemplates(
  { api, dataKeys, workplace, log }: Omit<TemplateCheckDependencies, 'clock'>,
  stopping?: AbortSignal,
): Promise<void> {
  const stale = await workplace.withPlatform('message templates to check', ({ db, now }) =>
    db.rows(connectionsToRefreshTemplates, { before: new Date(now.getTime() - staleAfterMs), limit: atOnce }),
  )
  for (const { company_id: companyId, connection_id: connectionId } of stale) {
    if (stopping?.aborted) return
    const actor = { kind: 'system', name: 'message templates', companyId } as const
    await refreshTemplatesInJob(
      { api, dataKeys },
      { act: (act) => workplace.withCompany(actor, act) },
      connectionId,
    ).catch((err) => log.warn({ err, companyId, connectionId }, 'message templates could not be checked'))
  }
}

export function startTemplateChecks(parts: TemplateCheckDependencies): RepeatedTask {
  return repeatTask(parts, pauses, 'stale message templates could not be looked for', (stopping) =>
    checkStaleTemplates(parts, stopping),
  )
}
