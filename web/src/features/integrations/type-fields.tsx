import type { IntegrationForm } from '@balcao/contract/integrations'
import { dialogflowLanguages } from '@balcao/domain/integrations'
import { credentialMask } from '@balcao/domain/settings'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { SelectField } from '../../ui/choice-field'
import { CopyButton } from '../../ui/copy-button'
import formStyles from '../../ui/form.module.css'
import { FormNumberField } from '../../ui/form-fields'
import { TextField } from '../../ui/text-field'
import type { IntegrationBody } from './api/integrations'
import styles from './integrations.module.css'

interface FieldsProps {
  readonly form: UseFormReturn<IntegrationBody, unknown, IntegrationForm>
}

export function TypebotFields({ form: { register, control, formState } }: FieldsProps) {
  const { t } = useTranslation('integrations')
  const { errors } = formState
  return (
    <>
      <TextField
        label={t('slug')}
        help={t('slugHelp')}
        error={errors.typebotSlug?.message}
        {...register('typebotSlug')}
      />
      <div className={formStyles.pair}>
        <FormNumberField
          control={control}
          name="typebotExpires"
          label={t('expires')}
          help={t('expiresHelp')}
        />
        <FormNumberField
          control={control}
          name="typebotDelayMessage"
          label={t('delay')}
          help={t('delayHelp')}
        />
        <TextField
          label={t('keywordFinish')}
          help={t('keywordFinishHelp')}
          error={errors.typebotKeywordFinish?.message}
          {...register('typebotKeywordFinish')}
        />
        <TextField
          label={t('keywordRestart')}
          help={t('keywordRestartHelp')}
          error={errors.typebotKeywordRestart?.message}
          {...register('typebotKeywordRestart')}
        />
      </div>
      <TextField
        label={t('unknownMessage')}
        help={t('unknownMessageHelp')}
        multiline
        minRows={2}
        error={errors.typebotUnknownMessage?.message}
        {...register('typebotUnknownMessage')}
      />
      <TextField
        label={t('restartMessage')}
        multiline
        minRows={2}
        error={errors.typebotRestartMessage?.message}
        {...register('typebotRestartMessage')}
      />
    </>
  )
}

interface SecretProps extends FieldsProps {
  /** The server stores a secret, so the empty field shows a mask. */
  readonly isKept: boolean
}

export function DialogflowFields({ form: { register, control, formState }, isKept }: SecretProps) {
  const { t } = useTranslation('integrations')
  const { errors } = formState
  return (
    <>
      <Controller
        control={control}
        name="language"
        render={({ field }) => (
          <SelectField
            label={t('language')}
            error={errors.language?.message}
            choices={[
              { value: '', name: t('chooseLanguage') },
              ...dialogflowLanguages.map((value) => ({ value, name: t(`languages.${value}`) })),
            ]}
            value={String(field.value ?? '')}
            onChange={field.onChange}
          />
        )}
      />
      <TextField
        label={t('projectName')}
        help={t('projectNameHelp')}
        error={errors.projectName?.message}
        {...register('projectName')}
      />
      <TextField
        label={t('jsonContent')}
        help={isKept ? t('kept') : t('jsonContentHelp')}
        placeholder={isKept ? credentialMask : '{ "client_email": …, "private_key": … }'}
        multiline
        minRows={3}
        maxRows={8}
        error={errors.jsonContent?.message}
        {...register('jsonContent')}
      />
    </>
  )
}

/** A new secret is generated here and can be copied; a stored one is never shown again. */
export function SigningSecretField({ form: { register, setValue, watch, formState }, isKept }: SecretProps) {
  const { t } = useTranslation('integrations')
  const { errors } = formState
  const typed = String(watch('signingSecret') ?? '')
  return (
    <div className={styles.secret}>
      <TextField
        label={t('signingSecret')}
        help={isKept ? t('signingSecretKept') : t('signingSecretHelp')}
        autoComplete="off"
        placeholder={isKept ? credentialMask : ''}
        error={errors.signingSecret?.message}
        {...register('signingSecret')}
      />
      {typed === '' ? (
        <Button onClick={() => setValue('signingSecret', newSecret(), { shouldDirty: true })}>
          {t('makeSecret')}
        </Button>
      ) : (
        <CopyButton label={t('copySecret')} text={typed} />
      )}
    </div>
  )
}

function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
