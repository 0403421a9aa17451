import type { ErrorCode } from '@balcao/contract/errors'
import type { TFunction } from 'i18next'
import { ApiError } from './api-error'
import { fullDate } from './dates'
import i18n from './i18n/i18n'

/** The text of a failed call: the code's text, else the raw text, else the fallback (ERR-01 to ERR-03). */
export function errorText(error: unknown, t: TFunction = i18n.t): string {
  if (!(error instanceof ApiError)) return t('errors:unknown')
  if (hasText(error)) return t(`errors:${error.code}`, textVariables(error))
  if (error.status === 0) return t('errors:unreachable')
  return error.text === '' ? t('errors:unknown') : error.text
}

/**
 * The text for a page that failed to load. For internal errors the server sends an English sentence, so this takes a
 * translated text instead (ERR-06).
 */
export function failedLoadText(error: unknown, t: TFunction): string {
  const isMishap = error instanceof ApiError && error.status >= 500 && !hasText(error)
  return isMishap ? t('errors:mishap') : errorText(error, t)
}

/** Whether this page has a text for the error. A newer server may send a code that this page does not know. */
function hasText(error: ApiError): error is ApiError & { readonly code: ErrorCode } {
  return error.code !== undefined && i18n.exists(`errors:${error.code}`, textVariables(error))
}

/**
 * The variables for the text of an error: dates as days, seconds also as minutes (`count`), and the exceeded limit as
 * `context`, which selects the sentence (`ERR_PLAN_LIMIT_users`).
 */
function textVariables(error: ApiError): Record<string, unknown> {
  const { dueDate, from, retryAfterSeconds, what } = error.data
  return {
    ...error.data,
    ...(typeof what === 'string' && { context: what }),
    ...(typeof dueDate === 'string' && { dueDate: dayOf(dueDate) }),
    ...(typeof from === 'string' && { from: dayOf(from) }),
    ...(typeof retryAfterSeconds === 'number' && { count: Math.max(1, Math.ceil(retryAfterSeconds / 60)) }),
  }
}

/** A plain day, or an instant in the browser's time zone, as `DD/MM/YYYY`. */
function dayOf(date: string): string {
  return date.length > 10 ? fullDate(date) : date.split('-').reverse().join('/')
}
