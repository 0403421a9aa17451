import type { ConnectionView } from '@balcao/contract/connections'
import { useTranslation } from 'react-i18next'
import type { ConfirmDialogProps } from '../../ui/confirm-dialog'
import { useConnectionLinkAct } from './api/connections'
import { isLinked } from './situation'

/** Offers a pause, which keeps the number linked; undefined for a connection that is stopped or not linked. */
export function usePauseAlternative(connection: ConnectionView): ConfirmDialogProps['alternative'] {
  const { t } = useTranslation('connections')
  const session = useConnectionLinkAct()
  if (connection.status === 'DISCONNECTED' || !isLinked(connection)) return undefined
  return {
    name: t('pauseInstead'),
    act: () => session.mutateAsync({ act: 'pause', id: connection.id }),
  }
}
