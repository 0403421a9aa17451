import { auditActs } from '@balcao/domain/audit'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useUsersOfCompany } from '../../lib/lists/users'
import { Button } from '../../ui/button'
import { SelectField } from '../../ui/choice-field'
import { DateField } from '../../ui/date-field'
import { isIsoDay } from '../../ui/date-text'
import styles from './audit.module.css'
import { type AuditFilter, isAuditFilterSet } from './audit-filter'

interface AuditFiltersProps {
  readonly filter: AuditFilter
  readonly isSuper: boolean
  readonly onFilter: (part: Partial<AuditFilter>) => void
}

export function AuditFilters({ filter, isSuper, onFilter }: AuditFiltersProps) {
  const { t } = useTranslation('audit')
  // The filter offers only current users: the trail keeps just the name of a deleted user.
  const { data: people = [] } = useUsersOfCompany(!filter.isPlatform)
  const isUpsideDown = filter.from !== '' && filter.to !== '' && filter.to < filter.from
  function changeDay(part: { readonly from: string } | { readonly to: string }): void {
    if (Object.values(part).every((day) => day === '' || isIsoDay(day))) onFilter(part)
  }
  const acts = auditActs
    .map((act) => ({ value: act, name: t(`act.${act}`, { defaultValue: act }) }))
    .sort((one, other) => one.name.localeCompare(other.name))

  return (
    <search className={styles.filters} aria-label={t('filters')}>
      {isSuper && (
        <SelectField
          label={t('trail')}
          value={filter.isPlatform ? 'platform' : 'own'}
          choices={[
            { value: 'own', name: t('own') },
            { value: 'platform', name: t('platform') },
          ]}
          onChange={(chosen) =>
            onFilter({ isPlatform: chosen === 'platform', userId: null, companyId: null })
          }
        />
      )}
      <SelectField
        label={t('column.act')}
        value={filter.act ?? ''}
        choices={[{ value: '', name: t('everyAct') }, ...acts]}
        onChange={(chosen) => onFilter({ act: chosen === '' ? null : chosen })}
      />
      {!filter.isPlatform && (
        <SelectField
          label={t('column.who')}
          value={filter.userId ?? ''}
          choices={[
            { value: '', name: t('everybody') },
            ...people.map(({ id, name }) => ({ value: id, name })),
          ]}
          onChange={(chosen) => onFilter({ userId: chosen === '' ? null : chosen })}
        />
      )}
      <DateField label={t('from')} value={filter.from} onChange={(from) => changeDay({ from })} />
      <DateField
        label={t('to')}
        value={filter.to}
        error={isUpsideDown ? t('upsideDown') : undefined}
        onChange={(to) => changeDay({ to })}
      />
      {isAuditFilterSet(filter) && (
        <Button
          className={styles.clear}
          icon={X}
          onClick={() => onFilter({ act: null, userId: null, companyId: null, from: '', to: '' })}
        >
          {t('clear')}
        </Button>
      )}
    </search>
  )
}
