import type { QueueView } from '@balcao/contract/queues'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type FieldErrors, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../lib/api-error'
import { errorText } from '../../lib/error-text'
import { useOpeningHoursScope } from '../../lib/lists/settings'
import { FormDialog } from '../../ui/form-dialog'
import tabStyles from '../../ui/line-tabs.module.css'
import { TabRow } from '../../ui/tab-row'
import { showError, showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { type QueueValues, useSaveQueue } from './api/queues'
import { QueueMenuPanel } from './menu/menu-panel'
import { QueueDataFields } from './queue-data-fields'
import styles from './queue-dialog.module.css'
import { initialQueueValues, queueFormSchema } from './queue-form'
import { QueueHoursFields } from './queue-hours-fields'

interface QueueDialogProps {
  /** The queue to edit; `null` creates a new one. */
  readonly queue: QueueView | null
  readonly others: readonly QueueView[]
  readonly onClose: () => void
}

type TabName = 'data' | 'hours' | 'menu'

export function QueueDialog({ queue, others, onClose }: QueueDialogProps) {
  const { t } = useTranslation('queues')
  const hasHours = useOpeningHoursScope() === 'queue'
  const [tab, setTab] = useState<TabName>('data')
  const [isOptionDirty, setOptionDirty] = useState(false)
  const { form, submit, isWaiting } = useQueueForm(queue, others, onClose, () => setTab('data'))
  const written = useWatch({
    control: form.control,
    compute: ({ name, greetingMessage, outOfHoursMessage, promptId, integrationId }) => ({
      ...{ name, greetingMessage, outOfHoursMessage },
      ...{ promptId, integrationId },
    }),
  })
  const tabs: readonly TabName[] = hasHours ? ['data', 'hours', 'menu'] : ['data', 'menu']
  const shown = tabs.find((one) => one === tab) ?? 'data'
  const showWrong = (errors: FieldErrors<QueueValues>) =>
    setTab(hasHours && (errors.schedules ?? errors.outOfHoursMessage) ? 'hours' : 'data')

  return (
    <FormDialog
      title={queue === null ? t('newTitle') : t('editTitle', { name: queue.name })}
      onClose={onClose}
      onSubmit={form.handleSubmit(submit, showWrong)}
      isWaiting={isWaiting}
      isDirty={form.formState.isDirty || isOptionDirty}
      width={shown === 'menu' ? 1040 : 640}
    >
      <TabRow
        label={t('tabs')}
        className={`${tabStyles.tabs} ${styles.tabs}`}
        tabClassName={tabStyles.tab}
        chosen={shown}
        tabs={tabs.map((value) => ({ value, content: t(`tab.${value}`) }))}
        onChoose={setTab}
      />
      {shown === 'data' && <QueueDataFields form={form} others={others} />}
      {shown === 'hours' && <QueueHoursFields form={form} />}
      {shown === 'menu' && (
        <QueueMenuPanel queue={queue} written={written} hasHours={hasHours} onDirty={setOptionDirty} />
      )}
    </FormDialog>
  )
}

/** The queue's form. `showData` opens the tab with the fields that the server may refuse. */
function useQueueForm(
  queue: QueueView | null,
  others: readonly QueueView[],
  onSaved: () => void,
  showData: () => void,
) {
  const { t } = useTranslation('queues')
  const save = useSaveQueue(queue?.id ?? null)
  const form = useForm<QueueValues>({
    resolver: zodResolver(queueFormSchema),
    mode: 'onTouched',
    defaultValues: initialQueueValues(queue, others),
  })
  const { submit, isWaiting } = useDelayedSubmit(async (values: QueueValues) => {
    try {
      await save.mutateAsync(values)
      showToast('success', t('saved'))
      onSaved()
    } catch (error) {
      showData()
      if (isRefusal(error, 'ERR_QUEUE_COLOR_ALREADY_EXISTS')) {
        form.setError('color', { message: errorText(error) })
      }
      if (isRefusal(error, 'ERR_QUEUE_NAME_ALREADY_EXISTS')) {
        form.setError('name', { message: errorText(error) }, { shouldFocus: true })
      }
      showError(error)
    }
  })
  return { form, submit, isWaiting }
}
