import { createSubscription } from '@balcao/contract/billing'
import type { SessionUser } from '@balcao/contract/people'
import { hasPermission } from '@balcao/domain/permissions'
import { Mail, Phone, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fullDate, isEndlessSubscription } from '../../lib/dates'
import { formatFileSize } from '../../lib/file-size'
import { useStorageUsage } from '../../lib/lists/storage'
import { currentSession, updateSessionUser, useMayCall, useUser, viewerOf } from '../../lib/session'
import { minuteMs, useNow } from '../../lib/timers'
import { Button, ButtonLink } from '../../ui/button'
import { AppDialog } from '../../ui/dialog'
import { PageLayout } from '../../ui/page'
import { TextField } from '../../ui/text-field'
import { showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useSaveSupportContact } from './api/billing'
import styles from './billing.module.css'

export default function SubscriptionPage() {
  const { t } = useTranslation('billing')
  const user = useUser()
  const now = useNow(minuteMs)
  const [isAsking, setAsking] = useState(false)
  const { email, plan, dueDate, timeZone } = user.company
  const trial = trialTextKeyAndDays(user.company, now)
  const endless = isEndlessSubscription(user.company, now)
  return (
    <PageLayout>
      <div className={styles.cards}>
        <section className={styles.card}>
          <h2>{t(trial === null ? 'subscription' : 'trial')}</h2>
          <p>
            {endless
              ? t('runsInstallation')
              : trial === null
                ? t('noTrial')
                : t(trial.key, { count: trial.days, n: trial.days })}
          </p>
          <dl className={styles.facts}>
            {plan !== null && (
              <>
                <dt>{t('plan')}</dt>
                <dd>{plan.name}</dd>
              </>
            )}
            <dt>{t('paidUntil')}</dt>
            <dd>{endless ? t('noEnd') : fullDate(dueDate, timeZone)}</dd>
          </dl>
          <StorageUse />
          <TextField label={t('email')} help={t('emailHelp')} value={email ?? ''} readOnly />
          <Button kind="primary" onClick={() => setAsking(true)}>
            {t('subscribeNow')}
          </Button>
        </section>
        {hasPermission(viewerOf(user), 'payments.manage') && (
          <SupportContactForm contact={user.company.supportContact} />
        )}
      </div>
      {isAsking && <SupportContactDialog onClose={() => setAsking(false)} />}
    </PageLayout>
  )
}

function StorageUse() {
  const { t } = useTranslation('billing')
  const { data } = useStorageUsage()
  if (data === undefined) return null
  const { usedBytes, limitBytes } = data
  const used = formatFileSize(usedBytes ?? 0)
  return (
    <dl className={styles.facts}>
      <dt>{t('storage')}</dt>
      <dd>
        {usedBytes === null
          ? t('storageCounting')
          : limitBytes === null
            ? t('storageUnlimited', { used })
            : t('storageOf', { used, limit: formatFileSize(limitBytes) })}
        {usedBytes !== null && limitBytes !== null && (
          <meter
            className={styles.meter}
            max={limitBytes}
            high={0.9 * limitBytes}
            value={usedBytes}
            aria-hidden
          />
        )}
      </dd>
    </dl>
  )
}

/** The text key and the days until or since the end of the trial, rounded up (SUBSCR-12); null without a trial. */
export function trialTextKeyAndDays(
  { trialExpiration, isTrial }: Pick<SessionUser['company'], 'trialExpiration' | 'isTrial'>,
  now: number,
): { readonly key: 'trialLeft' | 'trialOver'; readonly days: number } | null {
  if (!isTrial) return null
  const left = Date.parse(trialExpiration) - now
  return { key: left >= 0 ? 'trialLeft' : 'trialOver', days: Math.ceil(Math.abs(left) / 86_400_000) }
}

function SupportContactForm({ contact }: { contact: SessionUser['company']['supportContact'] }) {
  const { t } = useTranslation('billing')
  const save = useSaveSupportContact()
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { name: contact?.name ?? '', email: contact?.email ?? '', phone: contact?.phone ?? '' },
  })
  const { submit, isWaiting } = useDelayedSubmit(
    async (values: { name: string; email: string; phone: string }) => {
      const supportContact = await save.mutateAsync(values)
      const session = currentSession()
      if (session.state === 'signed-in') {
        updateSessionUser({ ...session.user, company: { ...session.user.company, supportContact } })
      }
      showToast('success', t('common:saved'))
    },
  )
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

function SupportContactDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('billing')
  const contact = useUser().company.supportContact
  const mayPay = useMayCall(createSubscription)
  return (
    <AppDialog
      title={t('contactTitle')}
      open
      onClose={onClose}
      width={440}
      actions={
        <>
          <Button onClick={onClose}>{t('common:close')}</Button>
          {mayPay && (
            <ButtonLink kind="primary" to="/financeiro">
              {t('goToInvoices')}
            </ButtonLink>
          )}
        </>
      }
    >
      <p>{t(contact === null ? 'noContact' : 'contactText')}</p>
      {contact !== null && (
        <ul className={styles.reach}>
          <li>
            <UserRound size={18} strokeWidth={1.75} aria-hidden /> {contact.name}
          </li>
          {contact.email !== null && (
            <li>
              <Mail size={18} strokeWidth={1.75} aria-hidden />{' '}
              <a href={`mailto:${contact.email}`}>{contact.email}</a>
            </li>
          )}
          {contact.phone !== null && (
            <li>
              <Phone size={18} strokeWidth={1.75} aria-hidden />{' '}
              <a href={`tel:${contact.phone.replace(/[^\d+]/g, '')}`}>{contact.phone}</a>
            </li>
          )}
        </ul>
      )}
    </AppDialog>
  )
}
