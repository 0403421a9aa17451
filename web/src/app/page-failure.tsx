import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { ErrorState } from '../ui/states'

/**
 * A page that crashed, or whose chunks failed to load: the server is unreachable, or a release removed the chunks of this
 * tab. A reload fixes both; everything around the page keeps working.
 */
export function PageFailure() {
  const { t } = useTranslation('shell')
  const error = useRouteError()
  return <ErrorState title={t('pageFailed')} error={error} onRetry={() => window.location.reload()} />
}
