import type { ScheduleView } from '@balcao/contract/schedules'
import type { ScheduleStatus } from '@balcao/domain/schedules'
import { CalendarClock, CheckCheck, CircleAlert, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Pill, type PillTone } from '../../ui/pill'

const looks: Readonly<Record<ScheduleStatus, { readonly tone: PillTone; readonly icon: LucideIcon }>> = {
  PENDENTE: { tone: 'info', icon: CalendarClock },
  ENVIADA: { tone: 'ok', icon: CheckCheck },
  ERRO: { tone: 'bad', icon: CircleAlert },
}

/** What became of it, in a word (SCHED-03). */
export function ScheduleStatusPill({ status }: Pick<ScheduleView, 'status'>) {
  const { t } = useTranslation('schedules')
  const { tone, icon } = looks[status]
  return (
    <Pill tone={tone} icon={icon}>
      {t(`statuses.${status}`)}
    </Pill>
  )
}
