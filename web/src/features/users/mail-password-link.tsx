import { mailPasswordLink } from '@balcao/contract/password-links'
import type { UserView } from '@balcao/contract/people'
import { useMutation } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call'
import { useSignInHelp } from '../../lib/sign-in-help'
import { Button } from '../../ui/button'
import { showError, showToast } from '../../ui/toasts'
import styles from './users.module.css'

/** Mails a colleague a link for a new password. Renders nothing where the installation sends no mail. */
export function MailPasswordLink({ user: { id, email } }: { readonly user: UserView }) {
  const { t } = useTranslation('users')
  const { data: help } = useSignInHelp()
  const send = useMutation({
    mutationFn: () => call(mailPasswordLink, { params: { userId: id } }),
    onSuccess: () => showToast('success', t('passwordLink.done', { email })),
    onError: showError,
  })
  if (help?.sendsMail !== true) return null
  return (
    <div className={styles.signOut}>
      <p>{t('passwordLink.help')}</p>
      <Button size="small" icon={Mail} disabled={send.isPending} onClick={() => send.mutate()}>
        {t('passwordLink.act')}
      </Button>
    </div>
  )
}
