import { useTranslation } from 'react-i18next'
import { Avatar } from './avatar'
import styles from './name-panel.module.css'
import type { MentionSuggestions } from './use-naming'

/**
 * The list of members that match a typed `@name`. It shows above the field's box, which needs a CSS
 * `position` other than `static`.
 */
export function MentionSuggestionList({ naming }: { naming: MentionSuggestions }) {
  const { t } = useTranslation()
  return (
    <>
      {/* Always mounted, because screen readers announce only changes of its content. */}
      <p role="status" className={naming.isNobody ? `${styles.names} ${styles.noMatch}` : styles.silent}>
        {naming.isNobody && t('nobodyNamed')}
      </p>
      {naming.isOpen && <Names naming={naming} />}
    </>
  )
}

function Names({ naming }: { naming: MentionSuggestions }) {
  const { t } = useTranslation()
  return (
    <div id={naming.listId} className={styles.names} role="listbox" aria-label={t('mention')}>
      {naming.found.map((member, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys
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
