import type { campaignForm } from '@balcao/contract/campaigns'
import type { CampaignVariable } from '@balcao/domain/campaign-settings'
import { fillVariables } from '@balcao/domain/message-variables'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useCompanyClock } from '../../lib/company-clock'
import { useConnections } from '../../lib/lists/connections'
import { samplePerson } from '../../lib/sample-person'
import { useUser } from '../../lib/session'
import { useNow } from '../../lib/timers'
import { timeZoneName } from '../../lib/zone-words'
import { SelectField } from '../../ui/choice-field'
import { DateField } from '../../ui/date-field'
import { MessagePreview } from '../../ui/message-preview'
import { useCampaignSettings } from './api/settings'
import type { confirmationMessageSlots, messageSlots } from './campaign-facts'
import styles from './campaigns.module.css'
import { CampaignTextSlotsField } from './slots-field'

interface CampaignPreviewProps {
  readonly text: string
  readonly variables: readonly CampaignVariable[]
  /** The name of the file whose caption is the text. */
  readonly mediaName: string | null
  /** The names of the files that follow the message. */
  readonly fileNames: readonly string[]
}

export type CampaignFormInput = z.input<typeof campaignForm>
export type CampaignTextSlot = (typeof messageSlots)[number] | (typeof confirmationMessageSlots)[number]
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
  const { control, formState } = form
  return (
    <div className={styles.pair}>
      <Controller
        control={control}
        name="whatsappId"
        render={({ field }) => (
          <SelectField<number | ''>
            label={t('connection')}
            disabled={disabled}
            value={connections.find(({ id }) => id === field.value)?.id ?? ''}
            choices={[
              { value: '', name: t('defaultConnection') },
              ...connections.map(({ id, name }) => ({ value: id, name })),
            ]}
            onChange={(chosen) => field.onChange(chosen === '' ? null : chosen)}
          />
        )}
      />
      <Controller
        control={control}
        name="scheduledAt"
        render={({ field }) => (
          <DateField
            ref={field.ref}
            label={t('scheduledAt')}
            hasTime
            help={
              mayPlan
                ? t('scheduledAtHelp', { timeZone: timeZoneName(clock.timeZone, i18n.language) })
                : t('supportDrafts')
            }
            disabled={disabled || (!mayPlan && !isPlanned)}
            value={String(field.value ?? '')}
            error={formState.errors.scheduledAt?.message}
            onChange={field.onChange}
            onBlur={field.onBlur}
          />
        )}
      />
    </div>
  )
}

interface TextsFieldsProps<Slot extends CampaignTextSlot>
  extends Pick<Parameters<typeof CampaignPreview>[0], 'mediaName' | 'fileNames'> {
  readonly form: Form
  readonly kind: 'message' | 'confirmationMessage'
  readonly legend?: string | undefined
  readonly slots: readonly Slot[]
  readonly disabled: boolean
}

export function CampaignTextsFields<Slot extends CampaignTextSlot>(props: TextsFieldsProps<Slot>) {
  const { form, kind, legend, slots, disabled, mediaName, fileNames } = props
  const { data: settings } = useCampaignSettings()
  const variables = settings?.variables ?? []
  const { errors } = form.formState
  return (
    <CampaignTextSlotsField
      kind={kind}
      legend={legend}
      slots={slots}
      values={textsOf(slots, form.watch())}
      error={slots.map((slot) => errors[slot]?.message).find(Boolean)}
      variables={variables}
      disabled={disabled}
      onChange={(slot, value) =>
        form.setValue<CampaignTextSlot>(slot, value, { shouldDirty: true, shouldValidate: true })
      }
      preview={(text) => (
        <CampaignPreview text={text} variables={variables} mediaName={mediaName} fileNames={fileNames} />
      )}
    />
  )
}

function textsOf<Slot extends keyof CampaignFormInput>(slots: readonly Slot[], written: CampaignFormInput) {
  // The cast restores the key type that `fromEntries` loses; every slot has an entry.
  return Object.fromEntries(slots.map((slot) => [slot, String(written[slot] ?? '')])) as Record<Slot, string>
}

function CampaignPreview({ text, variables, mediaName, fileNames }: CampaignPreviewProps) {
  const { t } = useTranslation('campaigns')
  const now = useNow(30_000)
  const { timeZone, language } = useUser().company
  const facts = { ...samplePerson, now: new Date(now), timeZone, language }
  const filled = fillVariables(text.trim(), facts, variables)
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
