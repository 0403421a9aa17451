import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { shortMoment } from '../../lib/dates'
import { useShareName } from './api/waiting'
import type { WaitingShare } from './kept-shares'
import styles from './shares.module.css'

/** The other waiting shares, each on its own. */
export function OtherShares({ shares }: { shares: readonly WaitingShare[] }) {
  const { t } = useTranslation('shares')
  if (shares.length === 0) return null
  return (
    <p className={styles.others}>
      {t('alsoWait', { count: shares.length })}
      {shares.map((share) => (
        <OtherShare key={share.id} share={share} />
      ))}
    </p>
  )
}

function OtherShare({ share: { id, at } }: { share: WaitingShare }) {
  const { data: name } = useShareName(id)
  const moment = shortMoment(at, Date.now())
  return (
    <Link to={`/share?id=${id}`}>
      {typeof name === 'string' && <span className={styles.otherName}>{name}</span>}
      <span>{typeof name === 'string' ? `· ${moment}` : moment}</span>
    </Link>
  )
}
