import type { ConnectionId } from '@balcao/domain/ids'
import { holds } from '@balcao/domain/permissions'
import { Unplug } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useOutage, useWhoMends } from '../../../lib/lists/outages'
import { useViewer } from '../../../lib/session'
import styles from './composer.module.css'

/** Above the field while the ticket's connection is down: the delay of new messages, and who can repair it. */
export function OutageLine({ connectionId }: { readonly connectionId: ConnectionId | null }) {
  const outage = useOutage(connectionId)
  return outage === undefined ? null : <Outage name={outage.name} />
}

function Outage({ name }: { readonly name: string }) {
  const { t } = useTranslation()
  const mayMend = holds(useViewer(), 'connections-page:actionButtons')
  return (
    <p className={styles.outage} role="status">
      <Unplug size={16} strokeWidth={1.75} aria-hidden />
      <span>
        {t('outage.ofTicket', { name })}{' '}
        {mayMend ? <Link to="/connections">{t('outage.see')}</Link> : <WhoMends />}
      </span>
    </p>
  )
}

function WhoMends() {
  return useWhoMends()
}
