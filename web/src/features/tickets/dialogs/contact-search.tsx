import { limits } from '@balcao/domain/limits'
import Autocomplete from '@mui/material/Autocomplete'
import OutlinedInput from '@mui/material/OutlinedInput'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContactChoice, useContactChoices } from '../../../lib/lists/contact-choices'
import { shownNumber } from '../../../lib/shown-number'
import { Field } from '../../../ui/field'
import styles from './dialogs.module.css'

type Option =
  | { readonly kind: 'contact'; readonly contact: ContactChoice }
  | { readonly kind: 'create'; readonly text: string }

interface ContactSearchProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly search: ReturnType<typeof useContactChoices>
  readonly contact: ContactChoice | null
  readonly onChoose: (contact: ContactChoice | null) => void
  readonly onCreate: (text: string) => void
  readonly error: string | undefined
  readonly ref: Ref<HTMLInputElement>
}

/** Finds contacts by name or number, from three characters on; an unknown one can be created here (TICKET-49). */
export function ContactSearch({
  text,
  onText,
  search,
  contact,
  onChoose,
  onCreate,
  error,
  ref,
}: ContactSearchProps) {
  const { t } = useTranslation('tickets')
  const written = text.trim()
  const found = search.contacts.map((one): Option => ({ kind: 'contact', contact: one }))
  const options: readonly Option[] = search.isAnswered ? [...found, { kind: 'create', text: written }] : found
  return (
    <Field label={t('contact')} error={error}>
      {(naming) => (
        <Autocomplete<Option>
          id={naming.id}
          options={options}
          filterOptions={(all) => all} // the server has searched
          value={contact === null ? null : { kind: 'contact', contact }}
          inputValue={text}
          onInputChange={(_, next, reason) => {
            if (reason !== 'reset') onText(next) // a reset would clear the initial text of the dialog
          }}
          openOnFocus={contact === null && written !== ''}
          onChange={(_, option) => {
            if (option?.kind === 'create') onCreate(option.text)
            else onChoose(option?.contact ?? null)
          }}
          getOptionKey={(option) => (option.kind === 'contact' ? option.contact.id : 'create')}
          getOptionLabel={(option) => (option.kind === 'contact' ? option.contact.name : option.text)}
          isOptionEqualToValue={(one, other) =>
            one.kind === 'contact' && other.kind === 'contact' && one.contact.id === other.contact.id
          }
          loading={search.isSearching}
          loadingText={t('common:loading')}
          noOptionsText={t(written.length < limits.searchMinimum ? 'typeThree' : 'common:loading')}
          renderOption={({ key, ...props }, option) => (
            <li key={key} {...props}>
              {option.kind === 'create' ? (
                t('createContact', { name: option.text })
              ) : (
                <span className={styles.option}>
                  {option.contact.name}
                  {option.contact.number !== '' && <span>{shownNumber(option.contact.number)}</span>}
                </span>
              )}
            </li>
          )}
          renderInput={({ slotProps, id, disabled, fullWidth }) => (
            <OutlinedInput
              {...slotProps.input}
              id={id}
              disabled={disabled}
              fullWidth={fullWidth}
              inputRef={ref}
              autoFocus
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
