import type { BotFailureReason } from '@balcao/domain/bot-failures'
import type { IntegrationId } from '@balcao/domain/ids'
import type { IntegrationType } from '@balcao/domain/integrations'
import { statement } from '../../platform/database/statement'

export interface IntegrationRow {
  id: IntegrationId
  type: IntegrationType
  name: string
  project_name: string
  sealed_json_content: string | null
  sealed_signing_secret: string | null
  language: string
  url: string
  typebot_delay_message: number
  typebot_expires: number
  typebot_keyword_finish: string
  typebot_keyword_restart: string
  typebot_restart_message: string
  typebot_slug: string
  typebot_unknown_message: string
  last_call_at: Date | null
  last_failure: BotFailureReason | null
  failures: number
  created_at: Date
  updated_at: Date
}

const integrationColumns = `
  id, type, name, project_name, sealed_json_content, sealed_signing_secret, language, url, typebot_delay_message,
  typebot_expires, typebot_keyword_finish, typebot_keyword_restart, typebot_restart_message, typebot_slug,
  typebot_unknown_message, last_call_at, last_failure, failures, created_at, updated_at`
const matchesSearch = 'position(plain_text(:words) in plain_text(name)) > 0'

export const integrationsPage = statement<{ words: string; limit: number; offset: number }, IntegrationRow>(
  'integrations.page',
  `
  select ${integrationColumns} from queue_integrations where ${matchesSearch} order by id desc limit :limit offset :offset
  `,
)

export const countIntegrations = statement<{ words: string }, { count: number }>(
  'integrations.count',
  `select count(*)::int as count from queue_integrations where ${matchesSearch}`,
)

export const integrationById = statement<{ id: IntegrationId }, IntegrationRow>(
  'integrations.byId',
  `select ${integrationColumns} from queue_integrations where id = :id`,
)

/** The fields of the form, without the encrypted secrets. */
type Written = {
  type: IntegrationType
  name: string
  projectName: string
  language: string
  url: string
  delayMessage: number
  expires: number
  keywordFinish: string
  keywordRestart: string
  restartMessage: string
  slug: string
  unknownMessage: string
  at: Date
}

export const insertIntegration = statement<Written, { id: IntegrationId }>(
  'integrations.insert',
  `
  insert into queue_integrations (company_id, type, name, project_name, language, url, typebot_delay_message,
    typebot_expires, typebot_keyword_finish, typebot_keyword_restart, typebot_restart_message, typebot_slug,
    typebot_unknown_message, created_at, updated_at)
  values (current_company(), :type, :name, :projectName, :language, :url, :delayMessage, :expires, :keywordFinish,
    :keywordRestart, :restartMessage, :slug, :unknownMessage, :at, :at)
  returning id
  `,
)

/** Saves the form and resets the count of failed calls, which ends a pause of the integration. */
export const saveIntegration = statement<Written & { id: IntegrationId }>(
  'integrations.save',
  `
  update queue_integrations
  set type = :type, name = :name, project_name = :projectName, language = :language, url = :url,
    typebot_delay_message = :delayMessage,
    typebot_expires = :expires, typebot_keyword_finish = :keywordFinish, typebot_keyword_restart = :keywordRestart,
      typebot_restart_message = :restartMessage,
    typebot_slug = :slug, typebot_unknown_message = :unknownMessage, updated_at = :at, failures = 0
  where id = :id
  `,
)

/** Saves the encrypted secrets. Null leaves the stored secret unchanged. */
export const saveIntegrationSecrets = statement<{
  id: IntegrationId
  jsonContent: string | null
  signingSecret: string | null
}>(
  'integrations.saveSecrets',
  `
  update queue_integrations
  set sealed_json_content = coalesce(:jsonContent, sealed_json_content),
    sealed_signing_secret = coalesce(:signingSecret, sealed_signing_secret)
  where id = :id
  `,
)

export const removeIntegration = statement<{ id: IntegrationId }>(
  'integrations.remove',
  'delete from queue_integrations where id = :id',
)

export const saveIntegrationCall = statement<
  { id: IntegrationId; failure: BotFailureReason | null; at: Date },
  IntegrationRow
>(
  'integrations.recordIntegrationCall',
  `
  update queue_integrations
  set last_call_at = :at, last_failure = :failure, failures = case when :failure::text is null then 0
    else failures + 1 end
  where id = :id
  returning ${integrationColumns}
  `,
)
