import type { ContactListImport } from '@balcao/contract/contact-lists'
import { useTranslation } from 'react-i18next'
import styles from './contact-lists.module.css'

/** The result of an import, with the rows to correct. */
export function ImportOutcome({ outcome }: { outcome: ContactListImport }) {
  const { t } = useTranslation('contactLists')
  const { created, known, wrong, wrongRows } = outcome
  return (
    <div className={styles.progress}>
      <span role="status">{t('came', { created, known, wrong })}</span>
      {wrongRows.length > 0 && (
        <ul className={styles.rows} aria-label={t('wrongRows')}>
          {wrongRows.map(({ row, outcome: why }) => (
            <li key={row}>
              {t('wrongRow', { row })} {t(`contactImports:outcomes.${why}`)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
