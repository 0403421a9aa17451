import type { IntegrationId, PromptId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { knownAssistants } from './queues.queries'

/** Refuses a prompt or an integration that the company does not have; null and nothing are no trouble. */
export async function refuseUnknownAssistants(
  { db }: Pick<CompanyWork, 'db'>,
  {
    promptId = null,
    integrationId = null,
  }: {
    readonly promptId?: PromptId | null | undefined
    readonly integrationId?: IntegrationId | null | undefined
  },
): Promise<void> {
  if (promptId === null && integrationId === null) return
  const known = await db.one(knownAssistants, [promptId, integrationId])
  if (!known.has_prompt) throw refuse('ERR_NO_PROMPT_FOUND')
  if (!known.has_integration) throw refuse('ERR_NO_INTEGRATION_FOUND')
}
