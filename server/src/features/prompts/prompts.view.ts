import type { PromptView } from '@balcao/contract/prompts'
import type { Viewer } from '@balcao/domain/people'
import { mayManageAndReadKeys } from '@balcao/domain/permissions'
import { credentialMask } from '@balcao/domain/settings'
import type { PromptRow } from './prompts.queries'

export function promptView(row: PromptRow): PromptView {
  return {
    id: row.id,
    name: row.name,
    prompt: row.prompt,
    voice: row.voice,
    voiceKey: row.sealed_voice_key === null ? '' : credentialMask,
    voiceRegion: row.voice_region,
    maxTokens: row.max_tokens,
    temperature: row.temperature,
    apiKey: row.sealed_api_key === null ? '' : credentialMask,
    queueId: row.queue_id,
    queue:
      row.queue_id === null || row.queue_name === null ? null : { id: row.queue_id, name: row.queue_name },
    maxMessages: row.max_messages,
    spending: { calls: row.calls, tokensIn: row.tokens_in, tokensOut: row.tokens_out },
    lastCallAt: row.last_call_at?.toISOString() ?? null,
    lastFailure: row.last_failure,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** A prompt without its instructions, for users who only choose it: its name and queue. */
export function promptWithoutInstructions(view: PromptView): PromptView {
  return { ...view, prompt: '', voiceKey: '', voiceRegion: '', apiKey: '' }
}

export function promptForViewer(viewer: Viewer, view: PromptView): PromptView {
  return mayManageAndReadKeys(viewer, 'prompts.manage') ? view : promptWithoutInstructions(view)
}
