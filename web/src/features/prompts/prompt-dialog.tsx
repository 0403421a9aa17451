import { type PromptView, promptForm } from '@balcao/contract/prompts'
import {
  promptDefaults,
  promptLimits,
  promptVoices,
  speakerNameOfVoice,
  writtenAnswersVoice,
} from '@balcao/domain/prompts'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useQueues } from '../../lib/lists/queues'
import formStyles from '../../ui/form.module.css'
import { FormDialog } from '../../ui/form-dialog'
import { FormNumberField, FormSelectField } from '../../ui/form-fields'
import { TextField } from '../../ui/text-field'
import { showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useSavePrompt } from './api/prompts'

type Values = ReturnType<typeof valuesOf>

export function PromptDialog({ prompt, onClose }: { prompt: PromptView | null; onClose: () => void }) {
  const { t } = useTranslation('prompts')
  const save = useSavePrompt(prompt?.id ?? null)
  const { data: queues = [] } = useQueues()
  const { register, control, handleSubmit, setError, watch, formState } = useForm<Values>({
    defaultValues: valuesOf(prompt),
  })
  const { submit, isWaiting } = useDelayedSubmit(async (values: Values) => {
    const read = promptForm.safeParse(values)
    if (!read.success) {
      const [issue] = read.error.issues
      const words = issue?.path[0] === 'queueId' ? t('queueRequired') : (issue?.message ?? '')
      if (issue?.path[0] === 'queueId') setError('queueId', { message: words })
      return showToast('error', words)
    }
    await save.mutateAsync(values)
    showToast('success', t('saved'))
    onClose()
  })
  const speaks = watch('voice') !== writtenAnswersVoice
  const voiceChoices = promptVoices.map((value) => ({
    value,
    name: speakerNameOfVoice(value) ?? t('voiceText'),
  }))
  return (
    <FormDialog
      title={prompt === null ? t('newTitle') : t('editTitle')}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      isWaiting={isWaiting}
      isDirty={formState.isDirty}
      width={640}
    >
      <TextField label={t('name')} autoFocus maxLength={promptLimits.name} {...register('name')} />
      <TextField
        label={t('prompt')}
        help={t('promptHelp')}
        multiline
        minRows={5}
        maxRows={14}
        maxLength={promptLimits.prompt}
        {...register('prompt')}
      />
      <FormSelectField
        control={control}
        name="queueId"
        label={t('queue')}
        help={t('queueHelp')}
        choices={[
          { value: '' as const, name: t('chooseQueue') },
          ...queues.map(({ id, name, color }) => ({ value: id, name, color })),
        ]}
      />
      <TextField
        label={t('apiKey')}
        help={prompt?.apiKey ? t('keyKept') : t('apiKeyHelp')}
        type="password"
        autoComplete="off"
        placeholder={prompt?.apiKey}
        {...register('apiKey')}
      />
      <div className={formStyles.pair}>
        <FormNumberField
          control={control}
          name="maxTokens"
          label={t('maxTokens')}
          help={t('maxTokensHelp')}
        />
        <FormNumberField
          control={control}
          name="temperature"
          label={t('temperature')}
          help={t('temperatureHelp')}
          decimals={2}
        />
        <FormNumberField
          control={control}
          name="maxMessages"
          label={t('maxMessages')}
          help={t('maxMessagesHelp')}
        />
        <FormSelectField
          control={control}
          name="voice"
          label={t('voice')}
          help={t('voiceHelp')}
          choices={voiceChoices}
        />
      </div>
      {speaks && (
        <div className={formStyles.pair}>
          <TextField
            label={t('voiceKey')}
            help={prompt?.voiceKey ? t('keyKept') : t('voiceKeyHelp')}
            type="password"
            autoComplete="off"
            placeholder={prompt?.voiceKey}
            {...register('voiceKey')}
          />
          <TextField label={t('voiceRegion')} help={t('voiceRegionHelp')} {...register('voiceRegion')} />
        </div>
      )}
    </FormDialog>
  )
}

/** The server never sends stored keys, so their fields are empty until a new key is typed. */
function valuesOf(prompt: PromptView | null) {
  return {
    name: prompt?.name ?? '',
    prompt: prompt?.prompt ?? '',
    voice: String(prompt?.voice ?? promptDefaults.voice),
    voiceKey: '',
    voiceRegion: prompt?.voiceRegion ?? '',
    maxTokens: String(prompt?.maxTokens ?? promptDefaults.maxTokens),
    temperature: String(prompt?.temperature ?? promptDefaults.temperature),
    apiKey: '',
    queueId: prompt?.queueId ?? ('' as const),
    maxMessages: String(prompt?.maxMessages ?? promptDefaults.maxMessages),
  }
}
