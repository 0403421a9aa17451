import { insertRowsStatement } from '../../platform/database/insert-rows'

export const insertMovedIntegrations = insertRowsStatement(
  'integrations.insertMoved',
  'queue_integrations',
  `id, type, name, project_name, sealed_json_content, sealed_signing_secret, language, url, typebot_delay_message,
    typebot_expires, typebot_keyword_finish, typebot_keyword_restart, typebot_restart_message, typebot_slug,
    typebot_unknown_message, failures, created_at, updated_at`,
)
