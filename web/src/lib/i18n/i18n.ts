import { errorTextsPt } from '@balcao/contract/error-texts-pt'
import type { ErrorTexts } from '@balcao/contract/errors'
import i18next, { type BackendModule, type FormatterModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { onStoredElsewhere, readStored, store } from '../browser-storage'

/** Stored values, with the name that each language gives itself (I18N-01, I18N-03). */
export const languages = { 'pt-BR': 'Português', en: 'English', es: 'Español' } as const
export type Language = keyof typeof languages
export const languageChoices = ['pt-BR', 'en', 'es'] as const satisfies readonly Language[]

type Texts = Record<string, Record<string, unknown>>

/**
 * Every `{language}/{feature}.json` beside this file; a feature adds its texts as three files. Portuguese is the fallback
 * of the other languages. The start chunk has the Portuguese texts of the list of tickets; the code of a conversation brings
 * its own, other Portuguese texts load with the first component that uses them, and other languages when they are chosen.
 * The texts of error codes are in the contract, since the server's answers use them too.
 */
const portuguese = import.meta.glob<Record<string, unknown>>(
  './pt/{announcements,chats,common,errors,shell,tickets}.json',
  { eager: true, import: 'default' },
)
const others = {
  pt: () => import('./texts-pt'),
  en: () => import('./texts-en'),
  es: () => import('./texts-es'),
}

/** The features whose texts the start chunk has: its code may use no other texts. */
export const featuresOfStart: readonly string[] = Object.keys(byFeature(portuguese, errorTextsPt))

/** `pt` is accepted for `pt-BR`; any unknown value is Portuguese. */
export function languageOf(stored: string | null): Language {
  return stored === 'en' || stored === 'es' ? stored : 'pt-BR'
}

/** Rejects without a change when the language's texts cannot be fetched. */
export async function chooseLanguage(language: Language): Promise<void> {
  if (language !== 'pt-BR' && !i18next.hasResourceBundle(language, 'common')) await fetchTexts(language)
  store('i18nextLng', language)
  await i18next.changeLanguage(language)
}

async function fetchTexts(language: keyof typeof others): Promise<Texts> {
  const { default: files, errorTexts } = await others[language]()
  const texts = byFeature(files, errorTexts)
  for (const [feature, said] of Object.entries(texts)) i18next.addResourceBundle(language, feature, said)
  return texts
}

/** i18next's loader of texts that a component uses and that are not loaded yet; the component suspends meanwhile. */
const fetcher: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: async (language: keyof typeof others, feature: string) => (await fetchTexts(language))[feature],
}

function byFeature(files: Texts, errorTexts: ErrorTexts): Texts {
  const texts = Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [/([\w-]+)\.json$/.exec(path)?.[1] ?? path, texts]),
  )
  return { ...texts, errors: { ...texts.errors, ...errorTexts } }
}

i18next.on('languageChanged', (language) => {
  document.documentElement.lang = language
})

// Follows the language of another tab. When its texts fail to load, this tab retains its language.
onStoredElsewhere('i18nextLng', (chosen) => void chooseLanguage(languageOf(chosen)).catch(() => undefined))

/** Formats counts in the language: `1.902`. Other numbers, as a ticket's, are unchanged. */
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

const started = languageOf(readStored('i18nextLng'))
const texts = byFeature(portuguese, errorTextsPt)
void i18next
  .use(fetcher)
  .use(counts)
  .use(initReactI18next)
  .init({
    lng: 'pt-BR',
    fallbackLng: 'pt',
    load: 'languageOnly',
    resources: { pt: texts },
    partialBundledLanguages: true,
    ns: Object.keys(texts),
    defaultNS: 'common',
    interpolation: { escapeValue: false, alwaysFormat: true }, // React escapes
    initAsync: false,
  })
/**
 * Rendering waits for its language; when that fails to load, Portuguese is used. A module of the start chunk must not await
 * it at its top level: the files of texts import from the start chunk, and each would wait for the other forever.
 */
export const firstLanguage: Promise<void> =
  started === 'pt-BR' ? Promise.resolve() : chooseLanguage(started).catch(() => undefined)

export default i18next
