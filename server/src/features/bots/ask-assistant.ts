import { assistantInstructions, textForMedia } from '@balcao/domain/assistant-texts'
import { textVoice } from '@balcao/domain/prompts'
import type { Assistant, AssistantTurn } from '../../outside/assistant/port'
import { BotFailure } from '../../outside/bots/port'
import type { Speech } from '../../outside/speech/port'
import type { FileStore } from '../../platform/files/file-store'
import { readStoredBytes } from '../../platform/files/stored-bytes'
import { makeTextsStorable } from '../reception/storable-texts'
import type { BotMessageRow } from './bots.queries'
import { voiceNoteDraft } from './keep-reply'
import {
  type BotDraft,
  type BotTurnCallbacks,
  type BotTurnOutcome,
  emptyTurnOutcome,
  type PromptTurn,
  textDraft,
  textOfMessage,
  voiceNoteKeyOf,
} from './turn'

export interface AssistantDependencies {
  readonly assistant: Assistant
  readonly speech: Speech
  readonly store: FileStore
}

/**
 * Asks the assistant of a prompt for a text or a voice answer. It may hand the ticket over to the prompt's queue
 * only.
 */
export async function askAssistant(
  turn: PromptTurn,
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
      instructions: assistantInstructions({
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
    ...emptyTurnOutcome,
    drafts: said.drafts,
    failure: said.failure,
    afterwards: answer.handsOver ? { kind: 'people', queueId: prompt.queue_id } : { kind: 'goes-on' },
    wasAsked: true,
  }

  /** Sends the text when speech synthesis fails: the customer needs the answer more than the voice. */
  async function aloud(text: string): Promise<Pick<BotTurnOutcome, 'drafts' | 'failure'>> {
    if (text === '') return { drafts: [], failure: null }
    const written: readonly BotDraft[] = [textDraft(text)]
    const { voice, voice_region: region } = prompt
    if (voice === textVoice) return { drafts: written, failure: null }
    try {
      if (keys.voiceKey === null) throw new BotFailure('misconfigured')
      const sound = await speech.say({ key: keys.voiceKey, region, voice, text }, errand)
      return { drafts: [await voiceNoteDraft(errand.keepReply, sound)], failure: null }
    } catch (error) {
      if (error instanceof BotFailure) return { drafts: written, failure: error.reason }
      throw error
    }
  }
}

/** Transcripts of the conversation's voice notes, including those that this turn answers. */
async function withTranscripts(
  { transcripts, unanswered }: PromptTurn,
  { saveTranscript }: BotTurnCallbacks,
  transcribe: (key: string) => Promise<string>,
): Promise<Readonly<Record<string, string>>> {
  const inbound = { ...transcripts }
  for (const message of unanswered) {
    const key = voiceNoteKeyOf(message)
    if (key === null || inbound[message.id] !== undefined) continue
    const words = makeTextsStorable(await transcribe(key))
    inbound[message.id] = words
    await saveTranscript(message.id, words)
  }
  return inbound
}

function voiceAnswer(said: BotMessageRow, transcripts: Readonly<Record<string, string>>): AssistantTurn {
  const words = textOfMessage(said) || transcripts[said.id]?.trim()
  return { by: said.from_me ? 'company' : 'customer', text: words || textForMedia(said.media_type) }
}
