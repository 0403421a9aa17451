import {
  type AnnouncementForm,
  type AnnouncementView,
  announcementForm,
} from '@balcao/contract/announcements'
import { announcementPriorities, isAnnouncementPictureType } from '@balcao/domain/announcements'
import { limits } from '@balcao/domain/limits'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../ui/choice-field'
import { type ChosenFile, FileField } from '../../ui/file-field'
import { FormDialog } from '../../ui/form-dialog'
import { FormSwitchField } from '../../ui/form-fields'
import { TextField } from '../../ui/text-field'
import { showError, showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useSaveAnnouncement } from './api/announcements'

interface AnnouncementDialogProps {
  readonly announcement: AnnouncementView | null
  readonly onClose: () => void
}

export function AnnouncementDialog({ announcement, onClose }: AnnouncementDialogProps) {
  const { t } = useTranslation('announcements')
  const [picture, setPicture] = useState<ChosenFile>('kept')
  const { save, uploaded } = useSaveAnnouncement(announcement)
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(announcementForm),
    mode: 'onTouched',
    defaultValues: valuesOf(announcement),
  })
  const { submit, isWaiting } = useDelayedSubmit(async (values: AnnouncementForm) => {
    try {
      await save({ values, file: picture })
      showToast('success', t('saved'))
      onClose()
    } catch (error) {
      showError(error)
    }
  })
  const { errors } = formState

  function problemOf(file: File): string | undefined {
    const code = codeOf(file)
    return code && t(`errors:${code}`, { context: 'image', limitMegabytes: limits.uploads.image >> 20 })
  }

  return (
    <FormDialog
      title={announcement === null ? t('new') : t('editTitle')}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      isWaiting={isWaiting}
      isDirty={formState.isDirty || picture !== 'kept'}
    >
      <TextField label={t('titleField')} autoFocus error={errors.title?.message} {...register('title')} />
      <TextField
        label={t('text')}
        multiline
        minRows={4}
        maxRows={12}
        error={errors.text?.message}
        {...register('text')}
      />
      <Controller
        control={control}
        name="priority"
        render={({ field }) => (
          <SelectField
            label={t('priority')}
            value={announcementPriorities.find((one) => one === field.value) ?? 3}
            choices={announcementPriorities.map((value) => ({ value, name: t(`priorities.${value}`) }))}
            help={t('priorityHelp')}
            onChange={field.onChange}
          />
        )}
      />
      <FormSwitchField control={control} name="status" label={t('active')} help={t('activeHelp')} />
      <FileField
        words={{
          label: t('picture'),
          help: t('pictureHelp'),
          choose: t('choosePicture'),
          remove: t('removePicture'),
          uploading: t('uploading'),
        }}
        chosen={picture}
        stored={
          announcement?.mediaPath
            ? { name: announcement.mediaName ?? '', picture: `/public/${announcement.mediaPath}` }
            : null
        }
        accept=".png,.jpg,.jpeg"
        problemOf={problemOf}
        uploaded={uploaded}
        onChange={setPicture}
      />
    </FormDialog>
  )
}

function valuesOf(announcement: AnnouncementView | null) {
  const { title, text, priority, status } = announcement ?? { title: '', text: '', priority: 3, status: true }
  return { title, text, priority, status }
}

/** The error code with which the server would refuse the file (ANNOUNCE-06); undefined for an accepted file. */
function codeOf(file: File) {
  if (!isAnnouncementPictureType(file.type)) return 'ERR_ANNOUNCEMENT_PICTURE'
  if (file.size === 0) return 'ERR_UPLOAD_EMPTY'
  return file.size > limits.uploads.image ? 'ERR_UPLOAD_TOO_LARGE' : undefined
}
