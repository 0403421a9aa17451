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

/** The `voice` of an assistant that answers in writing. */
export const writtenAnswersVoice = 'texto'

/** The permitted values of a prompt's `voice`: `texto`, or a voice id such as `pt-BR-FranciscaNeural`. */
export const promptVoices: readonly string[] = [
  writtenAnswersVoice,
  ...speakers.map((name) => `pt-BR-${name}Neural`),
]

/** The name in a voice id: `Francisca` for `pt-BR-FranciscaNeural`; null for `texto`. */
export function speakerNameOfVoice(voice: string): string | null {
  return /^pt-BR-(\w+)Neural$/.exec(voice)?.[1] ?? null
}

export const promptDefaults = {
  voice: writtenAnswersVoice,
  maxTokens: 100,
  temperature: 1,
  maxMessages: 10,
} as const

export const promptLimits = {
  name: 100,
  prompt: 20_000,
  maxTokens: { min: 1, max: 32_000 },
  temperature: { min: 0, max: 2 },
  maxMessages: { min: 1, max: 100 },
} as const
