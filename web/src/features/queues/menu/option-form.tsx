import type { QueueOptionView } from '@balcao/contract/queue-options'
import { limits } from '@balcao/domain/limits'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/text-field'
import { TextWithVariablesField } from '../../../ui/text-with-variables'
import { useDelayedSubmit } from '../../../ui/use-submit'
import type { MenuOptionTexts } from '../api/menu'
import styles from './option-tree.module.css'

interface OptionFormProps {
  /** The option to edit; `null` creates a new one. */
  readonly option: QueueOptionView | null
  readonly onSave: (words: MenuOptionTexts) => Promise<unknown>
  readonly onClose: () => void
  readonly onDirty: (isDirty: boolean) => void
}

const { title: longestTitle, message: longestMessage } = limits.queueOptions

/** Edits the title and message of an option, in its place in the tree. Enter saves, Escape cancels. */
export function MenuOptionForm({ option, onSave, onClose, onDirty }: OptionFormProps) {
  const { t } = useTranslation('queues')
  const [words, setWords] = useState<MenuOptionTexts>({
    title: option?.title ?? '',
    message: option?.message ?? '',
  })
  const [isTried, setTried] = useState(false)
  const isDirty = words.title !== (option?.title ?? '') || words.message !== (option?.message ?? '')
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  useEffect(() => () => onDirty(false), [onDirty])
  const { submit, isWaiting } = useDelayedSubmit(async () => {
    await onSave({ ...words, title: words.title.trim() })
    onClose()
  }, 0)
  const titleError = words.title.trim() === '' ? 'Required' : ''
  const messageError = words.message.length > longestMessage ? 'Too Long!' : ''

  function save(): void {
    setTried(true)
    if (titleError === '' && messageError === '') void submit(undefined)
  }

  function onKeys(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.stopPropagation() // Keeps Escape from also closing the dialog around this form.
      onClose()
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (!(event.target instanceof HTMLInputElement)) return // The message is a textarea, where Enter breaks the line.
    event.preventDefault() // Prevents the submit of the queue's form around this one.
    save()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the fields inside
    <div className={styles.form} onKeyDown={onKeys}>
      <TextField
        label={t('menu.optionTitle')}
        autoFocus
        value={words.title}
        error={isTried ? titleError : ''}
        maxLength={longestTitle}
        onChange={(event) => setWords({ ...words, title: event.target.value })}
      />
      <TextWithVariablesField
        label={t('menu.message')}
        help={t('menu.messageHelp')}
        minRows={2}
        value={words.message}
        error={messageError}
        onChange={(message) => setWords({ ...words, message })}
      />
      <div className={styles.formActions}>
        <Button size="small" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button size="small" kind="primary" disabled={isWaiting} onClick={save}>
          {option === null ? t('menu.add') : t('menu.saveOption')}
        </Button>
      </div>
    </div>
  )
}
