import type { IntegrationId, PromptId } from '@balcao/domain/ids'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AssistantChoice, useIntegrationChoices, usePromptChoices } from '../lib/lists/assistants'
import { useViewer } from '../lib/session'
import { SelectField } from './choice-field'
import formStyles from './form.module.css'

interface Choice<Id> {
  readonly value: Id | null
  readonly onChange: (id: Id | null) => void
}

interface AssistantFieldsProps {
  readonly prompt: Choice<PromptId>
  readonly integration: Choice<IntegrationId>
}

/** Chooses the assistant that answers pending tickets (BOT-11). A support visitor can only keep or clear it. */
export function AssistantFields({ prompt, integration }: AssistantFieldsProps) {
  const { t } = useTranslation()
  const prompts = usePromptChoices()
  const integrations = useIntegrationChoices()
  const isSupport = useViewer().isSupport === true
  const [kept] = useState({ promptId: prompt.value, integrationId: integration.value })
  const offered = (choices: readonly AssistantChoice[], keptId: number | null) =>
    isSupport ? choices.filter(({ id }) => id === keptId) : choices
  const help = (what: 'integrationHelp' | 'promptHelp') =>
    t(isSupport ? 'assistant.closedToSupport' : `assistant.${what}`)
  if (prompts === null && integrations === null) return null
  return (
    <div className={formStyles.pair}>
      {integrations !== null && (
        <ChoiceOf
          label={t('assistant.integration')}
          help={help('integrationHelp')}
          choices={offered(integrations, kept.integrationId)}
          value={integration.value}
          // The cast is safe: the id comes from the company's own list.
          onChange={(id) => integration.onChange(id as IntegrationId | null)}
        />
      )}
      {prompts !== null && (
        <ChoiceOf
          label={t('assistant.prompt')}
          help={help('promptHelp')}
          choices={offered(prompts, kept.promptId)}
          value={prompt.value}
          // The cast is safe: the id comes from the company's own list.
          onChange={(id) => prompt.onChange(id as PromptId | null)}
        />
      )}
    </div>
  )
}

interface OneOfProps {
  readonly label: string
  readonly help: string
  readonly choices: readonly AssistantChoice[]
  readonly value: number | null
  readonly onChange: (id: number | null) => void
}

function ChoiceOf({ label, help, choices, value, onChange }: OneOfProps) {
  const { t } = useTranslation()
  return (
    <SelectField
      label={label}
      help={help}
      choices={[
        { value: 0, name: t('assistant.none') },
        ...choices.map(({ id, name }) => ({ value: id, name: name || `#${id}` })),
      ]}
      // If the assistant was deleted, the field shows none.
      value={choices.find(({ id }) => id === value)?.id ?? 0}
      onChange={(id) => onChange(id === 0 ? null : id)}
    />
  )
}
