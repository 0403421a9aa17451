import { type WebhookForm, type WebhookView, webhookForm } from '@balcao/contract/webhooks'
import { webhookEvents } from '@balcao/domain/webhooks'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../lib/api-error'
import { errorText } from '../../lib/error-text'
import { useConnections } from '../../lib/lists/connections'
import { MultiSelectField, SelectField } from '../../ui/choice-field'
import { FormDialog } from '../../ui/form-dialog'
import { FormSwitchField } from '../../ui/form-fields'
import { TextField } from '../../ui/text-field'
import { showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useSaveWebhook, type WebhookBody } from './api/webhooks'
import { WebhookSecretDialog } from './secret-dialog'

/** Creates or edits a webhook. Once a new one is saved, its secret is shown, and never again. */
export function WebhookDialog({ webhook, onClose }: { webhook: WebhookView | null; onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  const save = useSaveWebhook(webhook?.id ?? null)
  const [secret, setSecret] = useState<string>()
  const { data: connections = [] } = useConnections()
  const { register, control, handleSubmit, setError, formState } = useForm<WebhookBody, unknown, WebhookForm>(
    {
      resolver: zodResolver(webhookForm),
      mode: 'onTouched',
      defaultValues: {
        name: webhook?.name ?? '',
        url: webhook?.url ?? '',
        events: webhook?.events ?? ['message.received'],
        connectionId: webhook?.connectionId ?? null,
        isActive: webhook?.isActive ?? true,
      },
    },
  )
  const { errors } = formState
  const { submit, isWaiting } = useDelayedSubmit(async (values: WebhookForm) => {
    const made = await save.mutateAsync(values, {
      onError: (error) => {
        if (isRefusal(error, 'ERR_PRIVATE_ADDRESS'))
          setError('url', { message: errorText(error) }, { shouldFocus: true })
      },
    })
    showToast('success', t('saved'))
    if (made === null) onClose()
    else setSecret(made)
  })
  if (secret !== undefined) return <WebhookSecretDialog secret={secret} onClose={onClose} />
  return (
    <FormDialog
      title={webhook === null ? t('newTitle') : t('editTitle', { name: webhook.name })}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      isWaiting={isWaiting}
      isDirty={formState.isDirty}
      width={560}
    >
      <TextField label={t('name')} autoFocus error={errors.name?.message} {...register('name')} />
      <TextField
        label={t('url')}
        help={t('urlHelp')}
        type="url"
        placeholder="https://"
        error={errors.url?.message}
        {...register('url')}
      />
      <Controller
        control={control}
        name="events"
        render={({ field }) => (
          <MultiSelectField
            label={t('events')}
            help={t('eventsHelp')}
            none={t('noEvents')}
            error={errors.events?.message}
            choices={webhookEvents.map((value) => ({
              value,
              name: `${value} · ${t(`tickets:webhookEvent.${value}`)}`,
            }))}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <Controller
        control={control}
        name="connectionId"
        render={({ field }) => (
          <SelectField
            label={t('connection')}
            choices={[
              { value: 0, name: t('everyConnection') },
              ...connections.map(({ id, name }) => ({ value: Number(id), name })),
            ]}
            value={Number(field.value ?? 0)}
            onChange={(value) => field.onChange(value === 0 ? null : value)}
          />
        )}
      />
      <FormSwitchField control={control} name="isActive" label={t('isActive')} help={t('isActiveHelp')} />
    </FormDialog>
  )
}
