import type { UserView } from '@balcao/contract/people'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../lib/session'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { showToast } from '../../ui/toasts'
import { useSignOutEverywhere } from './api/users'
import styles from './users.module.css'

export function SignOutEverywhereSection({ user: { id, name } }: { user: UserView }) {
  const { t } = useTranslation('users')
  const [isAsking, setAsking] = useState(false)
  const signOut = useSignOutEverywhere(id)
  const whose = useUser().id === id ? 'own' : 'other'

  async function act() {
    await signOut.mutateAsync()
    showToast('success', t('signOut.done'))
  }

  return (
    <div className={styles.signOut}>
      <p>{t(`signOut.help.${whose}`)}</p>
      <Button size="small" destroys icon={LogOut} onClick={() => setAsking(true)}>
        {t('signOut.act')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t(`signOut.title.${whose}`, { name })}
          confirm={t('signOut.act')}
          destroys
          onClose={() => setAsking(false)}
          onConfirm={act}
        >
          <p>{t(`signOut.meaning.${whose}`)}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
