import type { UserId } from '@balcao/domain/ids'
import { QRCodeSVG } from 'qrcode.react'
import { type SubmitEvent, useId } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/error-text'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { AppDialog } from '../../ui/dialog'
import { TextField } from '../../ui/text-field'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useConfirmTwoStepSetup } from './api/two-step'
import styles from './two-step.module.css'

interface SwitchOnDialogProps {
  readonly ownId: UserId
  readonly secret: string
  readonly uri: string
  readonly onClose: () => void
  readonly onDone: (recoveryCodes: readonly string[]) => void
}

/** Shows the secret for the authenticator app. The user types a code from the app to prove that the app stored it. */
export function SwitchOnTwoStepDialog({ ownId, secret, uri, onClose, onDone }: SwitchOnDialogProps) {
  const { t } = useTranslation('users')
  const formId = useId()
  const confirm = useConfirmTwoStepSetup(ownId)
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { code: '' } })
  const { submit, isWaiting } = useDelayedSubmit(async ({ code }: { code: string }) => {
    try {
      onDone((await confirm.mutateAsync(code)).recoveryCodes)
    } catch (error) {
      setError('code', { message: errorText(error) }, { shouldFocus: true })
    }
  })

  return (
    <AppDialog
      title={t('twoStep.onTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" form={formId} kind="primary" disabled={isWaiting}>
            {t('twoStep.switchOn')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={styles.steps}
        onSubmit={withoutSubmitPropagation(handleSubmit(submit))}
        noValidate
      >
        <p>{t('twoStep.scan')}</p>
        <div className={styles.qr}>
          <QRCodeSVG value={uri} size={184} marginSize={2} title={t('twoStep.qrTitle')} />
        </div>
        <div>
          <p>{t('twoStep.orType')}</p>
          <p className={styles.secret}>
            <code>{secret.match(/.{4}/g)?.join(' ')}</code>
            <CopyButton text={secret} label={t('twoStep.copySecret')} />
          </p>
        </div>
        <TextField
          label={t('twoStep.code')}
          help={t('twoStep.codeHelp')}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
          error={formState.errors.code?.message}
          {...register('code', { required: t('common:required') })}
        />
      </form>
    </AppDialog>
  )
}

/** Wraps a submit handler: the event would otherwise bubble to the profile form around this form and save it too. */
export function withoutSubmitPropagation(send: (event: SubmitEvent<HTMLFormElement>) => void) {
  return (event: SubmitEvent<HTMLFormElement>) => {
    event.stopPropagation()
    send(event)
  }
}
