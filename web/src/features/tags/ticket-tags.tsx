import type { TicketView } from '@balcao/contract/tickets'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsSharedHistory } from '../../lib/shared-history'
import { PanelSection, PanelStatusText, PanelTextButton } from '../../ui/side-panel'
import { useTicketTags } from './api/tags'
import { TagChip } from './tag-chip'
import { TagField } from './tag-field'
import styles from './tags.module.css'

interface TicketTagsProps {
  readonly ticket: TicketView
  readonly onChanged: (ticket: TicketView) => void
}

export function TicketTags({ ticket, onChanged }: TicketTagsProps) {
  const { t } = useTranslation('tags')
  const isSharedHistory = useIsSharedHistory(ticket)
  const [isEditing, setEditing] = useState(false)
  const { tags, change } = useTicketTags(ticket, onChanged)
  return (
    <PanelSection
      title={t('title')}
      action={
        !isSharedHistory && (
          <PanelTextButton
            label={t(isEditing ? 'doneLabel' : 'editLabel')}
            expanded={isEditing}
            onClick={() => setEditing(!isEditing)}
          >
            {t(isEditing ? 'done' : 'common:edit')}
          </PanelTextButton>
        )
      }
    >
      {tags.length > 0 ? (
        <ul className={styles.chips} aria-label={t('title')}>
          {tags.map((tag) => (
            <li key={tag.id}>
              {isEditing ? (
                <TagChip
                  name={tag.name}
                  color={tag.color}
                  onRemove={() => change(tags.filter(({ id }) => id !== tag.id))}
                />
              ) : (
                <TagChip name={tag.name} color={tag.color} />
              )}
            </li>
          ))}
        </ul>
      ) : (
        !isEditing && <PanelStatusText>{t('none')}</PanelStatusText>
      )}
      {isEditing && (
        <TagField chosen={tags} onChoose={(tag) => change([...tags, tag])} onDone={() => setEditing(false)} />
      )}
    </PanelSection>
  )
}
