import type { ConnectionId, ContactId } from '@balcao/domain/ids'
import { Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCompanyClock } from '../../lib/company-clock'
import { useScheduleReplyWindow } from './api/schedules'
import styles from './schedules.module.css'

interface WindowLineProps {
  readonly contactId: ContactId
  readonly connection: { readonly id: ConnectionId; readonly name: string }
  readonly contactName: string
  /** The time of sending in wire format; empty while none is chosen. */
  readonly sendAt: string
}

/** Shows in advance whether a free text can still be delivered at the chosen time. */
export function ScheduleReplyWindowHint({ contactId, connection, contactName, sendAt }: WindowLineProps) {
  const { t } = useTranslation('schedules')
  const clock = useCompanyClock()
  const { data } = useScheduleReplyWindow(contactId, connection.id)
  // Shows nothing for a provider without such a limit, or until the data is loaded.
  if (data?.isLimited !== true) return null
  const { closesAt } = data
  const state = stateOf(closesAt, sendAt)
  return (
    <p className={styles.window} data-open={state === 'open'} role="status">
      <Clock size={14} strokeWidth={1.75} aria-hidden />
      <span>
        {t(`window.${state}`, {
          moment: closesAt === null ? '' : clock.shown(closesAt),
          connection: connection.name,
          name: contactName,
        })}
      </span>
    </p>
  )
}

function stateOf(closesAt: string | null, sendAt: string): 'never' | 'closed' | 'open' | 'closesBefore' {
  if (closesAt === null) return 'never'
  const closes = Date.parse(closesAt)
  if (closes <= Date.now()) return 'closed'
  return sendAt === '' || closes >= Date.parse(sendAt) ? 'open' : 'closesBefore'
}
