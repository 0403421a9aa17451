import type { MessageView } from '@balcao/contract/messages'
import type { MessageId } from '@balcao/domain/ids'
import { Copy, Info, Pencil, Reply, SmilePlus, Trash2 } from 'lucide-react'
import { createContext, type RefObject, useContext, useEffect, useState } from 'react'
import { useTexts } from '../../../lib/i18n/use-texts'
import { lazyComponent } from '../../../ui/later'
import { LightweightIcon } from '../../../ui/light-icon'
import { Menu, MenuItem } from '../../../ui/menu'
import { hasMessageFailed, hasReadableText, isMessageEditable } from '../message-kind'
import styles from './bubble.module.css'
import type { MessageActionHandlers } from './message-bubble'

const ReactionPopover = lazyComponent(() =>
  import('../reactions/reaction-popover').then((it) => it.ReactionPopover),
)

interface MessageWithActs {
  readonly message: MessageView
  readonly acts: MessageActionHandlers
}

export const OpenMessageMenuContext = createContext<MessageId | null>(null)

/** The actions that this viewer may apply to this message. The menu leaves out undefined actions. */
function choicesFor({ message, acts }: MessageWithActs) {
  if (message.isDeleted) return {}
  const { onReply, onEdit, onDelete } = acts
  return {
    reply: onReply && (() => onReply(message)),
    react: reactionHandlerFor(message, acts),
    edit: onEdit && isMessageEditable(message) ? () => onEdit(message) : undefined,
    copy: hasReadableText(message) ? () => acts.onCopy(message) : undefined,
    info: message.fromMe ? () => acts.onInfo(message) : undefined,
    remove: message.fromMe && onDelete ? () => onDelete(message) : undefined,
  }
}

/** The function that sets our reaction, or removes it by ''; undefined where the viewer may not react. */
export function reactionHandlerFor(
  message: MessageView,
  { onReact }: MessageActionHandlers,
): ((emoji: string) => void) | undefined {
  return onReact && !hasMessageFailed(message) ? (emoji) => onReact(message, emoji) : undefined
}

export function MessageMenuButton({ message, acts }: MessageWithActs) {
  const t = useTexts('messages')
  const isOpen = useContext(OpenMessageMenuContext) === message.id
  if (Object.values(choicesFor({ message, acts })).every((act) => act === undefined)) return null
  return (
    <button
      type="button"
      className={styles.menuButton}
      data-menu-of={message.id}
      aria-label={t('menu')}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={() => acts.onMenu(message)}
    >
      <LightweightIcon icon="chevronDown" size={18} />
    </button>
  )
}

interface MessageMenuProps extends MessageWithActs {
  readonly within: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** The menu of a message (CONVO-04). It is mounted beside the list: remounting its bubble must not close it. */
export function MessageMenu({ message, acts, within, onClose }: MessageMenuProps) {
  const t = useTexts('messages')
  const [isReacting, setReacting] = useState(false)
  const button = () => buttonOf(message.id, within)
  useFocusBack(message.id, within)
  const choices = choicesFor({ message, acts })
  if (isReacting && choices.react !== undefined) {
    const current = message.reactions.find(({ fromMe }) => fromMe)?.emoji
    return <ReactionPopover anchor={button} current={current} onReact={choices.react} onClose={onClose} />
  }
  const closing = (act: (() => void) | undefined) =>
    act &&
    (() => {
      onClose()
      act()
    })
  const items = [
    { words: t('reply'), Icon: Reply, act: closing(choices.reply) },
    { words: t('reactions.react'), Icon: SmilePlus, act: choices.react && (() => setReacting(true)) },
    { words: t('edit'), Icon: Pencil, act: closing(choices.edit) },
    { words: t('copy'), Icon: Copy, act: closing(choices.copy) },
    { words: t('info.open'), Icon: Info, act: closing(choices.info) },
    { words: t('delete'), Icon: Trash2, act: closing(choices.remove) },
  ]
  return (
    <Menu anchor={button} onClose={onClose}>
      {items.map(
        ({ words, Icon, act }) =>
          act !== undefined && (
            <MenuItem key={words} onClick={act}>
              <Icon size={18} strokeWidth={1.75} aria-hidden /> {words}
            </MenuItem>
          ),
      )}
    </Menu>
  )
}

/** Returns the focus to the menu button: MUI focuses the button that opened the menu, which may be unmounted. */
function useFocusBack(id: MessageId, within: RefObject<HTMLElement | null>): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) buttonOf(id, within)?.focus({ preventScroll: true })
    },
    [id, within],
  )
}

function buttonOf(id: MessageId, within: RefObject<HTMLElement | null>): HTMLElement | null {
  return within.current?.querySelector<HTMLElement>(`[data-menu-of="${id}"]`) ?? null
}
