import { Check, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { dateAndTime } from '../../lib/dates'
import { Avatar } from '../../ui/avatar'
import { IconButton } from '../../ui/icon-button'
import styles from './news-lines.module.css'

interface NotificationLineProps {
  readonly to: string
  readonly icon: LucideIcon
  readonly author: { readonly id: number; readonly name: string }
  readonly title: string
  readonly at: string
  readonly seenLabel: string
  readonly isSaving: boolean
  readonly onSeen: () => void
  readonly onOpen: () => void
  readonly children: ReactNode
}

export function NotificationLine(props: NotificationLineProps) {
  const { to, icon: Icon, author, title, at, seenLabel, isSaving, onSeen, onOpen, children } = props
  return (
    <li className={styles.line}>
      <Link to={to} className={styles.link ?? ''} onClick={onOpen}>
        <span className={styles.face}>
          <Avatar name={author.name} seed={author.id} size={36} />
          <Icon size={14} strokeWidth={2.25} aria-hidden />
        </span>
        <span className={styles.words}>
          <b>{title}</b>
          {children}
          <time dateTime={at}>{dateAndTime(at)}</time>
        </span>
      </Link>
      <IconButton
        label={seenLabel}
        disabled={isSaving}
        onClick={({ currentTarget }) => {
          focusNextLine(currentTarget)
          onSeen()
        }}
      >
        <Check size={18} strokeWidth={2} aria-hidden />
      </IconButton>
    </li>
  )
}

/** Moves the focus to a neighbouring line, because marking a line as seen removes it with its focused button. */
function focusNextLine(button: HTMLElement): void {
  const line = button.closest('li')
  const next = line?.nextElementSibling ?? line?.previousElementSibling
  next?.querySelector('button')?.focus()
}
