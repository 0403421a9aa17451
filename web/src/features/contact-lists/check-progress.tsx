import type { ContactListView } from '@balcao/contract/contact-lists'
import { numberCheckSecondsLeft } from '@balcao/domain/contact-lists'
import { useTranslation } from 'react-i18next'
import { ProgressBar } from '../../ui/progress-bar'
import styles from './contact-lists.module.css'

type Counts = Pick<ContactListView, 'contactsCount' | 'validCount' | 'invalidCount' | 'dueCount'>

export function NumberCheckCounts({ list }: { list: Counts }) {
  const { t } = useTranslation('contactLists')
  const { contactsCount, dueCount, validCount, invalidCount } = list
  if (contactsCount === 0) return '—'
  return (
    <div className={styles.counts}>
      <span>{t('validOf', { valid: validCount, invalid: invalidCount })}</span>
      {dueCount > 0 && <CheckBar list={list} />}
    </div>
  )
}

export function NumberCheckProgress({ list }: { list: Counts }) {
  const { t } = useTranslation('contactLists')
  if (list.dueCount === 0) return null
  const minutes = Math.max(1, Math.ceil(numberCheckSecondsLeft(list.dueCount) / 60))
  return (
    <div className={styles.progress}>
      <span role="status">
        {t('checking', { done: list.contactsCount - list.dueCount, count: list.contactsCount })}
      </span>
      <CheckBar list={list} />
      <span className={styles.help}>{t('checkingHelp', { count: minutes })}</span>
    </div>
  )
}

function CheckBar({ list: { contactsCount, dueCount } }: { list: Counts }) {
  const { t } = useTranslation('contactLists')
  const share = Math.floor(((contactsCount - dueCount) / contactsCount) * 100)
  return <ProgressBar percent={share} label={t('checkedShare', { share })} />
}
