import type { CampaignVariable } from '@balcao/domain/campaign-settings'
import { fillVariables } from '@balcao/domain/message-variables'
import { useTranslation } from 'react-i18next'
import { samplePerson } from '../../lib/sample-person'
import { useUser } from '../../lib/session'
import { useNow } from '../../lib/timers'
import { MessagePreview } from '../../ui/message-preview'

interface CampaignPreviewProps {
  readonly text: string
  readonly variables: readonly CampaignVariable[]
  /** The file that has the text as its caption. */
  readonly mediaName: string | null
  /** The files after the message. */
  readonly fileNames: readonly string[]
}

export function CampaignPreview({ text, variables, mediaName, fileNames }: CampaignPreviewProps) {
  const { t } = useTranslation('campaigns')
  const now = useNow(30_000)
  const { timeZone, language } = useUser().company
  const facts = { ...samplePerson, now: new Date(now), timeZone, language }
  const filled = fillVariables(text.trim(), facts, variables)
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
