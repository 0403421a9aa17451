import type { CampaignView } from '@balcao/contract/campaigns'
import {
  fillTemplateParts,
  hasFileHeader,
  mapTemplateValues,
  templatePartsOf,
} from '@balcao/domain/message-templates'
import { useTranslation } from 'react-i18next'
import { useConnections } from '../../lib/lists/connections'
import { useMessageTemplates } from '../../lib/lists/message-templates'
import { useNow } from '../../lib/timers'
import { ErrorState } from '../../ui/states'
import { TemplatePreview } from '../../ui/template-preview'
import { storedCampaignFile } from './campaign-facts'
import styles from './report.module.css'
import { chosenOrDefaultConnection, useFillVariablesWithSamples } from './template-section'

export function CampaignReportTemplate({ campaign }: { readonly campaign: CampaignView }) {
  const { t } = useTranslation('campaigns')
  const { data: connections = [] } = useConnections()
  const { filled } = useFillVariablesWithSamples()
  const now = useNow(30_000)
  const { template, whatsappId } = campaign
  const connectionId = chosenOrDefaultConnection(connections, whatsappId)?.id ?? null
  const { data, error, refetch } = useMessageTemplates(template?.templateId == null ? null : connectionId)
  if (template === null || template.templateId === null) return null
  if (error !== null && data === undefined)
    return <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
  const found = data?.templates.find(({ id }) => id === template.templateId)
  if (found === undefined) return null
  const parts = templatePartsOf(found.components)
  return (
    <section className={styles.card}>
      <TemplatePreview
        label={t('preview')}
        parts={fillTemplateParts(parts, mapTemplateValues(template.values, filled))}
        file={hasFileHeader(parts) ? storedCampaignFile(campaign) : null}
        now={now}
      />
    </section>
  )
}
