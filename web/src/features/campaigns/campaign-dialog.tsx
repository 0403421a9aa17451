import { type CampaignView, campaignForm, startCampaign } from '@balcao/contract/campaigns'
import type { FileListView } from '@balcao/contract/file-lists'
import { mayChangeCampaign, statusAfterSaving } from '@balcao/domain/campaigns'
import { limits } from '@balcao/domain/limits'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { isRefusal } from '../../lib/api-error'
import { useCompanyClock } from '../../lib/company-clock'
import { errorText } from '../../lib/error-text'
import { useConnections } from '../../lib/lists/connections'
import { useMayCall } from '../../lib/session'
import { zoneWords } from '../../lib/zone-words'
import { ChoiceField } from '../../ui/choice-field'
import { DateField } from '../../ui/date-field'
import { type ChosenFile, FileField } from '../../ui/file-field'
import { FormDialog } from '../../ui/form-dialog'
import { SwitchField } from '../../ui/switch-field'
import { TextField } from '../../ui/text-field'
import { showError, showToast } from '../../ui/toasts'
import { useSubmit } from '../../ui/use-submit'
import { useSaveCampaign } from './api/campaigns'
import { useFileList } from './api/choices'
import { useCampaignSettings } from './api/settings'
import { AudienceField } from './audience-field'
import { confirmationFields, factsOf, messageSlots } from './campaign-facts'
import { CampaignPreview } from './campaign-preview'
import styles from './campaigns.module.css'
import { FileListField } from './file-list-field'
import { SlotsField } from './slots-field'

export type CampaignWritten = z.input<typeof campaignForm>
type Values = z.output<typeof campaignForm>
/** The campaign's own file list comes without its files. */
type ChosenFileList = Pick<FileListView, 'id' | 'name'> & Partial<FileListView>

interface CampaignDialogProps {
  /** `null` creates one. */
  readonly campaign: CampaignView | null
  readonly onClose: () => void
}

/** The form of a campaign (CAMP-02, CAMP-08, CAMP-10, CAMP-16, CAMP-17). Fields that may no longer change are read-only. */
export function CampaignDialog({ campaign, onClose }: CampaignDialogProps) {
  const { t, i18n } = useTranslation('campaigns')
  const clock = useCompanyClock()
  const { data: connections = [] } = useConnections()
  const [fileList, setFileList] = useState<ChosenFileList | null>(campaign?.fileList ?? null)
  const { data: ownFileList } = useFileList(campaign?.fileList?.id ?? null)
  const { data: settings } = useCampaignSettings()
  const [file, setFile] = useState<ChosenFile>('kept')
  const [isFixed] = useState(() => campaign !== null && !mayChangeCampaign(factsOf(campaign), new Date()))
  // A support visit writes drafts only, and removes the time of a planned campaign (docs/features/campaigns.md).
  const mayPlan = useMayCall(startCampaign)
  const isPlanned = campaign?.status === 'PROGRAMADA'
  const { save, uploaded } = useSaveCampaign(campaign)
  const { register, control, handleSubmit, setError, setValue, watch, formState } = useForm<
    CampaignWritten,
    unknown,
    Values
  >({
    resolver: zodResolver(campaignForm),
    mode: 'onTouched',
    defaultValues: writtenOf(campaign, clock.toField),
  })
  const { submit, isWaiting } = useSubmit(async (values: Values) => {
    const gap = gapIn(values)
    if (!mayPlan && wouldPlan(campaign, values))
      return setError('scheduledAt', { message: t('supportDrafts') }, { shouldFocus: true })
    if (gap !== null) return setError(gap.field, { message: t(`errors:${gap.code}`) }, { shouldFocus: true })
    try {
      await save({ values, file })
      showToast('success', t('saved'))
      onClose()
    } catch (error) {
      if (isRefusal(error, 'ERR_CAMPAIGN_IN_PAST'))
        setError('scheduledAt', { message: errorText(error) }, { shouldFocus: true })
      showError(error)
    }
  })
  const { errors } = formState
  const written = watch()
  const ownFiles = fileList !== null && fileList.id === ownFileList?.id ? ownFileList.options : []
  const chosenFiles = fileList?.options ?? ownFiles
  const mediaName = file instanceof File ? file.name : file === 'none' ? null : (campaign?.mediaName ?? null)
  const variables = settings?.variables ?? []

  return (
    <FormDialog
      title={t(campaign === null ? 'newTitle' : isFixed ? 'seeTitle' : 'editTitle')}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      isWaiting={isWaiting}
      isDirty={formState.isDirty || file !== 'kept'}
      isFixed={isFixed}
      width={720}
    >
      {campaign !== null && <EditHint campaign={campaign} isFixed={isFixed} />}
      <TextField
        label={t('name')}
        autoFocus={!isFixed}
        disabled={isFixed}
        error={errors.name?.message}
        {...register('name')}
      />
      <AudienceField
        campaign={campaign}
        disabled={isFixed}
        contactListId={written.contactListId}
        tagListId={written.tagListId}
        onChange={({ contactListId, tagListId }) => {
          setValue('contactListId', contactListId, { shouldDirty: true })
          setValue('tagListId', tagListId, { shouldDirty: true })
        }}
      />
      <div className={styles.pair}>
        <Controller
          control={control}
          name="whatsappId"
          render={({ field }) => (
            <ChoiceField<number | ''>
              label={t('connection')}
              disabled={isFixed}
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
                  ? t('scheduledAtHelp', { timeZone: zoneWords(clock.timeZone, i18n.language) })
                  : t('supportDrafts')
              }
              disabled={isFixed || (!mayPlan && !isPlanned)}
              value={String(field.value ?? '')}
              error={errors.scheduledAt?.message}
              onChange={field.onChange}
              onBlur={field.onBlur}
            />
          )}
        />
      </div>
      <SlotsField
        kind="message"
        slots={messageSlots}
        values={textsOf(messageSlots, written)}
        error={messageSlots.map((slot) => errors[slot]?.message).find(Boolean)}
        variables={variables}
        disabled={isFixed}
        onChange={(slot, value) => setValue(slot, value, { shouldDirty: true, shouldValidate: true })}
        preview={(text) => (
          <CampaignPreview
            text={text}
            variables={settings?.variables ?? []}
            mediaName={mediaName}
            fileNames={chosenFiles.map(({ name, file: own }) => own ?? name)}
          />
        )}
      />
      <FileField
        words={{
          label: t('file'),
          help: t('fileHelp'),
          choose: t('chooseFile'),
          remove: t('removeFile'),
          uploading: t('uploading'),
        }}
        chosen={file}
        stored={storedFile(campaign)}
        problemOf={(chosen) => {
          const kind = kindOf(chosen)
          if (chosen.size === 0) return t('errors:ERR_UPLOAD_EMPTY')
          if (chosen.size <= limits.uploads[kind]) return undefined
          return t('errors:ERR_UPLOAD_TOO_LARGE', {
            context: kind,
            limitMegabytes: limits.uploads[kind] >> 20,
          })
        }}
        uploaded={uploaded}
        disabled={isFixed || (!mayPlan && isPlanned)}
        onChange={setFile}
      />
      <FileListField
        chosen={fileList}
        disabled={isFixed}
        onChoose={(chosen) => {
          setFileList(chosen)
          setValue('fileListId', chosen?.id ?? null, { shouldDirty: true })
        }}
      />
      <Controller
        control={control}
        name="confirmation"
        render={({ field }) => (
          <SwitchField
            label={t('confirmation')}
            help={t('confirmationHelp')}
            value={field.value === true}
            disabled={isFixed}
            onChange={field.onChange}
          />
        )}
      />
      {written.confirmation === true && (
        <SlotsField
          kind="confirmationMessage"
          slots={confirmationFields}
          values={textsOf(confirmationFields, written)}
          error={confirmationFields.map((slot) => errors[slot]?.message).find(Boolean)}
          variables={variables}
          disabled={isFixed}
          onChange={(slot, value) => setValue(slot, value, { shouldDirty: true, shouldValidate: true })}
          preview={(text) => (
            <CampaignPreview
              text={text}
              variables={settings?.variables ?? []}
              mediaName={null}
              fileNames={[]}
            />
          )}
        />
      )}
    </FormDialog>
  )
}

/** Why it is read-only, or the effect of a change now (CAMP-08). */
function EditHint({ campaign, isFixed }: { campaign: CampaignView; isFixed: boolean }) {
  const { t } = useTranslation('campaigns')
  if (!isFixed)
    return campaign.status === 'CANCELADA' ? <p className={styles.note}>{t('editsCancelled')}</p> : null
  const why = { PROGRAMADA: 'lockedSoon', EM_ANDAMENTO: 'lockedRunning' } as const
  const key =
    campaign.status === 'PROGRAMADA' || campaign.status === 'EM_ANDAMENTO'
      ? why[campaign.status]
      : 'lockedDone'
  return <p className={styles.note}>{t(key)}</p>
}

function writtenOf(campaign: CampaignView | null, toField: (moment: string) => string): CampaignWritten {
  const text = (slot: (typeof messageSlots)[number] | (typeof confirmationFields)[number]) =>
    campaign?.[slot] ?? ''
  return {
    name: campaign?.name ?? '',
    message1: text('message1'),
    message2: text('message2'),
    message3: text('message3'),
    message4: text('message4'),
    message5: text('message5'),
    confirmationMessage1: text('confirmationMessage1'),
    confirmationMessage2: text('confirmationMessage2'),
    confirmationMessage3: text('confirmationMessage3'),
    confirmationMessage4: text('confirmationMessage4'),
    confirmationMessage5: text('confirmationMessage5'),
    confirmation: campaign?.confirmation ?? false,
    scheduledAt: campaign?.scheduledAt == null ? '' : toField(campaign.scheduledAt),
    whatsappId: campaign?.whatsappId ?? null,
    contactListId: campaign?.contactListId ?? null,
    fileListId: campaign?.fileListId ?? null,
  }
}

/** Whether saving plans its start. */
function wouldPlan(campaign: CampaignView | null, { scheduledAt }: Values): boolean {
  const moment = scheduledAt == null || scheduledAt === '' ? null : new Date(scheduledAt)
  return statusAfterSaving({ status: campaign?.status ?? 'INATIVA', scheduledAt: moment }) === 'PROGRAMADA'
}

/** The checks beyond the schemas: at least one text, and one confirmation text where confirmations are on (CAMP-02). */
function gapIn(values: Values) {
  if (messageSlots.every((slot) => values[slot].trim() === ''))
    return { field: 'message1', code: 'ERR_CAMPAIGN_NO_MESSAGE' } as const
  if (values.confirmation && confirmationFields.every((slot) => values[slot].trim() === ''))
    return { field: 'confirmationMessage1', code: 'ERR_CAMPAIGN_NO_CONFIRMATION' } as const
  return null
}

function textsOf<Slot extends keyof CampaignWritten>(slots: readonly Slot[], written: CampaignWritten) {
  return Object.fromEntries(slots.map((slot) => [slot, String(written[slot] ?? '')])) as Record<Slot, string> // each of them
}

function storedFile(campaign: CampaignView | null) {
  if (campaign === null || campaign.mediaPath === null) return null
  const { mediaName, mediaPath, mediaType } = campaign
  return { name: mediaName ?? '', picture: mediaType === 'image' ? mediaPath : null }
}

/** The kind by which the server limits its size. */
function kindOf({ type }: File): keyof typeof limits.uploads {
  return (['image', 'audio', 'video'] as const).find((kind) => type.startsWith(`${kind}/`)) ?? 'document'
}
