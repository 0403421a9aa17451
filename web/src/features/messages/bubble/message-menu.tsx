import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { ChevronDown, Copy, Info, Pencil, Reply, SmilePlus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTexts } from '../../../lib/i18n/use-texts'
import { later } from '../../../ui/later'
import styles from './bubble.module.css'

const ReactionPopover = later(() => import('../reactions/reaction-popover').then((it) => it.ReactionPopover))

interface MessageMenuProps {
  readonly onReply: (() => void) | undefined
  readonly onReact: ((emoji: string) => void) | undefined
  /** Our reaction as it stands. */
  readonly reaction: string | undefined
  readonly onEdit: (() => void) | undefined
  readonly onCopy: (() => void) | undefined
  /** When it was sent, delivered and read; only of ours. */
  readonly onInfo: (() => void) | undefined
  readonly onDelete: (() => void) | undefined
}

/** What can be done with a message: reply, react, copy; correct and delete when it is ours (CONVO-04). */
export function MessageMenu(props: MessageMenuProps) {
  const { onReact, reaction } = props
  const t = useTexts('messages')
  const button = useRef<HTMLButtonElement>(null)
  const [shows, setShows] = useState<'menu' | 'reactions' | null>(null)
  const close = () => setShows(null)
  const { onReply, onEdit, onCopy, onInfo, onDelete } = props
  if ([onReply, onReact, onEdit, onCopy, onInfo, onDelete].every((act) => act === undefined)) return null
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.menuButton}
        aria-label={t('menu')}
        aria-haspopup="menu"
        aria-expanded={shows !== null}
        onClick={() => setShows('menu')}
      >
        <ChevronDown size={18} strokeWidth={2} aria-hidden />
      </button>
      {shows === 'menu' && (
        <OpenMenu
          {...props}
          anchorOf={() => button.current}
          onReact={onReact && (() => setShows('reactions'))}
          onClose={close}
        />
      )}
      {shows === 'reactions' && button.current !== null && onReact !== undefined && (
        <ReactionPopover anchor={button.current} current={reaction} onReact={onReact} onClose={close} />
      )}
    </>
  )
}

interface OpenMenuProps extends Omit<MessageMenuProps, 'onReact'> {
  readonly anchorOf: () => HTMLElement | null
  readonly onReact: (() => void) | undefined
  readonly onClose: () => void
}

function OpenMenu({ anchorOf, onClose, onReply, onReact, onEdit, onCopy, onInfo, onDelete }: OpenMenuProps) {
  const t = useTexts('messages')
  const choices = [
    { words: t('reply'), Icon: Reply, act: onReply },
    { words: t('reactions.react'), Icon: SmilePlus, act: onReact },
    { words: t('edit'), Icon: Pencil, act: onEdit },
    { words: t('copy'), Icon: Copy, act: onCopy },
    { words: t('info.open'), Icon: Info, act: onInfo },
    { words: t('delete'), Icon: Trash2, act: onDelete },
  ]
  return (
    <Menu anchorEl={anchorOf} open onClose={onClose}>
      {choices.map(
        ({ words, Icon, act }) =>
          act !== undefined && (
            <MenuItem
              key={words}
              onClick={() => {
                onClose()
                act()
              }}
            >
              <Icon size={18} strokeWidth={1.75} aria-hidden /> {words}
            </MenuItem>
          ),
      )}
    </Menu>
  )
}
