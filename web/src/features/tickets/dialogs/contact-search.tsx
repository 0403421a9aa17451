import { limits } from '@balcao/domain/limits'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContactChoice, useContactChoices } from '../../../lib/lists/contact-choices'
import { formatPhoneNumber } from '../../../lib/shown-number'
import { AutocompleteField } from '../../../ui/autocomplete-field'
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

/** Finds contacts by name or number. An unknown contact can be created here (TICKET-49). */
export function ContactSearchField(props: ContactSearchProps) {
  const { text, onText, search, contact, onChoose, onCreate, error, ref } = props
  const { t } = useTranslation('tickets')
  const written = text.trim()
  const found = search.contacts.map((one): Option => ({ kind: 'contact', contact: one }))
  const options: readonly Option[] = search.isAnswered ? [...found, { kind: 'create', text: written }] : found
  return (
    <AutocompleteField<Option>
      ref={ref}
      label={t('contact')}
      error={error}
      placeholder={t('searchContact')}
      none={t(written.length < limits.searchMinimum ? 'typeThree' : 'common:loading')}
      autoFocus
      openOnFocus={contact === null && written !== ''}
      options={options}
      isSearching={search.isSearching}
      value={contact === null ? null : { kind: 'contact', contact }}
      text={text}
      keyOf={(option) => (option.kind === 'contact' ? option.contact.id : 'create')}
      nameOf={(option) => (option.kind === 'contact' ? option.contact.name : option.text)}
      show={(option) =>
        option.kind === 'create' ? (
          t('createContact', { name: option.text })
        ) : (
          <span className={styles.option}>
            {option.contact.name}
            {option.contact.number !== '' && <span>{formatPhoneNumber(option.contact.number)}</span>}
          </span>
        )
      }
      onText={(next, isReset) => {
        // MUI also calls this to reset the field, as on mount. That must not clear the initial text of the dialog.
        if (!isReset) onText(next)
      }}
      onChoose={(option) => {
        if (option?.kind === 'create') onCreate(option.text)
        else onChoose(option?.contact ?? null)
      }}
    />
  )
}
