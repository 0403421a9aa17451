import type { CampaignVariable } from '@balcao/domain/campaign-settings'
import { fillCampaignText } from '@balcao/domain/campaign-texts'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../lib/timers'
import { MessagePreview } from '../../ui/message-preview'

/** Nobody's name and number, but such as people know. */
const sample = { name: 'Maria Souza', number: '5551999990000', email: 'maria@exemplo.com' }

interface CampaignPreviewProps {
  readonly text: string
  readonly variables: readonly CampaignVariable[]
  /** The file whose caption the text is. */
  readonly mediaName: string | null
  /** What follows the message. */
  readonly fileNames: readonly string[]
}

export function CampaignPreview({ text, variables, mediaName, fileNames }: CampaignPreviewProps) {
  const { t } = useTranslation('campaigns')
  const now = useNow(30_000)
  const filled = fillCampaignText(text.trim(), sample, variables)
  const first = [mediaName === null ? '' : t('fileBubble', { name: mediaName }), filled]
    .filter((line) => line !== '')
    .join('\n\n')
  return (
    <MessagePreview
      label={t('preview')}
      messages={filled === '' ? [] : [first, ...fileNames.map((name) => t('fileBubble', { name }))]}
      nothing={t('previewNothing')}
      now={now}
    />
  )
}
