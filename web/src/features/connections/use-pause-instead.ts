import type { ConnectionView } from '@balcao/contract/connections'
import { useTranslation } from 'react-i18next'
import type { ConfirmDialogProps } from '../../ui/confirm-dialog'
import { useConnectionLinkAct } from './api/connections'
import { isLinked } from './situation'

/**
 * Offers a pause in place of a log-out, since a pause keeps the number linked. Undefined when the connection
 * is not running or not linked.
 */
export function usePauseInstead(connection: ConnectionView): ConfirmDialogProps['alternative'] {
  const { t } = useTranslation('connections')
  const session = useConnectionLinkAct()
  if (connection.status === 'DISCONNECTED' || !isLinked(connection)) return undefined
  return {
    name: t('pauseInstead'),
    act: () => session.mutateAsync({ act: 'pause', id: connection.id }),
  }
}
