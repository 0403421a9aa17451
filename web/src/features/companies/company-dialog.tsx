import { type CompanyForm, type CompanyWithUsage, companyForm } from '@balcao/contract/companies'
import { passwordText } from '@balcao/contract/wire-values'
import { companyLanguages, defaultTimeZone } from '@balcao/domain/companies'
import { dayOf } from '@balcao/domain/days'
import { limits } from '@balcao/domain/limits'
import { dueDateAfterRecurrence } from '@balcao/domain/recurrence'
import { zodResolver } from '@hookform/resolvers/zod'
import { useController, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { isRefusal } from '../../lib/api-error'
import { changedValues } from '../../lib/changed-values'
import { errorText } from '../../lib/error-text'
import { usePlans } from '../../lib/lists/plans'
import { SelectField } from '../../ui/choice-field'
import { DateField } from '../../ui/date-field'
import formStyles from '../../ui/form.module.css'
import { FormDialog } from '../../ui/form-dialog'
import { PasswordField } from '../../ui/password-field'
import { SwitchField } from '../../ui/switch-field'
import { TextField } from '../../ui/text-field'
import { TimeZoneField } from '../../ui/time-zone-field'
import { showError, showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useSaveCompany } from './api/companies'
import styles from './companies.module.css'

const newForm = companyForm.extend({ password: passwordText })
type Values = z.input<typeof newForm>

/** Validates changes of an existing company. An empty password leaves the password of the company's first user. */
const changeForm = companyForm.extend({ password: z.string() })
const addressFields = [
  'billingName',
  'addressZipCode',
  'addressStreet',
  'addressDistrict',
  'addressCity',
  'addressState',
] as const
type AddressField = (typeof addressFields)[number]

interface CompanyDialogProps {
  /** The company to edit; `null` creates a new one. */
  readonly company: CompanyWithUsage | null
  readonly onClose: () => void
}

export function CompanyDialog({ company, onClose }: CompanyDialogProps) {
  const { t } = useTranslation(['companies', 'settings'])
  const save = useSaveCompany(company?.id ?? null)
  const { data: plans = company === null ? [] : [company.plan] } = usePlans()
  const { register, control, handleSubmit, setError, formState } = useForm<Values, unknown, CompanyForm>({
    resolver: zodResolver(company === null ? newForm : changeForm),
    mode: 'onTouched',
    defaultValues: valuesOf(company),
  })
  const { errors, dirtyFields } = formState
  const { field: planId } = useController({ control, name: 'planId' })
  const { field: recurrence } = useController({ control, name: 'recurrence' })
  const { field: dueDate } = useController({ control, name: 'dueDate' })
  const { field: timeZone } = useController({ control, name: 'timeZone' })
  const { field: language } = useController({ control, name: 'language' })
  const { field: status } = useController({ control, name: 'status' })
  const { field: campaignsEnabled } = useController({ control, name: 'campaignsEnabled' })
  const text = (field: 'name' | 'phone' | 'email' | 'adminName' | 'password' | AddressField) => ({
    label: t(field),
    error: errors[field]?.message,
    ...register(field),
  })
  const { submit, isWaiting } = useDelayedSubmit(async (form: CompanyForm) => {
    try {
      await save.mutateAsync({ form, change: changedValues(form, dirtyFields) })
      showToast('success', t('common:saved'))
      onClose()
    } catch (error) {
      const field = fieldOf(error)
      if (field !== null) setError(field, { message: errorText(error) }, { shouldFocus: true })
      showError(error)
    }
  }, limits.adminSubmitDelay)
  // Only monthly plans are sold. A company with another stored recurrence keeps it as a choice (COMPANY-07).
  const recurrences = [...new Set(['MENSAL', company?.recurrence ?? 'MENSAL'] as const)]
  return (
    <FormDialog
      title={company === null ? t('new') : t('edit', { name: company.name })}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      isWaiting={isWaiting}
      isDirty={formState.isDirty}
      width={640}
    >
      <div className={formStyles.pair}>
        <TextField autoFocus {...text('name')} />
        <TextField type="tel" {...text('phone')} />
        <TextField type="email" help={company === null ? t('emailHelp') : undefined} {...text('email')} />
        {company === null && (
          <>
            <TextField help={t('adminNameHelp')} {...text('adminName')} />
            <PasswordField autoComplete="new-password" help={t('passwordHelp')} {...text('password')} />
          </>
        )}
        <SelectField
          label={t('plan')}
          choices={plans.map(({ id, name }) => ({ value: Number(id), name }))}
          value={typeof planId.value === 'number' ? planId.value : ''}
          error={errors.planId?.message}
          onChange={planId.onChange}
        />
        <SelectField
          label={t('recurrence')}
          choices={recurrences.map((value) => ({ value, name: t(`recurrenceOf.${value}`) }))}
          value={recurrence.value ?? 'MENSAL'}
          error={errors.recurrence?.message}
          onChange={recurrence.onChange}
        />
        <DateField
          {...dueDate}
          label={t('dueDate')}
          value={String(dueDate.value ?? '')}
          error={errors.dueDate?.message}
        />
        <TimeZoneField
          label={t('settings:timeZone')}
          none={t('settings:noTimeZone')}
          value={timeZone.value ?? defaultTimeZone}
          error={errors.timeZone?.message}
          onChange={timeZone.onChange}
        />
        <SelectField
          label={t('settings:language')}
          choices={companyLanguages.map((value) => ({ value, name: t(`common:companyLanguage.${value}`) }))}
          value={language.value ?? 'pt-BR'}
          error={errors.language?.message}
          onChange={language.onChange}
        />
      </div>
      <SwitchField
        label={t('statusOn')}
        help={t('statusHelp')}
        value={status.value === true}
        disabled={company !== null && company.deleteAt !== null}
        onChange={status.onChange}
      />
      <SwitchField
        label={t('campaignsOn')}
        help={t('campaignsHelp')}
        value={campaignsEnabled.value === true}
        onChange={campaignsEnabled.onChange}
      />
      <fieldset className={styles.billing}>
        <legend>{t('billing')}</legend>
        <div className={formStyles.pair}>
          {addressFields.map((field) => (
            <TextField key={field} {...text(field)} />
          ))}
        </div>
      </fieldset>
    </FormDialog>
  )
}

function fieldOf(error: unknown): 'name' | 'email' | null {
  if (isRefusal(error, 'ERR_COMPANY_NAME_ALREADY_EXISTS')) return 'name'
  return isRefusal(error, 'ERR_EMAIL_ALREADY_EXISTS') ? 'email' : null
}

function valuesOf(company: CompanyWithUsage | null): Values {
  const texts = Object.fromEntries(addressFields.map((field) => [field, company?.[field] ?? '']))
  return {
    name: company?.name ?? '',
    email: company?.email ?? '',
    phone: company?.phone ?? '',
    password: '',
    adminName: '',
    planId: company?.planId ?? '',
    status: company?.status ?? true,
    campaignsEnabled: company?.campaignsEnabled ?? true,
    dueDate:
      company === null
        ? dueDateAfterRecurrence('MENSAL', dayOf(new Date(), defaultTimeZone))
        : dayOf(new Date(company.dueDate), company.timeZone),
    recurrence: company?.recurrence ?? 'MENSAL',
    timeZone: company?.timeZone ?? defaultTimeZone,
    language: companyLanguages.find((one) => one === company?.language) ?? 'pt-BR',
    ...texts,
  }
}
