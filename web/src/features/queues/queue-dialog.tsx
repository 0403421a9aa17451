import { type QueueView, queueForm } from '@balcao/contract/queues'
import type { IntegrationId, PromptId } from '@balcao/domain/ids'
import { defaultOpeningHours, type OpeningHours } from '@balcao/domain/opening-hours'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type FieldErrors, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { isRefusal } from '../../lib/api-error'
import { errorText } from '../../lib/error-text'
import { useOpeningHoursScope } from '../../lib/lists/settings'
import { presetColours } from '../../ui/colour-palette'
import { FormDialog } from '../../ui/form-dialog'
import tabStyles from '../../ui/line-tabs.module.css'
import { TabRow } from '../../ui/tab-row'
import { areValidOpeningHours } from '../../ui/time-mask'
import { showError, showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { type QueueFormValues, useSaveQueue } from './api/queues'
import { QueueMenuPanel } from './menu/menu-panel'
import styles from './queue-dialog.module.css'
import { QueueDataFields, QueueHoursFields } from './queue-fields'

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
  const save = useSaveQueue(queue?.id ?? null)
  const form = useForm<QueueFormValues>({
    resolver: zodResolver(queueFormSchema),
    mode: 'onTouched',
    defaultValues: initialQueueValues(queue, others),
  })
  const { submit, isWaiting } = useDelayedSubmit(async (values: QueueFormValues) => {
    try {
      await save.mutateAsync(values)
      showToast('success', t('saved'))
      onClose()
    } catch (error) {
      setTab('data') // This tab has the fields whose values the server may refuse.
      if (isRefusal(error, 'ERR_QUEUE_COLOR_ALREADY_EXISTS')) {
        form.setError('color', { message: errorText(error) })
      }
      if (isRefusal(error, 'ERR_QUEUE_NAME_ALREADY_EXISTS')) {
        form.setError('name', { message: errorText(error) }, { shouldFocus: true })
      }
      showError(error)
    }
  })
  const written = useWatch({
    control: form.control,
    compute: ({ name, greetingMessage, outOfHoursMessage, promptId, integrationId }) => ({
      ...{ name, greetingMessage, outOfHoursMessage },
      ...{ promptId, integrationId },
    }),
  })
  const tabs: readonly TabName[] = hasHours ? ['data', 'hours', 'menu'] : ['data', 'menu']
  const shown = tabs.find((one) => one === tab) ?? 'data'
  const showWrong = (errors: FieldErrors<QueueFormValues>) =>
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

const words = z.string().max(4096, 'Too Long!')

const queueFormSchema = z.object({
  name: queueForm.shape.name,
  color: queueForm.shape.color,
  greetingMessage: words,
  outOfHoursMessage: words,
  orderQueue: z.string().superRefine((order, context) => {
    for (const issue of queueForm.shape.orderQueue.safeParse(order).error?.issues ?? [])
      context.addIssue({ code: 'custom', message: issue.message })
  }),
  schedules: z.custom<readonly OpeningHours[]>().refine(areValidOpeningHours),
  promptId: z.custom<PromptId | null>(),
  integrationId: z.custom<IntegrationId | null>(),
})

/** A new queue gets the default hours (QUEUE-03), and a colour that no other queue has. */
function initialQueueValues(queue: QueueView | null, others: readonly QueueView[]): QueueFormValues {
  return {
    name: queue?.name ?? '',
    color: queue?.color ?? freeColour(others),
    greetingMessage: queue?.greetingMessage ?? '',
    outOfHoursMessage: queue?.outOfHoursMessage ?? '',
    orderQueue: queue?.orderQueue?.toString() ?? '',
    schedules: queue?.schedules ?? defaultOpeningHours,
    promptId: queue?.promptId ?? null,
    integrationId: queue?.integrationId ?? null,
  }
}

/** An unused colour: from the middle shades of the palette, whose hues differ most, or else any. */
function freeColour(others: readonly QueueView[]): string {
  const taken = new Set(others.map(({ color }) => color.toUpperCase()))
  const inOrder = [...presetColours.slice(20, 30), ...presetColours]
  return inOrder.find((colour) => !taken.has(colour)) ?? ''
}
