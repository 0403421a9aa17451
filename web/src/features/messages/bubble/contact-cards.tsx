import { limits } from '@balcao/domain/limits'
import { Copy, UserRound } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPhoneNumber } from '../../../lib/shown-number'
import { readVcards, textAfterVcards, type VcardContact } from '../location-and-vcard'
import { useCopyToClipboard } from '../use-copy'
import styles from './media.module.css'

interface ContactCardsProps {
  readonly body: string
  readonly onTalkTo: ((contact: VcardContact) => void) | undefined
}

export function ContactCards({ body, onTalkTo }: ContactCardsProps) {
  const { t } = useTranslation('messages')
  const copy = useCopyToClipboard()
  const [isWhole, setIsWhole] = useState(false)
  const cards = useMemo(() => readVcards(body), [body])
  const words = textAfterVcards(body)
  return (
    <span className={styles.cards}>
      {cards.slice(0, isWhole ? cards.length : limits.cardsShownAtOnce).map((contact, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards of one message never change their order
        <span className={styles.card} key={place}>
          <span className={styles.cardLine}>
            <UserRound size={18} strokeWidth={1.75} aria-hidden />
            <span>
              <span className={styles.cardName}>{contact.name}</span>
              <span className={styles.fileFacts}>{shownDigits(contact.number)}</span>
            </span>
          </span>
          {contact.number !== '' && (
            <span className={styles.cardActions}>
              {onTalkTo !== undefined && (
                <button type="button" className={styles.cardAction} onClick={() => onTalkTo(contact)}>
                  {t('talkTo')}
                </button>
              )}
              <button
                type="button"
                className={styles.cardAction}
                aria-label={t('copyNumberOf', { name: contact.name })}
                onClick={() => copy(contact.number)}
              >
                <Copy size={16} strokeWidth={1.75} aria-hidden /> {t('copyNumber')}
              </button>
            </span>
          )}
        </span>
      ))}
      {!isWhole && cards.length > limits.cardsShownAtOnce && (
        <button type="button" className={styles.cardAction} onClick={() => setIsWhole(true)}>
          {t('moreCards', { count: cards.length - limits.cardsShownAtOnce })}
        </button>
      )}
      {words !== '' && <span>{words}</span>}
    </span>
  )
}

function shownDigits(written: string): string {
  return /^\+\d+$/.test(written) ? formatPhoneNumber(written.slice(1)) : written
}
