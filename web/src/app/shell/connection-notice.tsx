import type { ConnectionView } from '@balcao/contract/connections'
import { hasPermission } from '@balcao/domain/permissions'
import { Unplug } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useConnectionRepairersText, useRelevantOutages } from '../../lib/lists/outages'
import { useViewer } from '../../lib/session'
import { ShellNotice } from './notice'

/**
 * Warns of connections that are down. Users who may repair connections get a link to the connections page;
 * other users read whom to ask.
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

/** Says that Balcão keeps trying if all outages are `TIMEOUT` or `OPENING`, which the server retries by itself. */
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
