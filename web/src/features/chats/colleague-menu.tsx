import type { ChatView } from '@balcao/contract/chats'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../ui/avatar'
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
    <Menu
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ paper: { className: styles.colleagues }, list: { 'aria-label': t('direct') } }}
    >
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
