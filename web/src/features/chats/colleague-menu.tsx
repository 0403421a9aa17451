import type { ChatView } from '@balcao/contract/chats'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../ui/avatar'
import { Menu, MenuItem } from '../../ui/menu'
import { useColleagues, useOpenDirect } from './api/chats'
import styles from './chats.module.css'

interface ColleagueMenuProps {
  readonly anchor: HTMLElement | null
  readonly onOpened: (chat: ChatView) => void
  readonly onClose: () => void
}

/** Chooses a colleague for a direct chat. */
export function ColleagueMenu({ anchor, onOpened, onClose }: ColleagueMenuProps) {
  const { t } = useTranslation('chats')
  const { colleagues, isPending } = useColleagues()
  const direct = useOpenDirect()
  return (
    <Menu anchor={anchor} label={t('direct')} className={styles.colleagues} onClose={onClose}>
      {colleagues.map(({ id, name }) => (
        <MenuItem
          key={id}
          onClick={() => {
            onClose()
            direct.mutate(id, { onSuccess: onOpened })
          }}
        >
          <Avatar name={name} seed={id} size={28} />
          <span className={styles.colleague}>{name}</span>
        </MenuItem>
      ))}
      {colleagues.length === 0 && <MenuItem disabled>{t(isPending ? 'loading' : 'noColleagues')}</MenuItem>}
    </Menu>
  )
}
