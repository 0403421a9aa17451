import { LogOut } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignOut } from '../../features/auth/api/auth'
import { usePageTitle } from '../../lib/page-title'
import { hasSubscriptionExpired, useUser } from '../../lib/session'
import { minuteMs, useNow } from '../../lib/timers'
import { Button } from '../../ui/button'
import { LanguageMenu } from '../../ui/language-menu'
import { Logo } from '../../ui/logo'
import { SkeletonRows } from '../../ui/states'
import { lazyPage } from '../../ui/with-look'
import { AppShell } from './shell'
import styles from './shell.module.css'

const ExpiredPage = lazyPage(() => import('../../features/billing/expired-page'))

/** The frame of every page. A company whose subscription has expired sees only the payment page (AUTH-09). */
export function ShellUnlessSubscriptionExpired() {
  const now = useNow(minuteMs)
  const { company } = useUser()
  return hasSubscriptionExpired(company, now) ? <ExpiredShell /> : <AppShell />
}

function ExpiredShell() {
  const { t } = useTranslation('shell')
  const signOut = useSignOut()
  usePageTitle(t('financeiro'))
  return (
    <div className={styles.column} style={{ height: '100dvh' }}>
      <header className={styles.narrowBar}>
        <Logo />
        <LanguageMenu />
        <Button onClick={signOut} icon={LogOut}>
          {t('signOut')}
        </Button>
      </header>
      <main id="content" className={styles.content}>
        <Suspense fallback={<SkeletonRows rows={4} />}>
          <ExpiredPage />
        </Suspense>
      </main>
    </div>
  )
}
