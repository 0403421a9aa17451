import type { MessageView } from '@balcao/contract/messages'
import { useTranslation } from 'react-i18next'
import { messagePreviewIcons } from '../../../ui/preview-kind'
import { textWithoutFormatting } from '../../../ui/whatsapp-text'
import { readLocationContent, readVcards } from '../location-and-vcard'
import { messagePreviewKindOf } from '../message-kind'
import styles from './quote.module.css'

type Quoted = MessageView | NonNullable<MessageView['quotedMsg']>

/** The quoted message: its author, and one line with the icon of its kind. */
export function QuotedMessage({ quoted, onOpen }: { quoted: Quoted; onOpen?: (() => void) | undefined }) {
  const { t } = useTranslation('messages')
  const words = usePreviewTextOf(quoted)
  const kind = messagePreviewKindOf(quoted)
  const Icon = kind === null ? null : messagePreviewIcons[kind]
  const content = (
    <>
      <b>{quoted.fromMe ? t('you') : (quoted.contact?.name ?? '')}</b>
      <span>
        {Icon !== null && <Icon size={14} strokeWidth={1.75} aria-hidden />}
        {words}
      </span>
    </>
  )
  if (onOpen === undefined) return <div className={styles.quote}>{content}</div>
  return (
    <button type="button" className={styles.quote} onClick={onOpen}>
      {content}
    </button>
  )
}

/** The one-line text of a message: its body, or else the file name or the kind. */
export function usePreviewTextOf(message: Quoted): string {
  const { t } = useTranslation('messages')
  const { body, media } = message
  const kind = messagePreviewKindOf(message)
  switch (kind) {
    case null:
      return textWithoutFormatting(body)
    case 'deleted':
      return t('deleted')
    case 'location':
      return withDetail(t('kinds.location'), readLocationContent(body).description.split('\n')[0])
    case 'vcard':
      return withDetail(
        t('kinds.vcard'),
        readVcards(body)
          .map(({ name }) => name)
          .join(', '),
      )
    case 'call':
      return body || t('kinds.call')
    case 'document':
    case 'audio':
      return body === '' ? (media?.fileName ?? t(`kinds.${kind}`)) : textWithoutFormatting(body)
    default:
      return body === '' ? t(`kinds.${kind}`) : textWithoutFormatting(body)
  }
}

function withDetail(kind: string, detail = ''): string {
  return detail === '' ? kind : `${kind}: ${detail}`
}
