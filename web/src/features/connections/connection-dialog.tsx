import type { ConnectionView } from '@balcao/contract/connections'
import type { QueueView } from '@balcao/contract/queues'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../lib/api-error'
import { changedValues } from '../../lib/changed-values'
import { errorText } from '../../lib/error-text'
import { FormDialog } from '../../ui/form-dialog'
import tabStyles from '../../ui/line-tabs.module.css'
import { TabRow } from '../../ui/tab-row'
import { showError, showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useSaveConnection } from './api/connections'
import { ConnectionAutomationFields } from './automation-fields'
import {
  type ConnectionFormInput,
  type ConnectionFormValues,
  type ConnectionTab,
  connectionFormInputOf,
  connectionFormSchema,
  connectionTabs,
  firstTabWithError,
} from './connection-form'
import styles from './connection-form.module.css'
import { ConnectionGeneralFields } from './general-fields'
import { ConnectionTextFields } from './text-fields'

interface ConnectionFormDialogProps {
  /** The connection to edit; `null` creates a new one. */
  readonly connection: ConnectionView | null
  readonly queues: readonly QueueView[]
  readonly onClose: () => void
  readonly onCreated: (connection: ConnectionView) => void
}

export function ConnectionDialog({ connection, queues, onClose, onCreated }: ConnectionFormDialogProps) {
  const { t } = useTranslation('connections')
  const [tab, setTab] = useState<ConnectionTab>('general')
  const save = useSaveConnection(connection?.id ?? null)
  const form = useForm<ConnectionFormInput, unknown, ConnectionFormValues>({
    resolver: zodResolver(connectionFormSchema),
    mode: 'onTouched',
    defaultValues: connectionFormInputOf(connection, queues),
  })
  const { control, formState } = form
  const { dirtyFields } = formState
  const { submit, isWaiting } = useDelayedSubmit(async (values: ConnectionFormValues) => {
    try {
      const saved = await save.mutateAsync({ form: values, change: changedValues(values, dirtyFields) })
      showToast('success', t('common:saved'))
      onClose()
      if (connection === null) onCreated(saved)
    } catch (error) {
      const field = fieldOfRefusal(error)
      if (field !== null) {
        setTab(field === 'name' ? 'general' : 'texts')
        form.setError(field, { message: errorText(error) }, { shouldFocus: true })
      }
      showError(error)
    }
  })

  return (
    <FormDialog
      title={connection === null ? t('newTitle') : t('editTitle', { name: connection.name })}
      onClose={onClose}
      onSubmit={form.handleSubmit(submit, (errors) => setTab(firstTabWithError(errors)))}
      isWaiting={isWaiting}
      isDirty={formState.isDirty}
      width={tab === 'texts' ? 920 : 600}
    >
      <TabRow
        label={t('tabs')}
        className={`${tabStyles.tabs} ${styles.tabs}`}
        tabClassName={tabStyles.tab}
        chosen={tab}
        tabs={connectionTabs.map((value) => ({ value, content: t(`tab.${value}`) }))}
        onChoose={setTab}
      />
      {tab === 'general' && <ConnectionGeneralFields control={control} isNew={connection === null} />}
      {tab === 'texts' && <ConnectionTextFields control={control} />}
      {tab === 'automation' && <ConnectionAutomationFields control={control} />}
    </FormDialog>
  )
}

function fieldOfRefusal(error: unknown): 'name' | 'greetingMessage' | null {
  if (isRefusal(error, 'ERR_WAPP_GREETING_REQUIRED')) return 'greetingMessage'
  return isRefusal(error, 'ERR_WAPP_NAME_ALREADY_EXISTS') ? 'name' : null
}
