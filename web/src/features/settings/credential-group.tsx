import { type CredentialKey, credentialMask } from '@balcao/domain/settings'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/text-field'
import { useSaveSetting } from './api/settings'
import styles from './settings.module.css'

interface Group {
  readonly name: string
  readonly keys: readonly CredentialKey[]
}

/** SETTING-08. */
export const credentialGroups: readonly Group[] = [
  { name: 'IXC', keys: ['ipixc', 'tokenixc'] },
  { name: 'MK-AUTH', keys: ['ipmkauth', 'clientidmkauth', 'clientsecretmkauth'] },
  { name: 'ASAAS', keys: ['asaas'] },
]

interface CredentialGroupProps {
  readonly group: Group
  readonly heldBy: (key: string) => string
}

export function CredentialGroup({ group: { name, keys }, heldBy }: CredentialGroupProps) {
  return (
    <fieldset className={styles.group}>
      <legend>{name}</legend>
      <div className={styles.options}>
        {keys.map((key) => (
          <Credential key={key} credential={key} isKept={heldBy(key) !== ''} />
        ))}
      </div>
    </fieldset>
  )
}

/** Goes in and never comes out: a kept one shows as a mask, and what is typed takes its place on leaving the field. */
function Credential({ credential, isKept }: { credential: CredentialKey; isKept: boolean }) {
  const { t } = useTranslation('settings')
  const save = useSaveSetting()
  const [typed, setTyped] = useState('')
  const leave = () => {
    const value = typed.trim()
    if (value === '' || value === credentialMask) return
    save.mutate({ key: credential, value }, { onSuccess: () => setTyped('') })
  }
  return (
    <TextField
      label={t(`credential.${credential}`)}
      help={isKept ? t('kept') : t('notKept')}
      type="password"
      autoComplete="off"
      inputProps={{ maxLength: 200 }}
      placeholder={isKept ? credentialMask : ''}
      value={typed}
      disabled={save.isPending}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={leave}
    />
  )
}
