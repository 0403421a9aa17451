import { ApiError } from '../../lib/api-error'
import { errorText } from '../../lib/error-text'
import i18n from '../../lib/i18n/i18n'

/** The text of a refused sign-in (AUTH-30). After too many attempts it contains the waiting time. */
export function signInRefusalText(error: unknown): string {
  if (!(error instanceof ApiError) || error.code !== 'ERR_TOO_MANY_ATTEMPTS') return errorText(error)
  const seconds = Number(error.data.retryAfterSeconds)
  return seconds < 90
    ? i18n.t('auth:waitSeconds', { count: Math.max(1, Math.ceil(seconds)) })
    : i18n.t('auth:waitMinutes', { count: Math.ceil(seconds / 60) })
}
