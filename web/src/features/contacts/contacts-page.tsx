import { importContacts } from '@balcao/contract/contact-imports'
import { type ContactView, exportContacts, listDeletedContacts } from '@balcao/contract/contacts'
import { limits } from '@balcao/domain/limits'
import { Contact, Plus, Upload, UserX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { neutraliseFormula } from '../../lib/harmless-cell'
import { saveSpreadsheet } from '../../lib/save-file'
import { useMayCall } from '../../lib/session'
import { useDebounced } from '../../lib/timers'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { isEmptyOrLoading } from '../../ui/has-none'
import { ListPageLayout } from '../../ui/page'
import { SaveFileButton } from '../../ui/save-button'
import { SearchBox } from '../../ui/search-box'
import { EmptyState, ErrorState, NoResultsState, SkeletonRows } from '../../ui/states'
import { showToast } from '../../ui/toasts'
import { fetchAllContacts, useContacts, useDeleteContact } from './api/contacts'
import { ContactDetailsDialog } from './contact-details-dialog'
import { ContactDialog } from './contact-dialog'
import { ContactTable } from './contact-table'
import styles from './contacts-page.module.css'
import { ImportContactsDialog } from './import/import-dialog'

type OpenDialog =
  | { readonly dialog: 'none' | 'import' }
  | { readonly dialog: 'edit'; readonly contact: ContactView | null }
  | { readonly dialog: 'details' | 'delete'; readonly contact: ContactView }

export default function ContactsPage() {
  const { t } = useTranslation('contacts')
  const mayImport = useMayCall(importContacts)
  const mayExport = useMayCall(exportContacts)
  const maySeeRemoved = useMayCall(listDeletedContacts)
  const [address, setAddress] = useSearchParams()
  const removed = maySeeRemoved && address.has('removed')
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<OpenDialog>({ dialog: 'none' })
  const rested = useDebounced(search, limits.searchDebounce)
  // A text that is shorter than the minimum shows the unfiltered list (000§9).
  const searched = rested.trim().length < limits.searchMinimum ? '' : rested
  const list = useContacts(searched, removed)
  const remove = useDeleteContact()
  const { data, error, isPending, refetch } = list
  const close = () => setOpen({ dialog: 'none' })
  const isEmpty = searched === '' && isEmptyOrLoading(data?.contacts, isPending)
  const importButton = mayImport && (
    <Button icon={Upload} onClick={() => setOpen({ dialog: 'import' })}>
      {t('import')}
    </Button>
  )
  const addButton = (
    <Button kind="primary" icon={Plus} onClick={() => setOpen({ dialog: 'edit', contact: null })}>
      {t('new')}
    </Button>
  )

  return (
    <ListPageLayout
      list={list}
      intro={<SearchBox label={t('search')} value={search} onChange={setSearch} />}
      actions={
        <>
          {maySeeRemoved && (
            <Button
              kind={removed ? 'primary' : 'secondary'}
              aria-pressed={removed}
              icon={UserX}
              onClick={() => setAddress(removed ? {} : { removed: '1' })}
            >
              {t('removedOnes')}
            </Button>
          )}
          {!removed && (
            <>
              {mayExport && <ExportButton />}
              {importButton}
              {!isEmpty && addButton}
            </>
          )}
        </>
      }
    >
      {removed && <p className={styles.removed}>{t('removedMeaning')}</p>}
      {isPending ? (
        <SkeletonRows rows={6} />
      ) : data === undefined ? (
        <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
      ) : data.contacts.length > 0 ? (
        <ContactTable
          contacts={data.contacts}
          foot={
            data.isCountExact
              ? t('foot', { count: data.count })
              : t('footOfMore', { shown: data.contacts.length })
          }
          removed={removed}
          onShow={(contact) => setOpen({ dialog: 'details', contact })}
          onEdit={(contact) => setOpen({ dialog: 'edit', contact })}
          onDelete={(contact) => setOpen({ dialog: 'delete', contact })}
        />
      ) : !isEmpty ? (
        <NoResultsState search={rested} where={t('searchedIn')} onClear={() => setSearch('')} />
      ) : removed ? (
        <EmptyState icon={UserX} title={t('noneRemoved')} text={t('noneRemovedText')} />
      ) : (
        <EmptyState icon={Contact} title={t('emptyTitle')} text={t('emptyText')}>
          {addButton}
        </EmptyState>
      )}
      {open.dialog === 'edit' && <ContactDialog start={open.contact ?? {}} onClose={close} onSaved={close} />}
      {open.dialog === 'details' && (
        <ContactDetailsDialog
          contactId={open.contact.id}
          onClose={close}
          onMerged={(contact) => setOpen({ dialog: 'details', contact })}
        />
      )}
      {open.dialog === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle', { name: open.contact.name })}
          confirm={t('deleteConfirm')}
          destroys
          onClose={close}
          onConfirm={async () => {
            await remove.mutateAsync(open.contact.id)
            showToast('success', t('common:saved'))
          }}
        >
          {t('common:confirmDelete')} {t('deleteMeaning')}
        </ConfirmDialog>
      )}
      {open.dialog === 'import' && <ImportContactsDialog onClose={close} />}
    </ListPageLayout>
  )
}

function ExportButton() {
  const { t } = useTranslation('contacts')

  async function save() {
    const { contacts } = await fetchAllContacts()
    await saveSpreadsheet({
      fileName: t('exportFile'),
      sheet: t('contacts'),
      titles: [t('name'), t('sheetNumber'), t('sheetEmail')],
      rows: contacts.map(({ name, number, email }) => [
        neutraliseFormula(name),
        number,
        neutraliseFormula(email),
      ]),
      widths: [32, 20, 32],
    })
  }

  return <SaveFileButton label={t('export')} busyLabel={t('exporting')} onSave={save} />
}
