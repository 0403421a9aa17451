import type { CampaignView } from '@balcao/contract/campaigns'
import type { CampaignStatus } from '@balcao/domain/campaigns'
import {
  Ban,
  CalendarClock,
  CheckCheck,
  CircleAlert,
  CirclePause,
  type LucideIcon,
  PencilLine,
  Send,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Pill, type PillTone } from '../../ui/pill'

const pillsByState: Readonly<Record<CampaignStatus, { readonly tone: PillTone; readonly icon: LucideIcon }>> =
  {
    INATIVA: { tone: 'idle', icon: PencilLine },
    PROGRAMADA: { tone: 'info', icon: CalendarClock },
    EM_ANDAMENTO: { tone: 'info', icon: Send },
    CANCELADA: { tone: 'warn', icon: Ban },
    FINALIZADA: { tone: 'ok', icon: CheckCheck },
  }

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
  // A newer server may send a status without a text here, which shows unchanged.
  const { tone, icon } = pillsByState[status] ?? pillsByState.INATIVA
  return (
    <Pill tone={tone} icon={icon}>
      {t(`statuses.${status}`, { defaultValue: status })}
    </Pill>
  )
}
