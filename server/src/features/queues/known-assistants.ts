import type { IntegrationId, PromptId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { hasPromptAndIntegration } from './queues.queries'

interface Assistants {
  readonly promptId?: PromptId | null | undefined
  readonly integrationId?: IntegrationId | null | undefined
}

/** Support on a visit may not link an assistant: it would get messages after the visit (docs/features/support.md). */
export async function refuseUnknownAssistants(
  { db, actor }: Pick<CompanyWork, 'db' | 'actor'>,
  { promptId = null, integrationId = null }: Assistants,
  before: { readonly prompt_id: number | null; readonly integration_id: number | null } | null,
): Promise<void> {
  if (promptId === null && integrationId === null) return
  const isNew =
    (promptId ?? before?.prompt_id ?? null) !== (before?.prompt_id ?? null) ||
    (integrationId ?? before?.integration_id ?? null) !== (before?.integration_id ?? null)
  if (isNew && actor.kind === 'person' && actor.isSupport === true) throw refuse('ERR_SUPPORT_MAY_NOT')
  const known = await db.one(hasPromptAndIntegration, { promptId, integrationId })
  if (!known.has_prompt) throw refuse('ERR_NO_PROMPT_FOUND')
  if (!known.has_integration) throw refuse('ERR_NO_INTEGRATION_FOUND')
}
