import { limits } from '@balcao/domain/limits'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ContactChoice, useContactChoices } from '../../lib/lists/contact-choices'
import { formatPhoneNumber } from '../../lib/shown-number'
import { AutocompleteField } from '../../ui/autocomplete-field'
import styles from './schedules.module.css'

interface ContactFieldProps {
  readonly start: ContactChoice | null
  readonly error: string | undefined
  readonly disabled: boolean
  readonly onChoose: (contact: ContactChoice | null) => void
}

export function ScheduleContactField({ start, error, disabled, onChoose }: ContactFieldProps) {
  const { t } = useTranslation('schedules')
  const [contact, setContact] = useState(start)
  const [text, setText] = useState(start?.name ?? '')
  const { contacts, isSearching } = useContactChoices(text === contact?.name ? '' : text)
  const isShort = text.trim().length < limits.searchMinimum
  return (
    <AutocompleteField<ContactChoice>
      label={t('contact')}
      error={error}
      placeholder={t('searchContact')}
      none={t(isShort ? 'typeThree' : 'nobody')}
      disabled={disabled}
      options={contacts}
      isSearching={isSearching}
      value={contact}
      text={text}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      show={({ name, number }) => (
        <span className={styles.option}>
          {name}
          {number !== '' && <span>{formatPhoneNumber(number)}</span>}
        </span>
      )}
      onText={setText}
      onChoose={(chosen) => {
        setContact(chosen)
        onChoose(chosen)
      }}
    />
  )
}
