import type { IntegrationId, PromptId } from '@balcao/domain/ids'
import { useTranslation } from 'react-i18next'
import { type AssistantChoice, useIntegrationChoices, usePromptChoices } from '../lib/lists/assistants'
import { ChoiceField } from './choice-field'
import formStyles from './form.module.css'

interface AssistantFieldsProps {
  readonly promptId: PromptId | null
  readonly integrationId: IntegrationId | null
  readonly onPrompt: (id: PromptId | null) => void
  readonly onIntegration: (id: IntegrationId | null) => void
}

/** Who answers pending tickets instead of the menu (BOT-11). A module that is not in the plan is not offered. */
export function AssistantFields({ promptId, integrationId, onPrompt, onIntegration }: AssistantFieldsProps) {
  const { t } = useTranslation()
  const prompts = usePromptChoices()
  const integrations = useIntegrationChoices()
  if (prompts === null && integrations === null) return null
  return (
    <div className={formStyles.pair}>
      {integrations !== null && (
        <OneOf
          label={t('assistant.integration')}
          help={t('assistant.integrationHelp')}
          choices={integrations}
          value={integrationId}
          onChange={(id) => onIntegration(id as IntegrationId | null)} // branding: choices are of the company's own list
        />
      )}
      {prompts !== null && (
        <OneOf
          label={t('assistant.prompt')}
          help={t('assistant.promptHelp')}
          choices={prompts}
          value={promptId}
          onChange={(id) => onPrompt(id as PromptId | null)} // as above
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

function OneOf({ label, help, choices, value, onChange }: OneOfProps) {
  const { t } = useTranslation()
  return (
    <ChoiceField
      label={label}
      help={help}
      choices={[
        { value: 0, name: t('assistant.none') },
        ...choices.map(({ id, name }) => ({ value: id, name: name || `#${id}` })),
      ]}
      // One that is gone is none.
      value={choices.find(({ id }) => id === value)?.id ?? 0}
      onChange={(id) => onChange(id === 0 ? null : id)}
    />
  )
}
