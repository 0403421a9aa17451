import type { ConnectionView } from '@balcao/contract/connections'
import type { MessageTemplateView, TemplateWithValues } from '@balcao/contract/message-templates'
import {
  hasEmptyTemplateSlot,
  hasFileHeader,
  isTemplateSendable,
  noTemplateValues,
  type TemplateParts,
  type TemplateValues,
  templatePartsOf,
} from '@balcao/domain/message-templates'
import { fillVariables, unknownVariables } from '@balcao/domain/message-variables'
import { capabilitiesOf } from '@balcao/domain/providers'
import { useTranslation } from 'react-i18next'
import { initialTemplateValues } from '../../lib/first-template-values'
import { useMessageTemplates } from '../../lib/lists/message-templates'
import { sampleContact } from '../../lib/sample-person'
import { useUser } from '../../lib/session'
import { useNow } from '../../lib/timers'
import { ButtonLink } from '../../ui/button'
import { ErrorState, SkeletonRows } from '../../ui/states'
import { TemplateFields } from '../../ui/template-fields'
import { UnknownVariablesWarning } from '../../ui/text-with-variables'
import { useCampaignSettings } from './api/settings'
import { templateValuesText } from './campaign-facts'
import styles from './campaigns.module.css'

interface TemplateSectionProps {
  readonly connection: ConnectionView
  readonly chosen: TemplateWithValues | null
  /** The template of the campaign was deleted, and no other is chosen. */
  readonly isGone: boolean
  readonly confirmation: boolean
  readonly asksForAll: boolean
  readonly disabled: boolean
  /** The file for the template's header. */
  readonly file: { readonly name: string; readonly picture: string | null } | null
  readonly onChange: (choice: TemplateWithValues | null) => void
}

/**
 * Chooses the template that an official number sends first. Meta allows free text only in the 24 hours after
 * a customer's message.
 */
export function CampaignTemplateSection(props: TemplateSectionProps) {
  const { connection, chosen, isGone, confirmation, asksForAll, disabled, file, onChange } = props
  const { t } = useTranslation('campaigns')
  const { data, error, isPending, refetch } = useMessageTemplates(connection.id)
  const fill = useFillVariablesWithSamples()
  const now = useNow(30_000)
  const template = data?.templates.find(({ id }) => id === chosen?.templateId) ?? null
  const sendable = (data?.templates ?? []).filter((one) =>
    isTemplateSendable(one, templatePartsOf(one.components)),
  )
  const hasNone = sendable.length === 0 && template === null
  const values = chosen?.values ?? noTemplateValues
  return (
    <fieldset className={styles.slots}>
      <legend>{t('template.legend')}</legend>
      <p className={styles.note}>{t(confirmation ? 'template.whyConfirmation' : 'template.why')}</p>
      {isPending ? (
        <SkeletonRows rows={3} />
      ) : data === undefined ? (
        <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          {isGone && !disabled && (
            <p role="alert" className={styles.note}>
              {t('template.gone')}
            </p>
          )}
          {template !== null && template.status !== 'APPROVED' && (
            <p role="status" className={styles.note}>
              {t('template.notApproved', { name: template.name })}
            </p>
          )}
          {hasNone && (
            <div className={styles.note}>
              <p>
                <b>{t('template.none')}</b> {t('template.noneText')}
              </p>
              <ButtonLink to={`/connections/${connection.id}/templates`} size="small">
                {t('template.toTemplates')}
              </ButtonLink>
            </div>
          )}
          <TemplateFields
            templates={sendable}
            chosen={template}
            values={values}
            onChoose={(next) => onChange(next && firstChoice(next))}
            onValues={(next) => template !== null && onChange({ templateId: template.id, values: next })}
            shown={fill.filled}
            help={t('template.help', { example: '{{name}}' })}
            error={
              asksForAll && template === null
                ? t(hasNone ? 'template.none' : 'template.chooseOne')
                : undefined
            }
            asksForAll={asksForAll}
            disabled={disabled}
            file={file}
            now={now}
          />
          <UnknownVariablesWarning written={unknownVariables(templateValuesText(values), fill.ownKeys)} />
        </>
      )}
    </fieldset>
  )
}

function firstChoice(template: MessageTemplateView): TemplateWithValues {
  return { templateId: template.id, values: initialTemplateValues(template, '{{name}}') }
}

export function useFillVariablesWithSamples() {
  const { data: settings } = useCampaignSettings()
  const { timeZone, language } = useUser().company
  const now = useNow(30_000)
  const variables = settings?.variables ?? []
  const facts = { ...sampleContact, now: new Date(now), timeZone, language }
  return {
    filled: (value: string) => fillVariables(value, facts, variables),
    ownKeys: variables.map(({ key }) => key),
  }
}

/** The connection that the form names, or the default connection; undefined while the connections load. */
export function chosenOrDefaultConnection(
  connections: readonly ConnectionView[],
  whatsappId: unknown,
): ConnectionView | undefined {
  return connections.find(({ id, isDefault }) => (whatsappId == null ? isDefault : id === whatsappId))
}

export function campaignNeedsTemplate(connection: ConnectionView | undefined): boolean {
  return capabilitiesOf(connection?.provider ?? '').mayStartConversations === 'with-template'
}

/** The parts of the chosen template; null when none is chosen, or the list lacks it or still loads. */
export function useChosenTemplateParts(
  connection: ConnectionView | undefined,
  choice: TemplateWithValues | null,
): TemplateParts | null {
  const { data } = useMessageTemplates(connection?.id ?? null)
  const template = data?.templates.find(({ id }) => id === choice?.templateId)
  return template === undefined ? null : templatePartsOf(template.components)
}

export function isTemplateChoiceComplete(
  parts: TemplateParts | null,
  values: TemplateValues,
  hasFile: boolean,
): boolean {
  return parts !== null && !hasEmptyTemplateSlot(parts, values) && (hasFile || !hasFileHeader(parts))
}
