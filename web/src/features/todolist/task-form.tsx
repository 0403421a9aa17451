import type { KeyboardEvent, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/text-field'
import styles from './todolist.module.css'

interface TaskFormProps {
  readonly fieldRef: Ref<HTMLInputElement>
  readonly text: string
  readonly isEditing: boolean
  readonly onText: (text: string) => void
  readonly onSave: () => void
  readonly onCancel: () => void
}

/** The field for adding a task or changing one. Enter saves, Escape cancels a change (TODO-04). */
export function TaskForm({ fieldRef, text, isEditing, onText, onSave, onCancel }: TaskFormProps) {
  const { t } = useTranslation('todolist')

  function leaveOnEscape(event: KeyboardEvent) {
    if (event.key === 'Escape' && isEditing) onCancel()
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      <div className={styles.field}>
        <TextField
          label={t(isEditing ? 'change' : 'new')}
          ref={fieldRef}
          value={text}
          placeholder={t('placeholder')}
          autoComplete="off"
          onChange={(event) => onText(event.target.value)}
          onKeyDown={leaveOnEscape}
        />
      </div>
      {isEditing && <Button onClick={onCancel}>{t('common:cancel')}</Button>}
      <Button type="submit" kind="primary">
        {t(isEditing ? 'common:save' : 'add')}
      </Button>
    </form>
  )
}
