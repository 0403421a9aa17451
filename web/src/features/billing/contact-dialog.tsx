import { createSubscription } from '@balcao/contract/billing'
import { Mail, Phone, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMayCall, useUser } from '../../lib/session'
import { Button, ButtonLink } from '../../ui/button'
import { AppDialog } from '../../ui/dialog'
import styles from './billing.module.css'

export function SupportContactDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('billing')
  const user = useUser()
  const contact = user.company.supportContact
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
