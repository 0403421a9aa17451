import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { shortcuts } from '../../lib/shortcuts'
import styles from './top-bar.module.css'

/** Opens the quick switch without its shortcut; only an icon where there is little room. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <button
      type="button"
      className={styles.search}
      aria-keyshortcuts="Control+K"
      aria-haspopup="dialog"
      title={t('keyboard:does.quickSwitch')}
      onClick={onClick}
    >
      <Search size={18} strokeWidth={1.75} aria-hidden />
      <span>{t('search')}</span>
      <kbd aria-hidden>{shortcuts.quickSwitch.words}</kbd>
    </button>
  )
}
