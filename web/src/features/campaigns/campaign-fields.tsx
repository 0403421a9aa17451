import type { campaignForm } from '@balcao/contract/campaigns'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useCompanyClock } from '../../lib/company-clock'
import { useConnections } from '../../lib/lists/connections'
import { useNow } from '../../lib/timers'
import { timeZoneName } from '../../lib/zone-words'
import { SelectField } from '../../ui/choice-field'
import { DateField } from '../../ui/date-field'
import { MessagePreview } from '../../ui/message-preview'
import { TabRow } from '../../ui/tab-row'
import { TextWithVariablesField } from '../../ui/text-with-variables'
import { useCampaignSettings } from './api/settings'
import type { confirmationMessageSlots, messageSlots } from './campaign-facts'
import styles from './campaigns.module.css'
import { useFillVariablesWithSamples } from './template-section'

interface CampaignPreviewProps {
  readonly text: string
  /** The name of the file that is sent with the text as its caption; null without a file. */
  readonly mediaName: string | null
  /** The names of the files that follow the message. */
  readonly fileNames: readonly string[]
}

export type CampaignFormInput = z.input<typeof campaignForm>
type CampaignTextSlot = (typeof messageSlots)[number] | (typeof confirmationMessageSlots)[number]
type Form = UseFormReturn<CampaignFormInput, unknown, z.output<typeof campaignForm>>

interface DeliveryFieldsProps {
  readonly form: Form
  readonly mayPlan: boolean
  readonly isPlanned: boolean
  readonly disabled: boolean
}

export function CampaignSenderAndStartFields({ form, mayPlan, isPlanned, disabled }: DeliveryFieldsProps) {
  const { t, i18n } = useTranslation('campaigns')
  const clock = useCompanyClock()
  const { data: connections = [] } = useConnections()
  const { control } = form
  const { field: sender } = useController({ control, name: 'whatsappId' })
  const { field: start, fieldState: startState } = useController({ control, name: 'scheduledAt' })
  return (
    <div className={styles.pair}>
      <SelectField<number | ''>
        label={t('connection')}
        disabled={disabled}
        value={connections.find(({ id }) => id === sender.value)?.id ?? ''}
        choices={[
          { value: '', name: t('defaultConnection') },
          ...connections.map(({ id, name }) => ({ value: id, name })),
        ]}
        onChange={(chosen) => sender.onChange(chosen === '' ? null : chosen)}
      />
      <DateField
        {...start}
        label={t('scheduledAt')}
        hasTime
        help={
          mayPlan
            ? t('scheduledAtHelp', { timeZone: timeZoneName(clock.timeZone, i18n.language) })
            : t('supportDrafts')
        }
        disabled={disabled || (!mayPlan && !isPlanned)}
        value={String(start.value ?? '')}
        error={startState.error?.message}
      />
    </div>
  )
}

interface TextsFieldsProps<Slot extends CampaignTextSlot> extends Omit<CampaignPreviewProps, 'text'> {
  readonly form: Form
  readonly kind: 'message' | 'confirmationMessage'
  /** The title of the field group; the default depends on `kind`. */
  readonly legend?: string | undefined
  readonly slots: readonly Slot[]
  readonly disabled: boolean
}

/** Edits the five variants of a text; each contact gets one of them (CAMP-02). */
export function CampaignTextsFields<Slot extends CampaignTextSlot>(props: TextsFieldsProps<Slot>) {
  const { form, kind, slots, disabled, mediaName, fileNames } = props
  const { t } = useTranslation('campaigns')
  const { data: settings } = useCampaignSettings()
  const values = textsOf(slots, form.watch())
  const [first] = slots
  const [chosen, setChosen] = useState<Slot>(
    slots.find((slot) => values[slot].trim() !== '') ?? (first as Slot),
  ) // The cast is safe: `slots` always has five entries, so the first one exists.
  const isMessage = kind === 'message'
  const legend = props.legend ?? t(isMessage ? 'messages' : 'confirmations')
  return (
    <fieldset className={styles.slots}>
      <legend>{legend}</legend>
      <p className={styles.help}>{t('messagesHelp')}</p>
      <TabRow
        label={legend}
        className={styles.tabs}
        tabClassName={styles.tab}
        chosen={chosen}
        tabs={slots.map((slot, place) => ({
          value: slot,
          content: (
            <>
              <span className={styles.tabWord}>
                {t(isMessage ? 'messageTab' : 'confirmationTab', { number: '' }).trim()}
              </span>
              {place + 1}
              {values[slot].trim() !== '' && <Check size={14} strokeWidth={2.5} aria-label={t('filled')} />}
            </>
          ),
        }))}
        onChoose={setChosen}
      />
      <TextWithVariablesField
        key={chosen}
        label={t(kind, { number: slots.indexOf(chosen) + 1 })}
        value={values[chosen]}
        error={slots.map((slot) => form.formState.errors[slot]?.message).find(Boolean)}
        disabled={disabled}
        own={settings?.variables ?? []}
        onChange={(value) =>
          form.setValue<CampaignTextSlot>(chosen, value, { shouldDirty: true, shouldValidate: true })
        }
      />
      <CampaignPreview text={values[chosen]} mediaName={mediaName} fileNames={fileNames} />
    </fieldset>
  )
}

function textsOf<Slot extends keyof CampaignFormInput>(slots: readonly Slot[], written: CampaignFormInput) {
  // The cast restores the key type that `fromEntries` loses; every slot has an entry.
  return Object.fromEntries(slots.map((slot) => [slot, String(written[slot] ?? '')])) as Record<Slot, string>
}

function CampaignPreview({ text, mediaName, fileNames }: CampaignPreviewProps) {
  const { t } = useTranslation('campaigns')
  const now = useNow(30_000)
  const filled = useFillVariablesWithSamples().filled(text.trim())
  const first = [mediaName === null ? '' : t('fileBubble', { name: mediaName }), filled]
    .filter((line) => line !== '')
    .join('\n\n')
  return (
    <MessagePreview
      label={t('preview')}
      messages={filled === '' ? [] : [first, ...fileNames.map((name) => t('fileBubble', { name }))]}
      nothing={t('previewNothing')}
      now={now}
    />
  )
}
