import { useTranslation } from 'react-i18next'
import { Avatar } from '../../ui/avatar'
import styles from './chats.module.css'
import type { Naming } from './use-naming'

/** The members that a name behind an @ may mean. */
export function NamePanel({ naming }: { naming: Naming }) {
  const { t } = useTranslation('chats')
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
          className={styles.nameOption}
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
