import { limits } from '@balcao/domain/limits'
import Autocomplete from '@mui/material/Autocomplete'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ContactChoice, useContactChoices } from '../../lib/lists/contact-choices'
import { shownNumber } from '../../lib/shown-number'
import { Field } from '../../ui/field'
import styles from './schedules.module.css'

interface ContactFieldProps {
  readonly start: ContactChoice | null
  readonly error: string | undefined
  readonly disabled: boolean
  readonly onChoose: (contact: ContactChoice | null) => void
}

/** The receiver: contacts by name or number, from three characters on. */
export function ContactField({ start, error, disabled, onChoose }: ContactFieldProps) {
  const { t } = useTranslation('schedules')
  const [contact, setContact] = useState(start)
  const [text, setText] = useState(start?.name ?? '')
  const { contacts, isSearching } = useContactChoices(text === contact?.name ? '' : text)
  const isShort = text.trim().length < limits.searchMinimum
  return (
    <Field label={t('contact')} error={error}>
      {(naming) => (
        <Autocomplete<ContactChoice>
          id={naming.id}
          disabled={disabled}
          value={contact}
          inputValue={text}
          options={contacts}
          filterOptions={(all) => all} // the server has searched
          loading={isSearching}
          loadingText={t('common:loading')}
          noOptionsText={t(isShort ? 'typeThree' : 'nobody')}
          onInputChange={(_, next) => setText(next)}
          onChange={(_, chosen) => {
            setContact(chosen)
            onChoose(chosen)
          }}
          getOptionKey={({ id }) => id}
          getOptionLabel={({ name }) => name}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          renderOption={({ key, ...props }, { name, number }) => (
            <li key={key} {...props}>
              <span className={styles.option}>
                {name}
                {number !== '' && <span>{shownNumber(number)}</span>}
              </span>
            </li>
          )}
          renderInput={({ slotProps, id, disabled: isOff, fullWidth }) => (
            <OutlinedInput
              {...slotProps.input}
              id={id}
              disabled={isOff}
              fullWidth={fullWidth}
              error={naming['aria-invalid']}
              placeholder={t('searchContact')}
              inputProps={{ ...slotProps.htmlInput, 'aria-describedby': naming['aria-describedby'] }}
            />
          )}
        />
      )}
    </Field>
  )
}
