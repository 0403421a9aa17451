import { errorTextsEn } from './error-texts-en'
import { errorTextsEs } from './error-texts-es'
import { errorTextsPt } from './error-texts-pt'
import type { ErrorCode, ErrorTexts } from './errors'

export const errorTexts = { pt: errorTextsPt, en: errorTextsEn, es: errorTextsEs } as const satisfies Record<
  string,
  ErrorTexts
>
export type ErrorTextLanguage = keyof typeof errorTexts

/** The error's text for users. Some codes have a text for each `data.what`. Days appear as `DD/MM/YYYY`. */
export function errorMessage(
  code: ErrorCode,
  data: Readonly<Record<string, unknown>>,
  language: ErrorTextLanguage,
): string {
  const texts: ErrorTexts = errorTexts[language]
  const text = texts[`${code}_${data.what}`] ?? texts[code]
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => written(data[name]))
}

function written(value: unknown): string {
  return String(value ?? '').replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1')
}
