import type { CampaignView } from '@balcao/contract/campaigns'
import { Ban, CalendarClock, CheckCheck, CircleAlert, CirclePause, PencilLine, Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Pill } from '../../ui/pill'

const pillsByStatus = {
  INATIVA: { tone: 'idle', icon: PencilLine },
  PROGRAMADA: { tone: 'info', icon: CalendarClock },
  EM_ANDAMENTO: { tone: 'info', icon: Send },
  CANCELADA: { tone: 'warn', icon: Ban },
  FINALIZADA: { tone: 'ok', icon: CheckCheck },
} as const

/** A campaign that WhatsApp stopped shows as paused, because a person must resume it. */
export function CampaignStatusPill({
  status,
  pausedBecause,
  failure,
}: Pick<CampaignView, 'status' | 'pausedBecause' | 'failure'>) {
  const { t } = useTranslation('campaigns')
  if (failure !== null) {
    return (
      <span title={t(`errors:${failure}`, { defaultValue: t('errors:unknown') })}>
        <Pill tone="bad" icon={CircleAlert}>
          {t('notStartedShort', { status: t(`statuses.${status}`) })}
        </Pill>
      </span>
    )
  }
  if (status === 'EM_ANDAMENTO' && pausedBecause !== null) {
    return (
      <span title={t(`pauses.${pausedBecause}`)}>
        <Pill tone="warn" icon={CirclePause}>
          {t('paused')}
        </Pill>
      </span>
    )
  }
  // A newer server may send an unknown status, which shows untranslated.
  const pill = pillsByStatus[status] ?? pillsByStatus.INATIVA
  return <Pill {...pill}>{t(`statuses.${status}`, { defaultValue: status })}</Pill>
}
