import type { CampaignVariable } from '@balcao/domain/campaign-settings'
import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TabRow } from '../../ui/tab-row'
import { TextWithVariablesField } from '../../ui/text-with-variables'
import styles from './campaigns.module.css'

interface SlotsFieldProps<Slot extends string> {
  readonly kind: 'message' | 'confirmationMessage'
  readonly legend?: string | undefined
  readonly slots: readonly Slot[]
  readonly values: Readonly<Record<Slot, string>>
  readonly error: string | undefined
  /** The company's own variables. */
  readonly variables: readonly CampaignVariable[]
  readonly disabled: boolean
  readonly onChange: (slot: Slot, value: string) => void
  readonly preview: (text: string) => ReactNode
}

/** Edits the five variants of a text; each contact gets one of them (CAMP-02). */
export function CampaignTextSlotsField<Slot extends string>(props: SlotsFieldProps<Slot>) {
  const { kind, slots, values, error, variables, disabled, onChange, preview } = props
  const { t } = useTranslation('campaigns')
  const [first] = slots
  const [chosen, setChosen] = useState<Slot>(
    slots.find((slot) => values[slot].trim() !== '') ?? (first as Slot),
  ) // The cast is safe: a campaign has five slots.
  const number = slots.indexOf(chosen) + 1
  const isMessage = kind === 'message'
  const legend = props.legend ?? t(isMessage ? 'messages' : 'confirmations')
  return (
    <fieldset className={styles.slots}>
      <legend>{legend}</legend>
      <p className={styles.help}>{t('messagesHelp')}</p>
      <TabRow
        label={legend}
        className={styles.tabs}
        tabClassName={styles.tab}
        chosen={chosen}
        tabs={slots.map((slot, place) => ({
          value: slot,
          content: (
            <>
              <span className={styles.tabWord}>
                {t(isMessage ? 'messageTab' : 'confirmationTab', { number: '' }).trim()}
              </span>
              {place + 1}
              {values[slot].trim() !== '' && <Check size={14} strokeWidth={2.5} aria-label={t('filled')} />}
            </>
          ),
        }))}
        onChoose={setChosen}
      />
      <TextWithVariablesField
        key={chosen}
        label={t(kind, { number })}
        value={values[chosen]}
        error={error}
        disabled={disabled}
        own={variables}
        onChange={(value) => onChange(chosen, value)}
      />
      {preview(values[chosen])}
    </fieldset>
  )
}
