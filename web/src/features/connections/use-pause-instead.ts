import type { ConnectionView } from '@balcao/contract/connections'
import { useTranslation } from 'react-i18next'
import type { ConfirmDialogProps } from '../../ui/confirm-dialog'
import { useSessionAct } from './api/session-acts'
import { isLinked } from './situation'

/** Pause, to be offered beside a log-out: the number stays linked. Nothing when nothing runs, or there is no link to keep. */
export function usePauseInstead(connection: ConnectionView): ConfirmDialogProps['alternative'] {
  const { t } = useTranslation('connections')
  const session = useSessionAct()
  if (connection.status === 'DISCONNECTED' || !isLinked(connection)) return undefined
  return {
    name: t('pauseInstead'),
    act: () => session.mutateAsync({ act: 'pause', id: connection.id }),
  }
}
