import type { ContactView } from '@balcao/contract/contacts'
import type { ContactId } from '@balcao/domain/ids'
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

interface MergeDialogProps {
  readonly contact: ContactView
  readonly onClose: () => void
  readonly onMerged: (contact: ContactView) => void
}

export function MergeContactsDialog({ contact, onClose, onMerged }: MergeDialogProps) {
  const { t } = useTranslation('contacts')
  const [other, setOther] = useState<ContactChoice | null>(null)
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
        <OtherContact
          butFor={contact.id}
          value={other}
          onChoose={setOther}
          error={preview.error === null || other === null ? undefined : errorText(preview.error)}
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
  return (
    <>
      <dl className={styles.becomes}>
        <div>
          <dt>{t('name')}</dt>
          <dd>{merged.name}</dd>
        </div>
        <div>
          <dt>{t('whatsapp')}</dt>
          <dd>{numbers.join(', ') || t('hidden')}</dd>
        </div>
        <div>
          <dt>{t('email')}</dt>
          <dd>{merged.email || '—'}</dd>
        </div>
        {merged.extraInfo.length > 0 && (
          <div>
            <dt>{t('extraInfo')}</dt>
            <dd>{merged.extraInfo.map(({ name, value }) => `${name}: ${value}`).join(' · ')}</dd>
          </div>
        )}
        <div>
          <dt>{t('history')}</dt>
          <dd>{t('ticketsTogether', { count: tickets.kept + tickets.gone })}</dd>
        </div>
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

interface OtherContactProps {
  readonly butFor: ContactId
  readonly value: ContactChoice | null
  readonly onChoose: (contact: ContactChoice | null) => void
  readonly error: string | undefined
}

function OtherContact({ butFor, value, onChoose, error }: OtherContactProps) {
  const { t } = useTranslation('contacts')
  const [text, setText] = useState('')
  const search = useContactChoices(text)
  const isShort = text.trim().length < limits.searchMinimum
  return (
    <AutocompleteField<ContactChoice>
      label={t('otherContact')}
      help={t('otherContactHelp')}
      error={error}
      none={isShort ? t('typeThree') : t('nobodyFound')}
      autoFocus
      options={search.contacts.filter(({ id }) => id !== butFor)}
      isSearching={search.isSearching}
      value={value}
      text={text}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      show={({ name, number }) =>
        [name, number !== '' && formatPhoneNumber(number)].filter(Boolean).join(' · ')
      }
      onText={setText}
      onChoose={onChoose}
    />
  )
}
