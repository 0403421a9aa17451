import type { MessageView } from '@balcao/contract/messages'
import type { ConnectionId } from '@balcao/domain/ids'
import { hasPermission } from '@balcao/domain/permissions'
import { MessageSquareText, SendHorizontal, Signature, StickyNote, Unplug, X } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useConnectionRepairersText, useOutage } from '../../../lib/lists/outages'
import { useViewer } from '../../../lib/session'
import { shortcuts } from '../../../lib/shortcuts'
import { Button } from '../../../ui/button'
import { EmojiButton } from '../../../ui/emoji-button'
import { IconButton } from '../../../ui/icon-button'
import fieldStyles from '../../../ui/message-field.module.css'
import { QuotedMessage } from '../bubble/quote'
import styles from './composer.module.css'

interface ComposerToolsProps {
  readonly signs: boolean
  readonly onSigns: (signs: boolean) => void
  readonly attach: ReactNode
  /** Buttons between the field and the signature button. */
  readonly acts: ReactNode
  readonly onEmoji: (emoji: string) => void
  readonly children: ReactNode
}

export function ComposerToolbar({ signs, onSigns, attach, acts, onEmoji, children }: ComposerToolsProps) {
  const { t } = useTranslation('messages')
  return (
    <>
      {attach}
      <EmojiButton onChoose={onEmoji} />
      {children}
      {acts}
      <IconButton
        label={t(signs ? 'signsOn' : 'signsOff')}
        className={styles.sign ?? ''}
        on={signs}
        aria-pressed={signs}
        onClick={() => onSigns(!signs)}
      >
        <Signature size={20} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </>
  )
}

interface SendButtonProps {
  readonly label: string
  readonly disabled: boolean
  readonly onClick: () => void
  readonly children?: ReactNode
}

export function SendButton({ label, children, ...rest }: SendButtonProps) {
  return (
    <button type="button" className={fieldStyles.send} aria-label={label} title={label} {...rest}>
      {children ?? <SendHorizontal size={20} strokeWidth={1.75} aria-hidden />}
    </button>
  )
}

export function NoteButton({ ref, onClick }: { ref?: Ref<HTMLButtonElement>; onClick: () => void }) {
  const { t } = useTranslation('messages')
  return (
    <IconButton
      {...(ref !== undefined && { ref })}
      label={`${t('writeNote')} (${shortcuts.note.words})`}
      onClick={onClick}
    >
      <StickyNote size={20} strokeWidth={1.75} aria-hidden />
    </IconButton>
  )
}

export function SendTemplateButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <Button kind="primary" icon={MessageSquareText} onClick={onClick}>
      {t('template.send')}
    </Button>
  )
}

export function QuotedMessageBar({ quoted, onCancel }: { quoted: MessageView; onCancel: () => void }) {
  const { t } = useTranslation('messages')
  return (
    <div className={styles.reply}>
      <QuotedMessage quoted={quoted} />
      <IconButton label={t('cancelReply')} onClick={onCancel}>
        <X size={20} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </div>
  )
}

/** Warns above the field that messages will be late while the connection is down, and says who can repair it. */
export function ConnectionOutageLine({ connectionId }: { readonly connectionId: ConnectionId | null }) {
  const outage = useOutage(connectionId)
  return outage === undefined ? null : <Outage name={outage.name} />
}

function Outage({ name }: { readonly name: string }) {
  const { t } = useTranslation()
  const mayMend = hasPermission(useViewer(), 'connections-page:actionButtons')
  return (
    <p className={styles.outage} role="status">
      <Unplug size={16} strokeWidth={1.75} aria-hidden />
      <span>
        {t('outage.ofTicket', { name })}{' '}
        {mayMend ? <Link to="/connections">{t('outage.see')}</Link> : <WhoMends />}
      </span>
    </p>
  )
}

function WhoMends() {
  return useConnectionRepairersText()
}
