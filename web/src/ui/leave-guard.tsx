import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router'
import { Button } from './button'
import { AppDialog } from './dialog'

export function UnsavedChangesGuard({ isDirty }: { isDirty: boolean }) {
  const { t } = useTranslation()
  const blocker = useBlocker(isDirty)
  if (blocker.state !== 'blocked') return null
  return (
    <AppDialog
      title={t('leaveChanges')}
      onClose={blocker.reset}
      width={440}
      actions={
        <>
          <Button onClick={blocker.reset} autoFocus>
            {t('keepEditing')}
          </Button>
          <Button kind="primary" destroys onClick={blocker.proceed}>
            {t('discard')}
          </Button>
        </>
      }
    >
      {t('leaveMeaning')}
    </AppDialog>
  )
}
