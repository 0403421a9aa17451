import { checkoutCountries, type getCheckout } from '@balcao/contract/billing'
import type { EndpointCallAnswer } from '@balcao/contract/client'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../ui/choice-field'
import formStyles from '../../ui/form.module.css'
import { TextField } from '../../ui/text-field'
import styles from './checkout.module.css'

export interface CheckoutPayer {
  readonly fullName: string
  readonly address: string
  readonly city: string
  readonly state: string
  readonly zipcode: string
  readonly country: '' | (typeof checkoutCountries)[number]
}

export function checkoutPayerOf({
  name,
  ...rest
}: EndpointCallAnswer<typeof getCheckout>['billing']): CheckoutPayer {
  return { fullName: name, ...rest, country: 'Brasil' }
}

interface PayerStepProps {
  readonly formId: string
  readonly payer: CheckoutPayer
  readonly onDone: (payer: CheckoutPayer) => void
}

export function CheckoutPayerStep({ formId, payer, onDone }: PayerStepProps) {
  const { t } = useTranslation('billing')
  const { register, control, handleSubmit, formState } = useForm<CheckoutPayer>({ defaultValues: payer })
  const { errors } = formState
  const needed = (field: 'fullName' | 'address' | 'city' | 'zipcode' | 'country') => ({
    validate: (value: string) => value.trim() !== '' || t(`needs.${field}`),
  })
  const text = (field: 'fullName' | 'address' | 'city' | 'zipcode') => ({
    label: t(field),
    error: errors[field]?.message,
    ...register(field, needed(field)),
  })
  return (
    <form id={formId} className={formStyles.form} onSubmit={handleSubmit(onDone)} noValidate>
      <TextField autoFocus autoComplete="name" maxLength={100} {...text('fullName')} />
      <TextField autoComplete="street-address" maxLength={200} {...text('address')} />
      <div className={formStyles.pair}>
        <TextField autoComplete="address-level2" maxLength={100} {...text('city')} />
        <TextField label={t('state')} autoComplete="address-level1" maxLength={50} {...register('state')} />
        <TextField autoComplete="postal-code" maxLength={20} {...text('zipcode')} />
        <Controller
          control={control}
          name="country"
          rules={needed('country')}
          render={({ field }) => (
            <SelectField
              label={t('country')}
              choices={[
                { value: '', name: t('chooseCountry') },
                ...checkoutCountries.map((country) => ({ value: country, name: country })),
              ]}
              value={field.value}
              error={errors.country?.message}
              onChange={field.onChange}
            />
          )}
        />
      </div>
      <p className={styles.note}>{t('payerHelp')}</p>
    </form>
  )
}
