import type { AnnouncementPriority } from '@balcao/domain/announcements'
import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Pill, type PillTone } from '../../ui/pill'

const pillsByState: Readonly<
  Record<AnnouncementPriority, { readonly tone: PillTone; readonly icon: LucideIcon }>
> = {
  1: { tone: 'bad', icon: CircleAlert },
  2: { tone: 'warn', icon: TriangleAlert },
  3: { tone: 'idle', icon: Info },
}

export function AnnouncementPriorityPill({ priority }: { priority: AnnouncementPriority }) {
  const { t } = useTranslation('announcements')
  const { tone, icon } = pillsByState[priority]
  return (
    <Pill tone={tone} icon={icon}>
      {t(`priorities.${priority}`)}
    </Pill>
  )
}
