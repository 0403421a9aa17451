import { type CampaignView, campaignForm, startCampaign } from '@balcao/contract/campaigns'
import type { FileListView } from '@balcao/contract/file-lists'
import { mayChangeCampaign, statusAfterSaving } from '@balcao/domain/campaigns'
import { limits } from '@balcao/domain/limits'
import { zodResolver } from '@hookform/resolvers/zod'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { isRefusal } from '../../lib/api-error'
import { useCompanyClock } from '../../lib/company-clock'
import { errorText } from '../../lib/error-text'
import { useMayCall } from '../../lib/session'
import { AutocompleteField } from '../../ui/autocomplete-field'
import { type ChosenFile, FileField } from '../../ui/file-field'
import { FormDialog } from '../../ui/form-dialog'
import { SwitchField } from '../../ui/switch-field'
import { TextField } from '../../ui/text-field'
import { showError, showToast } from '../../ui/toasts'
import { useSubmit } from '../../ui/use-submit'
import { useSaveCampaign } from './api/campaigns'
import { useFileList, useFileListChoices } from './api/choices'
import { AudienceField } from './audience-field'
import { confirmationFields, factsOf, messageSlots } from './campaign-facts'
import { type CampaignFormInput, DeliveryFields, type TextSlot, TextsFields } from './campaign-fields'
import styles from './campaigns.module.css'

interface FileListFieldProps {
  readonly chosen: Pick<FileListView, 'id' | 'name'> | null
  readonly disabled: boolean
  readonly onChoose: (list: FileListView | null) => void
}

type Values = z.output<typeof campaignForm>
/** The campaign's own file list comes without its files. */
type ChosenFileList = Pick<FileListView, 'id' | 'name'> & Partial<FileListView>

interface CampaignDialogProps {
  /** The campaign to edit; `null` creates a new one. */
  readonly campaign: CampaignView | null
  readonly onClose: () => void
}

/** The form of a campaign (CAMP-02, CAMP-08, CAMP-10, CAMP-16, CAMP-17). Fields that may no longer change are read-only. */
export function CampaignDialog({ campaign, onClose }: CampaignDialogProps) {
  const { t } = useTranslation('campaigns')
  const clock = useCompanyClock()
  const [fileList, setFileList] = useState<ChosenFileList | null>(campaign?.fileList ?? null)
  const { data: ownFileList } = useFileList(campaign?.fileList?.id ?? null)
  const [file, setFile] = useState<ChosenFile>('kept')
  const [isFixed] = useState(() => campaign !== null && !mayChangeCampaign(factsOf(campaign), new Date()))
  // A support visit writes drafts only, and removes the time of a planned campaign (docs/features/campaigns.md).
  const mayPlan = useMayCall(startCampaign)
  const isPlanned = campaign?.status === 'PROGRAMADA'
  const { save, uploaded } = useSaveCampaign(campaign)
  const form = useForm<CampaignFormInput, unknown, Values>({
    resolver: zodResolver(campaignForm),
    mode: 'onTouched',
    defaultValues: writtenOf(campaign, clock.toField),
  })
  const { register, control, handleSubmit, setError, setValue, watch, formState } = form
  const { submit, isWaiting } = useSubmit(async (values: Values) => {
    const gap = missingFieldOf(values)
    if (!mayPlan && willBePlanned(campaign, values))
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
      <DeliveryFields form={form} mayPlan={mayPlan} isPlanned={isPlanned} disabled={isFixed} />
      <TextsFields
        form={form}
        kind="message"
        slots={messageSlots}
        disabled={isFixed}
        mediaName={mediaName}
        fileNames={chosenFiles.map(({ name, file: own }) => own ?? name)}
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
        problemOf={(chosen) => problemOf(chosen, t)}
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
        <TextsFields
          form={form}
          kind="confirmationMessage"
          slots={confirmationFields}
          disabled={isFixed}
          mediaName={null}
          fileNames={[]}
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

function writtenOf(campaign: CampaignView | null, toField: (moment: string) => string): CampaignFormInput {
  const text = (slot: TextSlot) => campaign?.[slot] ?? ''
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
function willBePlanned(campaign: CampaignView | null, { scheduledAt }: Values): boolean {
  const moment = scheduledAt == null || scheduledAt === '' ? null : new Date(scheduledAt)
  return statusAfterSaving({ status: campaign?.status ?? 'INATIVA', scheduledAt: moment }) === 'PROGRAMADA'
}

/** The checks beyond the schemas: at least one text, and one confirmation text where confirmations are on (CAMP-02). */
function missingFieldOf(values: Values) {
  if (messageSlots.every((slot) => values[slot].trim() === ''))
    return { field: 'message1', code: 'ERR_CAMPAIGN_NO_MESSAGE' } as const
  if (values.confirmation && confirmationFields.every((slot) => values[slot].trim() === ''))
    return { field: 'confirmationMessage1', code: 'ERR_CAMPAIGN_NO_CONFIRMATION' } as const
  return null
}

function storedFile(campaign: CampaignView | null) {
  if (campaign === null || campaign.mediaPath === null) return null
  const { mediaName, mediaPath, mediaType } = campaign
  return { name: mediaName ?? '', picture: mediaType === 'image' ? mediaPath : null }
}

/** Why the server would refuse the file. */
function problemOf(file: File, t: TFunction<'campaigns'>): string | undefined {
  const kind =
    (['image', 'audio', 'video'] as const).find((one) => file.type.startsWith(`${one}/`)) ?? 'document'
  const limit = limits.uploads[kind]
  if (file.size === 0) return t('errors:ERR_UPLOAD_EMPTY')
  if (file.size <= limit) return undefined
  return t('errors:ERR_UPLOAD_TOO_LARGE', { context: kind, limitMegabytes: limit >> 20 })
}

/** Chooses the file list (CAMP-16): from the first page by name, or by typing a part of its name. */
function FileListField({ chosen, disabled, onChoose }: FileListFieldProps) {
  const { t } = useTranslation('campaigns')
  const [text, setText] = useState(chosen?.name ?? '')
  const { lists, isSearching } = useFileListChoices(text === chosen?.name ? '' : text)
  return (
    <AutocompleteField<Pick<FileListView, 'id' | 'name'>>
      label={t('fileList')}
      help={t('fileListHelp')}
      placeholder={t('noFileList')}
      none={t('noFileListFound')}
      disabled={disabled}
      openOnFocus
      options={lists}
      isSearching={isSearching}
      value={chosen}
      text={text}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      onText={setText}
      onChoose={(next) => onChoose(lists.find(({ id }) => id === next?.id) ?? null)}
    />
  )
}
