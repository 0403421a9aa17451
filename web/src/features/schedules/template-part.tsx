import { hasFileHeader } from '@balcao/domain/message-templates'
import { fillVariables } from '@balcao/domain/message-variables'
import { MessageSquareText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCompanyClock } from '../../lib/company-clock'
import type { ContactChoice } from '../../lib/lists/contact-choices'
import { useUser } from '../../lib/session'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states'
import { TemplateFields } from '../../ui/template-fields'
import type { useTemplateChoice } from './use-template-choice'

interface TemplatePartProps {
  readonly choice: ReturnType<typeof useTemplateChoice>
  readonly contact: Pick<ContactChoice, 'name' | 'number'> | null
  /** In wire format; empty: no time is written. */
  readonly sendAt: string
  readonly file: { readonly name: string; readonly picture: string | null } | null
}

/** Chooses the template of a schedule, fills it, and shows it as this contact will see it. */
export function TemplatePart({ choice, contact, sendAt, file }: TemplatePartProps) {
  const { t } = useTranslation('schedules')
  const { timeZone } = useCompanyClock()
  const { language } = useUser().company
  const { list, sendable, chosen, parts, values, asksForAll } = choice
  const moment = Date.parse(sendAt)
  const now = Number.isNaN(moment) ? Date.now() : moment
  const facts = { name: contact?.name ?? '', number: contact?.number ?? '', email: '' }
  const shown = (value: string) =>
    contact === null ? value : fillVariables(value, { ...facts, now: new Date(now), timeZone, language })

  if (list.isPending) return <SkeletonRows rows={2} />
  if (list.data === undefined)
    return (
      <ErrorState title={t('common:listFailed')} error={list.error} onRetry={() => void list.refetch()} />
    )
  if (sendable.length === 0)
    return <EmptyState icon={MessageSquareText} title={t('noTemplates')} text={t('noTemplatesText')} />
  const isMissing = asksForAll && chosen === null
  return (
    <TemplateFields
      templates={sendable}
      chosen={chosen}
      values={values}
      onChoose={choice.choose}
      onValues={choice.setValues}
      shown={shown}
      help={t('templateHelp', { firstName: '{{firstName}}', name: '{{name}}', date: '{{date}}' })}
      error={choice.isLost ? t('templateLost') : isMissing ? t('chooseTemplate') : undefined}
      asksForAll={asksForAll}
      file={parts !== null && hasFileHeader(parts) ? file : null}
      now={now}
    />
  )
}
