import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { ErrorState } from '../ui/states'

/**
 * A page that broke, or whose parts could not be fetched: the server is away, or has been renewed since this tab was
 * opened and no longer has them. Reloading mends both; everything around the page lives.
 */
export function PageFailure() {
  const { t } = useTranslation('shell')
  const error = useRouteError()
  return <ErrorState title={t('pageFailed')} error={error} onRetry={() => window.location.reload()} />
}
