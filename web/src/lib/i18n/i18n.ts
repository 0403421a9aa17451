import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { readStored, store } from '../browser-storage'

/** Stored values, with the name that each language gives itself (I18N-01, I18N-03). */
export const languages = { 'pt-BR': 'Português', en: 'English', es: 'Español' } as const
export type Language = keyof typeof languages
export const languageChoices = ['pt-BR', 'en', 'es'] as const satisfies readonly Language[]

/** Every `{language}/{feature}.json` beside this file; a feature brings its texts by adding three files. */
const files = import.meta.glob<Record<string, unknown>>('./*/*.json', { eager: true, import: 'default' })

type Texts = Record<string, Record<string, Record<string, unknown>>>

export const texts: Texts = {}
for (const [path, content] of Object.entries(files)) {
  const [, language = '', feature = ''] = /^\.\/(\w+)\/([\w-]+)\.json$/.exec(path) ?? []
  texts[language] = { ...texts[language], [feature]: content }
}

/** `pt` is accepted for `pt-BR`; anything unknown is Portuguese. */
export function languageOf(stored: string | null): Language {
  return stored === 'en' || stored === 'es' ? stored : 'pt-BR'
}

export function chooseLanguage(language: Language): void {
  store('i18nextLng', language)
  void i18next.changeLanguage(language)
}

i18next.on('languageChanged', (language) => {
  document.documentElement.lang = language
})

void i18next.use(initReactI18next).init({
  lng: languageOf(readStored('i18nextLng')),
  fallbackLng: 'pt',
  load: 'all',
  resources: texts,
  ns: Object.keys(texts.pt ?? {}),
  defaultNS: 'common',
  interpolation: { escapeValue: false }, // React escapes
  initAsync: false,
})

export default i18next
