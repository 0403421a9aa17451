import { unsupportedMediaText } from '@balcao/domain/assistant-texts'
import { fillVariables } from '@balcao/domain/message-variables'
import { type BotAnswer, BotFailure, type BotReply, type OutsideBotClient } from '../../outside/bots/port'
import type { FileStore } from '../../platform/files/file-store'
import { readStoredBytes } from '../../platform/files/stored-bytes'
import { storeBotFileReply, storeBotVoiceNoteReply } from './keep-reply'
import {
  type BotReplyMessage,
  type BotTurnCallbacks,
  type BotTurnOutcome,
  type BotTurnTicketOutcome,
  emptyBotTurnOutcome,
  type IntegrationBotTurn,
  textReplyMessage,
  voiceNoteFileKeyOf,
} from './turn'

export interface IntegrationDependencies {
  readonly bots: OutsideBotClient
  readonly store: FileStore
}

export async function askIntegration(
  turn: IntegrationBotTurn,
  { bots, store }: IntegrationDependencies,
  { keepReply, signal }: BotTurnCallbacks,
): Promise<BotTurnOutcome> {
  const byKeyword = keywordOutcome(turn)
  if (byKeyword !== null) return byKeyword
  const key = voiceNoteFileKeyOf(turn.message)
  const sound = key === null ? null : await readStoredBytes(store, key)
  const answer = await bots.answer(turn.bot, { ...turn.said, sound }, signal)
  if (answer.needsWords)
    return {
      ...emptyBotTurnOutcome,
      drafts: [textReplyMessage(unsupportedMediaText(turn.variables.language ?? ''))],
      session: answer.session,
    }
  const drafts: BotReplyMessage[] = []
  for (const reply of answer.replies) drafts.push(...(await draftOf(reply)))
  const unknown = fillVariables(turn.integration.typebot_unknown_message, turn.variables)
  if (answer.isLost && unknown !== '') drafts.push(textReplyMessage(unknown))
  return {
    ...emptyBotTurnOutcome,
    drafts,
    afterwards: ticketActAfter(answer),
    session: answer.session,
    wasAsked: true,
  }

  /** The messages to send for a bot's reply. A file that can't be fetched becomes a text with its caption and URL. */
  async function draftOf(reply: BotReply): Promise<readonly BotReplyMessage[]> {
    if (reply.kind === 'text') return reply.text.trim() === '' ? [] : [textReplyMessage(reply.text)]
    if (reply.kind === 'sound') return [await storeBotVoiceNoteReply(keepReply, reply.bytes)]
    try {
      const bytes = await bots.fetchFile(reply.url, signal)
      if (reply.kind === 'audio') return [await storeBotVoiceNoteReply(keepReply, bytes)]
      const mediaType = reply.kind === 'image' ? 'image' : 'application'
      return [await storeBotFileReply(keepReply, { bytes, mediaType, caption: reply.caption })]
    } catch (error) {
      if (!(error instanceof BotFailure)) throw error
      // A URL with this error points into our own network, so the customer gets only the caption.
      const words = error.reason === 'address-refused' ? reply.caption : `${reply.caption} ${reply.url}`
      return words.trim() === '' ? [] : [textReplyMessage(words.trim())]
    }
  }
}

/** Ends or restarts the conversation, without a call of typebot, if the customer wrote a keyword. Null: no keyword. */
function keywordOutcome({ integration, said, variables }: IntegrationBotTurn): BotTurnOutcome | null {
  if (integration.type !== 'typebot') return null
  const words = said.message.text.trim().toLowerCase()
  if (words === '') return null
  if (words === integration.typebot_keyword_finish.toLowerCase())
    return { ...emptyBotTurnOutcome, afterwards: { kind: 'closed' } }
  if (words !== integration.typebot_keyword_restart.toLowerCase()) return null
  const restart = fillVariables(integration.typebot_restart_message, variables)
  return { ...emptyBotTurnOutcome, drafts: restart === '' ? [] : [textReplyMessage(restart)] }
}

function ticketActAfter({ command }: BotAnswer): BotTurnTicketOutcome {
  switch (command?.kind) {
    case undefined:
      return { kind: 'goes-on' }
    case 'stop':
      return { kind: 'people', queueId: null }
    case 'queue':
      return { kind: 'people', queueId: command.queueId }
    case 'user':
      return { kind: 'colleague', queueId: command.queueId, userId: command.userId }
  }
}
