import { limits } from '@balcao/domain/limits'
import { CalendarCheck, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { daysUntil, fullDate, isEndlessSubscription } from '../../lib/dates'
import { formatReais } from '../../lib/money'
import { useUser } from '../../lib/session'
import styles from './dashboard.module.css'

export function SubscriptionDueDateCard({ now }: { now: number }) {
  const { t } = useTranslation('dashboard')
  const { company } = useUser()
  const { dueDate, expires, timeZone, plan } = company
  const days = daysUntil(dueDate, now, timeZone)
  const endless = isEndlessSubscription(company, now)
  const isSoon = expires && days < limits.subscriptionWarningDays
  const Icon = isSoon ? TriangleAlert : CalendarCheck
  const date = fullDate(dueDate, timeZone)
  return (
    <section className={styles.card} aria-labelledby="due-date">
      <h2 id="due-date" className={styles.kind} data-warns={isSoon}>
        <Icon size={16} strokeWidth={1.75} aria-hidden /> {t('licence')}
      </h2>
      <p className={styles.value} data-warns={isSoon}>
        {endless
          ? t('endless')
          : days > 0
            ? t('daysLeft', { count: days })
            : t(days === 0 ? 'dueToday' : 'overdue')}
      </p>
      <p className={styles.note}>
        {endless ? t('endlessMeaning') : t(days < 0 ? 'wasDue' : 'isDue', { date })}
      </p>
      {plan !== null && (
        <dl className={styles.plan}>
          <dt>{t('plan')}</dt>
          <dd>{plan.name}</dd>
          {plan.value > 0 && (
            <>
              <dt>{t('price')}</dt>
              <dd>{t('perMonth', { price: formatReais(plan.value) })}</dd>
            </>
          )}
        </dl>
      )}
      {!endless && (
        <Link to="/financeiro" className={styles.more}>
          {t('seeInvoices')}
        </Link>
      )}
    </section>
  )
}
