import type { BotSettings } from '../../outside/bots/port'
import type { IntegrationSecrets } from './integration-secrets'
import type { IntegrationRow } from './integrations.queries'

/** The settings of an integration for one call of its bot. */
export function botSettings(
  row: IntegrationRow,
  { jsonContent, signingSecret }: IntegrationSecrets,
): BotSettings {
  return {
    type: row.type,
    integrationId: row.id,
    name: row.name,
    url: row.url,
    signingSecret,
    projectName: row.project_name,
    jsonContent,
    language: row.language,
    typebotSlug: row.typebot_slug,
  }
}
