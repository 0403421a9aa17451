import { assistantSystemPrompt, mediaLabelForAssistant } from '@balcao/domain/assistant-texts'
import { writtenAnswersVoice } from '@balcao/domain/prompts'
import type { Assistant, AssistantHistoryMessage } from '../../outside/assistant/port'
import { BotFailure } from '../../outside/bots/port'
import type { SpeechSynthesizer } from '../../outside/speech/port'
import type { FileStore } from '../../platform/files/file-store'
import { readStoredBytes } from '../../platform/files/stored-bytes'
import { makeTextsStorable } from '../reception/storable-texts'
import type { BotConversationMessageRow } from './bots.queries'
import { storeBotVoiceNoteReply } from './keep-reply'
import {
  type BotReplyMessage,
  type BotTurnCallbacks,
  type BotTurnOutcome,
  emptyBotTurnOutcome,
  type PromptBotTurn,
  textOfBotConversationMessage,
  textReplyMessage,
  voiceNoteFileKeyOf,
} from './turn'

export interface AssistantDependencies {
  readonly assistant: Assistant
  readonly speech: SpeechSynthesizer
  readonly store: FileStore
}

/** Asks the assistant for an answer, as text or voice. It may transfer the ticket only to the queue of its prompt. */
export async function askAssistant(
  turn: PromptBotTurn,
  { assistant, speech, store }: AssistantDependencies,
  errand: BotTurnCallbacks,
): Promise<BotTurnOutcome> {
  const { prompt, keys } = turn
  const { apiKey } = keys
  if (apiKey === null) throw new BotFailure('misconfigured')
  const transcripts = await withTranscripts(turn, errand, async (key) =>
    assistant.transcribe(apiKey, await readStoredBytes(store, key), errand),
  )
  const answer = await assistant.answer(
    {
      apiKey,
      instructions: assistantSystemPrompt({
        prompt: prompt.prompt,
        customerName: turn.customerName,
        queueName: prompt.queue_name,
        maxTokens: prompt.max_tokens,
      }),
      history: turn.history.map((said) => voiceAnswer(said, transcripts)),
      maxTokens: prompt.max_tokens,
      temperature: prompt.temperature,
    },
    errand,
  )
  const said = await aloud(answer.text)
  return {
    ...emptyBotTurnOutcome,
    drafts: said.drafts,
    failure: said.failure,
    afterwards: answer.handsOver ? { kind: 'people', queueId: prompt.queue_id } : { kind: 'goes-on' },
    wasAsked: true,
  }

  /** Speaks the text. If speech synthesis fails, returns the text: the customer needs an answer more than a voice. */
  async function aloud(text: string): Promise<Pick<BotTurnOutcome, 'drafts' | 'failure'>> {
    if (text === '') return { drafts: [], failure: null }
    const written: readonly BotReplyMessage[] = [textReplyMessage(text)]
    const { voice, voice_region: region } = prompt
    if (voice === writtenAnswersVoice) return { drafts: written, failure: null }
    try {
      if (keys.voiceKey === null) throw new BotFailure('misconfigured')
      const sound = await speech.say({ key: keys.voiceKey, region, voice, text }, errand)
      return { drafts: [await storeBotVoiceNoteReply(errand.keepReply, sound)], failure: null }
    } catch (error) {
      if (error instanceof BotFailure) return { drafts: written, failure: error.reason }
      throw error
    }
  }
}

/** Transcripts of the conversation's voice notes, including the notes that this answer is for. */
async function withTranscripts(
  { transcripts, unanswered }: PromptBotTurn,
  { saveTranscript }: BotTurnCallbacks,
  transcribe: (key: string) => Promise<string>,
): Promise<Readonly<Record<string, string>>> {
  const inbound = { ...transcripts }
  for (const message of unanswered) {
    const key = voiceNoteFileKeyOf(message)
    if (key === null || inbound[message.id] !== undefined) continue
    const words = makeTextsStorable(await transcribe(key))
    inbound[message.id] = words
    await saveTranscript(message.id, words)
  }
  return inbound
}

function voiceAnswer(
  said: BotConversationMessageRow,
  transcripts: Readonly<Record<string, string>>,
): AssistantHistoryMessage {
  const words = textOfBotConversationMessage(said) || transcripts[said.id]?.trim()
  return { by: said.from_me ? 'company' : 'customer', text: words || mediaLabelForAssistant(said.media_type) }
}
