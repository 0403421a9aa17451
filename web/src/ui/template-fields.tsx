import type { MessageTemplateView } from '@balcao/contract/message-templates'
import {
  fillTemplateParts,
  hasFileHeader,
  isTemplateSlotEmpty,
  mapTemplateValues,
  type TemplateValues,
  templateLimits,
  templatePartsOf,
  templateSlotsOf,
  templateSlotValue,
} from '@balcao/domain/message-templates'
import { useTranslation } from 'react-i18next'
import { AutocompleteField } from './autocomplete-field'
import styles from './form.module.css'
import { TemplatePreview } from './template-preview'
import { TextField } from './text-field'

interface TemplateFieldsProps {
  readonly templates: readonly MessageTemplateView[]
  readonly chosen: MessageTemplateView | null
  readonly values: TemplateValues
  readonly onChoose: (template: MessageTemplateView | null) => void
  readonly onValues: (values: TemplateValues) => void
  readonly shown?: (value: string) => string
  readonly help?: string
  readonly error?: string | undefined
  /** Whether to mark values that are missing. */
  readonly asksForAll: boolean
  readonly file: { readonly name: string; readonly picture: string | null } | null
  readonly now: number
  readonly autoFocus?: boolean
  readonly disabled?: boolean
}

export function TemplateFields(props: TemplateFieldsProps) {
  const { templates, chosen, values, onChoose, onValues, shown = same, help, error, asksForAll } = props
  const { autoFocus = false, disabled = false } = props
  const { t } = useTranslation()
  const parts = chosen === null ? null : templatePartsOf(chosen.components)
  const slots = parts === null ? [] : templateSlotsOf(parts)
  return (
    <div className={styles.form}>
      <AutocompleteField
        label={t('template.choose')}
        options={templates}
        value={chosen}
        none={t('template.none')}
        error={error}
        autoFocus={autoFocus}
        disabled={disabled}
        // Opens the list only with automatic focus: when a refused form focuses the field, the list would
        // cover its error.
        openOnFocus={autoFocus}
        keyOf={({ id }) => id}
        nameOf={({ name, language }) => `${name} · ${language}`}
        onChoose={onChoose}
      />
      {slots.map((slot, at) => (
        <TextField
          key={`${slot.part} ${slot.key}`}
          label={t(`template.slot.${slot.part}`, { name: slot.part === 'buttons' ? slot.button : slot.key })}
          help={at === 0 ? help : undefined}
          value={templateSlotValue(values, slot)}
          maxLength={templateLimits.value}
          disabled={disabled}
          error={asksForAll && isTemplateSlotEmpty(values, slot) ? t('template.missing') : undefined}
          onChange={({ target }) =>
            onValues({ ...values, [slot.part]: { ...values[slot.part], [slot.key]: target.value } })
          }
        />
      ))}
      {parts !== null && (
        <TemplatePreview
          label={t('template.preview')}
          parts={fillTemplateParts(parts, mapTemplateValues(values, shown))}
          file={hasFileHeader(parts) ? props.file : null}
          now={props.now}
        />
      )}
    </div>
  )
}

const same = (value: string) => value
