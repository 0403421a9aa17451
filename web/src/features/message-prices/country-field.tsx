import { isoCountryCodes } from '@balcao/domain/calling-codes'
import { fallbackPriceCountry } from '@balcao/domain/message-prices'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AutocompleteField } from '../../ui/autocomplete-field'
import { useMessagePriceTexts } from './price-words'

interface CountryFieldProps {
  readonly label: string
  /** An ISO 3166-1 alpha-2 code, or `*` for every other country; empty while none is chosen. */
  readonly value: string
  readonly placeholder?: string
  readonly isRequired?: boolean
  readonly error?: string | undefined
  readonly onChange: (country: string) => void
}

export function CountryField({ value, isRequired = false, onChange, ...field }: CountryFieldProps) {
  const { t, i18n } = useTranslation('messagePrices')
  const { country: nameOf } = useMessagePriceTexts()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names change with the language alone
  const options = useMemo(() => {
    const named = isoCountryCodes.map((code) => ({ code, name: nameOf(code) }))
    named.sort((one, other) => one.name.localeCompare(other.name, i18n.language))
    return [{ code: fallbackPriceCountry, name: nameOf(fallbackPriceCountry) }, ...named]
  }, [i18n.language])
  return (
    <AutocompleteField
      {...field}
      options={options}
      value={options.find(({ code }) => code === value) ?? null}
      none={t('noCountry')}
      isRequired={isRequired && value !== ''}
      keyOf={({ code }) => code}
      nameOf={({ code, name }) => (code === fallbackPriceCountry ? name : `${name} · ${code}`)}
      onChoose={(chosen) => onChange(chosen?.code ?? '')}
    />
  )
}
