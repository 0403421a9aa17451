import { limits } from '@balcao/domain/limits'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useQueues } from '../../lib/lists/queues'
import { AssistantFields } from '../../ui/assistant-fields'
import { SelectField } from '../../ui/choice-field'
import formStyles from '../../ui/form.module.css'
import { NumberField } from '../../ui/number-field'
import type { ConnectionFormControl } from './connection-form'
import styles from './connection-form.module.css'

/** The automatic acts on the tickets of a connection (CONN-04). The value 0 turns an act off. */
export function ConnectionAutomationFields({ control }: { control: ConnectionFormControl }) {
  return (
    <>
      <Group name="menu">
        <div className={formStyles.pair}>
          <AmountField control={control} name="maxUseBotQueues" unit="times" />
          <AmountField control={control} name="timeUseBotQueues" unit="minutes" />
        </div>
      </Group>
      <Group name="send">
        <div className={formStyles.pair}>
          <SendQueueField control={control} />
          <AmountField control={control} name="timeSendQueue" unit="minutes" />
        </div>
        <IncompleteTransferNote control={control} />
      </Group>
      <Group name="expiry">
        <AmountField control={control} name="expiresTicket" unit="minutes" />
      </Group>
      <ConnectionAssistants control={control} />
    </>
  )
}

function Group({ name, children }: { name: 'menu' | 'send' | 'expiry'; children: ReactNode }) {
  const { t } = useTranslation('connections')
  return (
    <fieldset className={styles.group}>
      <legend>{t(`group.${name}`)}</legend>
      <p>{t(`groupHelp.${name}`)}</p>
      {children}
    </fieldset>
  )
}

function ConnectionAssistants({ control }: { control: ConnectionFormControl }) {
  const { field: prompt } = useController({ control, name: 'promptId' })
  const { field: integration } = useController({ control, name: 'integrationId' })
  return <AssistantFields prompt={prompt} integration={integration} />
}

interface AmountFieldProps {
  readonly control: ConnectionFormControl
  readonly name: 'timeSendQueue' | 'timeUseBotQueues' | 'maxUseBotQueues' | 'expiresTicket'
  readonly unit: 'minutes' | 'times'
}

function AmountField({ control, name, unit }: AmountFieldProps) {
  const { t } = useTranslation('connections')
  const most = unit === 'minutes' ? limits.automation.minutes : limits.automation.menus
  const { field, fieldState } = useController({ control, name })
  return (
    <NumberField
      label={t(`amount.${name}`)}
      help={helpOf(Number(field.value))}
      unit={t(`unit.${unit}`)}
      error={fieldState.error === undefined ? undefined : t('amountWrong', { most })}
      {...field}
      value={String(field.value)}
    />
  )

  function helpOf(amount: number): string {
    if (amount === 0 || Number.isNaN(amount)) return t(`amountZero.${name}`)
    const words = unit === 'times' ? { count: amount } : { span: spanOf(amount, t) }
    return t(`amountHelp.${name}`, words)
  }
}

function SendQueueField({ control }: { control: ConnectionFormControl }) {
  const { t } = useTranslation('connections')
  const { data: queues = [] } = useQueues()
  const { field } = useController({ control, name: 'sendIdQueue' })
  return (
    <SelectField
      label={t('sendQueue')}
      help={t('sendQueueHelp')}
      choices={[
        { value: 0, name: t('sendNowhere') },
        ...queues.map(({ id, name, color }) => ({ value: id, name, color })),
      ]}
      // The id of a deleted queue shows as no queue.
      value={queues.some(({ id }) => id === field.value) ? field.value : 0}
      onChange={field.onChange}
    />
  )
}

function IncompleteTransferNote({ control }: { control: ConnectionFormControl }) {
  const { t } = useTranslation('connections')
  const [queueId, minutes] = useWatch({ control, name: ['sendIdQueue', 'timeSendQueue'] })
  if (Number(minutes) === 0 || queueId !== 0) return null
  return (
    <p className={styles.warning} role="status">
      {t('sendNeedsQueue')}
    </p>
  )
}

/** Minutes as text: `45 min`, `1 h 30 min`, `2 dias`. */
function spanOf(minutes: number, t: TFunction): string {
  const parts = [
    [Math.floor(minutes / 1_440), 'days'],
    [Math.floor(minutes / 60) % 24, 'hours'],
    [minutes % 60, 'minutes'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => t(`connections:span.${unit}`, { count }))
    .join(' ')
}
