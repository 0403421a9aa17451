import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { ChevronDown, Copy, Reply, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './bubble.module.css'

interface MessageMenuProps {
  readonly onReply: (() => void) | undefined
  readonly onCopy: (() => void) | undefined
  readonly onDelete: (() => void) | undefined
}

/** What can be done with a message: reply, copy, and delete when it is ours (CONVO-04). */
export function MessageMenu({ onReply, onCopy, onDelete }: MessageMenuProps) {
  const { t } = useTranslation('messages')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const choices = [
    { words: t('reply'), Icon: Reply, act: onReply },
    { words: t('copy'), Icon: Copy, act: onCopy },
    { words: t('delete'), Icon: Trash2, act: onDelete },
  ]
  return (
    <>
      <button
        type="button"
        className={styles.menuButton}
        aria-label={t('menu')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <ChevronDown size={18} strokeWidth={2} aria-hidden />
      </button>
      {anchor !== null && (
        <Menu anchorEl={anchor} open onClose={() => setAnchor(null)}>
          {choices.map(
            ({ words, Icon, act }) =>
              act !== undefined && (
                <MenuItem
                  key={words}
                  onClick={() => {
                    setAnchor(null)
                    act()
                  }}
                >
                  <Icon size={18} strokeWidth={1.75} aria-hidden /> {words}
                </MenuItem>
              ),
          )}
        </Menu>
      )}
    </>
  )
}
