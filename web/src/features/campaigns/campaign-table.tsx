import { type CampaignView, restartCampaign, startCampaign } from '@balcao/contract/campaigns'
import {
  mayCancelCampaign,
  mayChangeCampaign,
  mayDeleteCampaign,
  mayRestartCampaign,
  mayStartCampaign,
} from '@balcao/domain/campaigns'
import { Ban, ChartColumn, Eye, type LucideIcon, Pencil, Play, RotateCcw, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { useCompanyClock } from '../../lib/company-clock'
import { useMayCall } from '../../lib/session'
import { useNow } from '../../lib/timers'
import { type Column, DataTable } from '../../ui/data-table'
import { IconButton } from '../../ui/icon-button'
import { ProgressBar } from '../../ui/progress-bar'
import type { CampaignAction } from './act-dialog'
import { toDomainCampaign } from './campaign-facts'
import { CampaignStatusPill } from './campaign-status'
import styles from './campaigns.module.css'

interface CampaignTableProps {
  readonly campaigns: readonly CampaignView[]
  readonly count: number
  readonly onEdit: (campaign: CampaignView) => void
  readonly onAct: (act: CampaignAction, campaign: CampaignView) => void
}

export function CampaignTable({ campaigns, count, onEdit, onAct }: CampaignTableProps) {
  const { t } = useTranslation('campaigns')
  const columns: Column<CampaignView>[] = [
    {
      key: 'name',
      title: t('name'),
      onPhone: 'head',
      cell: ({ id, name }) => (
        <Link className={styles.name} to={`/campaign/${id}/report`}>
          {name}
        </Link>
      ),
    },
    {
      key: 'status',
      title: t('status'),
      cell: (campaign) => (
        <>
          <CampaignStatusPill {...campaign} />
          <ProgressCell campaign={campaign} />
        </>
      ),
    },
    {
      key: 'contactList',
      title: t('contactList'),
      cell: ({ contactList }) => <span className={styles.name}>{contactList?.name ?? '—'}</span>,
    },
    {
      key: 'connection',
      title: t('connection'),
      cell: ({ whatsapp }) => <span className={styles.name}>{whatsapp?.name ?? t('defaultConnection')}</span>,
    },
    { key: 'scheduled', title: t('scheduled'), cell: ({ scheduledAt }) => <DateCell at={scheduledAt} /> },
    { key: 'completed', title: t('completed'), cell: ({ completedAt }) => <DateCell at={completedAt} /> },
    {
      key: 'confirmation',
      title: t('confirmation'),
      cell: ({ confirmation }) => t(confirmation ? 'confirmationOn' : 'confirmationOff'),
    },
    {
      key: 'actions',
      title: t('common:actions'),
      width: '192px',
      align: 'right',
      onPhone: 'actions',
      cell: (campaign) => <Actions campaign={campaign} onEdit={onEdit} onAct={onAct} />,
    },
  ]
  return (
    <DataTable
      label={t('list')}
      columns={columns}
      rows={campaigns}
      keyOf={({ id }) => id}
      foot={<span>{t('foot', { count })}</span>}
    />
  )
}

function ProgressCell({ campaign: { name, counts } }: { readonly campaign: CampaignView }) {
  const { t } = useTranslation('campaigns')
  const { total, valid, shipped } = counts
  if (total === 0 || valid === 0) return null
  return (
    <span className={styles.progress}>
      <ProgressBar percent={Math.min(100, (shipped / valid) * 100)} label={t('progressOf', { name })} />
      <span>{t('shippedOf', { shipped, valid })}</span>
    </span>
  )
}

function DateCell({ at }: { at: string | null }) {
  const clock = useCompanyClock()
  if (at === null) return '—'
  return (
    <time dateTime={at} className={styles.moment}>
      {clock.shown(at)}
    </time>
  )
}

interface ActionsProps extends Pick<CampaignTableProps, 'onEdit' | 'onAct'> {
  readonly campaign: CampaignView
}

function Actions({ campaign, onEdit, onAct }: ActionsProps) {
  const { t } = useTranslation('campaigns')
  const navigate = useNavigate()
  // Updates regularly, because a campaign becomes read-only an hour before its start.
  const now = new Date(useNow(30_000))
  const { name } = campaign
  const facts = toDomainCampaign(campaign)
  const mayEdit = mayChangeCampaign(facts, now)
  const mayStart = useMayCall(startCampaign)
  const mayRestart = useMayCall(restartCampaign)
  return (
    <span className={styles.actions}>
      <ActButton
        icon={ChartColumn}
        label={t('reportOf', { name })}
        onClick={() => void navigate(`/campaign/${campaign.id}/report`)}
      />
      {mayStart && mayStartCampaign(facts) && (
        <ActButton icon={Play} label={t('startOf', { name })} onClick={() => onAct('start', campaign)} />
      )}
      {mayRestart && mayRestartCampaign(campaign) && (
        <ActButton
          icon={RotateCcw}
          label={t(campaign.status === 'CANCELADA' ? 'restartOf' : 'resumeOf', { name })}
          onClick={() => onAct('restart', campaign)}
        />
      )}
      {mayCancelCampaign(facts) && (
        <ActButton icon={Ban} label={t('cancelOf', { name })} onClick={() => onAct('cancel', campaign)} />
      )}
      <ActButton
        icon={mayEdit ? Pencil : Eye}
        label={t(mayEdit ? 'editOf' : 'seeOf', { name })}
        onClick={() => onEdit(campaign)}
      />
      {mayDeleteCampaign(facts) && (
        <ActButton icon={Trash2} label={t('deleteOf', { name })} onClick={() => onAct('delete', campaign)} />
      )}
    </span>
  )
}

function ActButton({ icon: Icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) {
  return (
    <IconButton label={label} onClick={onClick}>
      <Icon size={20} strokeWidth={1.75} aria-hidden />
    </IconButton>
  )
}
