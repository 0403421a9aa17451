import { insertRowsStatement } from '../../platform/database/insert-rows'

export const insertMovedPrompts = insertRowsStatement(
  'prompts.insertMoved',
  'prompts',
  `id, name, prompt, queue_id, voice, voice_region, sealed_api_key, max_tokens, temperature, max_messages, created_at,
    updated_at`,
)
