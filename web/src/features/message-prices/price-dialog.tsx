import {
  type MessagePriceForm,
  type MessagePriceView,
  messagePriceForm,
} from '@balcao/contract/message-prices'
import { priceCategories } from '@balcao/domain/message-prices'
import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import formStyles from '../../ui/form.module.css'
import { FormDialog } from '../../ui/form-dialog'
import { FormDateField, FormNumberField, FormSelectField } from '../../ui/form-fields'
import { TextField } from '../../ui/text-field'
import { showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useSavePrice } from './api/message-prices'
import { CountryField } from './country-field'
import { useMessagePriceTexts } from './price-words'

type PriceValues = z.input<typeof messagePriceForm>

interface PriceDialogProps {
  readonly price: MessagePriceView | null
  readonly currency: string
  readonly onClose: () => void
}

export function PriceDialog({ price, currency, onClose }: PriceDialogProps) {
  const { t } = useTranslation('messagePrices')
  const words = useMessagePriceTexts()
  const save = useSavePrice(price?.id ?? null)
  const { register, control, handleSubmit, formState } = useForm<PriceValues, unknown, MessagePriceForm>({
    resolver: zodResolver(messagePriceForm),
    mode: 'onTouched',
    defaultValues: valuesOf(price, currency),
  })
  const { submit, isWaiting } = useDelayedSubmit(async (values: MessagePriceForm) => {
    await save.mutateAsync(values)
    showToast('success', t('common:saved'))
    onClose()
  })
  const { errors } = formState
  const categories = [...new Set<string>([...priceCategories, ...(price === null ? [] : [price.category])])]
  return (
    <FormDialog
      title={price === null ? t('new') : t('editTitle')}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      isWaiting={isWaiting}
      isDirty={formState.isDirty}
    >
      <div className={formStyles.pair}>
        <FormSelectField
          control={control}
          name="category"
          label={t('category')}
          choices={categories.map((value) => ({ value, name: words.category(value) }))}
        />
        <Controller
          control={control}
          name="country"
          render={({ field }) => (
            <CountryField
              label={t('country')}
              value={field.value}
              isRequired
              error={errors.country?.message}
              onChange={field.onChange}
            />
          )}
        />
        <FormNumberField control={control} name="amount" label={t('amount')} decimals={6} />
        <TextField
          label={t('currency')}
          help={t('currencyHelp')}
          maxLength={3}
          error={errors.currency?.message}
          {...register('currency')}
        />
      </div>
      <FormDateField control={control} name="validFrom" label={t('validFrom')} help={t('validFromHelp')} />
    </FormDialog>
  )
}

function valuesOf(price: MessagePriceView | null, currency: string): PriceValues {
  return {
    validFrom: price?.validFrom ?? '',
    category: price?.category ?? 'marketing',
    country: price?.country ?? '',
    currency: price?.currency ?? currency,
    amount: price?.amount ?? '',
  }
}
