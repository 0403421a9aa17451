import type { MessageView } from '@balcao/contract/messages'
import { useTranslation } from 'react-i18next'
import { wordsAlone } from '../../../ui/whatsapp-text'
import { readLocation, readVcards } from '../location-and-vcard'
import styles from './quote.module.css'

type Quoted = Pick<MessageView, 'fromMe' | 'contact'> & Worded
type Worded = Pick<MessageView, 'body' | 'mediaType' | 'isDeleted'> & Partial<Pick<MessageView, 'media'>>

/** The message that another one answers: who, and one line. With `onOpen` a click jumps to it. */
export function Quote({ quoted, onOpen }: { quoted: Quoted; onOpen?: (() => void) | undefined }) {
  const { t } = useTranslation('messages')
  const content = (
    <>
      <b>{quoted.fromMe ? t('you') : (quoted.contact?.name ?? '')}</b>
      <span>{useWordsOf(quoted)}</span>
    </>
  )
  if (onOpen === undefined) return <div className={styles.quote}>{content}</div>
  return (
    <button type="button" className={styles.quote} onClick={onOpen}>
      {content}
    </button>
  )
}

/** One line for a message: its words, or what it is when it has none; of a document its name, where that is known. */
export function useWordsOf({ body, mediaType, isDeleted, media }: Worded): string {
  const { t } = useTranslation('messages')
  if (isDeleted) return t('deleted')
  switch (mediaType) {
    case null:
      return wordsAlone(body)
    case 'locationMessage':
      return [t('kinds.location'), readLocation(body).description.split('\n')[0]].filter(Boolean).join(': ')
    case 'vcard':
      return [
        t('kinds.vcard'),
        readVcards(body)
          .map(({ name }) => name)
          .join(', '),
      ]
        .filter(Boolean)
        .join(': ')
    case 'call_log':
      return t('kinds.call')
    case 'application':
      return body === '' ? (media?.fileName ?? t('kinds.document')) : wordsAlone(body)
    default:
      return body === '' ? t(`kinds.${mediaType}`) : wordsAlone(body)
  }
}
