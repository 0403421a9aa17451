import type { TagWithUsageView } from '@balcao/contract/tags'
import { colourText } from '@balcao/contract/wire-values'
import { limits } from '@balcao/domain/limits'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ColourPicker } from '../../ui/colour-picker'
import { FormDialog } from '../../ui/form-dialog'
import { FormSwitchField } from '../../ui/form-fields'
import { TextField } from '../../ui/text-field'
import { showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useSaveTag } from './api/tags'

interface TagDialogProps {
  readonly tag: TagWithUsageView | null
  readonly maySetLane: boolean
  readonly onClose: () => void
}

interface Values {
  name: string
  color: string
  isLane: boolean
}

export function TagDialog({ tag, maySetLane, onClose }: TagDialogProps) {
  const { t } = useTranslation('tags')
  const save = useSaveTag()
  const { register, control, handleSubmit, formState } = useForm<Values>({
    defaultValues: {
      name: tag?.name ?? '',
      color: tag?.color ?? limits.tagName.colour,
      isLane: tag?.kanban === 1,
    },
  })
  const { submit, isWaiting } = useDelayedSubmit(async ({ name, color, isLane }: Values) => {
    const written = { id: tag?.id ?? null, name, color: color.trim() }
    const saved = await save.mutateAsync(maySetLane ? { ...written, kanban: isLane ? 1 : 0 } : written)
    // If a new tag's name existed already, the server returned that tag with its own colour and lane setting (TAG-09).
    const isAnother = saved.color !== written.color || (saved.kanban === 1) !== isLane
    if (isAnother) showToast('info', t('known', { name: saved.name }))
    else showToast('success', t('common:saved'))
    onClose()
  })
  const { errors } = formState
  return (
    <FormDialog
      title={tag === null ? t('new') : t('editOf', { name: tag.name })}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      isWaiting={isWaiting}
      isDirty={formState.isDirty}
    >
      <TextField
        label={t('name')}
        autoFocus
        error={errors.name?.message}
        maxLength={limits.tagName.max}
        {...register('name', {
          validate: (written) => {
            const { length } = written.trim()
            if (length === 0) return t('required')
            return length >= limits.tagName.min || t('tooShort')
          },
        })}
      />
      <Controller
        control={control}
        name="color"
        rules={{ validate: (written) => colourText.safeParse(written).success || t('badColour') }}
        render={({ field }) => (
          <ColourPicker
            label={t('colour')}
            value={field.value}
            onChange={field.onChange}
            error={errors.color?.message}
          />
        )}
      />
      {maySetLane && (
        <FormSwitchField control={control} name="isLane" label={t('kanban')} help={t('kanbanHelp')} />
      )}
    </FormDialog>
  )
}
