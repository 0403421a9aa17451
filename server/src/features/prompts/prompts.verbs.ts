import type { PromptForm, PromptView } from '@balcao/contract/prompts'
import type { BotFailureReason } from '@balcao/domain/bot-failures'
import type { PromptId } from '@balcao/domain/ids'
import type { AssistantCost } from '../../outside/assistant/port'
import type { DataKeys } from '../../platform/encryption'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { refuseUnknownQueues } from '../queues/queues.access'
import { storePromptApiKeys } from './prompt-keys'
import { promptChanged } from './prompts.events'
import { addCostOfPrompt, insertPrompt, removePrompt, savePrompt } from './prompts.queries'
import { promptToRead } from './prompts.read'
import { promptView } from './prompts.view'

export async function createPrompt(
  work: PersonWork,
  form: PromptForm,
  dataKeys: DataKeys,
): Promise<PromptView> {
  await refuseUnknownQueues(work, [form.queueId])
  const { id } = await work.db.one(insertPrompt, { ...written(form), at: work.now })
  await storePromptApiKeys(work, id, form, dataKeys)
  return recordSaved(work, id, 'create')
}

export async function updatePrompt(
  work: PersonWork,
  id: PromptId,
  form: PromptForm,
  dataKeys: DataKeys,
): Promise<PromptView> {
  await promptToRead(work, id)
  await refuseUnknownQueues(work, [form.queueId])
  await work.db.run(savePrompt, { ...written(form), at: work.now, id })
  await storePromptApiKeys(work, id, form, dataKeys)
  return recordSaved(work, id, 'update')
}

/** Deletes a prompt. Connections, queues and tickets that used it continue without an assistant. */
export async function deletePrompt(work: PersonWork, id: PromptId): Promise<void> {
  const { name } = await promptToRead(work, id)
  if ((await work.db.run(removePrompt, { id })) === 0) throw refuse('ERR_NO_PROMPT_FOUND')
  await recordAudit(work, { act: 'prompt.deleted', subject: { id, name } })
  work.record(promptChanged, { action: 'delete', promptId: id })
}

export interface PromptUsage extends AssistantCost {
  /** Why the last call failed; null: it succeeded. */
  readonly failure: BotFailureReason | null
}

export async function recordPromptCost(work: CompanyWork, id: PromptId, spent: PromptUsage): Promise<void> {
  const { calls, tokensIn, tokensOut, failure } = spent
  const row = await work.db.row(addCostOfPrompt, { id, calls, tokensIn, tokensOut, failure, at: work.now })
  if (row === null) return
  work.record(promptChanged, {
    action: 'spending',
    promptId: id,
    spending: { calls: row.calls, tokensIn: row.tokens_in, tokensOut: row.tokens_out },
    lastCallAt: work.now.toISOString(),
    lastFailure: failure,
  })
}

async function recordSaved(work: PersonWork, id: PromptId, action: 'create' | 'update'): Promise<PromptView> {
  const prompt = promptView(await promptToRead(work, id))
  await recordAudit(work, {
    act: action === 'create' ? 'prompt.created' : 'prompt.changed',
    subject: { id, name: prompt.name },
  })
  work.record(promptChanged, { action, prompt })
  return prompt
}

function written(form: PromptForm) {
  const { name, prompt, queueId, voice, voiceRegion, maxTokens, temperature, maxMessages } = form
  return { name, prompt, queueId, voice, voiceRegion, maxTokens, temperature, maxMessages }
}
