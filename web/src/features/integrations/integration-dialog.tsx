import { type IntegrationForm, type IntegrationView, integrationForm } from '@balcao/contract/integrations'
import { integrationDefaults, integrationFormFields, integrationTypes } from '@balcao/domain/integrations'
import { zodResolver } from '@hookform/resolvers/zod'
import { CirclePlay } from 'lucide-react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../lib/api-error'
import { errorText } from '../../lib/error-text'
import { Button } from '../../ui/button'
import { SelectField } from '../../ui/choice-field'
import { FormDialog } from '../../ui/form-dialog'
import { TextField } from '../../ui/text-field'
import { showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { type IntegrationBody, useSaveIntegration, useTestIntegration } from './api/integrations'
import styles from './integrations.module.css'
import { DialogflowFields, SigningSecretField, TypebotFields } from './type-fields'

interface IntegrationDialogProps {
  readonly integration: IntegrationView | null
  readonly onClose: () => void
}

export function IntegrationDialog({ integration, onClose }: IntegrationDialogProps) {
  const { t } = useTranslation('integrations')
  const save = useSaveIntegration(integration?.id ?? null)
  const test = useTestIntegration(integration?.id ?? null)
  const form = useForm<IntegrationBody, unknown, IntegrationForm>({
    resolver: zodResolver(integrationForm),
    mode: 'onTouched',
    defaultValues: valuesOf(integration),
  })
  const { register, control, handleSubmit, setError, watch, formState } = form
  const { errors } = formState
  const type = watch('type') ?? integrationDefaults.type
  const atItsField = {
    onError: (error: unknown) => {
      if (isRefusal(error, 'ERR_PRIVATE_ADDRESS'))
        setError('urlN8N', { message: errorText(error) }, { shouldFocus: true })
    },
  }
  const { submit, isWaiting } = useDelayedSubmit(async (values: IntegrationForm) => {
    await save.mutateAsync(bodyOf(values), atItsField)
    showToast('success', t(integration === null ? 'added' : 'edited'))
    onClose()
  })
  const tryIt = handleSubmit(async (values) => {
    // Ignores the rejection here, because the dialog renders `test.error`.
    const { message } = await test.mutateAsync(bodyOf(values), atItsField).catch(() => ({ message: null }))
    if (message !== null) showToast('success', t('tested'))
  })
  return (
    <FormDialog
      title={integration === null ? t('newTitle') : t('editTitle', { name: integration.name })}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      isWaiting={isWaiting}
      isDirty={formState.isDirty}
      width={640}
    >
      <Controller
        control={control}
        name="type"
        render={({ field }) => (
          <SelectField
            label={t('type')}
            help={t(`typeHelp.${type}`)}
            choices={integrationTypes.map((value) => ({ value, name: t(`types.${value}`) }))}
            value={type}
            onChange={field.onChange}
          />
        )}
      />
      <TextField label={t('name')} autoFocus error={errors.name?.message} {...register('name')} />
      {integrationFormFields[type].some((field) => field === 'urlN8N') && (
        <TextField
          label={t(type === 'typebot' ? 'typebotUrl' : 'url')}
          type="url"
          placeholder="https://"
          error={errors.urlN8N?.message}
          {...register('urlN8N')}
        />
      )}
      {type === 'typebot' && <TypebotFields form={form} />}
      {type === 'dialogflow' && (
        <DialogflowFields form={form} isKept={integration?.jsonContent !== '' && integration !== null} />
      )}
      {(type === 'n8n' || type === 'webhook') && (
        <SigningSecretField form={form} isKept={integration !== null} />
      )}
      <div className={styles.test}>
        <Button icon={CirclePlay} disabled={test.isPending} onClick={() => void tryIt()}>
          {test.isPending ? t('testing') : t('test')}
        </Button>
        <p aria-live="polite">
          {test.data?.message ? t('said', { words: test.data.message }) : t('testHelp')}
        </p>
      </div>
    </FormDialog>
  )
}

function valuesOf(integration: IntegrationView | null): IntegrationBody {
  return {
    type: integration?.type ?? integrationDefaults.type,
    name: integration?.name ?? '',
    projectName: integration?.projectName ?? '',
    jsonContent: '',
    signingSecret: '',
    language: integration?.language ?? '',
    urlN8N: integration?.urlN8N ?? '',
    typebotDelayMessage: integration?.typebotDelayMessage ?? integrationDefaults.typebotDelayMessage,
    typebotExpires: integration?.typebotExpires ?? integrationDefaults.typebotExpires,
    typebotKeywordFinish: integration?.typebotKeywordFinish ?? '',
    typebotKeywordRestart: integration?.typebotKeywordRestart ?? '',
    typebotRestartMessage: integration?.typebotRestartMessage ?? '',
    typebotSlug: integration?.typebotSlug ?? '',
    typebotUnknownMessage: integration?.typebotUnknownMessage ?? '',
  }
}

/**
 * The request's body. For n8n, webhooks and typebots it repeats the name as `projectName`, as clients of the
 * earlier API do.
 */
function bodyOf(values: IntegrationBody): IntegrationBody {
  return values.type === 'dialogflow' ? values : { ...values, projectName: values.name }
}
