import { useTranslation } from 'react-i18next'
import { useUser } from '../../lib/session'
import { UserDialog } from './user-dialog'

export function OwnUserDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('users')
  return <UserDialog user={useUser()} title={t('ownTitle')} onClose={onClose} />
}
