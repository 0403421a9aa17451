import type { EgressClient } from '../../platform/egress/egress-client'
import { failureReasonOfHttpStatus, mayHaveBeenProcessed, toBotFailure } from '../bots/call-json'
import { BotFailure } from '../bots/port'
import type { SpeechSynthesizer } from './port'

const callTimeoutMs = 20_000
const maxAnswerBytes = 16 << 20
/** Azure charges by characters, so the cost of one call has no token counts. */
const callSpeechService = { calls: 1, tokensIn: 0, tokensOut: 0 }
/** The shape of a region, which becomes a part of the service's host name, and must not change the host. */
const regionShape = /^[a-z0-9]{2,40}$/

const azure = (region: string) => `https://${region}.tts.speech.microsoft.com`

export function azureSpeechSynthesizer(
  outside: Pick<EgressClient, 'post'>,
  hostOf: (region: string) => string = azure,
): SpeechSynthesizer {
  return {
    async say({ key, region, voice, text }, { signal, paid }) {
      if (!regionShape.test(region)) throw new BotFailure('misconfigured')
      const answer = await outside
        .post(`${hostOf(region)}/cognitiveservices/v1`, ssml(voice, text), {
          maxBytes: maxAnswerBytes,
          timeoutMs: callTimeoutMs,
          headers: {
            'ocp-apim-subscription-key': key,
            'content-type': 'application/ssml+xml',
            'x-microsoft-outputformat': 'audio-24khz-48kbitrate-mono-mp3',
            'user-agent': 'balcao',
          },
          signal,
        })
        .catch((error: unknown) => {
          if (mayHaveBeenProcessed(error)) paid(callSpeechService)
          throw toBotFailure(error)
        })
      if (answer.status !== 200) throw new BotFailure(failureReasonOfHttpStatus(answer.status))
      paid(callSpeechService)
      if (answer.bytes.length === 0) throw new BotFailure('garbage')
      return answer.bytes
    },
  }
}

function ssml(voice: string, text: string): string {
  return `<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="pt-BR"><voice name="${escaped(voice)}">${escaped(text)}</voice></speak>`
}

function escaped(text: string): string {
  return text.replace(/[<>&'"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
