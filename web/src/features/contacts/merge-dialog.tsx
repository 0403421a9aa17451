import type { ContactView } from '@balcao/contract/contacts'
import { limits } from '@balcao/domain/limits'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/error-text'
import { type ContactChoice, useContactChoices } from '../../lib/lists/contact-choices'
import { formatPhoneNumber } from '../../lib/shown-number'
import { AutocompleteField } from '../../ui/autocomplete-field'
import { Button } from '../../ui/button'
import { AppDialog } from '../../ui/dialog'
import { showToast } from '../../ui/toasts'
import { useMergeContacts, useMergePreview } from './api/contacts'
import styles from './details.module.css'

export interface MergeDialogProps {
  readonly contact: ContactView
  readonly onClose: () => void
  readonly onMerged: (contact: ContactView) => void
}

export function MergeContactsDialog({ contact, onClose, onMerged }: MergeDialogProps) {
  const { t } = useTranslation('contacts')
  const [other, setOther] = useState<ContactChoice | null>(null)
  const [text, setText] = useState('')
  const search = useContactChoices(text)
  const isShort = text.trim().length < limits.searchMinimum
  const preview = useMergePreview(contact.id, other?.id ?? null)
  const merge = useMergeContacts(contact.id)

  function act() {
    if (other === null) return
    merge.mutate(other.id, {
      onSuccess: (merged) => {
        showToast('success', t('mergedToast'))
        onMerged(merged)
      },
    })
  }

  return (
    <AppDialog
      title={t('mergeTitle', { name: contact.name })}
      open
      onClose={onClose}
      width={520}
      actions={
        <>
          <Button onClick={onClose} disabled={merge.isPending}>
            {t('common:cancel')}
          </Button>
          <Button
            kind="primary"
            destroys
            disabled={preview.data === undefined || other === null || merge.isPending}
            onClick={act}
          >
            {t('mergeConfirm')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <AutocompleteField<ContactChoice>
          label={t('otherContact')}
          help={t('otherContactHelp')}
          error={preview.error === null || other === null ? undefined : errorText(preview.error)}
          none={isShort ? t('typeThree') : t('nobodyFound')}
          autoFocus
          options={search.contacts.filter(({ id }) => id !== contact.id)}
          isSearching={search.isSearching}
          value={other}
          text={text}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          show={({ name, number }) =>
            [name, number !== '' && formatPhoneNumber(number)].filter(Boolean).join(' · ')
          }
          onText={setText}
          onChoose={setOther}
        />
        {other !== null && preview.data !== undefined && <MergePreview preview={preview.data} />}
      </div>
    </AppDialog>
  )
}

function MergePreview({ preview }: { preview: NonNullable<ReturnType<typeof useMergePreview>['data']> }) {
  const { t } = useTranslation('contacts')
  const { kept, gone, merged, tickets, bothLive } = preview
  const numbers = [kept.number, gone.number].filter((number) => number !== '').map(formatPhoneNumber)
  const extra = merged.extraInfo.map(({ name, value }) => `${name}: ${value}`).join(' · ')
  const facts: readonly (readonly [name: string, value: string])[] = [
    [t('name'), merged.name],
    [t('whatsapp'), numbers.join(', ') || t('hidden')],
    [t('email'), merged.email || '—'],
    ...(extra === '' ? [] : [[t('extraInfo'), extra] as const]),
    [t('history'), t('ticketsTogether', { count: tickets.kept + tickets.gone })],
  ]
  return (
    <>
      <dl className={styles.becomes}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ul className={styles.list}>
        <li>{t('mergeKeeps', { name: kept.name })}</li>
        <li>{t('mergeGoes', { name: gone.name })}</li>
        {bothLive && <li>{t('mergeLive')}</li>}
        <li>{t('mergeForGood')}</li>
      </ul>
    </>
  )
}
