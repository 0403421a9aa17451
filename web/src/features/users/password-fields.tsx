import { Copy, Dices } from 'lucide-react'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useSignInHelp } from '../../lib/sign-in-help'
import { Button } from '../../ui/button'
import { PasswordField } from '../../ui/password-field'
import { SwitchField } from '../../ui/switch-field'
import { showToast } from '../../ui/toasts'
import {
  needsCurrentPassword,
  type UserFormInput,
  type UserFormSubject,
  type UserFormValues,
} from './user-form'
import styles from './users.module.css'

/** The characters of generated passwords, without letters and digits that are confused when read aloud. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
const length = 14

/** Generates a password of 80 random bits, which the user will replace. */
function newPassword(): string {
  // Skips the highest bytes: 256 is not a multiple of the alphabet's length, so they would favour some characters.
  const usable = 256 - (256 % alphabet.length)
  let password = ''
  while (password.length < length) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < usable) password += alphabet[byte % alphabet.length]
  }
  return password
}

interface PasswordFieldsProps {
  readonly form: UseFormReturn<UserFormInput, unknown, UserFormValues>
  readonly subject: UserFormSubject
  readonly keptEmail: string
}

/** Users enter their current password to change their own. An admin generates a password, or invites a new user. */
export function PasswordFields({ form, subject, keptEmail }: PasswordFieldsProps) {
  const { t } = useTranslation('users')
  const { register, control, setValue, formState } = form
  const { errors } = formState
  const [generated, setGenerated] = useState(0)
  const [email, password, invite] = useWatch({ control, name: ['email', 'password', 'invite'] })
  const { data: help } = useSignInHelp()
  function choose(isInvited: boolean): void {
    setValue('invite', isInvited, { shouldDirty: true })
    setValue('password', isInvited ? newPassword() : '', { shouldDirty: true, shouldValidate: isInvited })
  }
  function generate(): void {
    setValue('password', newPassword(), { shouldDirty: true, shouldValidate: true })
    setGenerated(generated + 1)
  }
  async function copyInvitation(): Promise<void> {
    try {
      const address = location.origin
      await navigator.clipboard.writeText(
        t('invitation', { address, email, password, interpolation: { escapeValue: false } }),
      )
      showToast('success', t('common:copied'))
    } catch {
      showToast('error', t('common:notCopied'))
    }
  }
  const invitation = subject === 'new' && help?.sendsMail === true && (
    <SwitchField label={t('invite')} help={t('inviteHelp')} value={invite} onChange={choose} />
  )
  if (invite) return invitation
  return (
    <>
      {invitation}
      <PasswordField
        // The new key remounts the field, so that each generated password shows as plain text.
        key={generated}
        isShownAtFirst={generated > 0}
        label={t('password')}
        help={t(subject === 'new' ? 'passwordHelp' : 'passwordKeep')}
        autoComplete="new-password"
        error={errors.password?.message}
        {...register('password')}
      />
      {subject !== 'own' && (
        <div className={styles.passwordActs}>
          <Button size="small" icon={Dices} onClick={generate}>
            {t('generate')}
          </Button>
          <Button
            size="small"
            icon={Copy}
            disabled={email === '' || password === ''}
            onClick={copyInvitation}
          >
            {t('copyInvitation')}
          </Button>
        </div>
      )}
      {needsCurrentPassword(subject, keptEmail, { email, password }) && (
        <PasswordField
          label={t('currentPassword')}
          help={t('currentPasswordHelp')}
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
      )}
    </>
  )
}
