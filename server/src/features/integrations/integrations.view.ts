import type { IntegrationView } from '@balcao/contract/integrations'
import { integrationFailuresUntilPause } from '@balcao/domain/integrations'
import type { Viewer } from '@balcao/domain/people'
import { mayManageAndReadKeys } from '@balcao/domain/permissions'
import { credentialMask } from '@balcao/domain/settings'
import type { IntegrationRow } from './integrations.queries'

/** The wire view of an integration, for answers and events. Never contains a secret. */
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
    isPaused: isIntegrationPaused(row),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** The view for users who may assign the integration but not manage it. The path of a URL may contain a key. */
export function integrationWithoutUrlAndKeys(view: IntegrationView): IntegrationView {
  return {
    ...view,
    projectName: '',
    jsonContent: '',
    signingSecret: '',
    urlN8N: '',
    typebotSlug: '',
    typebotKeywordFinish: '',
    typebotKeywordRestart: '',
    typebotRestartMessage: '',
    typebotUnknownMessage: '',
  }
}

export function integrationForViewer(viewer: Viewer, view: IntegrationView): IntegrationView {
  return mayManageAndReadKeys(viewer, 'integrations.manage') ? view : integrationWithoutUrlAndKeys(view)
}

/** Whether failed calls have paused the integration. Agents answer until an admin saves it again. */
export function isIntegrationPaused({ failures }: Pick<IntegrationRow, 'failures'>): boolean {
  return failures >= integrationFailuresUntilPause
}
