import { capabilitiesOf, whatsappProviders } from '@balcao/domain/providers'
import { Controller, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useQueues } from '../../lib/lists/queues'
import { MultiSelectField, SelectField } from '../../ui/choice-field'
import { SwitchField } from '../../ui/switch-field'
import { TextField } from '../../ui/text-field'
import type { ConnectionFormControl } from './connection-form'

export function ConnectionGeneralFields({
  control,
  isNew,
}: {
  control: ConnectionFormControl
  isNew: boolean
}) {
  const { t } = useTranslation('connections')
  const { data: queues = [] } = useQueues()
  const { field: name, fieldState } = useController({ control, name: 'name' })
  const { field: isDefault } = useController({ control, name: 'isDefault' })
  const { field: queueIds } = useController({ control, name: 'queueIds' })
  return (
    <>
      <TextField
        label={t('name')}
        help={t('nameHelp')}
        autoFocus
        error={fieldState.error?.message}
        {...name}
      />
      {isNew && (
        <Controller
          control={control}
          name="provider"
          render={({ field }) => (
            <SelectField
              label={t('provider.label')}
              help={t(`provider.${capabilitiesOf(field.value).joinsBy}Help`)}
              choices={whatsappProviders.map((value) => ({
                value,
                name: t(`provider.${capabilitiesOf(value).joinsBy}`),
              }))}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
      )}
      <SwitchField label={t('isDefault')} help={t('isDefaultHelp')} {...isDefault} />
      <MultiSelectField
        label={t('queues')}
        help={t(queuesHelp(queueIds.value.length))}
        none={t('noQueue')}
        choices={queues.map(({ id, name: choice, color }) => ({ value: id, name: choice, color }))}
        value={queueIds.value}
        onChange={queueIds.onChange}
      />
    </>
  )
}

function queuesHelp(count: number): 'queuesHelpNone' | 'queuesHelpOne' | 'queuesHelpMany' {
  if (count === 0) return 'queuesHelpNone'
  return count === 1 ? 'queuesHelpOne' : 'queuesHelpMany'
}
