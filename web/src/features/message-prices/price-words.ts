import { fallbackPriceCountry } from '@balcao/domain/message-prices'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../lib/money'

export function useMessagePriceTexts() {
  const { t, i18n } = useTranslation('messagePrices')
  return {
    category: (category: string) => t(`categories.${category}`, { defaultValue: category }),
    /** Null means that the country of the message is unknown. */
    country: (country: string | null) =>
      country === null
        ? t('unknownCountry')
        : country === fallbackPriceCountry
          ? t('everyOther')
          : countryName(country, i18n.language),
    money: (money: { readonly amount: string; readonly currency: string }) =>
      formatMoney(money, i18n.language),
  }
}

const names = new Map<string, Intl.DisplayNames>()

/** The name of an ISO 3166-1 alpha-2 code; the code itself where the browser knows no name. */
function countryName(country: string, language: string): string {
  const known = names.get(language) ?? new Intl.DisplayNames(language, { type: 'region' })
  names.set(language, known)
  return known.of(country) ?? country
}
