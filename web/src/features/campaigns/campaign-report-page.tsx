import { type CampaignView, restartCampaign, startCampaign } from '@balcao/contract/campaigns'
import { mayCancelCampaign, mayRestartCampaign, mayStartCampaign } from '@balcao/domain/campaigns'
import type { CampaignId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { ArrowLeft, Ban, Play, RefreshCw, RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { useMayCall } from '../../lib/session'
import { after } from '../../lib/timers'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { PageLayout } from '../../ui/page'
import { ErrorState, SkeletonRows } from '../../ui/states'
import { type CampaignAction, CampaignActionDialog } from './act-dialog'
import { useCampaign } from './api/campaigns'
import { useCampaignFigures, useCampaignReportUpdates, useReloadCampaignReport } from './api/report'
import { toDomainCampaign } from './campaign-facts'
import { CampaignStatusPill } from './campaign-status'
import styles from './report.module.css'
import { CampaignReportChart } from './report-chart'
import { CampaignReportCards, CampaignReportHead } from './report-head'
import { CampaignReportNotice } from './report-notice'
import { CampaignReportTemplate } from './report-template'
import { CampaignShippingTable } from './shipping-table'

export default function CampaignReportPage() {
  const { t } = useTranslation('campaigns')
  // The cast is unchecked: the server refuses an id without a campaign.
  const id = Number(useParams().campaignId) as CampaignId
  const navigate = useNavigate()
  const [endedNow, setEndedNow] = useState(false)
  const reload = useReloadCampaignReport(id)
  const found = useCampaign(id, (before, now) => {
    if (now.status === 'FINALIZADA' && before?.status !== 'FINALIZADA') setEndedNow(true)
  })
  useEffect(() => {
    if (!endedNow) return undefined
    return after(limits.reloadAfterCampaign, () => {
      setEndedNow(false)
      void reload()
    })
  }, [endedNow, reload])
  const { data: campaign, error, isPending, refetch } = found
  if (campaign === undefined || error !== null) {
    return (
      <PageLayout>
        {isPending && <SkeletonRows rows={6} />}
        {!isPending && <ErrorState title={t('reportFailed')} error={error} onRetry={() => void refetch()} />}
        {!isPending && <Button onClick={() => void navigate('/campaigns')}>{t('back')}</Button>}
      </PageLayout>
    )
  }
  return <ReportView key={id} campaign={campaign} endedNow={endedNow} onReload={() => void reload()} />
}

interface ReportProps {
  readonly campaign: CampaignView
  /** The campaign ended while the page was open; a refetch of the figures follows soon. */
  readonly endedNow: boolean
  readonly onReload: () => void
}

function ReportView({ campaign, endedNow, onReload }: ReportProps) {
  const { t } = useTranslation('campaigns')
  const navigate = useNavigate()
  const [act, setAct] = useState<CampaignAction | null>(null)
  const { data: figures } = useCampaignFigures(campaign.id)
  useCampaignReportUpdates(campaign.id)
  return (
    <PageLayout
      intro={
        <div className={styles.where}>
          <IconButton label={t('back')} onClick={() => void navigate('/campaigns')}>
            <ArrowLeft size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
          <h2>{t('reportTitle', { name: campaign.name })}</h2>
          <CampaignStatusPill {...campaign} />
        </div>
      }
      actions={
        <>
          <Button icon={RefreshCw} onClick={onReload}>
            {t('refresh')}
          </Button>
          <ActButtons campaign={campaign} onAct={setAct} />
        </>
      }
    >
      <div className={styles.report}>
        {endedNow && (
          <p role="status" className={styles.notice} data-tone="info">
            {t('reloadsSoon')}
          </p>
        )}
        <CampaignReportNotice campaign={campaign} onResume={() => setAct('restart')} />
        <CampaignReportHead campaign={campaign} endsAt={figures?.endsAt ?? null} />
        <CampaignReportCards campaign={campaign} />
        {campaign.template !== null && <CampaignReportTemplate campaign={campaign} />}
        {figures !== undefined && campaign.startedAt !== null && <CampaignReportChart figures={figures} />}
        <CampaignShippingTable campaign={campaign} />
      </div>
      {act !== null && <CampaignActionDialog act={act} campaign={campaign} onClose={() => setAct(null)} />}
    </PageLayout>
  )
}

function ActButtons({ campaign, onAct }: { campaign: CampaignView; onAct: (act: CampaignAction) => void }) {
  const { t } = useTranslation('campaigns')
  const facts = toDomainCampaign(campaign)
  const mayStart = useMayCall(startCampaign)
  const mayRestart = useMayCall(restartCampaign)
  return (
    <>
      {mayStart && mayStartCampaign(facts) && (
        <Button kind="primary" icon={Play} onClick={() => onAct('start')}>
          {t('startConfirm')}
        </Button>
      )}
      {mayRestart && campaign.status === 'CANCELADA' && mayRestartCampaign(campaign) && (
        <Button kind="primary" icon={RotateCcw} onClick={() => onAct('restart')}>
          {t('restartConfirm')}
        </Button>
      )}
      {mayCancelCampaign(facts) && (
        <Button destroys icon={Ban} onClick={() => onAct('cancel')}>
          {t('cancelConfirm')}
        </Button>
      )}
    </>
  )
}
