import type { SessionUser } from '@balcao/contract/people'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { currentSession, updateSessionUser } from '../../lib/session'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/text-field'
import { showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useSaveSupportContact } from './api/billing'
import styles from './billing.module.css'

interface Values {
  readonly name: string
  readonly email: string
  readonly phone: string
}

export function SupportContactForm({ contact }: { contact: SessionUser['company']['supportContact'] }) {
  const { t } = useTranslation('billing')
  const save = useSaveSupportContact()
  const { register, handleSubmit, formState } = useForm<Values>({
    defaultValues: { name: contact?.name ?? '', email: contact?.email ?? '', phone: contact?.phone ?? '' },
  })
  const { submit, isWaiting } = useDelayedSubmit(async (values: Values) => {
    const supportContact = await save.mutateAsync(values)
    const session = currentSession()
    if (session.state === 'signed-in') {
      updateSessionUser({ ...session.user, company: { ...session.user.company, supportContact } })
    }
    showToast('success', t('common:saved'))
  })
  const needed = { validate: (value: string) => value.trim() !== '' || t('needsName') }
  return (
    <form className={styles.card} onSubmit={handleSubmit(submit)} noValidate>
      <h2>{t('supportTitle')}</h2>
      <p>{t('supportText')}</p>
      <TextField
        label={t('supportName')}
        maxLength={100}
        error={formState.errors.name?.message}
        {...register('name', needed)}
      />
      <TextField label={t('supportEmail')} type="email" maxLength={254} {...register('email')} />
      <TextField label={t('supportPhone')} type="tel" maxLength={30} {...register('phone')} />
      <Button type="submit" kind="primary" disabled={isWaiting}>
        {t('common:save')}
      </Button>
    </form>
  )
}
