import { useTranslation } from 'react-i18next'
import { Avatar } from './avatar'
import styles from './name-panel.module.css'
import type { Naming } from './use-naming'

/** Those whom a name behind an @ may mean, above its box, which must be what it is placed by. */
export function NamePanel({ naming }: { naming: Naming }) {
  const { t } = useTranslation()
  if (naming.isNobody) {
    return (
      <p role="status" className={`${styles.names} ${styles.nobody}`}>
        {t('nobodyNamed')}
      </p>
    )
  }
  if (!naming.isOpen) return null
  return (
    <div id={naming.listId} className={styles.names} role="listbox" aria-label={t('mention')}>
      {naming.found.map((member, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and hears the keys
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <div
          key={member.id}
          id={`${naming.listId}-${at}`}
          role="option"
          aria-selected={at === naming.at}
          className={styles.name}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => naming.take(member)}
        >
          <Avatar name={member.name} seed={member.id} size={24} />
          {member.name}
        </div>
      ))}
    </div>
  )
}
