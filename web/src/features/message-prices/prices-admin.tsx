import type { MessagePriceView } from '@balcao/contract/message-prices'
import { priceCategories } from '@balcao/domain/message-prices'
import { CircleDollarSign, ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { SelectField } from '../../ui/choice-field'
import type { Column } from '../../ui/data-table'
import { formatIsoDate } from '../../ui/date-text'
import { EditableRecordTable } from '../../ui/kept-records'
import { type MessagePriceFilter, useDeletePrice, useMessagePrices } from './api/message-prices'
import { CountryField } from './country-field'
import { ImportPricesDialog } from './import-dialog'
import styles from './message-prices.module.css'
import { PriceDialog } from './price-dialog'
import { useMessagePriceTexts } from './price-words'

const metaCard = 'https://developers.facebook.com/docs/whatsapp/pricing'
const usualCurrency = 'BRL'

export function MessagePricesAdmin() {
  const { t } = useTranslation('messagePrices')
  const words = useMessagePriceTexts()
  const [filter, setFilter] = useState<MessagePriceFilter>({ category: null, country: null })
  const [isImporting, setImporting] = useState(false)
  const prices = useMessagePrices(filter)
  const remove = useDeletePrice()
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = prices
  const isFiltered = filter.category !== null || filter.country !== null
  const currency = data?.records[0]?.currency ?? usualCurrency
  const nameOf = ({ category, country, validFrom }: MessagePriceView) =>
    `${words.category(category)}, ${words.country(country)}, ${formatIsoDate(validFrom)}`
  const columns: Column<MessagePriceView>[] = [
    {
      key: 'category',
      title: t('category'),
      onPhone: 'head',
      cell: ({ category }) => words.category(category),
    },
    { key: 'country', title: t('country'), cell: ({ country }) => words.country(country) },
    { key: 'validFrom', title: t('validFrom'), cell: ({ validFrom }) => formatIsoDate(validFrom) },
    { key: 'amount', title: t('amount'), align: 'right', cell: words.money },
  ]
  return (
    <>
      <p className={styles.about}>
        {t('about')}{' '}
        <a href={metaCard} target="_blank" rel="noopener noreferrer">
          {t('metaCard')}
        </a>
      </p>
      {(isFiltered || (data !== undefined && data.count > 0)) && (
        <div className={styles.filter}>
          <SelectField
            label={t('category')}
            choices={[
              { value: '', name: t('allCategories') },
              ...priceCategories.map((value) => ({ value: value as string, name: words.category(value) })),
            ]}
            value={filter.category ?? ''}
            onChange={(category) => setFilter({ ...filter, category: category === '' ? null : category })}
          />
          <CountryField
            label={t('country')}
            placeholder={t('allCountries')}
            value={filter.country ?? ''}
            onChange={(country) => setFilter({ ...filter, country: country === '' ? null : country })}
          />
        </div>
      )}
      <EditableRecordTable
        query={{ ...prices, data: data?.records }}
        nameOf={nameOf}
        words={{
          list: t('list'),
          add: t('new'),
          edit: (name) => t('editOf', { name }),
          remove: (name) => t('deleteOf', { name }),
          removeTitle: () => t('deleteTitle'),
          removeMeaning: t('deleteMeaning'),
        }}
        empty={{
          icon: CircleDollarSign,
          title: t(isFiltered ? 'noneFound' : 'emptyTitle'),
          text: t(isFiltered ? 'noneFoundText' : 'emptyText'),
        }}
        columns={columns}
        form={(price, onClose) => <PriceDialog price={price} currency={currency} onClose={onClose} />}
        onRemove={({ id }) => remove.mutateAsync(id)}
        besideAdd={
          <Button icon={ClipboardPaste} onClick={() => setImporting(true)}>
            {t('import')}
          </Button>
        }
      />
      {hasNextPage && (
        <div className={styles.more}>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t(isFetchingNextPage ? 'common:loading' : 'more')}
          </Button>
        </div>
      )}
      {isImporting && <ImportPricesDialog currency={currency} onClose={() => setImporting(false)} />}
    </>
  )
}
