import type { IntegrationTestForm } from '@balcao/contract/integrations'
import {
  type BotAnswer,
  BotFailure,
  type BotSettings,
  type CustomerMessage,
  type OutsideBotClient,
} from '../../outside/bots/port'
import type { UserCaller } from '../../platform/http/route'
import { refuse } from '../../platform/refusal'
import { decryptIntegrationSecrets, isUnchangedSecret } from './integration-secrets'
import { integrationToRead } from './integrations.read'
import { refusePrivateIntegrationUrl, type SaveIntegrationDependencies } from './integrations.verbs'

/** The time limit of a trial, during which a user waits in an open dialog. */
const timeoutMs = 15_000

/** Tests unsaved settings: calls the bot once, without a ticket, and returns its first text (INTEG-12). */
export async function runIntegrationTest(
  caller: UserCaller,
  form: IntegrationTestForm,
  { bots, dataKeys, outside }: SaveIntegrationDependencies & { readonly bots: OutsideBotClient },
): Promise<string> {
  refusePrivateIntegrationUrl(form, outside)
  const { bot, said } = await caller.read(async (work) => {
    const row = form.integrationId == null ? null : await integrationToRead(work, form.integrationId)
    const kept = row && decryptIntegrationSecrets(work, row, dataKeys)
    const secret = (field: 'jsonContent' | 'signingSecret') =>
      isUnchangedSecret(form[field]) ? (kept?.[field] ?? '') : form[field]
    const bot: BotSettings = {
      type: form.type,
      integrationId: row?.id ?? null,
      name: form.name,
      url: form.urlN8N,
      signingSecret: secret('signingSecret'),
      projectName: form.projectName,
      jsonContent: secret('jsonContent'),
      language: form.language,
      typebotSlug: form.typebotSlug,
    }
    return { bot, said: sampleMessage(work.companyId, work.newUuid(), work.now) }
  })
  try {
    return firstTextOf(await bots.answer(bot, said, AbortSignal.timeout(timeoutMs)))
  } catch (error) {
    if (error instanceof BotFailure) throw refuse('ERR_BOT_FAILED', { what: error.reason })
    throw error
  }
}

function sampleMessage(companyId: number, uuid: string, now: Date): CustomerMessage {
  return {
    companyId,
    ticket: { id: 0, uuid, queueId: null },
    contact: { id: 0, name: 'Teste', number: '5511900000000' },
    message: { id: 0, text: 'Olá', mediaType: null, mediaUrl: null, sentAt: now.toISOString() },
    sound: null,
    session: null,
    now,
  }
}

function firstTextOf({ replies }: BotAnswer): string {
  const text = replies.find((reply) => reply.kind === 'text')
  return text?.kind === 'text' ? text.text.slice(0, 300) : ''
}
