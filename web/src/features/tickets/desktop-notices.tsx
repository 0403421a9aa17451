import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './notifications.module.css'

/** Offers desktop notifications; asks the browser for permission only on a click (SHELL-46). */
export function DesktopNotices() {
  const { t } = useTranslation('tickets')
  const [permission, setPermission] = useState(() =>
    typeof Notification === 'undefined' ? 'granted' : Notification.permission,
  )
  if (permission === 'granted') return null
  if (permission === 'denied') return <p className={styles.desktop}>{t('desktopDenied')}</p>
  return (
    <div className={styles.desktop}>
      <Button size="small" onClick={() => void Notification.requestPermission().then(setPermission)}>
        {t('desktopAsk')}
      </Button>
    </div>
  )
}
