import { Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './dashboard.module.css'

/** 1 to 3 stars: unsatisfied, satisfied, very satisfied; 0 is no rating yet (DASH-10). */
export function Stars({ rating }: { rating: number }) {
  const { t } = useTranslation('dashboard')
  if (rating === 0) return <span className={styles.faint}>{t('unrated')}</span>
  const words = t(`ratings.${rating}`)
  return (
    <span className={styles.rating}>
      <span role="img" aria-label={t('starsOf', { count: rating })} className={styles.stars}>
        {[1, 2, 3].map((star) => (
          <Star key={star} size={16} strokeWidth={1.75} data-full={star <= rating} aria-hidden />
        ))}
      </span>
      {words}
    </span>
  )
}
