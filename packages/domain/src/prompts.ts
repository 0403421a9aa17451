/** The fifteen Brazilian voices of the speech service, by the names people know (PROMPT-06). */
const speakers = [
  'Francisca',
  'Antonio',
  'Brenda',
  'Donato',
  'Elza',
  'Fabio',
  'Giovanna',
  'Humberto',
  'Julio',
  'Leila',
  'Leticia',
  'Manuela',
  'Nicolau',
  'Valerio',
  'Yara',
] as const

/** Answers in writing. */
export const textVoice = 'texto'

/** What a prompt's voice may be: `texto`, or the id of a voice, `pt-BR-FranciscaNeural`. */
export const voices: readonly string[] = [textVoice, ...speakers.map((name) => `pt-BR-${name}Neural`)]

/** `Francisca` of `pt-BR-FranciscaNeural`; of `texto` nothing. */
export function speakerOf(voice: string): string | null {
  return /^pt-BR-(\w+)Neural$/.exec(voice)?.[1] ?? null
}

/** What a new prompt begins with (PROMPT-05). */
export const promptDefaults = { voice: textVoice, maxTokens: 100, temperature: 1, maxMessages: 10 } as const

export const promptLimits = {
  name: 100,
  prompt: 20_000,
  maxTokens: { min: 1, max: 32_000 },
  temperature: { min: 0, max: 2 },
  maxMessages: { min: 1, max: 100 },
} as const
