import type { ScheduleState } from '@balcao/domain/schedules'
import { CalendarClock, CheckCheck, CircleAlert, type LucideIcon, Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Pill, type PillTone } from '../../ui/pill'

const pills: Readonly<Record<ScheduleState, { readonly tone: PillTone; readonly icon: LucideIcon }>> = {
  PENDENTE: { tone: 'info', icon: CalendarClock },
  SAINDO: { tone: 'warn', icon: Send },
  ENVIADA: { tone: 'ok', icon: CheckCheck },
  ERRO: { tone: 'bad', icon: CircleAlert },
}

/** The label of its state (SCHED-03). */
export function ScheduleStatusPill({ state }: { readonly state: ScheduleState }) {
  const { t } = useTranslation('schedules')
  const { tone, icon } = pills[state]
  return (
    <Pill tone={tone} icon={icon}>
      {t(`statuses.${state}`)}
    </Pill>
  )
}
