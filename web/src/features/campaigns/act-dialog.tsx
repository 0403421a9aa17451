import type { CampaignView } from '@balcao/contract/campaigns'
import type { MessageCostEstimate } from '@balcao/contract/message-prices'
import { useTranslation } from 'react-i18next'
import { useCompanyClock } from '../../lib/company-clock'
import { formatMoney } from '../../lib/money'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { UnknownVariablesWarning } from '../../ui/text-with-variables'
import { useCampaignEstimate, useCampaignMutations } from './api/campaigns'
import { useCampaignSettings } from './api/settings'
import { durationText, unknownVariablesIn } from './campaign-facts'
import styles from './campaigns.module.css'

export type CampaignAction = 'start' | 'cancel' | 'restart' | 'delete'

interface ActDialogProps {
  readonly act: CampaignAction
  readonly campaign: CampaignView
  readonly onClose: () => void
  readonly onGone?: () => void
}

export function CampaignActionDialog({ act, campaign, onClose, onGone }: ActDialogProps) {
  const { t } = useTranslation('campaigns')
  const { remove, cancel } = useCampaignMutations()
  const { id, name } = campaign
  switch (act) {
    case 'start':
    case 'restart':
      return <StartCampaignDialog act={act} campaign={campaign} onClose={onClose} />
    case 'cancel':
      return (
        <ConfirmDialog
          title={t('cancelTitle', { name })}
          confirm={t('cancelConfirm')}
          cancel={t('keepSending')}
          destroys
          onClose={onClose}
          onConfirm={() => cancel.mutateAsync(id)}
        >
          {t('cancelMeaning')}
        </ConfirmDialog>
      )
    case 'delete':
      return (
        <ConfirmDialog
          title={t('deleteTitle', { name })}
          confirm={t('deleteConfirm')}
          destroys
          onClose={onClose}
          onConfirm={async () => {
            await remove.mutateAsync(id)
            onGone?.()
          }}
        >
          {t('deleteMeaning')}
        </ConfirmDialog>
      )
  }
}

function StartCampaignDialog({ act, campaign, onClose }: ActDialogProps & { act: 'start' | 'restart' }) {
  const { t } = useTranslation('campaigns')
  const { start, restart } = useCampaignMutations()
  const { data: estimate } = useCampaignEstimate(campaign.id)
  const { data: settings } = useCampaignSettings()
  const verb = act === 'restart' && campaign.status === 'EM_ANDAMENTO' ? 'resume' : act
  const isForNobody = estimate !== undefined && estimate.contacts + estimate.unchecked === 0
  return (
    <ConfirmDialog
      title={t(`${verb}Title`, { name: campaign.name })}
      confirm={t(`${verb}Confirm`)}
      isReady={!isForNobody}
      onClose={onClose}
      onConfirm={() => (act === 'start' ? start : restart).mutateAsync(campaign.id)}
    >
      <div className={styles.estimate}>
        {act === 'restart' && <p>{t('restartMeaning')}</p>}
        <EstimateWords campaign={campaign} />
        {settings !== undefined && (
          <UnknownVariablesWarning written={unknownVariablesIn(campaign, settings.variables)} />
        )}
      </div>
    </ConfirmDialog>
  )
}

function EstimateWords({ campaign }: Pick<ActDialogProps, 'campaign'>) {
  const { t } = useTranslation('campaigns')
  const clock = useCompanyClock()
  const { data, isPending } = useCampaignEstimate(campaign.id)
  if (isPending) return <p role="status">{t('estimating')}</p>
  if (data === undefined) return <p>{t('estimateFailed')}</p>
  const { contacts, unchecked, optedOut, invalid, withoutPhone, seconds, endsAt } = data
  const left = Object.entries({ unchecked, invalid, optedOut, withoutPhone }).filter(([, count]) => count > 0)
  return (
    <>
      {contacts + unchecked === 0 ? (
        <p role="alert">{t('nobody')}</p>
      ) : (
        <>
          <p>{t('goesTo', { count: contacts })}</p>
          <p>
            <b>{t('endsAround', { when: clock.shown(endsAt), duration: durationText(seconds, t) })}</b>
          </p>
          {data.cost !== null && <CostWords cost={data.cost} />}
        </>
      )}
      {left.length > 0 && (
        <ul>
          {left.map(([what, count]) => (
            <li key={what}>{t(`left.${what}`, { count })}</li>
          ))}
        </ul>
      )}
      {contacts + unchecked > 0 && <p className={styles.help}>{t('paceNote')}</p>}
    </>
  )
}

/** The maximum cost of a campaign. Without any known price the cost is unknown, not zero. */
function CostWords({ cost: { costs, unpriced } }: { cost: MessageCostEstimate }) {
  const { t, i18n } = useTranslation('campaigns')
  if (costs.length === 0) return <p>{t('costUnknown')}</p>
  const cost = costs.map((one) => formatMoney(one, i18n.language)).join(' + ')
  return (
    <p>
      <b>{t('costUpTo', { cost })}</b> {unpriced > 0 && t('costUnpriced', { count: unpriced })}
    </p>
  )
}
