import { ExternalLink, MapPin } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { readLocation } from '../location-and-vcard'
import { coordinateWords, readCoordinates } from '../sharing/place'
import styles from './media.module.css'

/**
 * A shared place: its picture (or a drawn one), its name, its address, and a link to a map (CONVO-07). No map is requested
 * before a click.
 */
export function LocationCard({ body }: { body: string }) {
  const { t } = useTranslation('messages')
  const { picture, link, description } = readLocation(body)
  const point = link === undefined ? undefined : readCoordinates(link)
  const [name = '', ...rest] = description.split('\n').filter((line) => line.trim() !== '')
  return (
    <span className={styles.card}>
      {picture === undefined ? (
        <span className={styles.drawnMap} aria-hidden>
          <MapPin size={32} strokeWidth={2} fill="currentColor" stroke="var(--surface)" />
        </span>
      ) : (
        <img className={styles.map} src={picture} alt="" width={240} height={120} />
      )}
      <span className={styles.cardLine}>
        <MapPin size={18} strokeWidth={1.75} aria-hidden />
        <span>
          <span className={styles.cardName}>{name === '' ? t('kinds.location') : name}</span>
          {rest.length > 0 && <span className={styles.fileFacts}>{rest.join(', ')}</span>}
          {point !== undefined && <span className={styles.fileFacts}>{coordinateWords(point)}</span>}
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
