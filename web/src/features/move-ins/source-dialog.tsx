import { type MoveInForm, type MoveInView, moveInForm } from '@balcao/contract/move-ins'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { FormDialog } from '../../ui/form-dialog'
import { PasswordField } from '../../ui/password-field'
import { TextField } from '../../ui/text-field'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useSaveMoveInSource } from './api/move-ins'

interface SourceDialogProps {
  readonly moveIn: Pick<MoveInView, 'id' | 'name' | 'folder'> | null
  readonly onClose: () => void
}

/** The field hides the address of the old server, because it contains a password. */
export function MoveInSourceDialog({ moveIn, onClose }: SourceDialogProps) {
  const { t } = useTranslation('moveIns')
  const save = useSaveMoveInSource(moveIn?.id ?? null)
  const { register, handleSubmit, formState } = useForm<z.input<typeof moveInForm>, unknown, MoveInForm>({
    resolver: zodResolver(moveInForm),
    mode: 'onTouched',
    defaultValues: { name: moveIn?.name ?? '', address: '', folder: moveIn?.folder ?? '' },
  })
  const { submit, isWaiting } = useDelayedSubmit(async (form: MoveInForm) => {
    await save.mutateAsync(form)
    onClose()
  })
  const { errors } = formState
  return (
    <FormDialog
      title={moveIn === null ? t('new') : t('changeSource')}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      isWaiting={isWaiting}
      isDirty={formState.isDirty}
    >
      <TextField
        label={t('name')}
        help={t('nameHelp')}
        maxLength={60}
        disabled={moveIn !== null}
        error={errors.name?.message}
        {...(moveIn === null ? register('name') : { value: moveIn.name })}
      />
      <PasswordField
        label={t('address')}
        help={t('addressHelp')}
        placeholder="postgres://user:password@host:5432/name"
        autoComplete="off"
        error={errors.address?.message}
        {...register('address')}
      />
      <TextField
        label={t('folder')}
        help={t('folderHelp')}
        autoComplete="off"
        error={errors.folder?.message}
        {...register('folder')}
      />
    </FormDialog>
  )
}
