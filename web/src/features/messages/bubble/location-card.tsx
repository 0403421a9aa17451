import { ExternalLink, MapPin } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { readLocation } from '../location-and-vcard'
import styles from './media.module.css'

/** A shared place: its picture where one came with it, what it is called, and the way to a map (CONVO-07). */
export function LocationCard({ body }: { body: string }) {
  const { t } = useTranslation('messages')
  const { picture, link, description } = readLocation(body)
  const [name = '', ...rest] = description.split('\n').filter((line) => line.trim() !== '')
  return (
    <span className={styles.card}>
      {picture !== undefined && <img className={styles.map} src={picture} alt="" width={240} height={120} />}
      <span className={styles.cardLine}>
        <MapPin size={18} strokeWidth={1.75} aria-hidden />
        <span>
          <span className={styles.cardName}>{name === '' ? t('kinds.location') : name}</span>
          {rest.length > 0 && <span className={styles.fileFacts}>{rest.join(', ')}</span>}
        </span>
      </span>
      {link !== undefined && (
        <a className={styles.cardAction} href={link} target="_blank" rel="noopener noreferrer nofollow">
          <ExternalLink size={16} strokeWidth={1.75} aria-hidden /> {t('openMap')}
        </a>
      )}
    </span>
  )
}
