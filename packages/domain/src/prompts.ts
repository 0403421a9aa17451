/** The fifteen Brazilian voices of the speech service, by their public names (PROMPT-06). */
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

/** The voice that answers in writing. */
export const textVoice = 'texto'

/** The permitted voices of a prompt: `texto`, or the id of a voice, `pt-BR-FranciscaNeural`. */
export const voices: readonly string[] = [textVoice, ...speakers.map((name) => `pt-BR-${name}Neural`)]

/** `Francisca` of `pt-BR-FranciscaNeural`; null of `texto`. */
export function speakerOf(voice: string): string | null {
  return /^pt-BR-(\w+)Neural$/.exec(voice)?.[1] ?? null
}

/** The defaults of a new prompt (PROMPT-05). */
export const promptDefaults = { voice: textVoice, maxTokens: 100, temperature: 1, maxMessages: 10 } as const

export const promptLimits = {
  name: 100,
  prompt: 20_000,
  maxTokens: { min: 1, max: 32_000 },
  temperature: { min: 0, max: 2 },
  maxMessages: { min: 1, max: 100 },
} as const
