import { type CampaignView, campaignForm, startCampaign } from '@balcao/contract/campaigns'
import type { ConnectionView } from '@balcao/contract/connections'
import type { FileListView } from '@balcao/contract/file-lists'
import type { TemplateWithValues } from '@balcao/contract/message-templates'
import { campaignStatusAfterSaving, mayChangeCampaign } from '@balcao/domain/campaigns'
import type { ConnectionId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { noTemplateValues } from '@balcao/domain/message-templates'
import { zodResolver } from '@hookform/resolvers/zod'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { isRefusal } from '../../lib/api-error'
import { useCompanyClock } from '../../lib/company-clock'
import { errorText } from '../../lib/error-text'
import {
  acceptedTypesOfTemplateHeader,
  problemOfTemplateHeaderFile,
  templateFileHeaderOf,
} from '../../lib/header-file'
import { useConnections } from '../../lib/lists/connections'
import { useMayCall } from '../../lib/session'
import { AutocompleteField } from '../../ui/autocomplete-field'
import { type ChosenFile, FileField, useChosenFilePreview } from '../../ui/file-field'
import { focusFirstError } from '../../ui/focus-first-error'
import { FormDialog } from '../../ui/form-dialog'
import { SwitchField } from '../../ui/switch-field'
import { TextField } from '../../ui/text-field'
import { showError, showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useSaveCampaign } from './api/campaigns'
import { useFileList, useFileListChoices } from './api/choices'
import { CampaignAudienceField } from './audience-field'
import {
  confirmationMessageSlots,
  messageSlots,
  storedCampaignFile,
  toDomainCampaign,
} from './campaign-facts'
import { type CampaignFormInput, CampaignSenderAndStartFields, CampaignTextsFields } from './campaign-fields'
import styles from './campaigns.module.css'
import {
  CampaignTemplateSection,
  campaignNeedsTemplate,
  chosenOrDefaultConnection,
  isTemplateChoiceComplete,
  useChosenTemplateParts,
} from './template-section'

interface FileListFieldProps {
  readonly chosen: Pick<FileListView, 'id' | 'name'> | null
  readonly disabled: boolean
  readonly onChoose: (list: FileListView | null) => void
}

type Values = z.output<typeof campaignForm>
/** The chosen file list. A stored campaign names only its id and name; its files load separately. */
type ChosenFileList = Pick<FileListView, 'id' | 'name'> & Partial<FileListView>

interface CampaignDialogProps {
  /** The campaign to edit; `null` creates a new one. */
  readonly campaign: CampaignView | null
  readonly onClose: () => void
}

export function CampaignDialog({ campaign, onClose }: CampaignDialogProps) {
  const { t } = useTranslation('campaigns')
  const clock = useCompanyClock()
  const [fileList, setFileList] = useState<ChosenFileList | null>(campaign?.fileList ?? null)
  const { data: ownFileList } = useFileList(campaign?.fileList?.id ?? null)
  const [file, setFile] = useState<ChosenFile>('kept')
  const { data: connections = [] } = useConnections()
  // Stores the chosen template of each connection, so that trying another connection loses no choice.
  const [choices, setChoices] = useState<Choices>(new Map())
  const [asksForAll, setAsking] = useState(false)
  const [isFixed] = useState(
    () => campaign !== null && !mayChangeCampaign(toDomainCampaign(campaign), new Date()),
  )
  // On a support visit the user may save drafts but not schedule a start (docs/features/campaigns.md).
  const mayPlan = useMayCall(startCampaign)
  const isPlanned = campaign?.status === 'PROGRAMADA'
  const { save, uploaded } = useSaveCampaign(campaign)
  const form = useForm<CampaignFormInput, unknown, Values>({
    resolver: zodResolver(campaignForm),
    mode: 'onTouched',
    defaultValues: writtenOf(campaign, clock.toField),
  })
  const { register, control, handleSubmit, setError, setValue, watch, formState } = form
  const { field: confirmation } = useController({ control, name: 'confirmation' })
  const written = watch()
  const connection = chosenOrDefaultConnection(connections, written.whatsappId)
  const isTemplate = campaignNeedsTemplate(connection)
  const storedTemplate = connection === undefined ? null : templateOver(campaign, connection)
  const changed = connection && choices.get(connection.id)
  const choice = changed === undefined ? choiceOf(storedTemplate) : changed
  const parts = useChosenTemplateParts(isTemplate ? connection : undefined, choice)
  const header = templateFileHeaderOf(parts, connection?.provider)
  const hasTexts = !isTemplate || written.confirmation === true
  const hasFile = hasTexts || header !== null
  const shownFile = useChosenFilePreview(file, storedCampaignFile(campaign))
  const problemOfFile = (chosen: File) =>
    header === null ? problemOf(chosen, t) : problemOfTemplateHeaderFile(chosen, header)
  const fileProblem = hasFile && file instanceof File ? problemOfFile(file) : undefined
  const isIncomplete =
    fileProblem !== undefined ||
    (isTemplate && !isTemplateChoiceComplete(parts, choice?.values ?? noTemplateValues, shownFile !== null))
  const { submit, isWaiting } = useDelayedSubmit(async (values: Values) => {
    const gap = missingFieldOf(values, isTemplate)
    if (!mayPlan && willBePlanned(campaign, values))
      return setError('scheduledAt', { message: t('supportDrafts') }, { shouldFocus: true })
    if (gap !== null) return setError(gap.field, { message: t(`errors:${gap.code}`) }, { shouldFocus: true })
    try {
      await save({
        values: {
          ...values,
          // Omits the template while the connections load, so that the server keeps the stored one.
          ...(connection !== undefined && { template: isTemplate ? choice : null }),
          ...(!hasTexts && { fileListId: null }),
        },
        file: hasFile ? file : storedCampaignFile(campaign) === null ? 'kept' : 'none',
      })
      showToast('success', t('saved'))
      onClose()
    } catch (error) {
      if (isRefusal(error, 'ERR_CAMPAIGN_IN_PAST'))
        setError('scheduledAt', { message: errorText(error) }, { shouldFocus: true })
      showError(error)
    }
  })
  const { errors } = formState
  const ownFiles = fileList !== null && fileList.id === ownFileList?.id ? ownFileList.options : []
  const chosenFiles = fileList?.options ?? ownFiles
  const mediaName = file instanceof File ? file.name : file === 'none' ? null : (campaign?.mediaName ?? null)

  return (
    <FormDialog
      title={t(campaign === null ? 'newTitle' : isFixed ? 'seeTitle' : 'editTitle')}
      onClose={onClose}
      onSubmit={(event) => {
        setAsking(true)
        void (isIncomplete ? handleSubmit(focusFirstError) : handleSubmit(submit))(event)
      }}
      isWaiting={isWaiting}
      isDirty={formState.isDirty || file !== 'kept' || choices.size > 0}
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
      <CampaignAudienceField
        campaign={campaign}
        disabled={isFixed}
        contactListId={written.contactListId}
        tagListId={written.tagListId}
        onChange={({ contactListId, tagListId }) => {
          setValue('contactListId', contactListId, { shouldDirty: true })
          setValue('tagListId', tagListId, { shouldDirty: true })
        }}
      />
      <CampaignSenderAndStartFields form={form} mayPlan={mayPlan} isPlanned={isPlanned} disabled={isFixed} />
      {isTemplate && connection !== undefined && (
        <CampaignTemplateSection
          key={connection.id}
          connection={connection}
          chosen={choice}
          isGone={storedTemplate?.templateId === null && choice === null}
          confirmation={written.confirmation === true}
          asksForAll={asksForAll}
          disabled={isFixed}
          file={shownFile}
          onChange={(next) => setChoices((known) => new Map(known).set(connection.id, next))}
        />
      )}
      {hasTexts && (
        <CampaignTextsFields
          key={isTemplate ? 'after' : 'only'}
          form={form}
          kind="message"
          legend={isTemplate ? t('messagesAfter') : undefined}
          slots={messageSlots}
          disabled={isFixed}
          mediaName={header === null ? mediaName : null}
          fileNames={chosenFiles.map(({ name, file: own }) => own ?? name)}
        />
      )}
      {hasFile && (
        <FileField
          // The new key resets the error of a refused file when the template's header changes.
          key={header?.kind ?? 'file'}
          words={{
            label: t('file'),
            help: t(header === null ? 'fileHelp' : 'template.fileHelp'),
            choose: t('chooseFile'),
            remove: t('removeFile'),
            uploading: t('uploading'),
          }}
          chosen={file}
          stored={storedCampaignFile(campaign)}
          {...(header !== null && { accept: acceptedTypesOfTemplateHeader(header) })}
          problemOf={problemOfFile}
          error={
            fileProblem ??
            (asksForAll && header !== null && shownFile === null
              ? t('errors:ERR_TEMPLATE_SEND_file-missing')
              : undefined)
          }
          uploaded={uploaded}
          disabled={isFixed || (!mayPlan && isPlanned)}
          onChange={setFile}
        />
      )}
      {hasTexts && (
        <FileListField
          chosen={fileList}
          disabled={isFixed}
          onChoose={(chosen) => {
            setFileList(chosen)
            setValue('fileListId', chosen?.id ?? null, { shouldDirty: true })
          }}
        />
      )}
      <SwitchField
        label={t('confirmation')}
        help={t('confirmationHelp')}
        value={confirmation.value === true}
        disabled={isFixed}
        onChange={confirmation.onChange}
      />
      {written.confirmation === true && !isTemplate && (
        <CampaignTextsFields
          form={form}
          kind="confirmationMessage"
          slots={confirmationMessageSlots}
          disabled={isFixed}
          mediaName={null}
          fileNames={[]}
        />
      )}
    </FormDialog>
  )
}

function EditHint({ campaign, isFixed }: { campaign: CampaignView; isFixed: boolean }) {
  const { t } = useTranslation('campaigns')
  if (!isFixed)
    return campaign.status === 'CANCELADA' ? <p className={styles.note}>{t('editsCancelled')}</p> : null
  if (campaign.status === 'PROGRAMADA') return <p className={styles.note}>{t('lockedSoon')}</p>
  return (
    <p className={styles.note}>{t(campaign.status === 'EM_ANDAMENTO' ? 'lockedRunning' : 'lockedDone')}</p>
  )
}

function writtenOf(campaign: CampaignView | null, toField: (moment: string) => string): CampaignFormInput {
  const slots = [...messageSlots, ...confirmationMessageSlots]
  return {
    name: campaign?.name ?? '',
    ...Object.fromEntries(slots.map((slot) => [slot, campaign?.[slot] ?? ''])),
    confirmation: campaign?.confirmation ?? false,
    scheduledAt: campaign?.scheduledAt == null ? '' : toField(campaign.scheduledAt),
    whatsappId: campaign?.whatsappId ?? null,
    contactListId: campaign?.contactListId ?? null,
    fileListId: campaign?.fileListId ?? null,
  }
}

function willBePlanned(campaign: CampaignView | null, { scheduledAt }: Values): boolean {
  const moment = scheduledAt == null || scheduledAt === '' ? null : new Date(scheduledAt)
  return (
    campaignStatusAfterSaving({ status: campaign?.status ?? 'INATIVA', scheduledAt: moment }) === 'PROGRAMADA'
  )
}

type Choices = ReadonlyMap<ConnectionId, TemplateWithValues | null>

function choiceOf(template: CampaignView['template']): TemplateWithValues | null {
  if (template === null || template.templateId === null) return null
  return { templateId: template.templateId, values: template.values }
}

/** The stored template of a campaign, if it belongs to this connection. */
function templateOver(campaign: CampaignView | null, { id, isDefault }: ConnectionView) {
  const isOwn = campaign?.whatsappId == null ? isDefault : campaign.whatsappId === id
  return isOwn ? (campaign?.template ?? null) : null
}

/** The first missing text that the schemas do not check (CAMP-02). A template replaces the first message. */
function missingFieldOf(values: Values, isTemplate: boolean) {
  if ((!isTemplate || values.confirmation) && messageSlots.every((slot) => values[slot].trim() === ''))
    return { field: 'message1', code: 'ERR_CAMPAIGN_NO_MESSAGE' } as const
  if (
    !isTemplate &&
    values.confirmation &&
    confirmationMessageSlots.every((slot) => values[slot].trim() === '')
  )
    return { field: 'confirmationMessage1', code: 'ERR_CAMPAIGN_NO_CONFIRMATION' } as const
  return null
}

function problemOf(file: File, t: TFunction<'campaigns'>): string | undefined {
  const kind =
    (['image', 'audio', 'video'] as const).find((one) => file.type.startsWith(`${one}/`)) ?? 'document'
  const limit = limits.uploads[kind]
  if (file.size === 0) return t('errors:ERR_UPLOAD_EMPTY')
  if (file.size <= limit) return undefined
  return t('errors:ERR_UPLOAD_TOO_LARGE', { context: kind, limitMegabytes: limit >> 20 })
}

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
