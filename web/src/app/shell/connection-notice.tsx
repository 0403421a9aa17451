import type { ConnectionView } from '@balcao/contract/connections'
import { hasPermission } from '@balcao/domain/permissions'
import { Unplug } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useConnectionRepairersText, useRelevantOutages } from '../../lib/lists/outages'
import { useViewer } from '../../lib/session'
import { ShellNotice } from './notice'

/**
 * Warns of connections that are down. Links users who may repair them to the connections page; names these
 * people to other users.
 */
export function ConnectionOutageNotice() {
  const { pathname } = useLocation()
  const mayMend = hasPermission(useViewer(), 'connections-page:actionButtons')
  const outages = useRelevantOutages()
  if (outages.length === 0 || pathname === '/connections') return null
  return mayMend ? <NoticeToMend outages={outages} /> : <NoticeToAsk outages={outages} />
}

interface OutagesProps {
  readonly outages: readonly ConnectionView[]
}

/** The server itself retries connections with status `TIMEOUT` or `OPENING`; a person must repair the others. */
function NoticeToMend({ outages }: OutagesProps) {
  const { t } = useTranslation('shell')
  const waits = outages.some(({ status }) => status !== 'TIMEOUT' && status !== 'OPENING')
  return (
    <ShellNotice icon={Unplug}>
      <p>
        <b>{namesOf(outages)}</b> {t(waits ? 'numbersDown' : 'numbersOut', { count: outages.length })}
      </p>
      <Link to="/connections">{t('seeConnections')}</Link>
    </ShellNotice>
  )
}

function NoticeToAsk({ outages }: OutagesProps) {
  const { t } = useTranslation('shell')
  const whoMends = useConnectionRepairersText()
  return (
    <ShellNotice icon={Unplug}>
      <p>
        <b>{namesOf(outages)}</b> {t('numbersWait', { count: outages.length })} {whoMends}
      </p>
    </ShellNotice>
  )
}

function namesOf(outages: OutagesProps['outages']): string {
  return outages.map(({ name }) => name).join(', ')
}
