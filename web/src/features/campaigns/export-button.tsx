import type { CampaignView } from '@balcao/contract/campaigns'
import type { ShippingStateFilter } from '@balcao/domain/campaigns'
import { useTranslation } from 'react-i18next'
import { useCompanyClock } from '../../lib/company-clock'
import { neutraliseFormula } from '../../lib/harmless-cell'
import { saveSpreadsheet } from '../../lib/save-file'
import { SaveFileButton } from '../../ui/save-button'
import { fetchCampaignShipping } from './api/report'
import { shippingReasonText } from './shipping-state'

interface ExportButtonProps {
  readonly campaign: Pick<CampaignView, 'id' | 'name'>
  readonly search: string
  readonly state: ShippingStateFilter | null
}

const moments = [
  ['requestedAt', 'confirmationRequestedAt'],
  ['confirmedAt', 'confirmedAt'],
  ['deliveredAt', 'deliveredAt'],
  ['receivedAt', 'receivedAt'],
  ['readAt', 'readAt'],
  ['failedAt', 'failedAt'],
] as const

export function CampaignShippingExportButton({ campaign, search, state }: ExportButtonProps) {
  const { t } = useTranslation('campaigns')
  const clock = useCompanyClock()

  async function save() {
    const rows = await fetchCampaignShipping(campaign.id, search, state)
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
        neutraliseFormula(one.name),
        one.number,
        neutraliseFormula(one.email),
        t(`states.${one.state}`),
        shippingReasonText(one, t),
        ...moments.map(([, moment]) => (one[moment] === null ? null : clock.shown(one[moment]))),
      ]),
      widths: [32, 20, 28, 20, 36, ...moments.map(() => 18)],
    })
  }

  return <SaveFileButton label={t('export')} busyLabel={t('exporting')} onSave={save} />
}
