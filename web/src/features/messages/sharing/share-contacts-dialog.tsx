import { limits } from '@balcao/domain/limits'
import { X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ContactChoice, useContactChoices } from '../../../lib/lists/contact-choices'
import { formatPhoneNumber } from '../../../lib/shown-number'
import { Button } from '../../../ui/button'
import { AppDialog } from '../../../ui/dialog'
import { IconButton } from '../../../ui/icon-button'
import { ErrorState, SkeletonRows } from '../../../ui/states'
import { TextField } from '../../../ui/text-field'
import styles from './sharing.module.css'

interface ShareContactsDialogProps {
  readonly onSend: (contacts: readonly ContactChoice[]) => void
  readonly onClose: () => void
}

export function ShareContactsDialog({ onSend, onClose }: ShareContactsDialogProps) {
  const { t } = useTranslation('messages')
  const formId = useId()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<readonly ContactChoice[]>([])
  const isFull = chosen.length >= limits.sharedContacts

  function send(event: FormEvent): void {
    event.preventDefault()
    if (chosen.length === 0) return
    onSend(chosen)
    onClose()
  }
  const toggle = (contact: ContactChoice) =>
    setChosen(
      chosen.some(({ id }) => id === contact.id)
        ? chosen.filter(({ id }) => id !== contact.id)
        : [...chosen, contact],
    )

  return (
    <AppDialog
      title={t('cards.title')}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} disabled={chosen.length === 0}>
            {t('cards.send', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={send} noValidate>
        {chosen.length > 0 && (
          <ul className={styles.chosen} aria-label={t('cards.chosen')}>
            {chosen.map((contact) => (
              <li key={contact.id}>
                {contact.name}
                <IconButton label={t('cards.remove', { name: contact.name })} onClick={() => toggle(contact)}>
                  <X size={16} strokeWidth={1.75} aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        <TextField
          label={t('cards.search')}
          value={text}
          autoFocus
          help={isFull ? t('cards.full', { count: limits.sharedContacts }) : t('cards.help')}
          onChange={(event) => setText(event.target.value)}
        />
        <Found text={text} chosen={chosen} isFull={isFull} onToggle={toggle} />
      </form>
    </AppDialog>
  )
}

interface FoundProps {
  readonly text: string
  readonly chosen: readonly ContactChoice[]
  readonly isFull: boolean
  readonly onToggle: (contact: ContactChoice) => void
}

function Found({ text, chosen, isFull, onToggle }: FoundProps) {
  const { t } = useTranslation('messages')
  const { contacts: all, isSearching, isAnswered, error, retry } = useContactChoices(text)
  // A contact card needs a number, so contacts without a known number are left out.
  const contacts = all.filter(({ number }) => number !== '')
  if (error !== null) return <ErrorState title={t('cards.failed')} error={error} onRetry={retry} />
  if (isSearching) return <SkeletonRows rows={3} height={44} />
  if (isAnswered && contacts.length === 0) return <p className={styles.none}>{t('cards.none')}</p>
  return (
    <ul className={styles.found} aria-label={t('cards.found')}>
      {contacts.map((contact) => {
        const isChosen = chosen.some(({ id }) => id === contact.id)
        return (
          <li key={contact.id}>
            <label>
              <input
                type="checkbox"
                checked={isChosen}
                disabled={isFull && !isChosen}
                onChange={() => onToggle(contact)}
              />
              <span>
                {contact.name}
                <span>{formatPhoneNumber(contact.number)}</span>
              </span>
            </label>
          </li>
        )
      })}
    </ul>
  )
}
