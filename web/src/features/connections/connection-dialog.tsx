import type { ConnectionView } from '@balcao/contract/connections'
import { nameText, text } from '@balcao/contract/wire-values'
import type { QueueId } from '@balcao/domain/ids'
import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { isRefusal } from '../../lib/api-error'
import { errorText } from '../../lib/error-text'
import { useQueues } from '../../lib/lists/queues'
import { ChoicesField } from '../../ui/choice-field'
import { FormDialog } from '../../ui/form-dialog'
import { SwitchField } from '../../ui/switch-field'
import { TextField } from '../../ui/text-field'
import { showError, showToast } from '../../ui/toasts'
import { useSubmit } from '../../ui/use-submit'
import { type ConnectionValues, useSaveConnection } from './api/save-connection'

const form = z.object({
  name: nameText,
  isDefault: z.boolean(),
  greetingMessage: text(4096),
  queueIds: z.array(z.custom<QueueId>()),
})

interface ConnectionDialogProps {
  /** `null` makes a new one. */
  readonly connection: ConnectionView | null
  readonly onClose: () => void
  readonly onCreated: (connection: ConnectionView) => void
}

export function ConnectionDialog({ connection, onClose, onCreated }: ConnectionDialogProps) {
  const { t } = useTranslation('connections')
  const { data: queues = [] } = useQueues()
  const save = useSaveConnection(connection?.id ?? null)
  const { register, control, handleSubmit, setError, formState, watch } = useForm({
    resolver: zodResolver(form),
    mode: 'onTouched',
    defaultValues: valuesOf(connection),
  })
  const { submit, isWaiting } = useSubmit(async (values: ConnectionValues) => {
    try {
      const saved = await save.mutateAsync(values)
      showToast('success', t('common:saved'))
      onClose()
      if (connection === null) onCreated(saved)
    } catch (error) {
      const field = isRefusal(error, 'ERR_WAPP_GREETING_REQUIRED') ? 'greetingMessage' : 'name'
      const isAboutField = field === 'greetingMessage' || isRefusal(error, 'ERR_WAPP_NAME_ALREADY_EXISTS')
      if (isAboutField) setError(field, { message: errorText(error) }, { shouldFocus: true })
      showError(error)
    }
  })
  const greetingIsNeeded = watch('queueIds').length > 1 // CONN-18

  return (
    <FormDialog
      title={connection === null ? t('newTitle') : t('editTitle', { name: connection.name })}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      isWaiting={isWaiting}
      isDirty={formState.isDirty}
    >
      <TextField
        label={t('name')}
        help={t('nameHelp')}
        autoFocus
        error={formState.errors.name?.message}
        {...register('name')}
      />
      <Controller
        control={control}
        name="isDefault"
        render={({ field }) => (
          <SwitchField
            label={t('isDefault')}
            help={t('isDefaultHelp')}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <Controller
        control={control}
        name="queueIds"
        render={({ field }) => (
          <ChoicesField
            label={t('queues')}
            help={t('queuesHelp')}
            none={t('noQueue')}
            choices={queues.map(({ id, name, color }) => ({ value: id, name, color }))}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <TextField
        label={t('greeting')}
        help={greetingIsNeeded ? t('greetingNeeded') : t('greetingHelp', { open: '{{', close: '}}' })}
        multiline
        minRows={3}
        maxRows={8}
        error={formState.errors.greetingMessage?.message}
        {...register('greetingMessage')}
      />
    </FormDialog>
  )
}

function valuesOf(connection: ConnectionView | null) {
  return {
    name: connection?.name ?? '',
    isDefault: connection?.isDefault ?? false,
    greetingMessage: connection?.greetingMessage ?? '',
    queueIds: connection?.queues.map(({ id }) => id) ?? [],
  }
}
