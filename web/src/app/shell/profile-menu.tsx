import { updateUser } from '@balcao/contract/people'
import { Info, LogOut, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignOut } from '../../features/auth/api/auth'
import { useMayCall, useUser } from '../../lib/session'
import { Avatar } from '../../ui/avatar'
import { lazyComponent } from '../../ui/later'
import { Menu } from '../../ui/overlays'
import styles from './top-bar.module.css'

const OwnUserDialog = lazyComponent(() =>
  import('../../features/users/own-user-dialog').then((it) => it.OwnUserDialog),
)

const AboutDialog = lazyComponent(() =>
  import('../../features/about/about-dialog').then((it) => it.AboutDialog),
)

export function ProfileMenu() {
  const { t } = useTranslation('shell')
  const user = useUser()
  const signOut = useSignOut()
  const mayChange = useMayCall(updateUser)
  const [open, setOpen] = useState<'profile' | 'about' | null>(null)
  const close = () => setOpen(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  function choose(item: 'profile' | 'about'): void {
    setAnchor(null)
    setOpen(item)
  }
  return (
    <>
      <button
        type="button"
        className={styles.profile}
        aria-label={t('profileOf', { name: user.name })}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Avatar name={user.name} seed={user.id} size={36} />
      </button>
      <Menu anchor={anchor} onClose={() => setAnchor(null)}>
        {(Item) => [
          mayChange && (
            <Item key="profile" onClick={() => choose('profile')}>
              <UserRound size={16} strokeWidth={1.75} aria-hidden /> {t('profile')}
            </Item>
          ),
          <Item key="about" onClick={() => choose('about')}>
            <Info size={16} strokeWidth={1.75} aria-hidden /> {t('about')}
          </Item>,
          <Item key="signOut" onClick={signOut}>
            <LogOut size={16} strokeWidth={1.75} aria-hidden /> {t('signOut')}
          </Item>,
        ]}
      </Menu>
      {open === 'about' && <AboutDialog onClose={close} />}
      {open === 'profile' && <OwnUserDialog onClose={close} />}
    </>
  )
}
