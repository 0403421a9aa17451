import { useTranslation } from 'react-i18next'
import { useUser } from '../../lib/session'
import { UserDialog } from './user-dialog'

/** Edits the signed-in user's own account; the profile menu opens it. */
export function OwnUserDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('users')
  return <UserDialog user={useUser()} title={t('ownTitle')} onClose={onClose} />
}
