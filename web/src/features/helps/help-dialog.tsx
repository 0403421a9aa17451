import { type HelpVideoView, helpVideoForm } from '@balcao/contract/helps'
import { limits } from '@balcao/domain/limits'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../ui/form-dialog'
import { TextField } from '../../ui/text-field'
import { showError, showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useSaveHelp } from './api/helps'

/** Edits a help video. The form accepts a whole url, and saves the video id in it (HELP-07). */
export function HelpDialog({ help, onClose }: { help: HelpVideoView | null; onClose: () => void }) {
  const { t } = useTranslation('helps')
  const save = useSaveHelp(help?.id ?? null)
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(helpVideoForm),
    mode: 'onTouched',
    defaultValues: {
      title: help?.title ?? '',
      description: help?.description ?? '',
      video: help?.video ?? '',
    },
  })
  const { submit, isWaiting } = useDelayedSubmit(
    async (values: { title: string; description: string; video: string }) => {
      try {
        await save.mutateAsync(values)
        showToast('success', t('common:saved'))
        onClose()
      } catch (error) {
        showError(error)
      }
    },
    limits.adminSubmitDelay,
  )
  const { errors } = formState
  return (
    <FormDialog
      title={help === null ? t('new') : t('editTitle', { title: help.title })}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      isWaiting={isWaiting}
      isDirty={formState.isDirty}
    >
      <TextField label={t('title')} autoFocus error={errors.title?.message} {...register('title')} />
      <TextField
        label={t('description')}
        multiline
        minRows={3}
        maxRows={8}
        error={errors.description?.message}
        {...register('description')}
      />
      <TextField
        label={t('video')}
        help={t('videoHelp')}
        error={errors.video?.message}
        {...register('video')}
      />
    </FormDialog>
  )
}
