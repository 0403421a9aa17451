import type { CampaignView } from '@balcao/contract/campaigns'
import type { ShippingFilter } from '@balcao/domain/campaigns'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCompanyClock } from '../../lib/company-clock'
import { harmless } from '../../lib/harmless-cell'
import { saveSpreadsheet } from '../../lib/save-file'
import { Button } from '../../ui/button'
import { showError } from '../../ui/toasts'
import { fetchShipping } from './api/report'
import { reasonWords } from './shipping-state'

interface ExportButtonProps {
  readonly campaign: Pick<CampaignView, 'id' | 'name'>
  /** The filter of the table. */
  readonly search: string
  readonly state: ShippingFilter | null
}

const moments = [
  ['requestedAt', 'confirmationRequestedAt'],
  ['confirmedAt', 'confirmedAt'],
  ['deliveredAt', 'deliveredAt'],
  ['receivedAt', 'receivedAt'],
  ['readAt', 'readAt'],
  ['failedAt', 'failedAt'],
] as const

/** Saves every contact of the filtered table, beyond the loaded pages. */
export function ExportButton({ campaign, search, state }: ExportButtonProps) {
  const { t } = useTranslation('campaigns')
  const clock = useCompanyClock()
  const [isBusy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    try {
      const rows = await fetchShipping(campaign.id, search, state)
      await saveSpreadsheet({
        fileName: t('exportFile', { name: campaign.name.replace(/[^\p{L}\p{N}]+/gu, '-') }),
        sheet: t('shipping'),
        titles: [
          t('name'),
          t('number'),
          t('email'),
          t('state'),
          t('sheet.reason'),
          ...moments.map(([title]) => t(`sheet.${title}`)),
        ],
        rows: rows.map((one) => [
          harmless(one.name),
          one.number,
          harmless(one.email),
          t(`states.${one.state}`),
          reasonWords(one, t),
          ...moments.map(([, moment]) => (one[moment] === null ? null : clock.shown(one[moment]))),
        ]),
        widths: [32, 20, 28, 20, 36, ...moments.map(() => 18)],
      })
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button disabled={isBusy} onClick={() => void save()} icon={Download}>
      {t(isBusy ? 'exporting' : 'export')}
    </Button>
  )
}
