import type { IntegrationView } from '@balcao/contract/integrations'
import { failuresUntilPause } from '@balcao/domain/integrations'
import { credentialMask } from '@balcao/domain/settings'
import type { IntegrationRow } from './integrations.queries'

/** An integration as it stands on the wire, for answers and events alike. Never a secret. */
export function integrationView(row: IntegrationRow): IntegrationView {
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    projectName: row.project_name,
    jsonContent: row.sealed_json_content === null ? '' : credentialMask,
    signingSecret: row.sealed_signing_secret === null ? '' : credentialMask,
    language: row.language,
    urlN8N: row.url,
    typebotDelayMessage: row.typebot_delay_message,
    typebotExpires: row.typebot_expires,
    typebotKeywordFinish: row.typebot_keyword_finish,
    typebotKeywordRestart: row.typebot_keyword_restart,
    typebotRestartMessage: row.typebot_restart_message,
    typebotSlug: row.typebot_slug,
    typebotUnknownMessage: row.typebot_unknown_message,
    lastCallAt: row.last_call_at?.toISOString() ?? null,
    lastFailure: row.last_failure,
    isPaused: isPaused(row),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** It failed too often in a row: people answer until somebody saves it again. */
export function isPaused({ failures }: Pick<IntegrationRow, 'failures'>): boolean {
  return failures >= failuresUntilPause
}
