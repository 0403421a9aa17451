import i18next, { type BackendModule, type FormatterModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { onValueStoredInOtherTab, readStoredValue, storeValue } from '../browser-storage'

/** The languages by their stored values, with the name that each gives itself (I18N-01, I18N-03). */
export const languages = { 'pt-BR': 'Português', en: 'English', es: 'Español' } as const
export type Language = keyof typeof languages
export const languageChoices = ['pt-BR', 'en', 'es'] as const satisfies readonly Language[]

type Code = 'pt' | 'en' | 'es'
type Part = 'start' | 'conversation' | 'refusals' | 'others'
type Texts = Readonly<Record<string, Readonly<Record<string, unknown>>>>
/** A chunk with texts of several features. Its keys are feature names, or file paths such as `./pt/tickets.json`. */
type TextFile = { readonly default: Texts }

/**
 * The texts of each language in four chunks: for the first render, for a conversation, of error codes, and all
 * others. A page loads only the chunks of its language. A feature adds its texts as `{language}/{feature}.json`.
 * The texts of error codes are in the contract, because the server's answers use them too.
 */
const files: Record<Part, Record<Code, () => Promise<TextFile>>> = {
  start: { pt: () => import('./start-pt'), en: () => import('./start-en'), es: () => import('./start-es') },
  conversation: {
    pt: () => import('./conversation-pt'),
    en: () => import('./conversation-en'),
    es: () => import('./conversation-es'),
  },
  refusals: {
    pt: () => import('./refusals-pt'),
    en: () => import('./refusals-en'),
    es: () => import('./refusals-es'),
  },
  others: {
    pt: () => import('./others-pt'),
    en: () => import('./others-en'),
    es: () => import('./others-es'),
  },
}

/** The features whose texts load before the first render; the start chunk may use no others. */
export const featuresWithInitialTexts: readonly string[] = [
  'announcements',
  'chats',
  'common',
  'errors',
  'shell',
  'tickets',
]
/** The features whose texts load with the code of a conversation. */
export const featuresWithConversationTexts: readonly string[] = ['keyboard', 'messages', 'notes']

function partOf(feature: string): Part {
  if (featuresWithInitialTexts.includes(feature)) return 'start'
  return featuresWithConversationTexts.includes(feature) ? 'conversation' : 'others'
}

/** The language of a stored value; `pt` and any unknown value are Portuguese. */
export function languageOfStoredValue(stored: string | null): Language {
  return stored === 'en' || stored === 'es' ? stored : 'pt-BR'
}

/** Switches the language. Fetches all of its texts first, since any component may be mounted. */
export async function chooseLanguage(language: Language): Promise<void> {
  const parts = ['start', 'conversation', 'others'] as const
  await Promise.all(parts.map((part) => fetchTexts(part, language)))
  storeValue('i18nextLng', language)
  await i18next.changeLanguage(language)
}

/** Resolves once the texts of conversations are loaded, in the language of the page. */
export async function fetchConversationTexts(): Promise<void> {
  await fetchTexts('conversation', languageOfStoredValue(i18next.language))
}

/** Resolves once the texts of error codes are loaded, in the language of the page. */
export async function fetchErrorCodeTexts(): Promise<void> {
  await fetchTexts('refusals', languageOfStoredValue(i18next.language))
}

const fetched = new Map<string, Promise<Texts>>()

/** Fetches each chunk of texts once; after a failure the next call fetches again. */
function fetchTexts(part: Part, language: Language): Promise<Texts> {
  const code = codeOf(language)
  const key = `${part} ${code}`
  const known = fetched.get(key)
  if (known !== undefined) return known
  // These chunks need the texts of error codes too, as for a message that failed.
  const needed = part === 'conversation' || part === 'others' ? fetchTexts('refusals', language) : undefined
  const texts = Promise.all([files[part][code](), needed]).then(([file]) => {
    const texts = byFeature(file)
    // Two chunks have texts of the feature `errors`. The last argument merges them.
    for (const [feature, said] of Object.entries(texts)) i18next.addResourceBundle(code, feature, said, true)
    return texts
  })
  fetched.set(key, texts)
  texts.catch(() => fetched.delete(key))
  return texts
}

function byFeature({ default: files }: TextFile): Texts {
  return Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [/([\w-]+)\.json$/.exec(path)?.[1] ?? path, texts]),
  )
}

function codeOf(language: Language): Code {
  return language === 'pt-BR' ? 'pt' : language
}

/** The i18next backend that loads missing texts. The component that uses them suspends meanwhile. */
const fetcher: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: async (code: string, feature: string) =>
    (await fetchTexts(partOf(feature), languageOfStoredValue(code)))[feature],
}

i18next.on('languageChanged', (language) => {
  document.documentElement.lang = language
})

// Follows a change of language in another tab. When the texts fail to load, this tab keeps its language.
onValueStoredInOtherTab(
  'i18nextLng',
  (chosen) => void chooseLanguage(languageOfStoredValue(chosen)).catch(() => undefined),
)

/** Formats counts in the language: `1.902`. Other numbers, such as ticket numbers, stay unchanged. */
const counts: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value, format, language, options) =>
    typeof value === 'number' &&
    value >= 1000 &&
    (format === 'number' || options?.interpolationkey === 'count')
      ? new Intl.NumberFormat(language).format(value)
      : value,
}

const started = languageOfStoredValue(readStoredValue('i18nextLng'))
void i18next
  .use(fetcher)
  .use(counts)
  .use(initReactI18next)
  .init({
    lng: started,
    fallbackLng: false, // every language has every text
    load: 'languageOnly',
    resources: {},
    partialBundledLanguages: true,
    ns: [],
    defaultNS: 'common',
    interpolation: { escapeValue: false, alwaysFormat: true }, // React escapes
    initAsync: false,
  })
/**
 * Resolves when the first texts are loaded; Portuguese is the fallback. A module of the start chunk must not await
 * this at its top level: the chunks of texts import the start chunk, so each would wait for the other forever.
 */
export const initialTextsLoaded: Promise<void> = fetchTexts('start', started)
  .catch(async () => {
    await fetchTexts('start', 'pt-BR')
    await i18next.changeLanguage('pt-BR')
  })
  .then(() => undefined)

export default i18next
