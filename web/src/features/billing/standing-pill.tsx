import { Ban, CircleCheck, Clock, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Pill } from '../../ui/pill'

const pillsByState = {
  paid: { tone: 'ok', icon: CircleCheck },
  late: { tone: 'bad', icon: TriangleAlert },
  open: { tone: 'idle', icon: Clock },
  cancelled: { tone: 'idle', icon: Ban },
} as const

export function InvoiceStatePill({ standing }: { standing: keyof typeof pillsByState }) {
  const { t } = useTranslation('billing')
  return <Pill {...pillsByState[standing]}>{t(`standing.${standing}`)}</Pill>
}
