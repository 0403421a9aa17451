import type { DeadLetter } from '@balcao/contract/reception'
import { useTranslation } from 'react-i18next'
import { dateAndTime } from '../../lib/dates'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { useDismiss } from './api/dead-letter-acts'

/** Names the loss before the dismissal. */
export function DismissDialog({ entry, onClose }: { entry: DeadLetter; onClose: () => void }) {
  const { t } = useTranslation('reception')
  const dismiss = useDismiss()
  return (
    <ConfirmDialog
      title={t('dismissTitle')}
      confirm={t('dismissConfirm')}
      destroys
      onClose={onClose}
      onConfirm={() => dismiss.mutateAsync(entry.id)}
    >
      <p>
        {t('dismissMeaning', {
          from: entry.from ?? t('unknownFrom'),
          connection: entry.connection.name,
          at: dateAndTime(entry.heardAt),
        })}
      </p>
    </ConfirmDialog>
  )
}
