import { type MessagePriceImport, messagePriceImport } from '@balcao/contract/message-prices'
import { parsePriceList } from '@balcao/domain/message-prices'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import formStyles from '../../ui/form.module.css'
import { FormDialog } from '../../ui/form-dialog'
import { FormDateField } from '../../ui/form-fields'
import { TextField } from '../../ui/text-field'
import { showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useImportPrices } from './api/message-prices'
import styles from './message-prices.module.css'

export function ImportPricesDialog({ currency, onClose }: { currency: string; onClose: () => void }) {
  const { t } = useTranslation('messagePrices')
  const prices = useImportPrices()
  const [problems, setProblems] = useState<ReturnType<typeof parsePriceList>['problems']>([])
  const { register, control, handleSubmit, formState } = useForm<
    MessagePriceImport,
    unknown,
    MessagePriceImport
  >({
    resolver: zodResolver(messagePriceImport),
    mode: 'onTouched',
    defaultValues: { validFrom: '', currency, lines: '' },
  })
  const { submit, isWaiting } = useDelayedSubmit(async (form: MessagePriceImport) => {
    const found = parsePriceList(form.lines).problems
    setProblems(found)
    if (found.length > 0) return
    const { count } = await prices.mutateAsync(form)
    showToast('success', t('imported', { count }))
    onClose()
  })
  const { errors } = formState
  return (
    <FormDialog
      title={t('importTitle')}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      isWaiting={isWaiting}
      isDirty={formState.isDirty}
      width={640}
    >
      <div className={formStyles.pair}>
        <FormDateField control={control} name="validFrom" label={t('validFrom')} autoFocus />
        <TextField
          label={t('currency')}
          help={t('currencyHelp')}
          maxLength={3}
          error={errors.currency?.message}
          {...register('currency')}
        />
      </div>
      <TextField
        label={t('lines')}
        help={t('linesHelp')}
        placeholder={t('linesExample')}
        multiline
        minRows={6}
        maxRows={14}
        error={errors.lines?.message}
        {...register('lines', { onChange: () => setProblems([]) })}
      />
      {problems.length > 0 && (
        <ul role="alert" className={styles.problems}>
          {problems.map(({ line, what }) => (
            <li key={line}>{t(`lineProblems.${what}`, { line })}</li>
          ))}
        </ul>
      )}
    </FormDialog>
  )
}
