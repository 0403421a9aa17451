import { type CredentialSettingKey, credentialMask } from '@balcao/domain/settings'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/text-field'
import styles from './settings.module.css'

interface Group {
  readonly name: string
  readonly keys: readonly CredentialSettingKey[]
}

export const serviceCredentialGroups: readonly Group[] = [
  { name: 'IXC', keys: ['ipixc', 'tokenixc'] },
  { name: 'MK-AUTH', keys: ['ipmkauth', 'clientidmkauth', 'clientsecretmkauth'] },
  { name: 'ASAAS', keys: ['asaas'] },
]

interface CredentialGroupProps {
  readonly group: Group
  readonly heldBy: (key: string) => string
}

/**
 * Shows the credentials of services that the server never calls, so the fields are disabled
 * (docs/features/settings.md).
 */
export function ServiceCredentialFields({ group: { name, keys }, heldBy }: CredentialGroupProps) {
  const { t } = useTranslation('settings')
  return (
    <fieldset className={styles.group}>
      <legend>{name}</legend>
      <p className={styles.unavailable}>{t('notAvailable', { name })}</p>
      <div className={styles.options}>
        {keys.map((key) => (
          <TextField
            key={key}
            label={t(`credential.${key}`)}
            help={heldBy(key) === '' ? undefined : t('kept')}
            type="password"
            autoComplete="off"
            placeholder={heldBy(key) === '' ? '' : credentialMask}
            value=""
            disabled
          />
        ))}
      </div>
    </fieldset>
  )
}
